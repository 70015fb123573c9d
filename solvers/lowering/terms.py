"""Terms: what a node becomes in CP-SAT. An integer where its value is known, else a sum of variables.

Every term knows what it can come to. That is a relaxation of what states can be reached, and decides most comparisons
before a variable is made; see NOTE(lazy) in `emitting.py` for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvers.lowering.emitting import Emitter

Domain = range | tuple[int, ...]
"""The values that something can have, in order: all from one to another, or a few with gaps."""

MOST_VALUES = 600
"""A domain with gaps has at most so many values; beyond, only the smallest and the largest are kept."""
MOST_SUMS = 4_000
"""So many sums of two values are looked at to find which there are."""

TRUTHS = range(2)


def domain(values: Iterable[int]) -> Domain:
    """A domain of some values, without gaps where there would be too many; at least one must be given."""
    found = sorted(set(values))
    if found[-1] - found[0] + 1 == len(found) or len(found) > MOST_VALUES:
        return range(found[0], found[-1] + 1)
    return tuple(found)


def united(domains: Sequence[Domain]) -> Domain:
    """Every value of some domains."""
    if len(domains) == 1:
        return domains[0]
    lo, hi = min(one[0] for one in domains), max(one[-1] for one in domains)
    if any(isinstance(one, range) and len(one) == hi - lo + 1 for one in domains):
        return range(lo, hi + 1)
    if hi - lo >= 4 * MOST_VALUES:
        return range(lo, hi + 1)
    return domain(value for one in domains for value in one)


def clipped(values: Domain, lo: int, hi: int) -> Domain | None:
    """The values between two; None if there is none."""
    if lo <= values[0] and values[-1] <= hi:
        return values
    if isinstance(values, range):
        found = range(max(lo, values[0]), min(hi, values[-1]) + 1)
        return found if len(found) else None
    kept = [value for value in values if lo <= value <= hi]
    return domain(kept) if kept else None


_numbers = count()


class Variable:
    """One variable of a model: its values, and what says how it hangs together with others.

    `define` posts those constraints, once, when the variable is first used in one.
    """

    __slots__ = ("define", "number", "values")

    def __init__(self, values: Domain, define: Callable[[Emitter], None] | None = None) -> None:
        self.number = next(_numbers)
        self.values = values
        self.define = define

    @property
    def is_truth(self) -> bool:
        """Whether it is 0 or 1."""
        return self.values[0] == 0 and self.values[-1] == 1


Key = tuple[tuple[tuple[int, int], ...], int]


@dataclass(frozen=True, eq=False)
class Affine:
    """A sum of variables with factors, and a constant; `values` holds all that it can come to."""

    parts: tuple[tuple[Variable, int], ...]
    constant: int
    values: Domain

    @cached_property
    def key(self) -> Key:
        """Equal for equal sums."""
        return tuple((variable.number, factor) for variable, factor in self.parts), self.constant


Term = int | Affine


def of(variable: Variable) -> Term:
    """A variable as a term."""
    if len(variable.values) == 1:
        return variable.values[0]
    return Affine(((variable, 1),), 0, variable.values)


def key_of(term: Term) -> int | Key:
    """Equal for equal terms."""
    return term if isinstance(term, int) else term.key


def values_of(term: Term) -> Domain:
    """What a term can come to."""
    return range(term, term + 1) if isinstance(term, int) else term.values


def scaled(term: Term, factor: int, plus: int = 0) -> Term:
    """A term times a number plus a number."""
    if isinstance(term, int):
        return term * factor + plus
    if factor == 0:
        return plus
    if factor == 1 and not plus:
        return term
    parts = tuple((variable, each * factor) for variable, each in term.parts)
    return Affine(parts, term.constant * factor + plus, _moved(term.values, factor, plus))


def negated(truth: Term) -> Term:
    """The opposite of a truth."""
    return scaled(truth, -1, 1)


def added(a: Term, b: Term) -> Term:
    """The sum of two terms."""
    if isinstance(a, int):
        return scaled(b, 1, a)
    if isinstance(b, int):
        return scaled(a, 1, b)
    parts: dict[Variable, int] = dict(a.parts)
    for variable, factor in b.parts:
        parts[variable] = parts.get(variable, 0) + factor
    kept = tuple(sorted(((one, factor) for one, factor in parts.items() if factor), key=lambda part: part[0].number))
    constant = a.constant + b.constant
    if not kept:
        return constant
    if len(kept) == 1:
        variable, factor = kept[0]
        return Affine(kept, constant, _moved(variable.values, factor, constant))
    disjoint = len(kept) == len(a.parts) + len(b.parts)
    return Affine(kept, constant, _sums(a.values, b.values) if disjoint else _hull(kept, constant))


def difference(a: Term, b: Term) -> Term:
    """One term less another."""
    return added(a, scaled(b, -1))


def _moved(values: Domain, factor: int, plus: int) -> Domain:
    if isinstance(values, range) and abs(factor) == 1:
        ends = values[0] * factor + plus, values[-1] * factor + plus
        return range(min(ends), max(ends) + 1)
    if len(values) > MOST_VALUES:
        ends = values[0] * factor + plus, values[-1] * factor + plus
        return range(min(ends), max(ends) + 1)
    moved = [value * factor + plus for value in values]
    return tuple(moved if factor > 0 else moved[::-1]) if isinstance(values, tuple) else domain(moved)


def _sums(a: Domain, b: Domain) -> Domain:
    if (isinstance(a, range) and isinstance(b, range)) or len(a) * len(b) > MOST_SUMS:
        return range(a[0] + b[0], a[-1] + b[-1] + 1)
    return domain({one + other for one in a for other in b})


def _hull(parts: Sequence[tuple[Variable, int]], constant: int) -> Domain:
    lo = hi = constant
    for variable, factor in parts:
        ends = variable.values[0] * factor, variable.values[-1] * factor
        lo, hi = lo + min(ends), hi + max(ends)
    return range(lo, hi + 1)
