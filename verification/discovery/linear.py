"""Linear algebra over the integers: which sums of numbers never change, seen from how the numbers change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm

_PRIME = (1 << 61) - 1

Vector = tuple[int, ...]


def unchanged(changes: Iterable[Vector], size: int) -> list[Vector]:
    """A basis of the coefficients whose sum is 0 for every change, as small integers, in reduced echelon form."""
    rows = _independent(changes, size)
    pivots, reduced = _reduced([[Fraction(one) for one in row] for row in rows], size)
    found: list[Vector] = []
    for free in range(size):
        if free in pivots:
            continue
        vector = [Fraction(0)] * size
        vector[free] = Fraction(1)
        for row, pivot in zip(reduced, pivots, strict=True):
            vector[pivot] = -row[free]
        found.append(_whole(vector))
    return found


def _independent(changes: Iterable[Vector], size: int) -> list[Vector]:
    """Changes that span all of them; told apart modulo a large prime, which can only lose some."""
    kept: list[Vector] = []
    echelon: dict[int, list[int]] = {}
    for change in changes:
        if len(kept) == size:
            break
        rest = [one % _PRIME for one in change]
        for place in range(size):
            if rest[place] and place in echelon:
                factor, row = rest[place], echelon[place]
                rest = [(one - factor * other) % _PRIME for one, other in zip(rest, row, strict=True)]
        first = next((place for place in range(size) if rest[place]), None)
        if first is not None:
            inverse = pow(rest[first], -1, _PRIME)
            echelon[first] = [one * inverse % _PRIME for one in rest]
            kept.append(change)
    return kept


def _reduced(rows: list[list[Fraction]], size: int) -> tuple[list[int], list[list[Fraction]]]:
    """The reduced echelon form of independent rows, and the place of each row's leading 1.

    The last places lead first, so that the sums that are found speak of what stands first.
    """
    pivots: list[int] = []
    done: list[list[Fraction]] = []
    for place in reversed(range(size)):
        found = next((number for number, row in enumerate(rows) if row[place]), None)
        if found is None:
            continue
        row = rows.pop(found)
        row = [one / row[place] for one in row]
        rows = [_without(other, row, place) for other in rows]
        done = [_without(other, row, place) for other in done]
        done.append(row)
        pivots.append(place)
    return pivots, done


def _without(row: Sequence[Fraction], other: Sequence[Fraction], place: int) -> list[Fraction]:
    factor = row[place]
    return [one - factor * two for one, two in zip(row, other, strict=True)]


def _whole(vector: Sequence[Fraction]) -> Vector:
    """The same direction in the smallest integers, the first of them positive."""
    scale = lcm(*(one.denominator for one in vector))
    numbers = [int(one * scale) for one in vector]
    shared = gcd(*numbers)
    sign = -1 if next(one for one in numbers if one) < 0 else 1
    return tuple(sign * one // shared for one in numbers)
