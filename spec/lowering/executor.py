"""What every lowering can do, and what a move is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property

from spec.language.actions import Action
from spec.language.errors import FoggError
from spec.lowering.instance import Instance, Row

Move = tuple[int, ...]
"""A move: the number of its action, then its parameters."""

NO_CHANCE = -1
"""Stands among the broken requirements where a chance move cannot happen because its weight is 0."""


class Disagreement(FoggError):
    """Two lowerings answer differently: a bug of ours, not of a game. The message holds the state and the move."""


class Executor(ABC):
    """An instance that runs. Rows are never changed in place by any method here."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The game's actions in order; a move names one by its number."""
        return tuple(self.instance.game.actions.values())

    @abstractmethod
    def legal(self, row: Sequence[int]) -> list[Move]:
        """Every legal move, chance moves included, in the order of actions and parameters."""

    @abstractmethod
    def broken(self, row: Sequence[int], move: Move) -> tuple[int, ...]:
        """The numbers of the requirements that refuse `move`; `NO_CHANCE` for a chance move of weight 0."""

    @abstractmethod
    def weight(self, row: Sequence[int], move: Move) -> int:
        """How often a chance move happens, against the others possible now; 1 for a player's move."""

    @abstractmethod
    def apply(self, row: Sequence[int], move: Move) -> Row:
        """The state after a legal move; `SpecError` if a store leaves its sort."""

    def led_to(self, moves: Iterable[Move]) -> Row:
        """The state that some legal moves lead to from the start; `SpecError` if a store leaves its sort."""
        row = list(self.instance.start)
        for move in moves:
            row = self.apply(row, move)
        return row

    @abstractmethod
    def read(self, name: str, row: Sequence[int], args: Sequence[int] = (), after: Sequence[int] = ()) -> int:
        """The result of a reading or property; `after` is the second state of a step property."""
