"""The best move on average: intervals hold the exact values, and games are equal for equal seeds."""

from __future__ import annotations

from functools import cache

import pytest

from solvers.plans import Aim, best_move
from spec.execution.position import Position
from spec.execution.table import Table
from spec.language.errors import Malformed
from tests.models import tic_tac_toe

GRID = Table(tic_tac_toe.MODEL, ("X", "O"))


@cache
def exact(row: tuple[int, ...]) -> float:
    """How often X wins from a state when everybody plays at random."""
    position = Position(GRID, row)
    if position.is_over or not position.moves:
        return float(position.read("wins", 0))
    return sum(exact(position.play(move).row) for move in position.moves) / len(position.moves)


def test_intervals_hold_the_exact_values() -> None:
    """Of nine first moves at most one interval of 95% misses what enumeration says; the centre is best and told so."""
    start = Position.start(GRID)
    advice = best_move(start, Aim(0, "wins"), seconds=20, rounds=4_096, seed=7)
    missed = [one for one in advice.moves if abs(one.mean - exact(start.play(one.move).row)) > one.half]
    assert len(missed) <= 1
    best = max(start.moves, key=lambda move: exact(start.play(move).row))
    assert (advice.moves[0].move, advice.separated) == (best, True)


def test_equal_seeds_give_equal_advice() -> None:
    """The same seed and number of rounds give the same numbers, another seed others."""
    start = Position.start(GRID)
    one, same, other = (
        best_move(start, Aim(0, "wins"), seconds=20, rounds=50, seed=seed).moves for seed in (1, 1, 2_000)
    )
    assert one == same
    assert one != other


def test_an_interruption_keeps_what_is_known() -> None:
    """Stopped at the keyboard, the moves are told with the games played so far."""
    def interrupt(games: int) -> None:
        if games > 100:
            raise KeyboardInterrupt

    advice = best_move(Position.start(GRID), Aim(0, "wins"), seconds=20, progress=interrupt)
    assert advice.interrupted
    assert len(advice.moves) == 9


def test_only_who_is_to_move_is_advised() -> None:
    """It is not the turn of O at the start, and that is said."""
    with pytest.raises(Malformed, match="not the turn of O"):
        best_move(Position.start(GRID), Aim(1, "wins"))
