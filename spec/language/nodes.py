"""The nodes of a tape: a closed union of frozen, typed, hash-consed expressions over the state before a move.

Every consumer matches on the union and ends in `assert_never`, so that a new node is a type error there.
Nodes are interned by the tracer that makes them: within one tape, equal structure is the same object.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, assert_never

from spec.language.errors import Place
from spec.language.sorts import Sort

if TYPE_CHECKING:
    from spec.language.board import Printed
    from spec.language.settings import Setting
    from spec.language.state import Field
    from spec.language.values import Element


class Op(Enum):
    """The pure operations. All are total on their operands' sorts."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "//"
    MOD = "%"
    MIN = "min"
    MAX = "max"
    EQ = "="
    LT = "<"
    LE = "<="
    AND = "and"
    OR = "or"
    NOT = "not"
    ITE = "if"


def _divide(a: int, b: int) -> int:
    return a // b


MEANING: dict[Op, Callable[..., int]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.DIV: _divide,
    Op.MOD: lambda a, b: a % b,
    Op.MIN: min,
    Op.MAX: max,
    Op.EQ: lambda a, b: int(a == b),
    Op.LT: lambda a, b: int(a < b),
    Op.LE: lambda a, b: int(a <= b),
    Op.AND: lambda *args: int(all(args)),
    Op.OR: lambda *args: int(any(args)),
    Op.NOT: lambda a: int(not a),
    Op.ITE: lambda c, a, b: a if c else b,
}
"""What each operation means on plain integers. DIV and MOD round down; their divisor is a positive constant."""


@dataclass(frozen=True, slots=True, eq=False)
class Const:
    """A literal; its sort only serves printing."""

    value: int
    sort: Sort
    place: Place | None = None

    @property
    def lo(self) -> int:
        return self.value

    @property
    def hi(self) -> int:
        return self.value


@dataclass(frozen=True, slots=True, eq=False)
class Param:
    """A parameter of the action, property, reading or axiom."""

    position: int
    name: str
    sort: Sort
    lo: int
    hi: int
    place: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Choice:
    """The number of the choice made for a variant or ruling: fixed when lowered for play, open in proofs."""

    setting: Setting
    sort: Sort
    lo: int
    hi: int
    place: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Size:
    """The number of members of a named sort whose size is left open."""

    element: type[Element]
    sort: Sort
    lo: int
    hi: int
    place: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Load:
    """A cell of the state as it was before the move, or `after` it in a property of two states."""

    field: Field
    index: tuple[Node, ...]
    after: bool
    sort: Sort
    lo: int
    hi: int
    place: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Lookup:
    """A cell of a table of the board."""

    table: Printed
    index: tuple[Node, ...]
    sort: Sort
    lo: int
    hi: int
    place: Place | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Apply:
    """A pure operation on other nodes; AND and OR take two or more, ITE takes condition, then, else."""

    op: Op
    args: tuple[Node, ...]
    sort: Sort
    lo: int
    hi: int
    place: Place | None = None


Node = Const | Param | Choice | Size | Load | Lookup | Apply
Raw = int | Node
"""What a value holds: a node while tracing, a plain integer when constant or run directly."""


def children(node: Node) -> tuple[Node, ...]:
    """The nodes that `node` reads."""
    if isinstance(node, Apply):  # asked so often that the order matters
        return node.args
    if isinstance(node, (Load, Lookup)):
        return node.index
    if isinstance(node, (Const, Param, Choice, Size)):
        return ()
    assert_never(node)


def in_order(roots: list[Node], known: Container[int] = ()) -> Iterator[Node]:
    """Every node under `roots` once, operands before what uses them, without those under `known` ones (by id)."""
    seen: set[int] = set()
    stack: list[Node | tuple[Node]] = list(reversed(roots))
    while stack:
        node = stack.pop()
        if isinstance(node, tuple):  # all under it have come
            yield node[0]
        elif id(node) not in seen and id(node) not in known:
            seen.add(id(node))
            parts = children(node)
            if parts:
                stack.append((node,))
                stack.extend(reversed(parts))
            else:
                yield node
