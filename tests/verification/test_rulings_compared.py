"""Readings of a ruling are proved the same game, or parted by a shortest game that both reference executors play."""

import pytest

from fogg.setup import find_game, ready_board
from spec.language.data import EMPTY
from spec.language.game import Game
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import two_readings
from verification.queries import Effort
from verification.rulings import Compared, compare
from verification.verdicts import Verdict

GAME = two_readings.MODEL
RULINGS = {one.id: one for one in GAME.rulings}
QUICK = Effort(milliseconds=10_000, plays=50, length=100, states=500)


def compared(id_: str, games: int = 20, effort: Effort = QUICK) -> Compared:
    (found,) = compare(GAME, RULINGS[id_], 2, EMPTY, effort=effort, games=games)
    return found


def both(game: Game, found: Compared) -> tuple[PythonExecutor, PythonExecutor]:
    """The reference executors of the two readings."""
    assert found.trace is not None
    usual = found.trace.instance
    one, other = (
        PythonExecutor(Instance(game, usual.players, usual.board, {**usual.choices, found.ruling: number}))
        for number in map(found.ruling.number_of, found.readings)
    )
    return one, other


def test_a_difference_nobody_can_come_to_is_none() -> None:
    """Readings that differ only in states that no game reaches are proved to be the same game."""
    found = compared("beyond-seven")
    assert (found.verdict, found.method, found.trace, found.games) == (Verdict.PROVED, "induction", None, 0)


@pytest.mark.parametrize(("id_", "kind", "moves", "says"), [
    ("at-five", "legality", 4, "legal under a and illegal under b"),
    ("bonus", "state", 0, "points[Player#0] at 2 or 4 under a and b"),
    ("coin", "chance", 1, "toss(first Player#0) is more likely under b"),
    ("winner", "reading", 8, "wins is"),
])
def test_a_shortest_game_parts_the_readings(id_: str, kind: str, moves: int, says: str) -> None:
    """The shortest game is found; both executors play it alike, and behind it something differs in words."""
    found = compared(id_, effort=Effort(milliseconds=10_000, states=5_000))
    assert (found.verdict, found.at_least) == (Verdict.REFUTED, moves)
    assert found.trace is not None and found.difference is not None
    assert (len(found.trace.moves), found.difference.kind) == (moves, kind)
    assert says in found.words
    one, other = both(GAME, found)
    row = list(one.instance.start)
    for move in found.trace.moves:
        assert one.broken(row, move) == other.broken(row, move) == ()
        assert one.apply(row, move) == other.apply(row, move)
        row = one.apply(row, move)
    if kind == "legality":
        move = found.difference.move
        assert move is not None
        assert bool(one.broken(row, move)) != bool(other.broken(row, move))


def test_a_game_that_is_not_known_to_be_shortest_says_how_short_it_can_be() -> None:
    """Where the search in order ends too early, random play finds a game, and the bound is what was searched."""
    found = compared("winner", effort=Effort(milliseconds=10_000, plays=100, length=100, states=10))
    assert found.verdict is Verdict.REFUTED
    assert found.trace is not None
    assert found.at_least < len(found.trace.moves) == 8
    assert "none of fewer than" in found.method


@pytest.mark.parametrize(("id_", "least", "most"), [("bonus", 0.9, 1.0), ("at-five", 0.2, 0.9), ("winner", 0.05, 0.5)])
def test_random_games_are_affected_as_often_as_they_come_there(id_: str, least: float, most: float) -> None:
    """Nearly every game has a step of two; with others only games that come to four, or to a draw."""
    found = compared(id_, games=200)
    share, low, high = found.share
    assert least <= share <= most
    assert low <= share <= high


def test_readings_of_a_game_in_the_box() -> None:
    """Which row of three cards is laid out decides a state within nine moves, and in every game."""
    game = find_game("tour_du_monde")
    ruling = next(one for one in game.rulings if one.id == "row-size")
    (found,) = compare(game, ruling, 2, ready_board("small", game), effort=QUICK, games=5)
    assert (found.verdict, found.affected) == (Verdict.REFUTED, 5)
    assert found.trace is not None
    assert len(found.trace.moves) == 8
    both(game, found)


def test_a_ruling_that_matters_to_more_players() -> None:
    """Two players never fill the space for exchanging cards, so that a ruling about it is none for them."""
    tour = find_game("tour_du_monde")
    exchange_taken = {one.id: one for one in tour.rulings}["exchange-taken"]
    (found,) = compare(tour, exchange_taken, 2, ready_board("small", tour), effort=QUICK, games=0)
    assert (found.verdict, found.method) == (Verdict.PROVED, "induction")


@pytest.mark.slow
def test_readings_that_part_where_something_has_run_out() -> None:
    """No random game comes to an empty pile, but one that is led there does, and then the readings part."""
    tour = find_game("tour_du_monde")
    effort = Effort(milliseconds=5_000, plays=10, length=200, states=500)
    pile_empty = {one.id: one for one in tour.rulings}["pile-empty"]
    (found,) = compare(tour, pile_empty, 2, ready_board("small", tour), effort=effort, games=0)
    assert found.verdict is Verdict.REFUTED and found.trace is not None
    one, other = both(tour, found)
    row = list(one.instance.start)
    for move in found.trace.moves:
        assert one.broken(row, move) == other.broken(row, move) == ()
        row = one.apply(row, move)
    assert "to_lay" in found.words
