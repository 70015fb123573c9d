"""States of random games, with the moves that are legal there and others close to them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from spec.execution.playing import draw
from spec.language.sorts import bounds
from spec.lowering.executor import Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from verification.mutation.bench import Stand, Workshops
from verification.mutation.columns import Ground
from verification.search import of_one_action

MOST_OF_ONE = 8
"""So many legal moves of one action are taken in one state."""


def corpus(
    workshops: Workshops, grounds: Sequence[tuple[Ground, Instance]], seed: int, games: int, states: int
) -> list[Stand]:
    """Stands of moves in states of random games, `games` on each instance with some `states` taken of each."""
    stands: list[Stand] = []
    for ground, instance in grounds:
        executor, rng = PythonExecutor(instance), random.Random(seed)
        rows: dict[int, list[Sequence[int]]] = {}
        moves: dict[int, list[Move]] = {}
        for _ in range(games):
            for row, legal in _played(executor, rng, states):
                for move in _close_by(executor, legal, rng):
                    rows.setdefault(move[0], []).append(row)
                    moves.setdefault(move[0], []).append(move)
        choices = ground.choices(instance.all_choices)
        for number, made in moves.items():
            stands.append(Stand(
                ground, workshops.actions[number], workshops(ground, number), rows[number], made, [choices] * len(made),
            ))
    return stands


def _played(executor: PythonExecutor, rng: random.Random, states: int) -> list[tuple[Sequence[int], list[Move]]]:
    """Some states of one random game, with their legal moves."""
    row: Sequence[int] = executor.instance.start
    seen: list[tuple[Sequence[int], list[Move]]] = []
    ends = "over" in executor.instance.game.readings
    while not (ends and executor.read("over", row)):
        legal, weights = executor.legal_and_weights(row)
        if not legal:
            break
        seen.append((row, legal))
        # An action is chosen first, so that one of few moves comes as often as one of many.
        move = legal[draw(weights, rng)] if weights else of_one_action(legal, rng)
        row = executor.apply(row, move)
    return rng.sample(seen, min(states, len(seen)))


def _close_by(executor: PythonExecutor, legal: Sequence[Move], rng: random.Random) -> list[Move]:
    """Some legal moves, moves that differ from one in a parameter, and one move of every action."""
    shape = executor.instance.shape
    ranges = [[bounds(sort, shape) for sort in action.params.values()] for action in executor.actions]
    by_action: dict[int, list[Move]] = {}
    for move in legal:
        by_action.setdefault(move[0], []).append(move)
    found: dict[Move, None] = {}
    for group in by_action.values():
        for move in rng.sample(group, min(MOST_OF_ONE, len(group))):
            found[move] = None
            for at, (lo, hi) in enumerate(ranges[move[0]], start=1):
                found[(*move[:at], rng.randint(lo, hi), *move[at + 1:])] = None
    mover = next(iter(legal))[1:2]
    for number, limits in enumerate(ranges):
        move = (number, *(rng.randint(lo, hi) for lo, hi in limits))
        found[move] = None
        if mover and limits:
            found[(number, *mover, *move[2:])] = None
    return [
        move for move in found
        if all(lo <= one <= hi for one, (lo, hi) in zip(move[1:], ranges[move[0]], strict=True))
    ]
