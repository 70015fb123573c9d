"""The cells of one field at one moment: one term a cell where there are few, an uninterpreted function else."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product

from spec.language.sorts import BoolSort, Opt, Shape, Sort, bounds
from spec.language.state import Field
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term, both, choice, equal

FEW = 64
"""A field with at most this many cells gets one constant a cell."""

Index = tuple[Term, ...]


class Cells(ABC):
    """What one field holds; never changed in place."""

    @abstractmethod
    def select(self, index: Index, scope: Scope) -> Term:
        """The value of a cell."""

    @abstractmethod
    def stored(self, condition: Term, index: Index, value: Term) -> Cells:
        """The cells after `value` is put into one of them where `condition` holds."""


@dataclass(frozen=True)
class FewCells(Cells):
    """A term for each cell, by its indices."""

    cells: Mapping[tuple[int, ...], Term]
    truths: bool

    def select(self, index: Index, scope: Scope) -> Term:
        matching = [(at, value) for at, value in self.cells.items() if _may_be(index, at)]
        # the index lies in its sort, so that the last cell needs no test
        (_, result), *others = reversed(matching)
        for at, value in others:
            result = choice(_is_at(index, at), value, result, self.truths)
        return result

    def stored(self, condition: Term, index: Index, value: Term) -> Cells:
        changed = dict(self.cells)
        for at, old in self.cells.items():
            if _may_be(index, at):
                changed[at] = choice(both([condition, _is_at(index, at)]), value, old, self.truths)
        return FewCells(changed, self.truths)


@dataclass(frozen=True)
class ManyCells(Cells):
    """What the cells were at first, and the guarded stores since, the newest last."""

    base: Callable[[Index, Scope], Term]
    sort: Sort
    index: tuple[Sort, ...]
    truths: bool
    writes: tuple[tuple[Term, Index, Term], ...] = field(default=())

    def select(self, index: Index, scope: Scope) -> Term:
        for sort, one in zip(self.index, index, strict=True):
            scope.used(sort, one)
        value = self.base(index, scope)
        for condition, at, stored in self.writes:
            hit = both([condition, *(equal(one, other) for one, other in zip(index, at, strict=True))])
            value = choice(hit, stored, value, self.truths)
        return value

    def stored(self, condition: Term, index: Index, value: Term) -> Cells:
        if isinstance(condition, int) and not condition:
            return self
        return ManyCells(self.base, self.sort, self.index, self.truths, (*self.writes, (condition, index, value)))


def _may_be(index: Index, at: tuple[int, ...]) -> bool:
    return all(not isinstance(one, int) or one == other for one, other in zip(index, at, strict=True))


def _is_at(index: Index, at: tuple[int, ...]) -> Term:
    return both(equal(one, other) for one, other in zip(index, at, strict=True))


def positions(index: Sequence[Sort], shape: Shape, limit: int) -> list[tuple[int, ...]] | None:
    """The indices of every cell in order; None if a sort's size is open or there are more than `limit`."""
    ranges: list[range] = []
    cells = 1
    for sort in index:
        if not _is_closed(sort, shape):
            return None
        lo, hi = bounds(sort, shape)
        ranges.append(range(lo, hi + 1))
        cells *= hi - lo + 1
    return list(product(*ranges)) if cells <= limit else None


def _is_closed(sort: Sort, shape: Shape) -> bool:
    element = getattr(sort, "element", None)
    return element is None or shape[element] is not None


def free_cells(declared: Field, name: str, scope: Scope, few: int = FEW) -> Cells:
    """Cells that may hold anything in the field's sort; `name` tells moments apart."""
    truths = isinstance(declared.sort, BoolSort)
    known = positions(declared.index, scope.shape, few)
    if known is not None:
        return FewCells({at: scope.constant(cell_name(name, at), declared.sort) for at in known}, truths)
    function = scope.function(name, declared.index, declared.sort)
    sort = declared.sort
    return ManyCells(lambda index, inner: inner.applied(function, index, sort), sort, declared.index, truths)


def cell_name(name: str, at: tuple[int, ...]) -> str:
    """What the constant for a cell is called."""
    return f"{name}[{','.join(str(one) for one in at)}]" if at else name


def smallest(sort: Sort, shape: Shape) -> int:
    """What a field without a start value starts at."""
    if isinstance(sort, Opt):
        return -1
    lo, hi = bounds(sort, shape)
    return max(lo, min(0, hi))


SymbolicState = Mapping[Field, Cells]
"""What every field holds at one moment."""
