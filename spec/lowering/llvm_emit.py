"""Expressions of a tape as LLVM instructions over a packed state."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import assert_never

from spec.language.board import Printed
from spec.language.data import strides
from spec.language.errors import SpecError
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Size, in_order
from spec.language.sorts import Sort, bounds
from spec.language.state import Field
from spec.lowering.instance import Instance
from spec.lowering.llvm_code import Code
from spec.lowering.llvm_rows import RowPacking, Width, narrowest

COMPARE = {Op.EQ: "eq", Op.LT: "slt", Op.LE: "sle"}
CHOOSE = {Op.MIN: "slt", Op.MAX: "sgt"}
ARITHMETIC = {Op.ADD: "add nsw", Op.SUB: "sub nsw", Op.MUL: "mul nsw"}
_TRUTHS = {Op.EQ, Op.LT, Op.LE, Op.AND, Op.OR, Op.NOT}


class Tables:
    """The board's tables in memory, each in the narrowest cells; functions read them by address."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self._kept: dict[str, array[int]] = {}

    def place(self, table: Printed) -> tuple[int, Width]:
        """A table's address and the width of its cells."""
        cells = self.instance.data.tables[table.name]
        width = narrowest(min(cells), max(cells))
        if width is None:
            raise SpecError(f"{table.name} has cells of more than 32 bits", table.place)
        if table.name not in self._kept:
            self._kept[table.name] = array(width.letter, cells)
        return self._kept[table.name].buffer_info()[0], width


class Source:
    """What every function of an instance is written from."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.rows = RowPacking(instance)
        self.tables = Tables(instance)

    @property
    def state(self) -> str:
        """The type and attributes of a pointer to a state that is only read."""
        return f"ptr noalias readonly dereferenceable({max(self.rows.size, 1)})"


class Expressions(Code):
    """A function that computes nodes; each is computed once, in the block where it is first asked for.

    Truths are i1, numbers i32, or i64 where their bounds need it. `before` and `after` point to the states read.
    """

    def __init__(self, signature: str, source: Source, before: str = "%s", after: str = "%r") -> None:
        super().__init__(signature)
        self.source = source
        self.before = before
        self.after = after
        self.params: dict[int, str] = {}
        self.known: dict[int, str] = {}
        self._kinds: dict[int, str] = {}

    def compute(self, nodes: Iterable[Node]) -> None:
        """Compute every node under `nodes` that is not yet known."""
        for node in in_order(list(nodes), self.known):
            self.known[id(node)] = self._computed(node)

    def truth(self, node: Node) -> str:
        """A node as an i1."""
        return self.value(node, "i1")

    def value(self, node: Node, kind: str) -> str:
        """A node as an integer of a type; a truth is 0 or 1."""
        if isinstance(node, Const):
            return str(int(bool(node.value)) if kind == "i1" else node.value)
        self.compute([node])
        return self._cast(self.known[id(node)], self.kind(node), kind)

    def kind(self, node: Node) -> str:
        """The type that a node is computed in."""
        found = self._kinds.get(id(node))
        if found is None:
            found = self._kinds[id(node)] = self._kind(node)
        return found

    def _kind(self, node: Node) -> str:
        if isinstance(node, Apply) and (
            node.op in _TRUTHS or (node.op is Op.ITE and all(self._is_truth(one) for one in node.args[1:]))
        ):
            return "i1"
        if node.lo >= -(1 << 31) and node.hi < 1 << 31:
            return "i32"
        if node.lo >= -(1 << 63) and node.hi < 1 << 63:
            return "i64"
        raise SpecError(f"a value ranges over {node.lo}..{node.hi}, more than 64 bits", node.place)

    def _is_truth(self, node: Node) -> bool:
        return node.value in (0, 1) if isinstance(node, Const) else self.kind(node) == "i1"

    def _cast(self, value: str, have: str, want: str) -> str:
        if have == want:
            return value
        if want == "i1":
            return self.let(f"icmp ne {have} {value}, 0")
        if have == "i1":
            return self.let(f"zext i1 {value} to {want}")
        return self.let(f"{'sext' if want == 'i64' else 'trunc'} {have} {value} to {want}")

    def _computed(self, node: Node) -> str:
        match node:
            case Const(value=value):
                return str(value)
            case Param(position=position):
                return self.params[position]
            case Choice() | Size():
                raise AssertionError("an instance leaves no choice and no size open")
            case Load(field=field, index=index, after=after):
                address, width = self.cell(field, index, self.after if after else self.before)
                return self.read(address, width)
            case Lookup(table=table, index=index):
                base, width = self.source.tables.place(table)
                steps, lows, _ = strides(table.index, self.source.instance.shape)
                pointer = self.let(f"inttoptr i64 {base} to ptr")
                where = self._position(0, width.bytes, zip(steps, lows, table.index, index, strict=True))
                return self.read(self.at(pointer, "i8", where), width, ", !invariant.load !0")
            case Apply(op=op, args=args):
                return self._operation(node, op, args)
            case _:
                assert_never(node)

    def read(self, address: str, width: Width, note: str = "") -> str:
        """A cell of memory as an i32."""
        cell = self.let(f"load i{width.bits}, ptr {address}, align 1{note}")
        if width.bits == 32:
            return cell
        return self.let(f"{'sext' if width.signed else 'zext'} i{width.bits} {cell} to i32")

    def cell(self, field: Field, index: Sequence[Node], state: str) -> tuple[str, Width]:
        """The address of a cell of a state, and its width."""
        packed = self.source.rows.fields[field]
        slots, size = packed.slots, packed.width.bytes
        parts = zip(slots.steps, slots.lows, field.index, index, strict=True)
        return self.at(state, "i8", self._position(packed.offset, size, parts)), packed.width

    def _position(self, first: int, size: int, parts: Iterable[tuple[int, int, Sort, Node]]) -> str:
        """The bytes from a beginning to a cell, as an i64."""
        where = ""
        for step, low, sort, node in parts:
            first -= step * size * low
            if isinstance(node, Const):
                first += step * size * node.value
                continue
            index = self.value(node, "i64")
            if not self.is_inside(sort, node):
                # Where the conditions around it fail, an index may leave its sort, since everything is computed:
                # the cell read then does not matter, but it has to be one of ours.
                index = self._clamped(index, *bounds(sort, self.source.instance.shape))
            term = self.let(f"mul nsw i64 {index}, {step * size}")
            where = self.let(f"add nsw i64 {where}, {term}") if where else term
        return self.let(f"add nsw i64 {where}, {first}") if where else str(first)

    def is_inside(self, sort: Sort, node: Node) -> bool:
        """Whether a node's bounds show it to be in a sort."""
        lo, hi = bounds(sort, self.source.instance.shape)
        return lo <= node.lo and node.hi <= hi

    def is_between(self, value: str, kind: str, lo: int, hi: int) -> str:
        """Whether a value is one of `lo..hi`."""
        above = self.let(f"icmp sge {kind} {value}, {lo}")
        below = self.let(f"icmp sle {kind} {value}, {hi}")
        return self.let(f"and i1 {above}, {below}")

    def _clamped(self, value: str, lo: int, hi: int) -> str:
        low = self.let(f"icmp slt i64 {value}, {lo}")
        value = self.let(f"select i1 {low}, i64 {lo}, i64 {value}")
        high = self.let(f"icmp sgt i64 {value}, {hi}")
        return self.let(f"select i1 {high}, i64 {hi}, i64 {value}")

    def _operation(self, node: Node, op: Op, args: tuple[Node, ...]) -> str:
        match op:
            case Op.AND | Op.OR:
                result = self.truth(args[0])
                for arg in args[1:]:
                    result = self.let(f"{op.value} i1 {result}, {self.truth(arg)}")
                return result
            case Op.NOT:
                return self.let(f"xor i1 {self.truth(args[0])}, 1")
            case Op.ITE:
                kind = self.kind(node)
                condition, then, otherwise = self.truth(args[0]), self.value(args[1], kind), self.value(args[2], kind)
                return self.let(f"select i1 {condition}, {kind} {then}, {kind} {otherwise}")
            case Op.EQ | Op.LT | Op.LE:
                kind = "i1" if op is Op.EQ and all(map(self._is_truth, args)) else self._common(args)
                a, b = (self.value(arg, kind) for arg in args)
                return self.let(f"icmp {COMPARE[op]} {kind} {a}, {b}")
            case Op.ADD | Op.SUB | Op.MUL | Op.MIN | Op.MAX | Op.DIV | Op.MOD:
                kind = self._common((*args, node))
                a, b = (self.value(arg, kind) for arg in args)
                return self._cast(self._arithmetic(op, kind, a, b, args[0].lo >= 0), kind, self.kind(node))
            case _:
                assert_never(op)

    def _arithmetic(self, op: Op, kind: str, a: str, b: str, natural: bool) -> str:
        match op:
            case Op.MIN | Op.MAX:
                return self.let(f"select i1 {self.let(f'icmp {CHOOSE[op]} {kind} {a}, {b}')}, {kind} {a}, {kind} {b}")
            case Op.DIV if natural:
                return self.let(f"udiv {kind} {a}, {b}")
            case Op.MOD if natural:
                return self.let(f"urem {kind} {a}, {b}")
            case Op.DIV:
                rest = self.let(f"srem {kind} {a}, {b}")
                less = self._cast(self.let(f"icmp slt {kind} {rest}, 0"), "i1", kind)
                return self.let(f"sub {kind} {self.let(f'sdiv {kind} {a}, {b}')}, {less}")
            case Op.MOD:
                rest = self.let(f"srem {kind} {a}, {b}")
                more = self.let(f"select i1 {self.let(f'icmp slt {kind} {rest}, 0')}, {kind} {b}, {kind} 0")
                return self.let(f"add {kind} {rest}, {more}")
            case _:
                return self.let(f"{ARITHMETIC[op]} {kind} {a}, {b}")

    def _common(self, nodes: Sequence[Node]) -> str:
        """The narrowest type of numbers that holds all of some nodes."""
        return "i64" if any(self.kind(node) == "i64" for node in nodes) else "i32"

