"""Traces: moves from the start of a game to what they show. None is shown to anyone before it was replayed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from spec.language.actions import Kind, Property
from spec.language.errors import FoggError, SpecError
from spec.language.printing import member_text
from spec.language.sorts import bounds
from spec.lowering.executor import Executor, Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor


class NotReplayed(FoggError):
    """A trace that the reference executor does not confirm: one of two engines is wrong."""


Shows = Callable[[Executor, Sequence[int], "Sequence[int] | None"], bool]
"""Whether a state, or the move from a first state to a second, shows what is looked for."""


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


def violation(declared: Property, instance: Instance) -> Shows:
    """Shows that a property fails (that it holds, for one that must be reachable)."""
    ranges = [range(lo, hi + 1) for lo, hi in (bounds(sort, instance.shape) for sort in declared.params.values())]
    instances = list(product(*ranges))

    def shows(executor: Executor, row: Sequence[int], after: Sequence[int] | None) -> bool:
        return any(_fails(declared, executor, args, row, after) for args in instances)

    return shows


def _fails(
    declared: Property, executor: Executor, args: tuple[int, ...], row: Sequence[int], after: Sequence[int] | None
) -> bool:
    name = declared.name
    match declared.kind:
        case Kind.INVARIANT:
            return not executor.read(name, row if after is None else after, args)
        case Kind.REACHABLE:
            return bool(executor.read(name, row if after is None else after, args))
        case Kind.STEP:
            return after is not None and not executor.read(name, row, args, after)
        case Kind.CONSERVED:
            return after is not None and executor.read(name, row, args) != executor.read(name, after, args)
        case Kind.TERMINATES:
            here = executor.read(name, row, args)
            return here < 0 if after is None else not 0 <= executor.read(name, after, args) < here


def fault(executor: Executor, row: Sequence[int], after: Sequence[int] | None) -> bool:
    """Shows nothing in a state: stores that leave their sort show themselves when the move is made."""
    return False


@dataclass(frozen=True, slots=True)
class Shown:
    """Where moves lead: after how many of them the thing looked for is shown, or None; whether all were legal."""

    after: int | None
    legal: bool


def run(executor: Executor, moves: Sequence[Move], shows: Shows, faulty: int | None = None) -> Shown:
    """Make moves from the start until the thing looked for is shown.

    `faulty` is the number of the action whose store leaving its sort is looked for, if that is.
    """
    row: Sequence[int] = executor.instance.start
    if shows(executor, row, None):
        return Shown(0, True)
    for number, move in enumerate(moves):
        if executor.broken(row, move):
            return Shown(None, False)
        try:
            after = executor.apply(row, move)
        except SpecError:
            return Shown(number + 1 if move[0] == faulty else None, move[0] == faulty)
        if shows(executor, row, after):
            return Shown(number + 1, True)
        row = after
    return Shown(None, True)


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
            shown = run(executor, shorter, shows, faulty)
            if shown.after is not None:
                kept, changed = shorter[:shown.after], True
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
