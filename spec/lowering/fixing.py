"""Fix a tape: put in the choices made and the board's values, and fold what then is constant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import assert_never

from spec.language.data import BoardData, strides
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Param, Size, in_order
from spec.language.settings import Setting
from spec.language.sorts import Shape
from spec.language.tape import Require, Shown, Store, Tape
from spec.language.tracing import Tracer


class Fixer:
    """Rebuilds nodes bottom-up in a fresh tracer, so that every smart constructor applies again.

    `arguments` maps the positions of parameters to the values that they have.
    """

    def __init__(
        self, choices: Mapping[Setting, int], data: BoardData, shape: Shape,
        arguments: Mapping[int, int] = MappingProxyType({}),
    ) -> None:
        self.tracer = Tracer(shape)
        self.arguments = arguments
        self.choices = choices
        self.data = data
        self.shape = shape
        self.done: dict[int, Node] = {}

    def bound(self, position: int, value: int) -> Fixer:
        """The same with one more parameter known. What was rebuilt so far stays: it must not read this parameter."""
        found = Fixer(self.choices, self.data, self.shape, {**self.arguments, position: value})
        found.tracer = self.tracer
        found.done = dict(self.done)
        return found

    def __call__(self, root: Node) -> Node:
        for node in in_order([root], self.done):
            self.done[id(node)] = self._rebuilt(node)
        return self.done[id(root)]

    def _rebuilt(self, node: Node) -> Node:
        match node:
            case Param(position=position, sort=sort) if position in self.arguments:
                return self.tracer._intern(Const(self.arguments[position], sort, node.place))
            case Const() | Param() | Size():
                return self.tracer._intern(node)
            case Choice(setting=setting, sort=sort):
                return self.tracer._intern(Const(self.choices[setting], sort, node.place))
            case Load(field=field, index=index, after=after, sort=sort, lo=lo, hi=hi, place=place):
                cell = tuple(self.done[id(one)] for one in index)
                return self.tracer._intern(Load(field, cell, after, sort, lo, hi, place))
            case Lookup():
                return self._lookup(node)
            case Apply(op=op, args=args, sort=sort, place=place):
                return self.tracer.apply(op, tuple(self.done[id(one)] for one in args), sort, place)
            case _:
                assert_never(node)

    def _lookup(self, node: Lookup) -> Node:
        cell = tuple(self.done[id(one)] for one in node.index)
        steps, lows, _ = strides(node.table.index, self.shape)
        cells = self.data.tables[node.table.name]
        if all(isinstance(one, Const) for one in cell):
            at = sum(step * (one.lo - low) for step, one, low in zip(steps, cell, lows, strict=True))
            return self.tracer._intern(Const(int(cells[at]), node.sort, node.place))
        if len(cells) <= 4096:
            least, most = min(cells), max(cells)
            if least == most:
                return self.tracer._intern(Const(int(least), node.sort, node.place))
            return self.tracer._intern(Lookup(node.table, cell, node.sort, int(least), int(most), node.place))
        return self.tracer._intern(Lookup(node.table, cell, node.sort, node.lo, node.hi, node.place))


def fixed_stores(fix: Fixer, stores: Iterable[Store]) -> tuple[Store, ...]:
    """The same stores without those that are never done; the conditions that always hold are left out."""
    found: list[Store] = []
    for store in stores:
        path = tuple(fix(condition) for condition in store.path)
        if any(isinstance(one, Const) and not one.value for one in path):
            continue
        path = tuple(one for one in path if not isinstance(one, Const))
        value = fix(store.value)
        index = tuple(fix(one) for one in store.index)
        found.append(
            Store(store.number, store.rule, store.field, index, value, path, store.checked, store.place)
        )
    return tuple(found)


def fixed_tape(tape: Tape, choices: Mapping[Setting, int], data: BoardData, shape: Shape) -> Tape:
    """The same tape with choices and board values as constants; numbers of requirements and stores are kept."""
    fix = Fixer(choices, data, shape)
    requires = tuple(
        Require(
            one.number, one.rule, fix(one.holds), one.because,
            tuple(Shown(shown.name, fix(shown.node)) for shown in one.shown), one.place,
        )
        for one in tape.requires
    )
    return Tape(
        tape.name, tape.shape, tape.params, requires, fixed_stores(fix, tape.stores),
        None if tape.weight is None else fix(tape.weight), None if tape.result is None else fix(tape.result),
    )
