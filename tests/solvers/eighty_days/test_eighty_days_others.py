"""The others leave the period by the rules of either side, and change nothing for whoever travels."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from fogg.setup import table as set_up
from solvers.eighty_days import City, Situation, journey_of, made_up, prices, read_city, replay, turn_of
from solvers.eighty_days.journeys import number
from solvers.eighty_days.others import PLAINEST_FIRST, pass_for
from solvers.routes import Objective, Route, search_route
from spec.execution.playing import play_out
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.eighty_days.board import Assistant, Item
from spec.games.eighty_days.state import Decision
from spec.language.sorts import Named

GAMES = range(2)


@cache
def table_for(board: str, players: int, assistants: str = "no") -> Table:
    """One table for each set-up."""
    return set_up("eighty_days", board, players, {"assistants": assistants})


def cell(position: Position, name: str, *index: int) -> int:
    """One cell of a position."""
    return position.table.instance.cells(position.row)[name, index]


def changed(position: Position, **scalars: int) -> Position:
    """The position with other values in some cells without an index."""
    cells = position.table.instance.cells(position.row)
    cells |= {(name, ()): value for name, value in scalars.items()}
    return Position(position.table, tuple(position.table.instance.row(cells)))


def before_turns(table: Table, seed: int) -> Iterator[Position]:
    """The positions of a random game in which somebody is to take the action of a turn."""
    position = Position.start(table)
    for move in play_out(table, seed).moves:
        if cell(position, "open") == number(Decision.ACTION) and not cell(position, "acted"):
            yield position
        position = Position(table, tuple(table.executor.apply(position.row, move)))


@pytest.mark.parametrize(("board", "players", "assistants"), [
    ("side_a", 2, "no"), ("side_a", 4, "yes"),
    ("side_b", 2, "yes"), ("side_b", 3, "no"), ("side_b", 3, "yes"), ("side_b", 4, "no"),
])
def test_whoever_waits_can_travel_in_every_period(board: str, players: int, assistants: str) -> None:
    """The others pass one after another by legal moves, the prices and the traveller's journey staying the same."""
    table = table_for(board, players, assistants)
    for seed in GAMES:
        periods: set[int] = set()
        for position in before_turns(table, seed):
            period, active = cell(position, "period"), cell(position, "active")
            order = [(active + steps) % players for steps in range(1, players)]
            waiting = [one for one in order if not cell(position, "passed", one)]
            if not waiting or period in periods:
                continue
            periods.add(period)
            traveller = waiting[-1]  # so everybody else passes
            ready = turn_of(position, traveller)
            assert (traveller, 0) == (cell(ready, "active"), cell(ready, "acted"))
            assert [one for one in range(players) if not cell(ready, "passed", one)] == [traveller]
            assert prices(position) == prices(ready)
            assert journey_of(position, traveller, 0) == journey_of(ready, traveller, 0)
        assert periods == {1, 2, 3, 4, 5}


@pytest.mark.parametrize(("board", "assistants"), [("side_a", "no"), ("side_b", "no"), ("side_b", "yes")])
def test_routes_are_played_while_the_others_pass(board: str, assistants: str) -> None:
    """A route found for somebody who waits for a turn is replayed to its end at its costs."""
    table = table_for(board, 3, assistants)
    played = 0
    for seed in GAMES:
        for position in list(before_turns(table, seed))[::40]:
            active = cell(position, "active")
            for traveller in range(3):
                if traveller == active or cell(position, "passed", traveller):
                    continue
                journey = journey_of(position, traveller, 0)
                answers = (search_route(replace(journey, target=one), Objective.FEWEST) for one in journey.places)
                routes = [one for one in answers if isinstance(one, Route) and one.links]
                for route in routes[::6]:
                    end = replay(position, traveller, route).end
                    assert route.places[-1] == table.names.id(Named(City), cell(end, "city", traveller))
                    played += 1
    assert played > 5


@pytest.mark.parametrize("assistants", ["no", "yes"])
@pytest.mark.parametrize("tile", PLAINEST_FIRST)
def test_any_tile_that_is_left_can_be_taken(tile: int, assistants: str) -> None:
    """With one tile lying there its effect is carried out to the end, and the traveller keeps everything."""
    table = table_for("side_b", 2, assistants)
    for seed in GAMES:
        for position in list(before_turns(table, seed))[::40]:
            passer = cell(position, "active")
            traveller = 1 - passer
            if cell(position, "period") == 5 or cell(position, "passed", traveller):
                continue
            cells = table.instance.cells(position.row)
            cells |= {("available", (one,)): int(one == tile) for one in PLAINEST_FIRST}
            here = Position(table, tuple(table.instance.row(cells)))
            there, moves = pass_for(here, passer)
            actions = list(table.game.actions)
            assert ("pass_with", passer, tile) == (actions[moves[0][0]], *moves[0][1:])
            assert actions.index("finish") == moves[-1][0]
            assert (1, traveller) == (cell(there, "passed", passer), cell(there, "active"))
            assert prices(here) == prices(there)
            assert journey_of(here, traveller, 0) == journey_of(there, traveller, 0)


def test_in_period_v_and_on_side_a_passing_takes_no_tile() -> None:
    """There one move is all: the pass itself."""
    for board, period in (("side_a", 1), ("side_b", 5)):
        table = table_for(board, 2)
        position = changed(next(before_turns(table, 0)), period=period)
        _, moves = pass_for(position, cell(position, "active"))
        assert [(list(table.game.actions).index("pass"), cell(position, "active"))] == moves


def test_revolvers_on_matildas_card_are_spent_by_a_route() -> None:
    """A line that costs a revolver is travelled with one of Matilda's, and the replay counts it as the route does."""
    table = table_for("side_a", 2, "yes")
    situation = Situation(read_city(table, "perth", leaving=True), 9)
    cells = table.instance.cells(made_up(table, 0, situation).row)
    cells["assistant", (0,)] = number(Assistant.MATILDA)
    cells["holster", ()] = 2
    cells["supply", (number(Item.REVOLVER),)] -= 2
    position = Position(table, tuple(table.instance.row(cells)))
    answer = search_route(journey_of(position, 0, read_city(table, "sydney", leaving=False)), Objective.FEWEST)
    assert isinstance(answer, Route)
    assert answer.items[number(Item.REVOLVER)] == 1
    assert cell(replay(position, 0, answer).end, "holster") == 1
