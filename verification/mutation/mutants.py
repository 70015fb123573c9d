"""Mutants: ways to spoil one clause of a game, and which of them a tape offers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cached_property
from hashlib import blake2b
from pathlib import Path

from spec.language.board import Printed
from spec.language.errors import Place
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param
from spec.language.printing import expression
from spec.language.sorts import Int, Sort, Upto
from spec.language.tape import Store

COMPARED = (Op.EQ, Op.LT, Op.LE)
COUNTED = (Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.MIN, Op.MAX)
LONGEST = 110
"""Expressions are told in so many letters."""


class Kind(Enum):
    """What is done to a clause."""

    NO_REQUIREMENT = "requirement dropped"
    NO_STORE = "store dropped"
    RAISED = "raised by one"
    LOWERED = "lowered by one"
    FLIPPED = "comparison flipped"
    TABLE = "table swapped"


class Part(Enum):
    """Where a clause stands."""

    NEEDS = "needs"
    DOES = "does"
    WEIGHT = "weight"


@dataclass(frozen=True)
class Mutant:
    """One way to spoil one clause, in every action that has it.

    `place` is where the requirement or store is written (nowhere for an expression that several stores share), `mark`
    which expression is spoilt (or the field of a store); `table` is what a table is swapped for. The rule's id,
    `written`, the line of the expression itself, and the expression in `clause` only serve to tell of it.
    """

    kind: Kind
    part: Part
    place: Place | None
    mark: str
    table: str = ""
    rule: str = field(default="", compare=False)
    written: Place | None = field(default=None, compare=False)
    clause: Node | Store | None = field(default=None, compare=False, repr=False)

    @cached_property
    def id(self) -> str:
        """A short name that stays the same as long as the clause does."""
        place = f"{Path(self.place.file).name}:{self.place.line}" if self.place else ""
        told = f"{self.kind.value} {self.part.value} {place} {self.mark} {self.table}"
        return blake2b(told.encode(), digest_size=4).hexdigest()

    @cached_property
    def says(self) -> str:
        """The clause as it should be, and what a table is swapped for."""
        match self.clause:
            case None:
                return ""
            case Store(field=stored, index=index, value=value):
                cells = f"[{', '.join(told(one) for one in index)}]" if index else ""
                return f"{stored.name}{cells} := {told(value)}"
            case _:
                return told(self.clause) + (f" from {self.table}" if self.table else "")

    def __str__(self) -> str:
        where = self.written or self.place
        told = f" ({Path(where.file).name}:{where.line})" if where else ""
        return f"{self.rule}: {self.kind.value}: {self.says}{told}"


def spoilt_expressions(node: Node, tables: tuple[Printed, ...]) -> Iterator[tuple[Kind, str]]:
    """The ways to spoil one expression itself: the kind, and the table that another is swapped for."""
    match node:
        case Apply(op=op, args=(a, b)) if op in COMPARED:
            yield Kind.FLIPPED, ""
            is_agreed = isinstance(a, Choice) or isinstance(b, Choice)
            if op is not Op.EQ or (is_number(a.sort) and is_number(b.sort) and not is_agreed):
                yield Kind.RAISED, ""
                yield Kind.LOWERED, ""
        case Apply(op=op, args=args, sort=sort) if op in COUNTED and is_number(sort):
            if any(isinstance(arg, Const) for arg in args):
                yield Kind.RAISED, ""
                yield Kind.LOWERED, ""
        case Apply(op=Op.ITE, args=(_, then, otherwise), sort=sort) if is_number(sort):
            if isinstance(then, Const) or isinstance(otherwise, Const):
                yield Kind.RAISED, ""
                yield Kind.LOWERED, ""
        case Lookup(table=table):
            for other in tables:
                if other is not table and (other.index, other.sort) == (table.index, table.sort):
                    yield Kind.TABLE, other.name
        case _:
            pass


def is_number(sort: Sort) -> bool:
    """Whether a sort holds numbers, rather than members or truths."""
    return isinstance(sort, (Int, Upto))


def told(node: Node, deepest: int = 5) -> str:
    """An expression in a few words; what is nested deeper is left out."""
    text = expression(_cut(node, deepest))
    return text if len(text) <= LONGEST else text[:LONGEST - 4] + " ..."


def _cut(node: Node, deepest: int) -> Node:
    match node:
        case Load(index=index) | Lookup(index=index):
            return replace(node, index=tuple(_cut(one, deepest - 1) for one in index))
        case Apply() if deepest <= 0:
            return Param(-1, "...", node.sort, node.lo, node.hi)
        case Apply(args=args):
            return replace(node, args=tuple(_cut(one, deepest - 1) for one in args))
        case _:
            return node
