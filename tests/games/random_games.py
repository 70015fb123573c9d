"""Random games of any game, move by move by the reference executor, for laws about all of them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from fogg.setup import ready_board
from spec.language import Game
from spec.lowering.executor import Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor

LONGEST = 10_000
"""Far more moves than a random game takes: some hundred."""


class Visit(NamedTuple):
    """A move of a game with the states before and after it."""

    before: Sequence[int]
    move: Move
    after: Sequence[int]


@cache
def reference(game: Game, board: str, players: int) -> PythonExecutor:
    """The reference executor of a game on a board that comes with it."""
    return PythonExecutor(Instance(game, players, ready_board(board, game)))


@cache
def played(game: Game, board: str, players: int, seed: int) -> tuple[Visit, ...]:
    """A random game to its end; cut off after `LONGEST` moves."""
    return tuple(_moves(reference(game, board, players), random.Random(seed)))


def _moves(executor: PythonExecutor, chooser: random.Random) -> Iterator[Visit]:
    row: Sequence[int] = executor.instance.start
    for _ in range(LONGEST):
        moves = executor.legal(row)
        if not moves:
            return
        move = chooser.choices(moves, [executor.weight(row, one) for one in moves])[0]
        after = executor.apply(row, move)
        yield Visit(row, move, after)
        row = after
