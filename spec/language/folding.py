"""Smart constructors: what an operation is known to be before any state is, and the bounds of its result."""

from __future__ import annotations

from spec.language.nodes import MEANING, Apply, Const, Node, Op
from spec.language.sorts import Bool, Sort


def folded(op: Op, args: tuple[Node, ...], sort: Sort) -> Node | tuple[Node, ...] | None:
    """The node that the operation amounts to; or its simplified operands; or None if nothing simplifies."""
    if all(isinstance(arg, Const) for arg in args):
        return Const(MEANING[op](*(arg.lo for arg in args)), sort)
    match op:
        case Op.AND | Op.OR:
            return _junction(op, args)
        case Op.NOT:
            (inner,) = args
            return inner.args[0] if isinstance(inner, Apply) and inner.op is Op.NOT else None
        case Op.ITE:
            condition, then, otherwise = args
            if isinstance(condition, Const):
                return then if condition.value else otherwise
            if then is otherwise or _same_const(then, otherwise):
                return then
            if isinstance(condition, Apply) and condition.op is Op.NOT:
                return (condition.args[0], otherwise, then)
            return None
        case _:
            return _binary(op, args[0], args[1], sort)


def _binary(op: Op, a: Node, b: Node, sort: Sort) -> Node | None:
    match op:
        case Op.EQ if a is b:
            return Const(1, Bool)
        case Op.EQ if a.hi < b.lo or b.hi < a.lo:
            return Const(0, Bool)
        case Op.LE if a.hi <= b.lo:
            return Const(1, Bool)
        case Op.LE if a.lo > b.hi:
            return Const(0, Bool)
        case Op.LT if a.hi < b.lo:
            return Const(1, Bool)
        case Op.LT if a.lo >= b.hi:
            return Const(0, Bool)
        case Op.ADD if _is(a, 0):
            return b
        case Op.ADD | Op.SUB if _is(b, 0):
            return a
        case Op.MUL if _is(a, 0) or _is(b, 0):
            return Const(0, sort)
        case Op.MUL if _is(a, 1):
            return b
        case Op.MUL | Op.DIV if _is(b, 1):
            return a
        case Op.MOD if isinstance(b, Const) and a.lo >= 0 and a.hi < b.value:
            return a
        case Op.MIN if a.hi <= b.lo:
            return a
        case Op.MIN if b.hi <= a.lo:
            return b
        case Op.MAX if a.lo >= b.hi:
            return a
        case Op.MAX if b.lo >= a.hi:
            return b
        case _:
            return None


def _junction(op: Op, args: tuple[Node, ...]) -> Node | tuple[Node, ...] | None:
    """AND and OR: flatten, drop neutral operands and repetitions, stop at an absorbing one."""
    absorbing = 0 if op is Op.AND else 1
    flat: dict[int, Node] = {}
    for arg in args:
        parts = arg.args if isinstance(arg, Apply) and arg.op is op else (arg,)
        for part in parts:
            if isinstance(part, Const):
                if part.value == absorbing:
                    return Const(absorbing, Bool)
                continue
            flat.setdefault(id(part), part)
    kept = tuple(flat.values())
    if not kept:
        return Const(1 - absorbing, Bool)
    if len(kept) == 1:
        return kept[0]
    return None if kept == args else kept


def _is(node: Node, value: int) -> bool:
    return isinstance(node, Const) and node.value == value


def _same_const(a: Node, b: Node) -> bool:
    return isinstance(a, Const) and isinstance(b, Const) and a.value == b.value


def result_bounds(op: Op, args: tuple[Node, ...]) -> tuple[int, int]:
    """The smallest and largest result, given the operands' bounds."""
    match op:
        case Op.EQ | Op.LT | Op.LE | Op.AND | Op.OR | Op.NOT:
            return 0, 1
        case Op.ITE:
            return min(args[1].lo, args[2].lo), max(args[1].hi, args[2].hi)
        case _:
            a, b = args
    match op:
        case Op.ADD:
            return a.lo + b.lo, a.hi + b.hi
        case Op.SUB:
            return a.lo - b.hi, a.hi - b.lo
        case Op.MUL:
            corners = (a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi)
            return min(corners), max(corners)
        case Op.DIV:
            return a.lo // b.lo, a.hi // b.lo
        case Op.MOD:
            return 0, b.lo - 1
        case Op.MIN:
            return min(a.lo, b.lo), min(a.hi, b.hi)
        case _:
            return max(a.lo, b.lo), max(a.hi, b.hi)
