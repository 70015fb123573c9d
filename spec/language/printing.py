"""Tapes as readable pseudo-code: what prints reads as a rule."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from spec.language.data import BoardData
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Size
from spec.language.sorts import BoolSort, Named, Opt, Sort
from spec.language.tape import Tape

_INFIX = {
    Op.ADD: "+", Op.SUB: "-", Op.MUL: "*", Op.DIV: "//", Op.MOD: "mod", Op.EQ: "=", Op.LT: "<", Op.LE: "<=",
    Op.AND: "and", Op.OR: "or",
}
_LOOSENESS = {Op.OR: 5, Op.AND: 4, Op.EQ: 3, Op.LT: 3, Op.LE: 3, Op.ADD: 2, Op.SUB: 2, Op.MUL: 1, Op.DIV: 1, Op.MOD: 1}


def member_text(sort: Sort, value: int, data: BoardData) -> str:
    """A value in words, with the board's names for members."""
    match sort:
        case (Named(element) | Opt(element)) if value >= 0 and element.__name__ in data.names:
            return data.names[element.__name__][value].title
        case _:
            return literal_text(Const(value, sort))


def literal_text(node: Const) -> str:
    """A literal as a person writes it: a member's name, yes or no, none, or a number."""
    match node.sort:
        case BoolSort():
            return "yes" if node.value else "no"
        case (Named(element) | Opt(element)) if node.value >= 0 and element.members:
            return element.titles()[node.value][1]
        case Named(element) | Opt(element):
            return f"{element.__name__}#{node.value}" if node.value >= 0 else "none"
        case _:
            return str(node.value)


def expression(node: Node, looseness: int = 9) -> str:
    """One expression; brackets only where they are needed."""
    match node:
        case Const():
            return literal_text(node)
        case Param(name=name):
            return name
        case Choice(setting=setting):
            return f"choice of {setting.id}"
        case Size(element=element):
            return f"|{element.__name__}|"
        case Load(field=named, index=index, after=after):
            cells = f"[{', '.join(expression(one) for one in index)}]" if index else ""
            return f"{named.name}{cells}" + ("'" if after else "")
        case Lookup(table=table, index=index):
            cells = f"[{', '.join(expression(one) for one in index)}]" if index else ""
            return f"board.{table.name}{cells}"
        case Apply(op=op, args=args):
            return _operation(op, args, looseness)
        case _:
            assert_never(node)


def _operation(op: Op, args: tuple[Node, ...], looseness: int) -> str:
    if op is Op.NOT:
        inner = args[0]
        if isinstance(inner, Apply) and inner.op is Op.EQ:
            return _bracketed(" /= ".join(expression(arg, 2) for arg in inner.args), 3, looseness)
        if isinstance(inner, Apply) and inner.op in (Op.LT, Op.LE):
            sign = " >= " if inner.op is Op.LT else " > "
            return _bracketed(sign.join(expression(arg, 2) for arg in inner.args), 3, looseness)
        return _bracketed(f"not {expression(inner, 0)}", 3, looseness)
    if op is Op.ITE:
        condition, then, otherwise = (expression(arg) for arg in args)
        return f"({then} if {condition} else {otherwise})"
    if op in (Op.MIN, Op.MAX):
        return f"{op.value}({', '.join(expression(arg) for arg in args)})"
    own = _LOOSENESS[op]
    return _bracketed(f" {_INFIX[op]} ".join(expression(arg, own - 1) for arg in args), own, looseness)


def _bracketed(text: str, own: int, allowed: int) -> str:
    return f"({text})" if own > allowed else text


def print_tape(tape: Tape) -> str:
    """A whole tape as pseudo-code, each line with the rule it rests on."""
    return "\n".join(_lines(tape))


def _lines(tape: Tape) -> Iterator[str]:
    params = ", ".join(f"{param.name}: {param.sort}" for param in tape.params)
    yield f"{tape.name}({params})"
    for require in tape.requires:
        yield f"  needs {expression(require.holds)}    -- {require.rule.id}"
    if tape.weight is not None:
        yield f"  happens {expression(tape.weight)} times as often"
    path: tuple[Node, ...] = ()
    for store in tape.stores:
        if store.path != path:
            path = store.path
            if path:
                yield f"  where {' and '.join(expression(one, 4) for one in path)}:"
        cells = f"[{', '.join(expression(one) for one in store.index)}]" if store.index else ""
        indent = "    " if path else "  "
        yield f"{indent}{store.field.name}{cells} := {expression(store.value)}    -- {store.rule.id}"
    if tape.result is not None:
        yield f"  is {expression(tape.result)}"
