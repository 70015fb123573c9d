"""Which expressions are one clause as it is written, whatever the number of players and the board.

Members that a loop brings in one by one look alike; sums, junctions and chains of choices are the set of their parts.
So a condition on each of the players is one clause, be there two or six.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from pathlib import Path
from typing import assert_never

from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Size
from spec.language.sorts import Named, Opt, Sort

_FLAT = (Op.ADD, Op.MIN, Op.MAX)


ANY = "any"
SAME = 3
"""Where so many expressions on a line differ in their literals alone, a loop has made them, and they are one clause."""


def marks(nodes: Iterable[Node]) -> dict[int, str]:
    """A short name for each node by its id, equal where they are one clause; operands come before what uses them."""
    known = list(nodes)
    exact: dict[int, str] = {}
    loose: dict[int, str] = {}
    for node in known:
        loose[id(node)] = _digest(_text(node, loose, loose, True))
        exact[id(node)] = _digest(_text(node, exact, loose, False))
    alike: dict[tuple[object, str], set[str]] = {}
    for node in known:
        alike.setdefault((_line(node), loose[id(node)]), set()).add(exact[id(node)])
    return {
        id(node): f"{_line(node)} {loose[id(node)]}"
        if len(alike[_line(node), loose[id(node)]]) >= SAME else f"{_line(node)} {exact[id(node)]}"
        for node in known
    }


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


def _line(node: Node) -> str:
    return f"{Path(node.place.file).name}:{node.place.line}" if node.place is not None else ""


def _text(node: Node, found: dict[int, str], loose: dict[int, str], is_loose: bool) -> str:
    match node:
        case Const(value=value, sort=sort):
            return ANY if is_loose or (_grows(sort) and value >= 0) else f"{sort} {value}"
        case Param(name=name):
            return f"parameter {name}"
        case Choice(setting=setting):
            return f"choice {setting.id}"
        case Size(element=element):
            return f"size {element.__name__}"
        case Load(field=field, index=index, after=after):
            return f"{field.name}{' after' * after} {_joined(index, found)}"
        case Lookup(table=table, index=index):
            return f"board {table.name} {_joined(index, found)}"
        case Apply(op=(Op.AND | Op.OR) as op, args=args):
            return f"{op.value} {' '.join(sorted({found[id(arg)] for arg in args}))}"
        case Apply(op=op) if op in _FLAT:
            return f"{op.value} {' '.join(sorted({found[id(part)] for part in _flat(node, op)}))}"
        case Apply(op=Op.ITE):
            return f"if {' '.join(sorted(set(_branches(node, found))))}"
        case Apply(op=Op.MOD, args=args):
            return f"{Op.MOD.value} {_joined(args, loose)}"  # around the table, be there as many as there are
        case Apply(op=op, args=args):
            return f"{op.value} {_joined(args, found)}"
        case _:
            assert_never(node)


def _joined(nodes: Iterable[Node], found: dict[int, str]) -> str:
    return " ".join(found[id(one)] for one in nodes)


def _flat(node: Node, op: Op) -> Iterator[Node]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Apply) and one.op is op:
            waiting.extend(one.args)
        else:
            yield one


def _branches(node: Node, found: dict[int, str]) -> Iterator[str]:
    while isinstance(node, Apply) and node.op is Op.ITE:
        condition, then, node = node.args
        yield f"{found[id(condition)]}:{found[id(then)]}"
    yield found[id(node)]


def _grows(sort: Sort) -> bool:
    """Whether a sort has a member for each player or place of the board."""
    return isinstance(sort, (Named, Opt)) and not isinstance(sort.element.size, int)
