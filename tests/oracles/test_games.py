"""Real games in foreign checkers: the whole rest of a game from a late position, and games from their first move."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from fogg.setup import find_game, small_board, table
from spec.execution.playing import play_out
from spec.execution.table import Table
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models.exploring import explore as plainly_explored
from tests.oracles.asking import ORACLES, needed
from tests.verification.exhausting.shrunken import HERE, SHRUNKEN
from verification.exploration import explore
from verification.export import Model, model
from verification.export.checkers import count

pytestmark = pytest.mark.oracle


@cache
def of_80_days() -> Table:
    """80 Days for two players on the smallest board that comes with it."""
    game = find_game("eighty_days")
    return table(game, small_board(game), 2)


@cache
def of_the_tour() -> Table:
    """Le Tour du Monde for two players on a board of six cards."""
    return table("tour_du_monde", HERE / "tiny_tour.toml", players=2)


def late(ready: Table, seed: int, left: int) -> Instance:
    """A game that begins so many moves before the end of one played at random."""
    row = ready.instance.start
    for move in play_out(ready, seed).moves[:-left]:
        row = tuple(ready.executor.apply(row, move))
    return ready.instance.starting_at(row)


GAMES: dict[str, Callable[[], Instance]] = {
    "80 days": lambda: late(of_80_days(), 1, 12),
    "five coins": SHRUNKEN["eighty_days_five_coins"],
    "the tour": lambda: late(of_the_tour(), 5, 20),
}


@cache
def counted(name: str) -> tuple[int, int]:
    found = plainly_explored(PythonExecutor(GAMES[name]()))
    return found.states, found.moves


@cache
def exported(name: str) -> Model:
    return model(GAMES[name]())


SLOW = (("five coins", "spin"), ("80 days", "rumur"), ("the tour", "momba"), ("the tour", "storm-prism"))


@pytest.mark.parametrize(("name", "oracle"), [
    ("80 days", "storm-jani"), ("the tour", "storm-jani"),
    *(pytest.param(*pair, marks=pytest.mark.slow) for pair in SLOW),
])
def test_rest_of_a_game(name: str, oracle: str) -> None:
    """Every oracle finds the same states and moves to the end of the game (80 Days is too long for PRISM)."""
    needed(oracle)
    assert ORACLES[oracle](exported(name)) == counted(name)


@pytest.mark.slow
def test_first_moves() -> None:
    """Spin finds the states of the first eight moves of 80 Days: its set-up and the first actions."""
    needed("spin")
    layers = explore(of_80_days().instance, max_states=100_000).layers
    assert count("spin", model(of_80_days().instance), depth=8, fast=False).states == sum(layers[:9])


@pytest.mark.slow
def test_whole_game() -> None:
    """Spin finds all states and moves of Le Tour du Monde on its smallest board, from the first move to every end."""
    needed("spin")
    ours = explore(of_the_tour().instance)
    found = count("spin", model(of_the_tour().instance))
    assert ours.complete
    assert (found.states, found.moves) == (ours.states, ours.moves)
