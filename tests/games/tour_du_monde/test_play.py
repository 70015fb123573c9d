"""Laws of random games of Le Tour du Monde en 80 jours, counted beside the rules, for every number of players."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

import pytest

from fogg.setup import find_game, ready_board
from graphs.loading import board_files
from spec.language.actions import Kind
from spec.lowering.executor import Move
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_player import random_search
from spec.lowering.python import PythonExecutor
from spec.lowering.shown import shown
from tests.games import random_games
from tests.games.random_games import LONGEST

GAME = find_game("tour_du_monde")
TABLES = [(board, players) for board in board_files(GAME) for players in GAME.counts]
ARRIVALS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 4}
"""How many arrivals end a game of so many players (TDM-27; two by the publisher's sheet)."""
reference, played = partial(random_games.reference, GAME), partial(random_games.played, GAME)


def cell(executor: PythonExecutor, row: Sequence[int], field: str, *index: int) -> int:
    """A cell of a state by its field's name."""
    slots = next(slots for slots in executor.instance.layout.values() if slots.field.name == field)
    return row[slots.slot(index)]


def name(executor: PythonExecutor, move: Move) -> str:
    return executor.actions[move[0]].name


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_every_game_ends_and_only_there_nothing_is_legal(board: str, players: int) -> None:
    """A move is possible exactly until the game is over."""
    executor = reference(board, players)
    for seed in range(2):
        game = played(board, players, seed)
        assert len(game) < LONGEST
        assert not any(executor.read("over", visit.before) for visit in game)
        end = game[-1].after
        assert (executor.read("over", end), executor.legal(end)) == (1, [])


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_the_game_ends_with_the_round_of_the_last_arrival_that_counts(board: str, players: int) -> None:
    """As long as too few were home at the end of a round another followed, and none after that."""
    executor = reference(board, players)
    for seed in range(2):
        game = played(board, players, seed)
        homes_at_rounds = [
            cell(executor, visit.before, "home") for visit in game
            if cell(executor, visit.before, "round") != cell(executor, visit.after, "round")
        ]
        assert [home for home in homes_at_rounds if home >= ARRIVALS[players]] == []
        assert cell(executor, game[-1].after, "home") >= ARRIVALS[players]


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_days_are_those_of_cards_die_detective_clock_and_others(board: str, players: int) -> None:
    """Time markers only move forward, by moves that cost days, and stand still at home."""
    executor = reference(board, players)
    costly = {"travel", "walk", "ride", "keep", "use_chip", "draw_event_card", "end_turn"}
    for visit in played(board, players, 0):
        for one in range(players):
            before, after = (cell(executor, row, "days", one) for row in (visit.before, visit.after))
            assert before <= after
            if before != after:
                assert name(executor, visit.move) in costly
                assert cell(executor, visit.before, "arrival", one) == 0


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_getting_home_takes_as_many_own_turns_as_legs_less_the_relations(board: str, players: int) -> None:
    """TDM-16, with turns and Relations counted by the moves of the game."""
    executor = reference(board, players)
    legs = executor.instance.board.sizes["City"] - 1
    for seed in range(2):
        turns: Counter[int] = Counter()
        relations: Counter[int] = Counter()
        for visit in played(board, players, seed):
            mover = visit.move[1] if not executor.actions[visit.move[0]].chance else -1
            action = name(executor, visit.move)
            before, after = (cell(executor, row, "arrival", mover) for row in (visit.before, visit.after))
            relations[mover] += action == "play_relation"
            if mover >= 0 and after > before:
                assert turns[mover] + 1 >= legs - relations[mover]
            acted = [cell(executor, row, "acted", mover) for row in (visit.before, visit.after)]
            turns[mover] += action == "end_turn" and (
                acted == [0, 1] or cell(executor, visit.before, "round") != cell(executor, visit.after, "round")
            )


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_no_chip_is_made_or_lost(board: str, players: int) -> None:
    """TDM-4, TDM-20: of each kind as many are in the bags, in cities and with players as the board has."""
    executor = reference(board, players)

    def together(row: Sequence[int], chip: int) -> int:
        def cells(field: str) -> Iterator[tuple[tuple[int, ...], int]]:
            slots = next(slots for slots in executor.instance.layout.values() if slots.field.name == field)
            return ((index, row[slots.slot(index)]) for index in slots.indices())

        held = sum(value for field in ("bag", "won") for index, value in cells(field) if index[1] == chip)
        return held + sum(value == chip for _, value in cells("chip"))

    for chip in range(4):
        counts = {together(visit.after, chip) for visit in played(board, players, 0)}
        assert counts == {together(executor.instance.start, chip)}


CLAIMS = tuple(one for one in GAME.properties.values() if one.kind is not Kind.REACHABLE)
"""What is claimed of every game."""


@pytest.mark.parametrize(("board", "players"), TABLES)
def test_no_claim_is_violated_in_a_game(board: str, players: int) -> None:
    """Every invariant holds in every state and every step property on every move, for all parameters."""
    executor = reference(board, players)
    game = played(board, players, 0)
    for declared in CLAIMS:
        assert shown(executor, declared, None, executor.instance.start) is None
        broken = [(declared.name, visit.move) for visit in game
                  if shown(executor, declared, visit.before, visit.after) is not None]
        assert broken == []


@pytest.mark.slow
@pytest.mark.parametrize(("board", "players"), TABLES)
def test_a_million_moves_violate_nothing(board: str, players: int) -> None:
    """Native play finds neither a violated property nor a store that leaves its sort."""
    native = LlvmExecutor(Instance(GAME, players, ready_board(board, GAME)))
    assert random_search(native, 1, 1_000_000, tuple(GAME.properties.values())) is None


@pytest.mark.parametrize("players", [3, 5])
def test_the_winner_is_the_fastest_in_time_or_the_first(players: int) -> None:
    """TDM-28, counted beside the rules: one winner, by days within 80 and then by arrival, else by arrival."""
    executor = reference("box", players)
    for seed in range(4):
        end = played("box", players, seed)[-1].after
        home = [(cell(executor, end, "days", one), cell(executor, end, "arrival", one), one) for one in range(players)
                if cell(executor, end, "arrival", one)]
        in_time = [one for one in home if one[0] <= 80]
        winner = min(in_time) if in_time else min(home, key=lambda one: one[1])
        assert [executor.read("wins", end, (one,)) for one in range(players)] == [
            int(one == winner[2]) for one in range(players)
        ]
