"""Tables of a board in z3: as their data, or as uninterpreted functions of which only the axioms are known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import product

import z3

from spec.language.board import Printed
from spec.language.data import strides
from spec.language.errors import Place
from spec.language.sorts import BoolSort, Shape, bounds
from verification.z3_lowering import making
from verification.z3_lowering.cells import Index
from verification.z3_lowering.errors import Unsupported
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term, as_number, both, choice, either, equal, negated

MOST_CELLS = 20_000
"""A table with more cells than this is only lowered where it is a downward closed truth."""

LookUp = Callable[[Index, Scope, "Place | None"], Term]


class KnownTable:
    """A table whose cells are known."""

    def __init__(self, table: Printed, cells: Sequence[int], shape: Shape) -> None:
        self.table = table
        self.cells = cells
        self.steps, self.lows, self.count = strides(table.index, shape)
        self.highs = tuple(bounds(sort, shape)[1] for sort in table.index)

    def __call__(self, index: Index, scope: Scope, place: Place | None) -> Term:
        """The value of a cell, by its indices."""
        plain = [one for one in index if isinstance(one, int)]
        if len(plain) == len(index):
            return int(self.cells[self._at(plain)])
        if isinstance(self.table.sort, BoolSort) and self.maximal is not None:
            below = either(both(self._below(index, element)) for element in self.maximal)
            self._bound(index, below, scope)
            return below
        if self.count > MOST_CELLS:
            raise Unsupported(f"table of {self.count} cells that is not downward closed ({self.table.name})", place)
        return self._chosen(index, 0, 0)

    def _chosen(self, index: Index, depth: int, base: int) -> Term:
        """Choose along the index at `depth`; neighbours with one value share a test."""
        if depth == len(index):
            return int(self.cells[base])
        one, low, step = index[depth], self.lows[depth], self.steps[depth]
        if isinstance(one, int):
            return self._chosen(index, depth + 1, base + step * (one - low))
        groups: list[tuple[Term, list[int]]] = []
        seen: dict[object, int] = {}
        for value in range(low, self.highs[depth] + 1):
            part = self._chosen(index, depth + 1, base + step * (value - low))
            key = part if isinstance(part, int) else ("term", part.get_id())
            if key not in seen:
                seen[key] = len(groups)
                groups.append((part, []))
            groups[seen[key]][1].append(value)
        groups.sort(key=lambda group: len(group[1]))
        result = groups[-1][0]
        for part, values in groups[-2::-1]:
            result = choice(either(equal(one, value) for value in values), part, result, self._truths)
        return result

    def _below(self, index: Index, element: tuple[int, ...]) -> Iterator[Term]:
        for one, top, high in zip(index, element, self.highs, strict=True):
            if top < high:
                value = as_number(one)
                yield int(value <= top) if isinstance(value, int) else making.at_most(value, top)

    def _bound(self, index: Index, below: Term, scope: Scope) -> None:
        """The indices of a true cell add up to no more than those of some largest one: z3 would find that case by case.
        """
        if not isinstance(below, int) and self.maximal:
            whole: int | z3.ArithRef = 0
            for one in index:
                whole = making.added(whole, as_number(one))
            scope.assume(either([negated(below), scope.at_most(whole, max(map(sum, self.maximal)))]))

    @property
    def _truths(self) -> bool:
        return isinstance(self.table.sort, BoolSort)

    def _at(self, index: Sequence[int]) -> int:
        return sum(step * (one - low) for step, one, low in zip(self.steps, index, self.lows, strict=True))

    @cached_property
    def maximal(self) -> tuple[tuple[int, ...], ...] | None:
        """The largest indices with a true cell, if below every true cell all are true; else None."""
        found: list[tuple[int, ...]] = []
        ranges = [range(low, high + 1) for low, high in zip(self.lows, self.highs, strict=True)]
        for at, index in enumerate(product(*ranges)):
            steps = [(one, low, high, step) for one, low, high, step
                     in zip(index, self.lows, self.highs, self.steps, strict=True)]
            if not self.cells[at]:
                continue
            if any(one > low and not self.cells[at - step] for one, low, _, step in steps):
                return None
            if not any(one < high and self.cells[at + step] for one, _, high, step in steps):
                found.append(index)
        return tuple(found)


class OpenTable:
    """A table of which only its sort is known; axioms are added by whoever asks."""

    def __init__(self, table: Printed) -> None:
        self.table = table

    def __call__(self, index: Index, scope: Scope, place: Place | None) -> Term:
        """The value of a cell, by its indices."""
        for sort, one in zip(self.table.index, index, strict=True):
            scope.used(sort, one)
        scope.look_up(self.table, index)
        if not index:
            return scope.constant(f"board.{self.table.name}", self.table.sort)
        function = scope.function(f"board.{self.table.name}", self.table.index, self.table.sort)
        return scope.applied(function, index, self.table.sort)
