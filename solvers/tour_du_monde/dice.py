"""Dice that may be rolled again for coins: what they cost on average, exactly, and at worst.

A timeline says in which order coins come in and dice are rolled. Whoever rolls knows all of it, and keeps or rolls
again so that the days of all its dice are fewest on average.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache


@dataclass(frozen=True)
class Die:
    """A die: its outcomes as (weight, days), and what another roll costs in coins, or None if there is none."""

    outcomes: tuple[tuple[int, int], ...]
    price: int | None

    @property
    def worst(self) -> int:
        """The most days that it can cost."""
        return max(days for _, days in self.outcomes)


@dataclass(frozen=True)
class Gain:
    """Coins that come in."""

    coins: int


Timeline = tuple[Die | Gain, ...]


@cache
def expected_days(timeline: Timeline, coins: int) -> Fraction:
    """The days that the dice of a timeline cost on average, for whoever begins with so many coins and rolls well."""
    if not timeline:
        return Fraction(0)
    first, rest = timeline[0], timeline[1:]
    if isinstance(first, Gain):
        return expected_days(rest, coins + first.coins)
    return rolled(first, coins, lambda left: expected_days(rest, left))


def rolled(die: Die, coins: int, after: Callable[[int], Fraction]) -> Fraction:
    """The days of a die and of what comes after it on average; `after` gives the latter for the coins then left."""
    price = die.price
    steps = [coins] if price is None else list(range(coins % price, coins + 1, price))
    value: Fraction | None = None  # of rolling with so many coins
    for has in steps:
        later, again = after(has), value
        kept = [(weight, days + later) for weight, days in die.outcomes]
        best = kept if again is None else [(weight, min(days, again)) for weight, days in kept]
        value = sum((weight * days for weight, days in best), Fraction(0)) / sum(weight for weight, _ in best)
    assert value is not None
    return value


def highest_kept(die: Die, rest: Timeline, coins: int) -> int:
    """The dearest outcome, in days, that is better kept than rolled again with so many coins left."""
    if die.price is None or coins < die.price:
        return die.worst
    again = rolled(die, coins - die.price, lambda left: expected_days(rest, left))
    later = expected_days(rest, coins)
    return max((days for _, days in die.outcomes if days + later <= again), default=min(d for _, d in die.outcomes))


def worst_days(timeline: Sequence[Die | Gain]) -> int:
    """The days that the dice of a timeline cost at worst: another roll may always be the worst one again."""
    return sum(one.worst for one in timeline if isinstance(one, Die))
