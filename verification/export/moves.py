"""Commands in a language of single variables, with moves of chance apart where their probabilities are asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from spec.language.nodes import Const, Load, Node, children, in_order
from verification.export.commands import Command, Model
from verification.export.expressions import Expressions
from verification.export.names import Cell
from verification.export.scalars import Scalars
from verification.export.unsupported import Unsupported

T = TypeVar("T")


class Chance(Enum):
    """How moves of chance are written: with their probabilities, or as free as a player's, so that they count alike."""

    WEIGHTED = "weighted"
    FREE = "free"


KEPT = "kept_"
"""How the names of variables begin that hold a value during a move, and 0 between moves."""

LONGEST = 200
"""An effect with more nodes than this, if all were written out, is written with values kept that are read again."""

LONGEST_UNKEPT = 20_000
"""The most nodes that the effect of a command may have, all written out, in a language where nothing can be kept."""


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """A value that a move needs more than once, in the variable `name`; what it may be, and how it is computed."""

    name: str
    lo: int
    hi: int
    value: T


@dataclass(frozen=True, eq=False)
class Written(Generic[T]):
    """A command in words of the language; `share` is its weight where the guard holds, `known` if that is a literal.

    `kept` is computed first, in this order, of the state before; then all `updates` are made at once.
    """

    command: Command
    guard: T
    kept: Sequence[Kept[T]]
    updates: Sequence[tuple[Cell, T]]
    share: T
    known: int | None


def written(
    model: Model, terms: Callable[[], Expressions[T]], variable: Callable[[str], T] | None = None
) -> list[Written[T]]:
    """Every command over single variables; `terms` gives a fresh writer.

    `variable` writes the name of a variable; without it nothing is kept, and `Unsupported` tells of an effect that
    would be too long.
    """
    found: list[Written[T]] = []
    rewriters: dict[int, Scalars] = {}
    for command in model.commands:
        scalars = rewriters.setdefault(id(command.tracer), Scalars(model.instance, command.tracer))
        write = terms()
        guard = write.truth(scalars(command.guard))
        weight = command.tracer.node(1) if command.weight is None else scalars(command.weight)
        share = write.number(weight)
        after = scalars.updates(command)
        kept: list[Kept[T]] = []
        size = _whole_size(after.values())
        if variable is None and size > LONGEST_UNKEPT:
            raise Unsupported(command.action, f"its effect has {size} parts, and they cannot be named in this language")
        if variable is not None and size > LONGEST:
            for node in _read_again(after.values()):
                name = f"{KEPT}{len(kept)}"
                kept.append(Kept(name, node.lo, node.hi, write.number(node)))
                write.name(node, variable(name))
        updates = [(cell, write.number(value)) for cell, value in after.items()]
        known = weight.value if isinstance(weight, Const) else None
        found.append(Written(command, guard, kept, updates, share, known))
    return found


def _whole_size(roots: Iterable[Node]) -> int:
    """How many nodes are written if nothing is kept."""
    size: dict[int, int] = {}
    for node in in_order(list(roots)):
        size[id(node)] = 1 + sum(size[id(child)] for child in children(node))
    return sum(size[id(root)] for root in roots)


def _read_again(roots: Iterable[Node]) -> Iterator[Node]:
    """What is read more than once and is more than a cell or a literal, operands first."""
    uses = Counter(id(root) for root in roots)
    nodes = list(in_order(list(roots)))
    for node in nodes:
        uses.update(id(child) for child in children(node))
    return (node for node in nodes if uses[id(node)] > 1 and not isinstance(node, (Const, Load)))


def of_chance(moves: Sequence[Written[T]], chance: Chance) -> tuple[list[Written[T]], list[Written[T]]]:
    """The moves that are chosen, and those that are drawn together by their weights."""
    drawn = [one for one in moves if chance is Chance.WEIGHTED and one.command.weight is not None]
    return [one for one in moves if one not in drawn], drawn
