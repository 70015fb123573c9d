"""Looking for a trace on an executor: at random, and breadth-first."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from spec.language.errors import SpecError
from spec.lowering.executor import Executor, Move
from verification.queries import Effort
from verification.traces import Shows


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to: the moves that show the thing looked for, or how far nothing shows it.

    `depth` is the number of moves up to which every state was seen; `exhausted` says that there are no others.
    """

    moves: tuple[Move, ...] | None = None
    depth: int = 0
    states: int = 0
    exhausted: bool = False


def random_search(executor: Executor, shows: Shows, effort: Effort, faulty: int | None = None) -> Found:
    """Play at random from the start, again and again; chance moves are as likely as the others."""
    chooser = random.Random(effort.seed)
    states = 0
    for _ in range(effort.plays):
        row: Sequence[int] = executor.instance.start
        if shows(executor, None, row):
            return Found((), states=1)
        moves: list[Move] = []
        for _ in range(effort.length):
            legal = executor.legal(row)
            if not legal:
                break
            moves.append(of_one_action(legal, chooser))
            states += 1
            try:
                after = executor.apply(row, moves[-1])
            except SpecError:
                if moves[-1][0] == faulty:
                    return Found(tuple(moves), states=states)
                break
            if shows(executor, row, after):
                return Found(tuple(moves), states=states)
            row = after
    return Found(states=states)


def random_states(executor: Executor, many: int, seed: int = 1) -> list[tuple[int, ...]]:
    """So many different states of random games, the start first; fewer where there are not so many to be found."""
    chooser = random.Random(seed)
    start = tuple(executor.instance.start)
    found, row = {start: None}, start
    for _ in range(4 * many):
        legal = executor.legal(row)
        try:
            row = tuple(executor.apply(row, of_one_action(legal, chooser))) if legal else start
        except SpecError:
            row = start
        found[row] = None
        if len(found) == many:
            break
    return list(found)


def of_one_action(legal: Sequence[Move], chooser: random.Random) -> Move:
    """A move of an action chosen first, so that one with many parameters does not crowd out the others."""
    number = chooser.choice(sorted({move[0] for move in legal}))
    return chooser.choice([move for move in legal if move[0] == number])


def breadth_first(executor: Executor, shows: Shows, effort: Effort, faulty: int | None = None) -> Found:
    """Visit states in order of the moves that lead to them, up to a number of states; a trace found is a shortest."""
    start = tuple(executor.instance.start)
    if shows(executor, None, start):
        return Found((), states=1)
    parents: dict[tuple[int, ...], tuple[tuple[int, ...], Move] | None] = {start: None}
    layer, depth = [start], 0
    while layer:
        following: list[tuple[int, ...]] = []
        for row in layer:
            for move in executor.legal(row):
                try:
                    after = tuple(executor.apply(row, move))
                except SpecError:
                    if move[0] == faulty:
                        return Found(_path(parents, row, move), depth, len(parents))
                    continue
                if shows(executor, row, after):
                    return Found(_path(parents, row, move), depth, len(parents))
                if after not in parents:
                    parents[after] = row, move
                    following.append(after)
            if len(parents) > effort.states:
                return Found(depth=depth, states=len(parents))
        layer, depth = following, depth + 1
    return Found(depth=depth, states=len(parents), exhausted=True)


def _path(
    parents: dict[tuple[int, ...], tuple[tuple[int, ...], Move] | None], row: tuple[int, ...], last: Move
) -> tuple[Move, ...]:
    moves = [last]
    while (step := parents[row]) is not None:
        row, move = step
        moves.append(move)
    return tuple(reversed(moves))
