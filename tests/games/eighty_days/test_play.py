"""Laws of random games of 80 Days, on every board that comes with it and for every number of players."""

import random
from functools import partial
from itertools import product

import pytest

from fogg.setup import find_game, ready_board
from graphs.loading import board_files
from spec.language.actions import Kind
from spec.language.sorts import bounds
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_player import random_search
from spec.lowering.shown import shown
from tests.games import random_games
from tests.games.random_games import LONGEST

GAME = find_game("eighty_days")
TABLES = [(board, players) for board in board_files(GAME) for players in GAME.counts]
CLAIMS = tuple(one for one in GAME.properties.values() if one.kind is not Kind.REACHABLE)
reference, played = partial(random_games.reference, GAME), partial(random_games.played, GAME)


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_every_game_ends_and_only_there_nothing_is_legal(board: str, players: int) -> None:
    """A move is possible exactly until the game is over."""
    executor = reference(board, players)
    for seed in range(3):
        game = played(board, players, seed)
        assert len(game) < LONGEST
        assert not any(executor.read("over", before) for before, _, _ in game)
        end = game[-1][2]
        assert (executor.read("over", end), executor.legal(end)) == (1, [])


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_no_claim_is_violated_in_a_game(board: str, players: int) -> None:
    """Every invariant holds in every state and every step property on every move, for all parameters."""
    executor = reference(board, players)
    game = played(board, players, 0)
    for declared in CLAIMS:
        assert shown(executor, declared, None, executor.instance.start) is None
        broken = [(declared.name, move) for before, move, after in game
                  if shown(executor, declared, before, after) is not None]
        assert broken == []


@pytest.mark.parametrize(("board", "players"), TABLES)
@pytest.mark.parametrize("moves", [200_000, pytest.param(2_000_000, marks=pytest.mark.slow)])
def test_native_play_violates_nothing(board: str, players: int, moves: int) -> None:
    """Native play finds neither a violated property nor a store that leaves its sort."""
    native = LlvmExecutor(Instance(GAME, players, ready_board(board, GAME)))
    assert random_search(native, 1, moves, CLAIMS) is None


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_the_legal_moves_are_those_that_break_no_rule(board: str, players: int) -> None:
    """In states drawn from a game every action with every parameter is legal just if nothing refuses it."""
    executor = reference(board, players)
    game = played(board, players, 1)
    everything = [
        (number, *values) for number, action in enumerate(executor.actions)
        for values in product(*(range(lo, hi + 1) for lo, hi in
                                (bounds(sort, executor.instance.shape) for sort in action.params.values())))
    ]
    rows = [before for before, _, _ in random.Random(2).sample(game, 12)] + [game[-1][2]]
    for row in rows:
        assert executor.legal(row) == [move for move in everything if not executor.broken(row, move)]


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_the_winners_have_the_best_score_and_the_most_coins_of_those(board: str, players: int) -> None:
    """At the end those with the most points, and among them the most coins, win, and nobody wins before."""
    executor = reference(board, players)
    for seed in range(3):
        game = played(board, players, seed)
        end = game[-1][2]
        marks = [(executor.read("score", end, (one,)), executor.read("coins_of", end, (one,)))
                 for one in range(players)]
        wins = [executor.read("wins", end, (one,)) for one in range(players)]
        assert wins == [int(mark == max(marks)) for mark in marks]
        assert any(wins)
        assert not any(executor.read("wins", before, (one,)) for before, _, _ in game for one in range(players))


def test_a_tie_in_points_goes_to_the_coins_and_then_is_shared() -> None:
    """Where points are equal, more coins win; where coins are equal too, both do."""
    executor = reference("small", 2)
    slots = {slots.field.name: slots for slots in executor.instance.layout.values()}
    row = list(played("small", 2, 0)[-1][2])
    for name in ("city", "arrival_card", "points"):
        for one in range(2):
            row[slots[name].slot((one,))] = row[slots[name].slot((0,))]
    coins = [slots["coins"].slot((one,)) for one in range(2)]
    for has, wins in (((5, 4), (1, 0)), ((4, 5), (0, 1)), ((5, 5), (1, 1))):
        row[coins[0]], row[coins[1]] = has
        assert tuple(executor.read("wins", row, (one,)) for one in range(2)) == wins
