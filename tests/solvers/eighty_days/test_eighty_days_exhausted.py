"""Plans of 80 Days against every way to play on: no other is better, on a small board of side B."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from fogg.setup import find_game, ready_board
from fogg.setup import table as set_up
from solvers.eighty_days import Situation, made_up
from solvers.eighty_days.campaigns import replay_plan
from solvers.eighty_days.expeditions import Request, expedition_of
from solvers.eighty_days.journeys import ITEMS, number
from solvers.expeditions import Objective, Plan, Stopped, search_plan
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.eighty_days.board import Assistant, Bonus, City, Newspaper, PassTile
from tests.solvers.eighty_days.playing_out import PlayedOut

HELPERS = tuple(number(one) for one in (
    Assistant.LEONARD, Assistant.MARY, Assistant.JILL, Assistant.MATILDA, Assistant.JEAN, Assistant.LUIGI))
TILES = tuple(number(one) for one in (PassTile.SWAP, PassTile.AND_BYE, PassTile.NEW_ADVENTURES, PassTile.MONEY))
PAPERS = tuple(number(one) for one in (
    Newspaper.STORMY_TODAY, Newspaper.SANTA_EXPRESS, Newspaper.SUNDAY_EXPRESS, Newspaper.GUARDIAN, Newspaper.OBSERVER))
RULINGS = ("leaving-london", "swap-duty", "free-trip-duty", "fourth-adventure", "bonus-into-london", "matilda-order",
           "guardian-assistant")
READINGS = ("a" * len(RULINGS), "b" * len(RULINGS), "baaaaaa", "babbaab")
MOST = 1_200  # positions that are played out for an answer
NONE = (0,) * len(ITEMS)
ignored = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


@cache
def table_for(letters: str) -> Table:
    """A small board whose London adventures bring trips, by the readings of the rulings."""
    board = ready_board("small_b", find_game("eighty_days"))
    bonus = list(board.tables["bonus"])
    london = [card for card, is_london in enumerate(board.tables["london"]) if is_london]
    for card, one in zip(london, (Bonus.ANY_LINE, Bonus.SPECIAL), strict=False):
        bonus[card] = number(one)
    board = replace(board, tables={**board.tables, "bonus": tuple(bonus)})
    return set_up("eighty_days", board, 2, {"assistants": "yes", **dict(zip(RULINGS, letters, strict=True))})


def check(data: st.DataObject, letters: str) -> None:
    """Draw a question, plan, play the plan, and look whether anything that can be played is better."""
    table = table_for(letters)
    cards = data.draw(st.sampled_from([[], [], [0], [5], [1, 6], [0, 7]]))
    position = with_tile(made_up(table, 0, Situation(
        data.draw(st.integers(0, len(table.names.of(City)) - 1)), data.draw(st.integers(0, 4)),
        data.draw(st.sampled_from([{}, {0: 1}, {3: 1}, {2: 1}, {1: 1}, {3: 1, 2: 1}, {4: 1}, {2: 2}])),
        data.draw(st.sampled_from([3, 4])), assistant=data.draw(st.sampled_from(HELPERS)),
        card=cards[0] if cards else None, later=cards[1:],
    )), data.draw(st.sampled_from(TILES)))
    request = Request(
        data.draw(st.sampled_from([None, frozenset({4}), frozenset({0}), frozenset({1, 3})])),
        data.draw(st.sampled_from([NONE, (1, 0, 0, 0, 0), (0, 0, 1, 0, 0), (0, 0, 0, 1, 1)])), 0,
        data.draw(st.lists(st.sampled_from(PAPERS), max_size=2, unique=True)), data.draw(st.booleans()), cards)
    objective = data.draw(st.sampled_from(list(Objective)))
    found = search_plan(expedition_of(position, 0, request), objective, most_labels=20_000)
    assume(not isinstance(found, Stopped))
    value = found.value(objective) if isinstance(found, Plan) else None
    if isinstance(found, Plan):
        replay_plan(position, 0, found, request)
    played = PlayedOut(position, 0, request, MOST)
    best = played.best(objective, value or (2, 9, 9))
    assume(played.looked_at < MOST)
    assert best == value


def with_tile(position: Position, tile: int) -> Position:
    """The position with a pass tile in play instead of the last of those drawn."""
    table, cells = position.table, position.table.instance.cells(position.row)
    if not cells["in_play", (tile,)]:
        last = max(one for one in range(len(PassTile.members)) if cells["in_play", (one,)])
        for name in ("in_play", "available", "tile_coins"):
            cells[name, (tile,)], cells[name, (last,)] = cells[name, (last,)], cells[name, (tile,)]
    return Position(table, tuple(table.instance.row(cells)))


@settings(max_examples=6, deadline=None, suppress_health_check=ignored)
@given(st.data())
def test_nothing_that_can_be_played_is_better(data: st.DataObject) -> None:
    """With pass tiles, Assistants and adventures, where whoever has arrived in London may be led out again."""
    check(data, READINGS[3])


@pytest.mark.slow
@pytest.mark.parametrize("letters", READINGS)
@settings(max_examples=8, deadline=None, suppress_health_check=ignored)
@given(data=st.data())
def test_nothing_that_can_be_played_is_better_by_other_readings(letters: str, data: st.DataObject) -> None:
    """The same by both readings of every ruling that bears on it."""
    check(data, letters)
