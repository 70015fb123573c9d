"""Expressions as Python source over a row `s`, with shared nodes in local names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import assert_never

from spec.language.board import Printed
from spec.language.data import strides
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Size, children, in_order
from spec.language.printing import literal_text
from spec.language.sorts import Named, Opt
from spec.lowering.instance import Instance

INFIX = {
    Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.DIV: "//", Op.MOD: "%", Op.EQ: "==", Op.LT: "<", Op.LE: "<=",
    Op.AND: "and", Op.OR: "or",
}
_DEEPEST = 12
"""Expressions nested deeper than this get a local name, for readers and for Python's parser."""


class Source:
    """Writes the lines of one function. `depth` is the current indentation."""

    def __init__(self, instance: Instance, roots: Iterable[Node]) -> None:
        self.instance = instance
        self.lines: list[str] = []
        self.depth = 1
        self.names: dict[int, str] = {}
        self.tables: dict[str, Printed] = {}
        self._taken: set[str] = set()
        self._uses: Counter[int] = Counter()
        self._height: dict[int, int] = {}
        self._look_at(list(roots))

    def line(self, text: str) -> None:
        """Write one line at the current indentation."""
        self.lines.append("    " * self.depth + text)

    def is_shared(self, node: Node) -> bool:
        """Whether a node deserves a local name: it is read twice, or nested too deeply."""
        if isinstance(node, (Const, Param, Size, Choice)):
            return False
        return self._uses[id(node)] > 1 or self._height[id(node)] % _DEEPEST == 0

    def assign(self, nodes: Iterable[Node]) -> None:
        """Give a local name to every shared node under `nodes` that has none yet."""
        for node in in_order(list(nodes), self.names):
            if self.is_shared(node):
                text = self._text(node)
                name = self._name_for(node)
                self.names[id(node)] = name
                self.line(f"{name} = {text}")

    def text(self, node: Node) -> str:
        """The expression for a node, by its local name if it has one."""
        return self.names.get(id(node)) or self._text(node)

    def slot(self, load_field: object, index: Sequence[Node]) -> str:
        """The expression for the slot of a cell."""
        slots = next(one for one in self.instance.layout.values() if one.field is load_field)
        return self._position(slots.offset, slots.steps, slots.lows, index)

    def _position(self, offset: int, steps: Sequence[int], lows: Sequence[int], index: Sequence[Node]) -> str:
        terms: list[str] = []
        for step, low, one in zip(steps, lows, index, strict=True):
            offset -= step * low
            if isinstance(one, Const):
                offset += step * one.value
            else:
                terms.append(self.text(one) if step == 1 else f"{self.text(one)} * {step}")
        return " + ".join([*([str(offset)] if offset or not terms else []), *terms])

    def _text(self, node: Node) -> str:
        match node:
            case Const(value=value):
                return str(value)
            case Param(name=name):
                return f"p_{name}"
            case Choice() | Size():
                raise AssertionError("an instance leaves no choice and no size open")
            case Load(field=field, index=index, after=after):
                return f"{'r' if after else 's'}[{self.slot(field, index)}]"
            case Lookup(table=table, index=index):
                self.tables[table.name] = table
                steps, lows, _ = strides(table.index, self.instance.shape)
                return f"T_{table.name}[{self._position(0, steps, lows, index)}]"
            case Apply(op=op, args=args):
                return self._operation(op, args)
            case _:
                assert_never(node)

    def _operation(self, op: Op, args: tuple[Node, ...]) -> str:
        texts = [self.text(arg) for arg in args]
        match op:
            case Op.NOT:
                return f"(not {texts[0]})"
            case Op.ITE:
                return f"({texts[1]} if {texts[0]} else {texts[2]})"
            case Op.MIN | Op.MAX:
                sign = "<" if op is Op.MIN else ">"
                if all(self._is_simple(arg) for arg in args):
                    return f"({texts[0]} if {texts[0]} {sign} {texts[1]} else {texts[1]})"
                return f"{op.value}({', '.join(texts)})"
            case _:
                return "(" + f" {INFIX[op]} ".join(texts) + ")"

    def _is_simple(self, node: Node) -> bool:
        return isinstance(node, (Const, Param)) or id(node) in self.names

    def _name_for(self, node: Node) -> str:
        base = "v"
        if isinstance(node, Load):
            base = node.field.name
            if all(isinstance(one, (Const, Param)) for one in node.index):
                base = "_".join([base, *(_index_text(one) for one in node.index)])
            base += "_after" if node.after else ""
        elif isinstance(node, Lookup):
            base = node.table.name
        name, number = base, 1
        while name in self._taken or (base == "v" and number == 1):
            number += 1
            name = f"{base}{number - 1}" if base == "v" else f"{base}_{number}"
        self._taken.add(name)
        return name

    def _look_at(self, roots: list[Node]) -> None:
        """Count how often each node is read, and how deeply it is nested."""
        self._uses.update(id(root) for root in roots)
        for node in in_order(roots):
            below = [id(child) for child in children(node)]
            self._uses.update(below)
            self._height[id(node)] = 1 + max((self._height[one] for one in below), default=0)


def _index_text(node: Node) -> str:
    if isinstance(node, Const):
        text = literal_text(node) if isinstance(node.sort, (Named, Opt)) else str(node.value)
        return "".join(char if char.isalnum() else "_" for char in text).strip("_") or "none"
    return node.name if isinstance(node, Param) else "x"
