"""All multisets of items that fit, by dynamic programming over the free cells.

Cells are decided in scan order. A state is which of the cells ahead are taken already, and it carries
the set of all multisets that can have got there (see NOTE(vectors) in `vectors.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod

from solvers.packing.cases import Case
from solvers.packing.errors import MalformedRequest, TooLarge
from solvers.packing.placements import checked_counts, placements
from solvers.packing.shapes import Shape
from solvers.packing.vectors import Counts, digits_of, is_below, members, place_of

BUDGET = 10_000_000
"""Moves by default before giving up: about ten seconds. One move carries up to 32,768 vectors."""

MOST_BITS = 4_000_000_000
"""The most that the sets of vectors may take together: half a gigabyte."""


@dataclass(frozen=True)
class Packable:
    """Every multiset of items (each at most its cap) that fits in a case; made by `packable`.

    `most` are the caps, lowered to what the area allows; `vectors` has a bit for each multiset up to `most`.
    """

    case: Case
    items: tuple[Shape, ...]
    caps: Counts
    most: Counts
    vectors: int

    @cached_property
    def maximal(self) -> tuple[Counts, ...]:
        """The multisets that fit and to which nothing can be added, sorted.

        >>> bar, dot = Shape.from_rows("bar", ["##"]), Shape.from_rows("dot", ["#"])
        >>> packable(Case.rectangle(1, 3), [bar, dot]).maximal
        ((0, 3), (1, 1))
        """
        growing = 0
        for stride, below_cap in digits_of(self.most):
            growing |= self.vectors >> stride & below_cap
        return tuple(sorted(members(self.vectors & ~growing, self.most)))

    def fits(self, counts: Sequence[int]) -> bool:
        """Whether this multiset fits; raises `MalformedRequest` when it is above a cap."""
        counts = self._within(counts)
        if not is_below(counts, self.most):
            return False
        return bool(self.vectors >> place_of(counts, self.most) & 1)

    def could_add(self, counts: Sequence[int]) -> Counts:
        """How many more of each item, that item alone, would fit within its cap; zeros if these do not fit.

        >>> bar, dot = Shape.from_rows("bar", ["##"]), Shape.from_rows("dot", ["#"])
        >>> packable(Case.rectangle(1, 3), [bar, dot]).could_add((0, 1))
        (1, 2)
        """
        counts = self._within(counts)
        room = [
            [most - count for most, count in zip(vector, counts, strict=True)]
            for vector in self.maximal
            if all(most >= count for most, count in zip(vector, counts, strict=True))
        ]
        return tuple(max(column) for column in zip(*room, strict=True)) if room else (0,) * len(counts)

    def give_backs(self, counts: Sequence[int]) -> tuple[Counts, ...]:
        """All inclusion-minimal multisets to give back so that the rest fits, fewest items first.

        One empty multiset when everything fits.

        >>> bar, dot = Shape.from_rows("bar", ["##"]), Shape.from_rows("dot", ["#"])
        >>> packable(Case.rectangle(1, 3), [bar, dot]).give_backs((1, 2))
        ((0, 1), (1, 0))
        """
        counts = self._within(counts)
        removals = {
            tuple(max(count - most, 0) for count, most in zip(counts, vector, strict=True)) for vector in self.maximal
        }
        minimal: list[Counts] = []
        for removal in sorted(removals, key=lambda removal: (sum(removal), removal)):
            if not any(is_below(smaller, removal) for smaller in minimal):
                minimal.append(removal)
        return tuple(minimal)

    def smallest_give_back(self, counts: Sequence[int]) -> tuple[Counts, ...]:
        """The multisets to give back that have the fewest items, all of them when several tie."""
        minimal = self.give_backs(counts)
        return tuple(removal for removal in minimal if sum(removal) == sum(minimal[0]))

    def _within(self, counts: Sequence[int]) -> Counts:
        counts = checked_counts(self.items, counts)
        problems = [
            f"{count} of {item.name} is above the cap of {cap} that was asked about"
            for item, count, cap in zip(self.items, counts, self.caps, strict=True)
            if count > cap
        ]
        if problems:
            raise MalformedRequest("counts", problems)
        return counts


def packable(
    case: Case, items: Sequence[Shape], caps: Sequence[int] | None = None, *, budget: int = BUDGET
) -> Packable:
    """All multisets that fit, each item at most its cap (without caps: as often as the area allows).

    Exact. Raises `TooLarge` when the work would exceed `budget` moves or half a gigabyte. Equal questions
    share one answer.

    >>> packable(Case.rectangle(2, 2), [Shape.from_rows("domino", ["##"])]).maximal
    ((2,),)
    """
    shapes = tuple(items)
    by_area = tuple(case.area // item.size for item in shapes)
    return _packable(case, shapes, by_area if caps is None else checked_counts(shapes, caps, "caps"), budget)


@lru_cache(maxsize=128)
def _packable(case: Case, items: tuple[Shape, ...], caps: Counts, budget: int) -> Packable:
    most = tuple(min(cap, case.area // item.size) for cap, item in zip(caps, items, strict=True))
    size = prod(cap + 1 for cap in most)
    if size * (1 + len(most)) > MOST_BITS:
        raise TooLarge("all packable multisets", [f"there are {size} multisets up to the caps; lower the caps"])
    digits = digits_of(most)
    spent = 0
    layer = {0: 1}
    for k, starting in enumerate(placements(case, items).starting_at):
        moves = [(mask >> k, *digits[item]) for item, masks in enumerate(starting) for mask in masks]
        spent += len(layer) * (1 + len(moves)) * (1 + size // 32_768)
        if spent > budget or len(layer) * size > MOST_BITS:
            raise TooLarge(
                "all packable multisets",
                [
                    f"{size} multisets up to the caps and {len(layer)} ways to have filled "
                    f"{k} of {case.area} cells are more than the budget of {budget} moves; lower the caps or "
                    "ask with `fits`"
                ],
            )
        layer = _decided(layer, moves)
    return Packable(case, items, caps, most, layer[0])


def _decided(layer: dict[int, int], moves: list[tuple[int, int, int]]) -> dict[int, int]:
    """Decide the next cell in every state: it is taken already, or stays empty, or an item starts there."""
    following: dict[int, int] = {}
    for taken, vectors in layer.items():
        ahead = taken >> 1
        following[ahead] = following.get(ahead, 0) | vectors
        if taken & 1:
            continue
        for mask, stride, below_cap in moves:
            if not mask & taken:
                grown = (vectors & below_cap) << stride
                if grown:
                    ahead = (taken | mask) >> 1
                    following[ahead] = following.get(ahead, 0) | grown
    return following
