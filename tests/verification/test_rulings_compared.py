"""Readings of a ruling are proved the same game, or parted by a shortest game that both reference executors play."""

from collections.abc import Sequence
from itertools import product

import pytest

from fogg.setup import find_game, ready_board
from spec.language.actions import Property
from spec.language.data import EMPTY
from spec.language.game import Game
from spec.language.sorts import bounds
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import two_readings
from verification.queries import Effort
from verification.rulings import Compared, compare
from verification.rulings.differing import Pair
from verification.rulings.goals import partings
from verification.search import random_states
from verification.verdicts import Verdict

GAME = two_readings.MODEL
TOUR = find_game("tour_du_monde")
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


def assert_allowed(game: Game, found: Compared) -> Sequence[int]:
    """Both reference executors allow and make each move before the readings part; the state that it comes to."""
    assert found.trace is not None
    one, other = both(game, found)
    row: Sequence[int] = one.instance.start
    for move in found.trace.moves:
        assert one.broken(row, move) == other.broken(row, move) == ()
        assert one.apply(row, move) == other.apply(row, move)
        row = one.apply(row, move)
    return row


def test_a_difference_nobody_can_come_to_is_none() -> None:
    """Readings that differ only in states that no game reaches are proved to be the same game."""
    found = compared("beyond-seven")
    assert (found.verdict, found.method, found.trace, found.games) == (Verdict.PROVED, "induction", None, 0)


@pytest.mark.parametrize(("id_", "kind", "moves", "says"), [
    ("at-five", "legality", 4, "legal under a and illegal under b"),
    ("bonus", "state", 0, "points[Player#0] at 2 or 4 under a and b"),
    ("coin", "chance", 1, "toss(first Player#0) is more likely under b"),
    ("winner", "reading", 7, "wins is"),
    ("owner", "state", 4, "points[Player#0] at"),
])
def test_a_shortest_game_parts_the_readings(id_: str, kind: str, moves: int, says: str) -> None:
    """The shortest game is found; both executors play it alike, and behind it something differs in words."""
    found = compared(id_, effort=Effort(milliseconds=10_000, states=5_000))
    assert (found.verdict, found.at_least) == (Verdict.REFUTED, moves)
    assert found.trace is not None and found.difference is not None
    assert (len(found.trace.moves), found.difference.kind) == (moves, kind)
    assert says in found.words
    one, other = both(GAME, found)
    row = assert_allowed(GAME, found)
    if kind == "legality":
        move = found.difference.move
        assert move is not None
        assert bool(one.broken(row, move)) != bool(other.broken(row, move))


def test_games_that_begin_otherwise_are_not_the_same() -> None:
    """Where a ruling decides what a game begins with, no move is needed, and each game is affected."""
    found = compared("begin")
    assert (found.verdict, found.at_least, found.affected) == (Verdict.REFUTED, 0, found.games)
    assert found.trace is not None and found.trace.moves == ()
    assert found.words == (
        "a game begins with points[Player#0] at 0 or 1, points[Player#1] at 0 or 1 under a and b"
    )


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


@pytest.mark.parametrize(("game", "id_"), [
    *((GAME, id_) for id_ in RULINGS if id_ != "begin"),
    *((TOUR, id_) for id_ in ("tie", "eighty", "must-move", "row-size")),
])
def test_the_situations_are_those_in_which_the_readings_part(game: Game, id_: str) -> None:
    """Some situation is there, at distance 0 by each guide, in just those states in which moves or answers differ."""
    ruling = {one.id: one for one in game.rulings}[id_]
    board = EMPTY if game is GAME else ready_board("small", game)
    first, second = (Instance(game, 2, board, {ruling: number}) for number in (0, 1))
    pair = Pair.reference(first, second, ruling)
    executor = PythonExecutor(first)
    situations = list(partings(pair))
    assert situations
    for claim in (guide for guides in situations for guide in guides):
        assert claim.guide is not None
        executor.learn(claim)
        executor.learn(claim.guide)
    for row in random_states(executor, 40):
        apart = pair.at(row) is not None
        assert [0 in [_nearest(executor, guides[at], row) for guides in situations] for at in (0, 1)] == 2 * [apart]


def _nearest(executor: PythonExecutor, claim: Property, row: Sequence[int]) -> int:
    """The least distance over all parameters, which must be 0 just where the situation is there."""
    assert claim.guide is not None
    found = []
    for args in product(*(range(lo, hi + 1) for lo, hi in (
        bounds(sort, executor.instance.shape) for sort in claim.params.values()
    ))):
        far = executor.read(claim.guide.name, row, args)
        assert bool(executor.read(claim.name, row, args)) == (far == 0)
        found.append(far)
    return min(found)


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "id_", "says"), [
    ("tour_du_monde", "eighty", "wins is"), ("tour_du_monde", "tie", "wins is"),
    ("eighty_days", "search-without-card", "search("), ("eighty_days", "guardian-free-trip", "free_trip("),
])
def test_readings_that_part_late(game_id: str, id_: str, says: str) -> None:
    """A game behind which rare readings part is found by the distance, or going on from where something has run out.

    It is told that no shorter one is known to be impossible than of so many moves as were looked at in order.
    """
    rules = find_game(game_id)
    ruling = {one.id: one for one in rules.rulings}[id_]
    effort = Effort(milliseconds=5_000, plays=10, length=200, states=500)
    found = compare(rules, ruling, 2, ready_board("small", rules), effort=effort, games=0)[0]
    assert found.verdict is Verdict.REFUTED and found.trace is not None
    assert says in found.words
    assert 0 < found.at_least < len(found.trace.moves)
    assert f"none of fewer than {found.at_least} moves" in found.method
    assert_allowed(rules, found)


@pytest.mark.slow
def test_readings_that_part_only_with_a_variant() -> None:
    """Nobody leaves London again without Assistants; where that is not shown, a game with them is found and told."""
    rules = find_game("eighty_days")
    ruling, assistants = ({one.id: one for one in rules.rulings}["leaving-london"], rules.settings["assistants"])
    board = ready_board("small", rules)
    effort = Effort(milliseconds=5_000, plays=10, length=200, states=500)
    (found,) = compare(rules, ruling, 2, board, elsewhere=[(board, {assistants: 1})], effort=effort, games=0)
    assert (found.verdict, found.ground.choices[assistants]) == (Verdict.REFUTED, 1)
    assert "leonard(" in found.words


@pytest.mark.slow
def test_readings_that_part_where_something_has_run_out() -> None:
    """No random game comes to an empty pile, but one that is led there does, and then the readings part."""
    tour = find_game("tour_du_monde")
    effort = Effort(milliseconds=5_000, plays=10, length=200, states=500)
    pile_empty = {one.id: one for one in tour.rulings}["pile-empty"]
    (found,) = compare(tour, pile_empty, 2, ready_board("small", tour), effort=effort, games=0)
    assert found.verdict is Verdict.REFUTED and found.trace is not None
    assert_allowed(tour, found)
    assert "to_lay" in found.words
