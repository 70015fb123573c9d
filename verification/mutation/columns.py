"""A tape's expressions for many states and moves at once, one column of numbers each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from spec.language.data import strides
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Size, children
from spec.language.settings import Setting
from spec.language.tape import Tape
from spec.lowering.executor import NO_CHANCE
from spec.lowering.instance import Instance

Column = NDArray[Any]
Rows = NDArray[np.int64]


class Ground:
    """A number of players and a board, with the board's tables as columns; settings are left open."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.settings = tuple(instance.game.settings.values())
        self.setting_at = {setting: at for at, setting in enumerate(self.settings)}

    @cached_property
    def tables(self) -> Mapping[str, Rows]:
        """The cells of every table."""
        tables = self.instance.data.tables
        return {name: np.fromiter(cells, dtype=np.int64, count=len(cells)) for name, cells in tables.items()}

    def choices(self, made: Mapping[Setting, int]) -> tuple[int, ...]:
        """The number of the choice made for every setting; those left out keep their defaults."""
        return tuple(made.get(one, one.number_of(one.default)) for one in self.settings)


@dataclass(frozen=True, eq=False)
class Effects:
    """What a tape says of many states and moves: which requirements hold, what is stored, and the states after."""

    needs: Mapping[int, Column]
    rules: Mapping[int, str]
    after: Rows
    leaves: Column
    weight: Column

    def broken(self, at: int) -> frozenset[str]:
        """The rules that a move breaks; the action's own for a chance move that cannot happen."""
        return frozenset(self.rules[number] for number, holds in self.needs.items() if not holds[at])

    @cached_property
    def legal(self) -> Column:
        """Where no requirement refuses the move."""
        found: Column = np.logical_and.reduce([*self.needs.values(), np.ones(len(self.after), dtype=bool)])
        return found


class Columns:
    """The states `rows` (and `afters`, for claims about two), a move's parameters `args`, and the choices agreed on."""

    def __init__(
        self, ground: Ground, rows: Rows, args: Rows, choices: Rows, afters: Rows | None = None,
        known: dict[int, Column] | None = None,
    ) -> None:
        self.ground = ground
        self.rows, self.args, self.chosen, self.afters = rows, args, choices, afters
        self.count = len(rows)
        self._lines = np.arange(self.count)
        self._known: dict[int, Column] = {} if known is None else known
        self._kept: list[Node] = []

    def some(self, lines: Column) -> Columns:
        """Some of the lines alone."""
        afters = None if self.afters is None else self.afters[lines]
        return Columns(self.ground, self.rows[lines], self.args[lines], self.chosen[lines], afters)

    def keep(self, roots: Iterable[Node]) -> None:
        """Compute expressions, and remember them and their parts for all that share them."""
        for root in roots:
            self._value(root, self._known)
            self._kept.append(root)

    def value(self, root: Node, passing: dict[int, Column]) -> Column:
        """An expression's column; what is not kept is put into `passing`."""
        return self._whole(self._value(root, passing))

    def _value(self, root: Node, passing: dict[int, Column]) -> Column:
        known = self._known
        waiting = [root]
        while waiting:
            node = waiting[-1]
            at = id(node)
            if at in known or at in passing:
                waiting.pop()
                continue
            parts = children(node)
            missing = [part for part in parts if id(part) not in known and id(part) not in passing]
            if missing:
                waiting.extend(missing)
                continue
            waiting.pop()
            values = [known[id(part)] if id(part) in known else passing[id(part)] for part in parts]
            passing[at] = self._computed(node, values)
        return known[id(root)] if id(root) in known else passing[id(root)]

    def _whole(self, column: Column) -> Column:
        return column if column.ndim else np.broadcast_to(column, self.count)

    def _computed(self, node: Node, values: list[Column]) -> Column:
        match node:
            case Const(value=value):
                return np.asarray(value)
            case Param(position=position):
                return self.args[:, position]
            case Choice(setting=setting):
                return self.chosen[:, self.ground.setting_at[setting]]
            case Size(element=element):
                return np.asarray(self.ground.instance.shape[element])
            case Load(field=field, after=after):
                slots = self.ground.instance.layout[field]
                rows = self.afters if after and self.afters is not None else self.rows
                at = _position(slots.steps, slots.lows, values, slots.cells)
                loaded: Column = rows[self._lines, slots.offset + at]
                return loaded
            case Lookup(table=table):
                steps, lows, cells = strides(table.index, self.ground.instance.shape)
                found: Column = self.ground.tables[table.name][_position(steps, lows, values, cells)]
                return found
            case Apply(op=op):
                return _applied(op, values)
            case _:
                assert_never(node)

    def effects(
        self, tape: Tape, chance_rule: str, base: Effects | None = None, original: Tape | None = None
    ) -> Effects:
        """What a tape says; `base` is what the `original` that it was made from says, if that is known."""
        passing: dict[int, Column] = {}
        same = {} if original is None or base is None else {id(one.holds): one.number for one in original.requires}
        needs: dict[int, Column] = {}
        for one in tape.requires:
            number = same.get(id(one.holds))
            if base is not None and number is not None:
                needs[one.number] = base.needs[number]
            else:
                needs[one.number] = _truths(self.value(one.holds, passing))
        rules = {one.number: one.rule.id for one in tape.requires}
        weight = np.broadcast_to(np.asarray(1), self.count) if base is None else base.weight
        if tape.weight is not None:
            same_weight = base is not None and original is not None and tape.weight is original.weight
            weight = base.weight if base is not None and same_weight else self.value(tape.weight, passing)
            if chance_rule:
                needs[NO_CHANCE] = weight > 0
                rules[NO_CHANCE] = chance_rule
        if base is not None and original is not None and tape.stores is original.stores:
            return Effects(needs, rules, base.after, base.leaves, weight)
        after, leaves = self._stored(tape, passing)
        return Effects(needs, rules, after, leaves, weight)

    def _stored(self, tape: Tape, passing: dict[int, Column]) -> tuple[Rows, Column]:
        after = self.rows.copy()
        leaves = np.zeros(self.count, dtype=bool)
        layout = self.ground.instance.layout
        for store in tape.stores:
            slots = layout[store.field]
            value = _numbers(self.value(store.value, passing))
            at = slots.offset + _position(
                slots.steps, slots.lows, [self._value(one, passing) for one in store.index], slots.cells
            )
            at = np.broadcast_to(at, self.count)
            if store.path:
                done = _truths(self.value(store.path[0], passing))
                for one in store.path[1:]:
                    done = done & _truths(self.value(one, passing))
                lines = np.flatnonzero(done)
                after[lines, at[lines]] = value[lines]
            else:
                done = np.ones(self.count, dtype=bool)
                after[self._lines, at] = value
            if store.checked:
                leaves |= done & ((value < slots.lo) | (value > slots.hi))
        return after, leaves


def _position(steps: Sequence[int], lows: Sequence[int], index: Sequence[Column], cells: int) -> Column:
    at: Column = np.asarray(0)
    for step, low, one in zip(steps, lows, index, strict=True):
        at = at + step * (_numbers(one) - low)
    return np.clip(at, 0, cells - 1)


def _numbers(column: Column) -> Column:
    return column.astype(np.int64) if column.dtype == np.bool_ else column


def _truths(column: Column) -> Column:
    return column if column.dtype == np.bool_ else column != 0


_ARITHMETIC: Mapping[Op, Callable[[Column, Column], Column]] = {
    Op.LT: np.less, Op.LE: np.less_equal, Op.ADD: np.add, Op.SUB: np.subtract, Op.MUL: np.multiply,
    Op.DIV: np.floor_divide, Op.MOD: np.mod, Op.MIN: np.minimum, Op.MAX: np.maximum,
}


def _applied(op: Op, values: list[Column]) -> Column:
    match op:
        case Op.AND | Op.OR:
            join = np.logical_and if op is Op.AND else np.logical_or
            result = _truths(values[0])
            for value in values[1:]:
                result = join(result, _truths(value))
            return np.asarray(result)
        case Op.NOT:
            return np.asarray(~_truths(values[0]))
        case Op.ITE:
            return np.where(_truths(values[0]), values[1], values[2])
        case Op.EQ:
            return np.asarray(values[0] == values[1])
        case _:
            return np.asarray(_ARITHMETIC[op](_numbers(values[0]), _numbers(values[1])))
