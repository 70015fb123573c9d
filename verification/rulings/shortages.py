"""Games in which readings part that are alike in most games.

A search in order, and one led by the distance, look for each situation in which they part. Besides, a ruling often
speaks of something that has run out. Where the spec claims that some game comes to that, a directed
search finds the game; the readings part on the way there, or in what is played from there on.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from spec.language.actions import Kind
from spec.language.errors import SpecError
from spec.lowering.executor import Move
from spec.lowering.llvm import LlvmExecutor
from verification.directed import Seeker
from verification.directed.expand import FARTHEST, Order
from verification.free.nearing import WIDTHS
from verification.rulings.differing import Pair
from verification.rulings.goals import partings
from verification.search import of_one_action

IN_ORDER = 1_000_000
"""So many moves are made in order of the length of games, for each situation in which readings part."""
PLAYS, ONWARD = 60, 60
"""So many games are played on from where a claim is reached, each for so many moves."""


@dataclass(frozen=True, slots=True)
class Apart:
    """The moves of a game behind which readings part, or None; no game of fewer than `at_least` moves parts them."""

    moves: tuple[Move, ...] | None
    at_least: int


def led_apart(pair: Pair, executor: LlvmExecutor, seed: int, progress: Callable[[str], None]) -> Apart:
    """Look for each situation in which the readings part: in order, for a shortest game, then led by the distance."""
    best, at_least = None, FARTHEST
    for situations in partings(pair):
        progress(f"looking for {situations[0].says}")
        seeker = Seeker(executor, situations[0], trusted=False)
        first = seeker.best_first(IN_ORDER)
        at_least = min(at_least, FARTHEST if first.exhausted else first.at_least)
        found = first.moves
        if found is None and not first.exhausted:
            limit = FARTHEST if best is None else len(best) - 1
            seekers = (seeker, *(Seeker(executor, one, trusted=False) for one in situations[1:]))
            beams = (
                one.beam(width, order, limit, seed).moves
                for width in WIDTHS for one in seekers for order in (Order.NEEDED, Order.GUIDED)
            )
            found = next((moves for moves in beams if moves is not None), None)
        parted = None if found is None else _until_parted(pair, executor, found)
        if parted is not None and (best is None or len(parted) < len(best)):
            best = parted
    return Apart(best, at_least)


def played_apart(
    pair: Pair, executor: LlvmExecutor, seed: int, progress: Callable[[str], None]
) -> tuple[Move, ...] | None:
    """The moves of a game behind which the readings part, among games that reach a claim and go on."""
    for name, moves in _reaching(executor, seed, progress):
        progress(f"playing on from where {name.replace('_', ' ')}")
        parted = _until_parted(pair, executor, moves)
        if parted is not None:
            return parted
        row, chooser = executor.led_to(moves), random.Random(seed)
        for _ in range(PLAYS):
            more = _onward(pair, executor, row, chooser)
            if more is not None:
                return (*moves, *more)
    return None


def _until_parted(pair: Pair, executor: LlvmExecutor, moves: tuple[Move, ...]) -> tuple[Move, ...] | None:
    """The moves up to the first state of a game in which the readings part, if there is one."""
    row: Sequence[int] = executor.instance.start
    for made, move in enumerate((*moves, None)):
        if pair.at(row) is not None:
            return moves[:made]
        if move is not None:
            row = executor.apply(row, move)
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
        move = of_one_action(legal, chooser)
        try:
            row = executor.apply(row, move)
        except SpecError:
            return None
        made.append(move)
        if pair.at(row) is not None:
            return tuple(made)
    return None
