"""Commands over single variables, for languages without arrays: no computed index and no table is left.

A cell with a computed index becomes a decision between the cells it may be, and the stores become one new value for
each cell that may change, so that all can change at once.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import assert_never

from spec.language.data import strides
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Size, in_order
from spec.language.sorts import Bool, Sort, bounds
from spec.language.state import Field
from spec.language.tape import Store
from spec.language.tracing import Tracer
from spec.lowering.instance import Instance
from verification.export.commands import Command
from verification.export.names import Cell


class Scalars:
    """Rewrites expressions; all nodes given to one of these come from one tracer, and so do the results.

    With `larger_than`, only tables with more cells than that are decided, and everything else stays.
    """

    def __init__(self, instance: Instance, tracer: Tracer, larger_than: int | None = None) -> None:
        self.instance = instance
        self.tracer = tracer
        self.larger_than = larger_than
        self._done: dict[int, Node] = {}

    def __call__(self, root: Node) -> Node:
        """The same expression with constant indices only."""
        for node in in_order([root], self._done):
            self._done[id(node)] = self._rewritten(node)
        return self._done[id(root)]

    def store(self, store: Store) -> Store:
        """The same store with everything that it reads rewritten."""
        index, path = tuple(map(self, store.index)), tuple(map(self, store.path))
        return replace(store, index=index, value=self(store.value), path=path)

    def updates(self, command: Command) -> Mapping[Cell, Node]:
        """The new value of each cell that the command may change."""
        found: dict[Cell, Node] = {}
        for store in command.stores:
            limits = [bounds(sort, self.instance.shape) for sort in store.field.index]
            index = [self(one) for one in store.index]
            path = [self(one) for one in store.path]
            value = self(store.value)
            for at in _places(index, limits):
                same = [self._equal(one, number) for one, number in zip(index, at, strict=True)]
                hit = self.tracer.apply(Op.AND, (1, *path, *same), Bool)
                before = found.get((store.field, at)) or self.cell(store.field, at)
                after = self.tracer.apply(Op.ITE, (hit, value, before), store.field.sort)
                found[store.field, at] = after
        return {(field, at): value for (field, at), value in found.items() if value is not self.cell(field, at)}

    def cell(self, field: Field, at: tuple[int, ...]) -> Node:
        """What a cell holds before the move."""
        index = tuple(self.tracer.node(one, sort) for one, sort in zip(at, field.index, strict=True))
        lo, hi = bounds(field.sort, self.instance.shape)
        return self.tracer.rebuilt(Load(field, index, False, field.sort, lo, hi), index)

    def _rewritten(self, node: Node) -> Node:
        match node:
            case Const():
                return node
            case Param() | Choice() | Size():
                raise AssertionError("a command has no parameter, choice or size open")
            case Load(index=index) if self.larger_than is not None:
                return self.tracer.rebuilt(node, tuple(self._done[id(one)] for one in index))
            case Lookup(table=table, index=index) if len(
                self.instance.data.tables[table.name]
            ) <= (self.larger_than or 0):
                return self.tracer.rebuilt(node, tuple(self._done[id(one)] for one in index))
            case Load(field=field, index=index):
                return self._decided(index, field.index, lambda at: self.cell(field, at), node)
            case Lookup():
                return self._entry(node)
            case Apply(args=args):
                return self.tracer.rebuilt(node, tuple(self._done[id(one)] for one in args))
            case _:
                assert_never(node)

    def _decided(
        self, index: tuple[Node, ...], sorts: Sequence[Sort], leaf: Callable[[tuple[int, ...]], Node], node: Load
    ) -> Node:
        """The cell at a computed index: halve what each index may be until it is known."""
        known = [self._done[id(one)] for one in index]
        limits = [bounds(sort, self.instance.shape) for sort in sorts]

        def among(at: tuple[int, ...]) -> Node:
            if len(at) == len(known):
                return leaf(at)
            one, (lo, hi) = known[len(at)], limits[len(at)]
            return between(at, *_within(one, lo, hi))

        def between(at: tuple[int, ...], lo: int, hi: int) -> Node:
            if lo >= hi:
                return among((*at, lo))
            middle = (lo + hi) // 2
            return self._halved(known[len(at)], middle, between(at, lo, middle), between(at, middle + 1, hi), node)

        return among(())

    def _entry(self, node: Lookup) -> Node:
        """The same for a table, where equal parts are looked into once."""
        known = [self._done[id(one)] for one in node.index]
        steps, lows, _ = strides(node.table.index, self.instance.shape)
        cells = array("i", list(self.instance.data.tables[node.table.name]))
        met: dict[tuple[int, int, int, bytes], Node] = {}

        def among(place: int, base: int) -> Node:
            if place == len(known):
                return self.tracer.node(cells[base], node.sort)
            lo, hi = bounds(node.table.index[place], self.instance.shape)
            return between(place, base, *_within(known[place], lo, hi))

        def between(place: int, base: int, lo: int, hi: int) -> Node:
            first, last = (base + steps[place] * (one - lows[place]) for one in (lo, hi + 1))
            key = place, lo, hi, cells[first:last].tobytes()
            found = met.get(key)
            if found is None:
                middle = (lo + hi) // 2
                found = met[key] = among(place + 1, first) if lo >= hi else self._halved(
                    known[place], middle, between(place, base, lo, middle), between(place, base, middle + 1, hi), node
                )
            return found

        return among(0, 0)

    def _halved(self, index: Node, middle: int, low: Node, high: Node, node: Load | Lookup) -> Node:
        test = self.tracer.apply(Op.LE, (index, middle), Bool, node.place)
        return self.tracer.apply(Op.ITE, (test, low, high), node.sort, node.place)

    def _equal(self, node: Node, number: int) -> Node:
        return self.tracer.apply(Op.EQ, (node, number), Bool)


def _within(index: Node, lo: int, hi: int) -> tuple[int, int]:
    """What an index may be, of the indices there are; if it can be none of them, nobody reads the cell."""
    return min(max(lo, index.lo), hi), max(min(hi, index.hi), lo)


def _places(index: Sequence[Node], limits: Sequence[tuple[int, int]]) -> Iterable[tuple[int, ...]]:
    """Every cell that an index may name."""
    places: list[tuple[int, ...]] = [()]
    for node, (lo, hi) in zip(index, limits, strict=True):
        places = [(*at, one) for at in places for one in range(max(lo, node.lo), min(hi, node.hi) + 1)]
    return places
