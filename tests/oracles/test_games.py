"""Real games in foreign checkers: the whole rest of a game from a late position, and the first moves of a new one."""

from __future__ import annotations

from functools import cache

import pytest

from fogg.setup import find_game, small_board, table
from spec.execution.playing import play_out
from spec.lowering.instance import Instance
from tests.oracles.asking import ORACLES, needed
from verification.exploration import explore
from verification.export import Model, model
from verification.export.checkers import count

pytestmark = pytest.mark.oracle


@cache
def new_game() -> Instance:
    """80 Days for two players on the smallest board that comes with it."""
    game = find_game("eighty_days")
    return table(game, small_board(game), 2).instance


@cache
def late_game() -> Instance:
    """The same, twelve moves before the end of a game played at random."""
    game = find_game("eighty_days")
    ready = table(game, small_board(game), 2)
    row = ready.instance.start
    for move in play_out(ready, 1).moves[:-12]:
        row = tuple(ready.executor.apply(row, move))
    return ready.instance.starting_at(row)


@cache
def counted() -> tuple[int, int]:
    found = explore(late_game())
    assert found.complete
    return found.states, found.moves


@cache
def exported() -> Model:
    return model(late_game())


@pytest.mark.parametrize("oracle", [
    "storm-jani", *(pytest.param(one, marks=pytest.mark.slow) for one in ("momba", "spin", "rumur")),
])
def test_rest_of_a_game(oracle: str) -> None:
    """Every oracle finds the same states and moves to the end of the game (PRISM has no names for long effects)."""
    needed(oracle)
    assert ORACLES[oracle](exported()) == counted()


@pytest.mark.slow
def test_first_moves() -> None:
    """Spin finds the states of the first eight moves of a new game: its set-up and the first actions."""
    needed("spin")
    layers = explore(new_game(), max_states=100_000).layers
    assert count("spin", model(new_game()), depth=8, fast=False).states == sum(layers[:9])
