"""Commands in a language of single variables, with moves of chance apart where their probabilities are asked."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Generic, TypeVar

from spec.language.nodes import Const
from verification.export.expressions import Expressions
from verification.export.model import Command, Model
from verification.export.scalars import Cell, Scalars

T = TypeVar("T")


class Chance(Enum):
    """How moves of chance are written: with their probabilities, or as free as a player's, so that they count alike."""

    WEIGHTED = "weighted"
    FREE = "free"


@dataclass(frozen=True, eq=False)
class Written(Generic[T]):
    """A command in words of the language; `share` is its weight where the guard holds, `known` if that is a literal."""

    command: Command
    guard: T
    updates: Sequence[tuple[Cell, T]]
    share: T
    known: int | None


def written(model: Model, terms: Callable[[], Expressions[T]]) -> list[Written[T]]:
    """Every command over single variables; `terms` gives a fresh writer."""
    found: list[Written[T]] = []
    for command in model.commands:
        scalars, write = Scalars(model.instance, command.tracer), terms()
        updates = [(cell, write.number(value)) for cell, value in scalars.updates(command).items()]
        weight = command.tracer.node(1) if command.weight is None else scalars(command.weight)
        known = weight.value if isinstance(weight, Const) else None
        found.append(Written(command, write.truth(scalars(command.guard)), updates, write.number(weight), known))
    return found


def of_chance(moves: Sequence[Written[T]], chance: Chance) -> tuple[list[Written[T]], list[Written[T]]]:
    """The moves that are chosen, and those that are drawn together by their weights."""
    drawn = [one for one in moves if chance is Chance.WEIGHTED and one.command.weight is not None]
    return [one for one in moves if one not in drawn], drawn
