"""Orienteering: from one point to another within a length, collecting as many points' prizes as can be.

NOTE(lengths): distances in the plane are roots, and a sum of roots is compared in integers. Every distance is kept in
millionths, rounded down; a tour that exceeds the budget then exceeds it truly. A tour within it is measured again with
distances rounded up, and only one that still keeps to the budget is called a tour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import isqrt

from spec.language.errors import Malformed, Problem

PARTS = 1_000_000
"""Parts of a unit in which lengths are measured."""
DIGITS = 1_000
"""Coordinates have at most three digits behind the point."""


@dataclass(frozen=True)
class Spot:
    """A point of the plane, in thousandths, with its prize."""

    x: int
    y: int
    prize: int


@dataclass(frozen=True)
class Outing:
    """From the first spot to the second, no longer than the budget in millionths; spots are visited once at most.

    `Malformed` if there are fewer than two spots or a prize is negative.
    """

    spots: tuple[Spot, ...]
    budget: int

    def __post_init__(self) -> None:
        problems = [Problem(None, f"spot {number} has a prize below 0") for number, spot in enumerate(self.spots)
                    if spot.prize < 0]
        if len(self.spots) < 2:
            problems.append(Problem(None, f"{len(self.spots)} spots", "give a start and an end, even if they are one"))
        if problems:
            raise Malformed(problems)

    @cached_property
    def shortest(self) -> tuple[tuple[int, ...], ...]:
        """The distance of each two spots in millionths, rounded down."""
        return self._distances(0)

    @cached_property
    def longest(self) -> tuple[tuple[int, ...], ...]:
        """The same, rounded up."""
        return self._distances(1)

    def _distances(self, up: int) -> tuple[tuple[int, ...], ...]:
        factor = PARTS // DIGITS
        found: list[tuple[int, ...]] = []
        for one in self.spots:
            squares = [((one.x - other.x) ** 2 + (one.y - other.y) ** 2) * factor**2 for other in self.spots]
            found.append(tuple(isqrt(square) + (up if isqrt(square) ** 2 < square else 0) for square in squares))
        return tuple(found)

    def prize_of(self, tour: Sequence[int]) -> int:
        """What a tour collects."""
        return sum(self.spots[spot].prize for spot in set(tour))

    def surely_fits(self, tour: Sequence[int]) -> bool:
        """Whether a tour is within the budget even with every distance rounded up."""
        return sum(self.longest[one][other] for one, other in pairwise(tour)) <= self.budget


def read_outing(text: str) -> Outing:
    """An outing in the format of Tsiligirides' problems: budget, number of tours, then lines of x, y, prize."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    try:
        budget = _thousandths(lines[0][0]) * (PARTS // DIGITS)
        spots = tuple(Spot(_thousandths(x), _thousandths(y), int(prize)) for x, y, prize in lines[1:])
    except (ValueError, IndexError) as error:
        raise Malformed.one(f"this is no orienteering problem: {error}", "give a budget, then x, y and prize a line"
                            ) from error
    return Outing(spots, budget)


def _thousandths(word: str) -> int:
    whole, _, part = word.partition(".")
    if len(part) > 3:
        raise ValueError(f"{word} has more than three digits behind the point")
    sign = -1 if whole.startswith("-") else 1
    return sign * (abs(int(whole or "0")) * DIGITS + int(part.ljust(3, "0")))
