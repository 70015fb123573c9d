"""What languages with arrays share: a field is one array over its cells in order, or one variable."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from spec.language.board import Printed
from spec.language.data import strides
from spec.language.nodes import Const, Load, Lookup, Node, Op
from spec.language.state import Field
from spec.lowering.instance import Instance
from verification.export.effects import Kept
from verification.export.expressions import Expressions

SIGNS = {
    Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.DIV: "/", Op.MOD: "%", Op.LT: "<", Op.LE: "<=",
}


def position(steps: Sequence[int], lows: Sequence[int], nodes: Sequence[Node], index: Sequence[str]) -> str:
    """The place of a cell in its array, from 0."""
    offset, terms = 0, []
    for step, low, node, text in zip(steps, lows, nodes, index, strict=True):
        offset -= step * low
        if isinstance(node, Const):
            offset += step * node.value
        else:
            terms.append(text if step == 1 else f"{text} * {step}")
    if not terms:
        return str(offset)
    return " + ".join(terms) + (f" + {offset}" if offset > 0 else f" - {-offset}" if offset else "")


class ArrayTerms(Expressions[str]):
    """Expressions as text where fields and tables are arrays; `used` collects the tables that are read."""

    def __init__(self, instance: Instance, fields: Mapping[Field, str], used: dict[str, Printed], equal: str) -> None:
        super().__init__()
        self.instance = instance
        self.fields = fields
        self.used = used
        self.equal = equal

    def constant(self, value: int) -> str:
        return str(value) if value >= 0 else f"({value})"

    def known_truth(self, value: bool) -> str:
        return "true" if value else "false"

    def load(self, node: Load, index: Sequence[str]) -> str:
        return self.cell(node.field, node.index, index)

    def cell(self, field: Field, nodes: Sequence[Node], index: Sequence[str]) -> str:
        """A cell of a field: its name, or `name[place]`."""
        slots = self.instance.layout[field]
        place = position(slots.steps, slots.lows, nodes, index)
        return f"{self.fields[field]}[{place}]" if field.index else self.fields[field]

    def lookup(self, node: Lookup, index: Sequence[str]) -> str:
        self.used[node.table.name] = node.table
        steps, lows, _ = strides(node.table.index, self.instance.shape)
        return self.entry(node.table, position(steps, lows, node.index, index))

    @abstractmethod
    def entry(self, table: Printed, place: str) -> str:
        """A cell of a table by its place."""

    def keep(self, kept: Kept, name: str) -> str:
        """The expression for a value that is kept; from here on it is written by its name."""
        text = self.number(kept.node)
        if kept.paths:
            ways = [self._whole(Op.AND, [self.truth(one) for one in path]) for path in kept.paths]
            text = self.choice(self._whole(Op.OR, ways), text, self.constant(0))
        self.name(kept.node, name)
        return text

    def _whole(self, op: Op, truths: Sequence[str]) -> str:
        return truths[0] if len(truths) == 1 else self.junction(op, truths)

    def operation(self, op: Op, a: str, b: str) -> str:
        match op:
            case Op.MIN:
                return self.choice(f"{a} < {b}", a, b)
            case Op.MAX:
                return self.choice(f"{a} > {b}", a, b)
            case Op.EQ:
                return f"({a} {self.equal} {b})"
            case _:
                return f"({a} {SIGNS[op]} {b})"


def cells_of(instance: Instance, table: Printed) -> list[int]:
    """A table's cells in order."""
    return [int(one) for one in instance.data.tables[table.name]]
