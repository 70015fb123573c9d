"""What an expression can amount to where some cells and parameters are only known to lie between two values.

Every node of a tape is given the smallest and largest value it can have, and which unknown cell or parameter to ask
about first if those differ. Where everything is known, the two are what the reference executor computes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from math import prod
from typing import assert_never

from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Size, children, in_order
from spec.language.sorts import bounds
from spec.language.state import Field
from spec.lowering.instance import Instance

Range = tuple[int, int]
"""The smallest and the largest value."""

Asked = int
"""What to ask about: a slot of the row, or -1 - n for parameter n."""

NOTHING = -(10**9)
"""There is nothing to ask about: the value is known."""

Amount = tuple[int, int, Asked]
"""The smallest value, the largest, and what to ask about first if they differ."""

_MOST_CELLS = 512
"""A table with more cells in question is taken to hold anything of its sort."""


class Ranges:
    """Computes the ranges of some nodes and all that they read, for one instance."""

    def __init__(self, instance: Instance, roots: Iterable[Node]) -> None:
        self.instance = instance
        self.nodes = tuple(in_order(list(roots)))
        self.place = {id(node): place for place, node in enumerate(self.nodes)}
        self._operands = tuple(tuple(self.place[id(child)] for child in children(node)) for node in self.nodes)

    def of(self, amounts: Sequence[Amount], node: Node) -> Amount:
        """The amount of one node among those computed."""
        return amounts[self.place[id(node)]]

    def amounts(
        self, cells: Sequence[Range], args: Sequence[Range], wider: Sequence[Amount] | None = None
    ) -> list[Amount]:
        """The amount of every node; `wider` are those for wider ranges, of which the known ones stay."""
        if wider is None:
            found: list[Amount] = [(0, 0, NOTHING)] * len(self.nodes)
            places: Iterable[int] = range(len(self.nodes))
        else:
            found = list(wider)
            places = [place for place, (_, _, asked) in enumerate(wider) if asked != NOTHING]
        for place in places:
            found[place] = self._amount(self.nodes[place], [found[one] for one in self._operands[place]], cells, args)
        return found

    def _amount(
        self, node: Node, operands: list[Amount], cells: Sequence[Range], args: Sequence[Range]
    ) -> Amount:
        match node:
            case Const(value=value):
                return value, value, NOTHING
            case Param(position=position):
                lo, hi = args[position]
                return lo, hi, NOTHING if lo == hi else -1 - position
            case Choice(setting=setting):
                made = self.instance.all_choices[setting]
                return made, made, NOTHING
            case Size(element=element):
                size = self.instance.shape[element] or 0
                return size, size, NOTHING
            case Load():
                return self._loaded(node, operands, cells)
            case Lookup():
                return self._looked_up(node, operands)
            case Apply(op=op):
                lo, hi = _applied(op, operands)
                return lo, hi, NOTHING if lo == hi else _first_asked(op, operands)
            case _:
                assert_never(node)

    def _loaded(self, load: Load, index: list[Amount], cells: Sequence[Range]) -> Amount:
        slots = self.instance.layout[load.field]
        if all(asked == NOTHING for _, _, asked in index):
            slot = slots.slot([lo for lo, _, _ in index])
            lo, hi = cells[slot]
            return lo, hi, NOTHING if lo == hi else slot
        found = [cells[slot] for slot in slots_within(self.instance, load.field, index)]
        lo, hi = min(one for one, _ in found), max(one for _, one in found)
        return lo, hi, NOTHING if lo == hi else next(asked for _, _, asked in index if asked != NOTHING)

    def _looked_up(self, lookup: Lookup, index: list[Amount]) -> Amount:
        if all(asked == NOTHING for _, _, asked in index):
            value = self.instance.look_up(lookup.table, tuple(lo for lo, _, _ in index))
            return value, value, NOTHING
        lo, hi = lookup.lo, lookup.hi
        sorts = [bounds(sort, self.instance.shape) for sort in lookup.table.index]
        ranges = [range(max(a, c), min(b, d) + 1) for (a, b, _), (c, d) in zip(index, sorts, strict=True)]
        if 0 < prod(map(len, ranges)) <= _MOST_CELLS:
            found = [self.instance.look_up(lookup.table, one) for one in product(*ranges)]
            lo, hi = min(found), max(found)
        return lo, hi, NOTHING if lo == hi else next(asked for _, _, asked in index if asked != NOTHING)


def slots_within(instance: Instance, field: Field, index: Sequence[Amount]) -> list[int]:
    """The slots of a field that an index in question can mean."""
    slots = instance.layout[field]
    if all(asked == NOTHING for _, _, asked in index):
        return [slots.slot([lo for lo, _, _ in index])]
    found = [
        slots.slot(one) for one in slots.indices()
        if all(lo <= value <= hi for value, (lo, hi, _) in zip(one, index, strict=True))
    ]
    return found or list(range(slots.offset, slots.offset + slots.cells))


def _first_asked(op: Op, operands: Sequence[Amount]) -> Asked:
    """What to ask about to learn more of an operation whose result is in question."""
    if op is Op.ITE and operands[0][2] == NOTHING:
        return operands[1 if operands[0][0] else 2][2]
    return next(asked for _, _, asked in operands if asked != NOTHING)


def _applied(op: Op, operands: Sequence[Amount]) -> Range:
    """The smallest and largest result of an operation, given those of its operands."""
    match op:
        case Op.AND:
            return min(lo for lo, _, _ in operands), min(hi for _, hi, _ in operands)
        case Op.OR:
            return max(lo for lo, _, _ in operands), max(hi for _, hi, _ in operands)
        case Op.NOT:
            (lo, hi, _), = operands
            return int(not hi), int(not lo)
        case Op.ITE:
            (no, yes, _), then, otherwise = operands
            if no == yes:
                lo, hi, _ = then if yes else otherwise
                return lo, hi
            return min(then[0], otherwise[0]), max(then[1], otherwise[1])
        case _:
            (a, b, _), (c, d, _) = operands
            return _of_two(op, a, b, c, d)


def _of_two(op: Op, a: int, b: int, c: int, d: int) -> Range:
    """The smallest and largest result for operands from `a` to `b` and from `c` to `d`."""
    match op:
        case Op.ADD:
            return a + c, b + d
        case Op.SUB:
            return a - d, b - c
        case Op.MUL:
            corners = (a * c, a * d, b * c, b * d)
            return min(corners), max(corners)
        case Op.DIV:
            return a // c, b // c
        case Op.MOD:
            return (a % c, b % c) if a // c == b // c else (0, c - 1)
        case Op.MIN:
            return min(a, c), min(b, d)
        case Op.MAX:
            return max(a, c), max(b, d)
        case Op.EQ:
            return int(a == b == c == d), int(a <= d and c <= b)
        case Op.LT:
            return int(b < c), int(a < d)
        case Op.LE:
            return int(b <= c), int(a <= d)
        case _:
            raise ValueError(f"{op} does not take two operands")
