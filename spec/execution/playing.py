"""Playing whole games: at random or greedily, with chance by its exact weights."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spec.execution.position import Position
from spec.execution.table import Table
from spec.lowering.executor import Move
from spec.lowering.python import PythonExecutor

Chooser = Callable[[Position, Sequence[Move], random.Random], Move]
"""Picks a player's move among the legal ones."""


@dataclass(frozen=True, slots=True)
class Playout:
    """A played game: its moves and the position they led to."""

    moves: tuple[Move, ...]
    end: Position


def random_chooser(position: Position, moves: Sequence[Move], rng: random.Random) -> Move:
    """Any legal move, all alike."""
    return moves[int(rng.random() * len(moves))]


def greedy_chooser(position: Position, moves: Sequence[Move], rng: random.Random) -> Move:
    """The move after which the mover's `score` reading is best; ties at random."""
    if "score" not in position.table.game.readings or len(moves) == 1:
        return random_chooser(position, moves, rng)
    executor = position.table.executor
    best: list[Move] = []
    most = None
    for move in moves:
        score = executor.read("score", executor.apply(position.row, move), move[1:2])
        if most is None or score > most:
            best, most = [move], score
        elif score == most:
            best.append(move)
    return best[int(rng.random() * len(best))]


def draw(weights: Sequence[int], rng: random.Random) -> int:
    """An index, drawn with the given positive weights."""
    left = int(rng.random() * sum(weights))
    for index, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return index
    return len(weights) - 1


def play_out(
    table: Table, seed: int, choosers: Sequence[Chooser] = (random_chooser,), *, start: Position | None = None,
    longest: int = 100_000,
) -> Playout:
    """Play on to the end (or for `longest` moves); seat n chooses by `choosers[n]`, or by the only one given."""
    rng = random.Random(seed)
    position = start or Position.start(table)
    moves: list[Move] = []
    while len(moves) < longest and not position.is_over:
        legal, weights = table.executor.legal_and_weights(position.row)
        if not legal:
            break
        if weights:
            move = legal[draw(weights, rng)]
        else:
            chooser = choosers[legal[0][1]] if len(choosers) > 1 else choosers[0]
            move = chooser(position, legal, rng)
        moves.append(move)
        position = Position(table, tuple(table.executor.apply(position.row, move)))
    return Playout(tuple(moves), position)


def random_moves(executor: PythonExecutor, seed: int, count: int) -> int:
    """Play `count` random moves, beginning again after each game; the number of games ended."""
    rng = random.Random(seed)
    start, games = executor.instance.start, 0
    row: Sequence[int] = start
    for _ in range(count):
        moves, weights = executor.legal_and_weights(row)
        if not moves:
            row, games = start, games + 1
            continue
        move = moves[draw(weights, rng)] if weights else moves[int(rng.random() * len(moves))]
        row = executor.apply(row, move)
    return games
