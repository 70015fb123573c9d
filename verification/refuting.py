"""From a claim that induction could not show to a trace that refutes it, on whichever executor is fastest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from spec.language.actions import Action, Kind, Property
from spec.lowering.executor import Executor, Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from verification.queries import Effort
from verification.search import breadth_first, random_search
from verification.traces import Shows, Trace, fault, replayed, shortened, violation


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


def sought(declared: Property, instances: Sequence[Instance], effort: Effort, one_board: bool) -> Sought:
    """Look for a trace that refutes a property, or reaches it if it must be reachable.

    `one_board` says that the claim is about this board alone, so that seeing all its states settles it.
    """
    says = f"{declared.says}" if declared.kind is Kind.REACHABLE else f"this fails: {declared.says}"
    return _sought([(one, violation(declared, one)) for one in instances], says, effort, one_board, None)


def stores_outside(action: Action, instances: Sequence[Instance], effort: Effort, one_board: bool) -> Sought:
    """Look for a trace after which a store leaves its sort."""
    if not instances:
        return _sought([], "", effort, one_board, None)
    number = list(instances[0].game.actions).index(action.name)
    says = f"a store of {action.name} leaves its sort"
    return _sought([(one, fault) for one in instances], says, effort, one_board, number)


def _sought(
    places: Sequence[tuple[Instance, Shows]], says: str, effort: Effort, one_board: bool, faulty: int | None
) -> Sought:
    if not places:
        return Sought(None, "no board was given to look for a counterexample on")
    depth, exhausted, states = 1 << 30, True, 0
    for instance, shows in places:
        executor = PythonExecutor(instance)
        for search in (random_search, breadth_first):
            found = search(executor, shows, effort, faulty)
            if found.moves is not None:
                return Sought(_confirmed(executor, found.moves, shows, says, effort, faulty), "")
        depth, exhausted = min(depth, found.depth), exhausted and found.exhausted
        states += found.states
    all_choices = len(places) == 1 and not places[0][0].game.settings
    settled = exhausted and one_board and all_choices
    board = places[0][0].board.title
    looked = f"all {states} states of {board} obey it" if exhausted else (
        f"nothing against it in {effort.plays} random games on {board}, nor within {depth} moves"
    )
    return Sought(None, looked, depth, settled)


def _confirmed(
    executor: Executor, moves: tuple[Move, ...], shows: Shows, says: str, effort: Effort, faulty: int | None
) -> Trace:
    """The trace without needless moves, or a shortest one if a short search finds it; replayed."""
    short = shortened(executor, moves, shows, faulty)
    shortest = breadth_first(executor, shows, replace(effort, states=effort.states // 10), faulty).moves
    return replayed(executor.instance, short if shortest is None else shortest, shows, says, faulty)
