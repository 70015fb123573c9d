"""Which expressions are one clause as it is written, whatever the number of players and the board.

Numbers look alike, as one of them may be how many play, and so do members that a loop brings in one by one; sums,
junctions and chains of choices are the set of their parts. So a condition on each of the players is one clause, be
there two or six.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import assert_never

from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Size
from spec.language.sorts import Int, Named, Opt, Sort, Upto

_FLAT = (Op.ADD, Op.MIN, Op.MAX)


ANY = "any"
SAME = 3
"""Where so many expressions on a line look alike but for their literals, a loop has made them: they are one clause."""
DEEPEST = 2
"""So deeply they must look alike: further down a loop has what it did for the members before."""


def marks(nodes: Iterable[Node]) -> dict[int, str]:
    """A short name for each node by its id, equal where they are one clause; operands come before what uses them."""
    known = list(nodes)
    exact: dict[int, str] = {}
    loose: dict[int, str] = {}
    for node in known:
        loose[id(node)] = _digest(_shape(node, DEEPEST))
        exact[id(node)] = _digest(_text(node, lambda part: exact[id(part)], is_loose=False))
    alike: dict[tuple[object, str], set[str]] = {}
    for node in known:
        alike.setdefault((_line(node), loose[id(node)]), set()).add(exact[id(node)])
    return {
        id(node): f"{_line(node)} {loose[id(node)]}"
        if len(alike[_line(node), loose[id(node)]]) >= SAME else f"{_line(node)} {exact[id(node)]}"
        for node in known
    }


def _shape(node: Node, deepest: int) -> str:
    """What an expression looks like from outside, whatever its literals are and what is nested deeper."""
    if deepest == 0:
        return ANY
    return f"({_text(node, lambda part: _shape(part, deepest - 1), is_loose=True)})"


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


def _line(node: Node) -> str:
    return f"{Path(node.place.file).name}:{node.place.line}" if node.place is not None else ""


def _text(node: Node, name: Callable[[Node], str], is_loose: bool) -> str:
    match node:
        case Const(value=value, sort=sort):
            return ANY if is_loose or isinstance(sort, (Int, Upto)) or _grows(sort) else f"{sort} {value}"
        case Param(name=param):
            return f"parameter {param}"
        case Choice(setting=setting):
            return f"choice {setting.id}"
        case Size(element=element):
            return f"size {element.__name__}"
        case Load(field=field, index=index, after=after):
            return f"{field.name}{' after' * after} {' '.join(map(name, index))}"
        case Lookup(table=table, index=index):
            return f"board {table.name} {' '.join(map(name, index))}"
        case Apply(op=(Op.AND | Op.OR) as op, args=args):
            return f"{op.value} {' '.join(sorted(set(map(name, args))))}"
        case Apply(op=op) if op in _FLAT:
            return f"{op.value} {' '.join(sorted(set(map(name, _flat(node, op)))))}"
        case Apply(op=Op.ITE):
            return f"if {' '.join(sorted(set(_branches(node, name))))}"
        case Apply(op=Op.MOD, args=args):
            around = " ".join(_shape(part, DEEPEST) for part in args)  # the table, be there as many as there are
            return f"{Op.MOD.value} {around}"
        case Apply(op=op, args=args):
            return f"{op.value} {' '.join(map(name, args))}"
        case _:
            assert_never(node)


def _flat(node: Node, op: Op) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Apply) and one.op is op:
            waiting.extend(one.args)
        else:
            yield one


def _branches(node: Node, name: Callable[[Node], str]) -> Iterator[str]:
    while isinstance(node, Apply) and node.op is Op.ITE:
        condition, then, node = node.args
        yield f"{name(condition)}:{name(then)}"
    yield name(node)


def _grows(sort: Sort) -> bool:
    """Whether a sort has a member for each player or place of the board."""
    return isinstance(sort, (Named, Opt)) and not isinstance(sort.element.size, int)
