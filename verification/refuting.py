"""From a claim that induction could not show to a trace that refutes it: fast random play, then every short game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from spec.language.actions import Action, Kind, Property
from spec.lowering.executor import Executor, Move
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_player import random_search as native_search
from spec.lowering.python import PythonExecutor
from verification.queries import Effort
from verification.search import breadth_first, random_search
from verification.traces import Shows, Trace, nothing, replayed, shortened, violation


@dataclass(frozen=True, slots=True)
class Sought:
    """What looking for a trace came to.

    `looked` says in words where nothing was found; `depth` is the number of moves up to which every state of the
    board was seen; `exhausted` says that it has no others, under the choices that are fixed.
    """

    trace: Trace | None
    looked: str
    depth: int = 0
    exhausted: bool = False


@dataclass(frozen=True, eq=False)
class _Wanted:
    """What a trace must show: a property, or a store of the action numbered `faulty` that leaves its sort."""

    says: str
    shows: Shows
    declared: Property | None = None
    faulty: int | None = None


def sought(declared: Property, instances: Sequence[Instance], effort: Effort, one_board: bool) -> Sought:
    """Look for a trace that refutes a property, or reaches it if it must be reachable.

    `one_board` says that the claim is about this board alone, so that seeing all its states settles it.
    """
    says = declared.says if declared.kind is Kind.REACHABLE else f"this fails: {declared.says}"
    return _sought(_Wanted(says, violation(declared), declared), instances, effort, one_board)


def stores_outside(action: Action, instances: Sequence[Instance], effort: Effort, one_board: bool) -> Sought:
    """Look for a trace after which a store leaves its sort."""
    number = list(instances[0].game.actions).index(action.name) if instances else 0
    says = f"a store of {action.name} leaves its sort"
    return _sought(_Wanted(says, nothing, None, number), instances, effort, one_board)


def _sought(wanted: _Wanted, instances: Sequence[Instance], effort: Effort, one_board: bool) -> Sought:
    if not instances:
        return Sought(None, "no board was given to look for a counterexample on")
    depth, exhausted, states = 1 << 30, True, 0
    for instance in instances:
        executor = PythonExecutor(instance)
        moves = _at_random(instance, wanted, effort)
        if moves is None:
            found = breadth_first(executor, wanted.shows, effort, wanted.faulty)
            moves = found.moves
            depth, exhausted = min(depth, found.depth), exhausted and found.exhausted
            states += found.states
        if moves is not None:
            return Sought(_confirmed(executor, moves, wanted, effort), "")
    board = instances[0].board.title
    looked = f"all {states} states of {board} obey it" if exhausted else (
        f"nothing against it in {effort.moves} random moves on {board}, nor within {depth} moves of the start"
    )
    settled = exhausted and one_board and len(instances) == 1 and not instances[0].game.settings
    return Sought(None, looked, depth, settled)


def _at_random(instance: Instance, wanted: _Wanted, effort: Effort) -> tuple[Move, ...] | None:
    """Moves that show what is wanted, found by playing at random: natively, or on the reference executor.

    Native play stops at the first fault of any action; where that is another action's, the slower search goes on.
    """
    found = native_search(
        LlvmExecutor(instance), effort.seed, effort.moves, [] if wanted.declared is None else [wanted.declared]
    )
    if found is None:
        return None
    last = found.moves[-1][0] if found.moves else None
    if found.property or last == wanted.faulty:
        return found.moves
    return random_search(PythonExecutor(instance), wanted.shows, effort, wanted.faulty).moves


def _confirmed(executor: Executor, moves: tuple[Move, ...], wanted: _Wanted, effort: Effort) -> Trace:
    """The trace without needless moves, or a shortest one if a short search finds it; replayed."""
    short = shortened(executor, moves, wanted.shows, wanted.faulty)
    quick = replace(effort, states=effort.states // 10)
    shortest = breadth_first(executor, wanted.shows, quick, wanted.faulty).moves
    best = short if shortest is None else shortest
    return replayed(executor.instance, best, wanted.shows, wanted.says, wanted.faulty)
