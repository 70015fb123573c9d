"""Traces: moves from the start of a game to what they show. None is shown to anyone before it was replayed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spec.language.actions import Property
from spec.language.errors import FoggError, SpecError
from spec.language.printing import member_text
from spec.lowering.executor import Executor, Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from spec.lowering.shown import shown


class NotReplayed(FoggError):
    """A trace that the reference executor does not confirm: one of two engines is wrong."""


Shows = Callable[[Executor, "Sequence[int] | None", Sequence[int]], bool]
"""Whether the move between two states shows what is looked for, or (with None before it) the start of a game."""


@dataclass(frozen=True, eq=False)
class Trace:
    """Legal moves from the start; `shows` says what the last of them (or the start itself) brings about."""

    instance: Instance
    moves: tuple[Move, ...]
    shows: str

    def words(self) -> tuple[str, ...]:
        """Each move with its parameters named."""
        actions = tuple(self.instance.game.actions.values())
        return tuple(move_words(self.instance, actions[move[0]].name, move) for move in self.moves)

    def __str__(self) -> str:
        return "\n".join([*self.words(), f"=> {self.shows}"])


def move_words(instance: Instance, name: str, move: Move) -> str:
    """A move in words, with its parameters' names and values."""
    action = instance.game.actions[name]
    values = zip(action.params.items(), move[1:], strict=True)
    named = ", ".join(f"{key} {member_text(sort, value, instance.data)}" for (key, sort), value in values)
    return f"{name}({named})"


def violation(declared: Property) -> Shows:
    """Shows that a property fails (that it holds, for one that must be reachable)."""

    def shows(executor: Executor, before: Sequence[int] | None, after: Sequence[int]) -> bool:
        return shown(executor, declared, before, after) is not None

    return shows


def nothing(executor: Executor, before: Sequence[int] | None, after: Sequence[int]) -> bool:
    """Shows nothing: stores that leave their sort show themselves when the move is made."""
    return False


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where moves lead: after how many of them the thing looked for is shown, or None; whether all were legal."""

    after: int | None
    legal: bool


def run(executor: Executor, moves: Sequence[Move], shows: Shows, faulty: int | None = None) -> Outcome:
    """Make moves from the start until the thing looked for is shown.

    `faulty` is the number of the action whose store leaving its sort is looked for, if that is.
    """
    row: Sequence[int] = executor.instance.start
    if shows(executor, None, row):
        return Outcome(0, True)
    for number, move in enumerate(moves):
        if executor.broken(row, move):
            return Outcome(None, False)
        try:
            after = executor.apply(row, move)
        except SpecError:
            return Outcome(number + 1 if move[0] == faulty else None, move[0] == faulty)
        if shows(executor, row, after):
            return Outcome(number + 1, True)
        row = after
    return Outcome(None, True)


def shortened(executor: Executor, moves: Sequence[Move], shows: Shows, faulty: int | None = None) -> tuple[Move, ...]:
    """The moves without those that are not needed: no single move or run of moves can be left out any more."""
    found = run(executor, moves, shows, faulty)
    if found.after is None:
        raise NotReplayed("these moves do not show what they should")
    kept = list(moves[:found.after])
    size = max(1, len(kept) // 2)
    while size:
        start, changed = 0, False
        while start < len(kept):
            shorter = kept[:start] + kept[start + size:]
            outcome = run(executor, shorter, shows, faulty)
            if outcome.after is not None:
                kept, changed = shorter[:outcome.after], True
            else:
                start += size
        if not changed or size > 1:
            size //= 2
    return tuple(kept)


def replayed(instance: Instance, moves: Sequence[Move], shows: Shows, says: str, faulty: int | None = None) -> Trace:
    """The trace, after the reference executor has confirmed every move and what it shows; else `NotReplayed`."""
    found = run(PythonExecutor(instance), moves, shows, faulty)
    if found.after != len(moves):
        raise NotReplayed(f"the reference executor does not confirm a trace of {len(moves)} moves: {says}")
    return Trace(instance, tuple(moves), says)
