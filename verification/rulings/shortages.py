"""Games in which readings may part that are alike in most games: those that reach what the spec claims can be reached.

A ruling often speaks of something that has run out. Where the spec claims that some game comes to that, a directed
search finds the game; the readings part on the way there, or in what is played from there on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from spec.language.actions import Kind
from spec.language.errors import SpecError
from spec.lowering.executor import Move
from spec.lowering.llvm import LlvmExecutor
from verification.directed import Seeker
from verification.rulings.differing import Pair

WIDTHS = (100, 1_000)
"""The states that a beam keeps of every depth, in this order."""
PLAYS, ONWARD = 60, 60
"""So many games are played on from where a claim is reached, each for so many moves."""


def parting(
    pair: Pair, executor: LlvmExecutor, seed: int, progress: Callable[[str], None]
) -> tuple[Move, ...] | None:
    """The moves of a game behind which the readings part, among games that come to what is claimed to be reached."""
    for name, moves in _reaching(executor, seed, progress):
        progress(f"playing on from where {name.replace('_', ' ')}")
        rows = [tuple(executor.instance.start)]
        for move in moves:
            rows.append(tuple(executor.apply(rows[-1], move)))
        for made, row in enumerate(rows):
            if pair.at(row) is not None:
                return moves[:made]
        chooser = random.Random(seed)
        for _ in range(PLAYS):
            more = _onward(pair, executor, rows[-1], chooser)
            if more is not None:
                return (*moves, *more)
    return None


def _reaching(
    executor: LlvmExecutor, seed: int, progress: Callable[[str], None]
) -> Iterator[tuple[str, tuple[Move, ...]]]:
    for claim in executor.instance.game.properties.values():
        if claim.kind is Kind.REACHABLE and not claim.false:
            progress(f"looking for a game in which {claim.name.replace('_', ' ')}")
            seeker = Seeker(executor, claim, trusted=False)
            found = (seeker.beam(width, seed=seed).moves for width in WIDTHS)
            moves = next((one for one in found if one is not None), None)
            if moves is not None:
                yield claim.name, moves


def _onward(
    pair: Pair, executor: LlvmExecutor, row: Sequence[int], chooser: random.Random
) -> tuple[Move, ...] | None:
    """Moves played at random until the readings part, if they do."""
    made: list[Move] = []
    for _ in range(ONWARD):
        legal = executor.legal(row)
        if not legal:
            return None
        number = chooser.choice(sorted({move[0] for move in legal}))
        move = chooser.choice([one for one in legal if one[0] == number])
        try:
            row = executor.apply(row, move)
        except SpecError:
            return None
        made.append(move)
        if pair.at(row) is not None:
            return tuple(made)
    return None
