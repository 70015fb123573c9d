"""Routes of 80 Days against the reference executor: what it can play is what the journey says."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fogg.setup import table as set_up
from solvers.eighty_days import (
    CannotTravel,
    Newspaper,
    Situation,
    journey_of,
    made_up,
    moved,
    prices,
    read_city,
    replay,
    route_map,
    turn_of,
)
from solvers.eighty_days.journeys import TRAVEL, number
from solvers.routes import (
    Barred,
    EnginesDisagree,
    ItemsMissing,
    NoRoute,
    Objective,
    Route,
    find_route,
    in_words,
    search_route,
)
from spec.execution.playing import play_out
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.eighty_days.board import City
from spec.language.errors import Ambiguous, Malformed

PAPERS = [
    number(one) for one in (
        Newspaper.GOOD_TIMES, Newspaper.STORMY_TODAY, Newspaper.BROKEN_MIRROR, Newspaper.SANTA_EXPRESS,
        Newspaper.SUNDAY_EXPRESS, Newspaper.SUNDAY_EXPRESS, Newspaper.GUARDIAN, Newspaper.GUARDIAN, Newspaper.OBSERVER,
    )
]


@cache
def table_for(players: int, reading: str, board: str = "side_a") -> Table:
    """One table for each number of players and reading of The Guardian."""
    return set_up("eighty_days", board, players, {"guardian-line-costs": reading})


@st.composite
def positions(draw: st.DrawFn, most_coins: int) -> Position:
    """Positions of the first player, alone in a period, with what four suitcases can hold."""
    table = table_for(draw(st.integers(2, 4)), draw(st.sampled_from("abc")))
    cities = len(table.names.of(City))
    items = draw(st.sampled_from([{}, {1: 1}, {1: 2}, {0: 1, 2: 1}, {3: 1, 4: 1}, {0: 1, 1: 1, 3: 1}]))
    fixed = made_up(table, 0, Situation(0))
    low = {area: price - 1 for area, price in zip(TRAVEL, prices(fixed).values(), strict=True)}
    stacks = {area: low[area] + draw(st.integers(0, 2)) for area in draw(st.sets(st.sampled_from(TRAVEL)))}
    return made_up(table, 0, Situation(
        draw(st.integers(0, cities - 1)), draw(st.integers(0, most_coins)), items,
        draw(st.sampled_from([0, 4])), draw(st.sampled_from(PAPERS)), stacks,
    ))


def cell(position: Position, name: str, *index: int) -> int:
    """One cell of a position."""
    return position.table.instance.cells(position.row)[name, index]


def reached(position: Position) -> Iterator[tuple[int, int, int]]:
    """City, links and coins at the end of every way that the executor lets the first player travel."""
    table, actions = position.table, list(position.table.game.actions)
    travel, finish = actions.index("travel"), actions.index("finish")
    coins = cell(position, "coins", 0)
    waiting = [(position, 0, frozenset({cell(position, "city", 0)}))]
    while waiting:
        here, links, seen = waiting.pop()
        yield cell(here, "city", 0), links, coins - cell(here, "coins", 0)
        for move in here.moves:
            if move[0] == travel and move[1] == 0:
                there = Position(table, tuple(table.executor.apply(here.row, move)))
                city = cell(there, "city", 0)
                if city in seen:
                    continue
                if city == table.instance.data.tables["arrival"][0]:
                    yield city, links + 1, coins - cell(there, "coins", 0)
                else:
                    waiting.append((there.play((finish, 0)), links + 1, seen | {city}))


@settings(max_examples=12, deadline=None)
@given(positions(most_coins=9))
def test_the_best_route_is_the_best_that_can_be_played(position: Position) -> None:
    """For every city and objective the executor's own moves reach no better value, and a route if they reach it."""
    ways = list(reached(position))
    for target in range(len(journey_of(position, 0, 0).places)):
        journey = journey_of(position, 0, target)
        for objective in Objective:
            values = [(a, b) if objective is Objective.FEWEST else (b, a) for city, a, b in ways if city == target]
            answer = search_route(journey, objective)
            assert min(values, default=None) == (answer.value(objective) if isinstance(answer, Route) else None)


@settings(max_examples=40, deadline=None)
@given(positions(most_coins=60), st.data())
def test_every_route_can_be_played(position: Position, data: st.DataObject) -> None:
    """The moves of a route are legal, lead to its end, and cost what it says."""
    target = data.draw(st.integers(0, len(journey_of(position, 0, 0).places) - 1))
    answer = search_route(journey_of(position, 0, target), data.draw(st.sampled_from(list(Objective))))
    if isinstance(answer, Route):
        played = replay(position, 0, answer)
        assert cell(played.end, "city", 0) == target
        assert cell(position, "coins", 0) - answer.coins == cell(played.end, "coins", 0)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 200), st.integers(2, 4))
def test_routes_from_real_games_can_be_played(seed: int, longest: int, players: int) -> None:
    """In the middle of a random game a route is played with the others passing on their turns, or there is no turn."""
    position = play_out(table_for(players, "b"), seed, longest=longest).end
    for player in range(players):
        target = read_city(position.table, "Hong Kong", leaving=False)
        try:
            ready = turn_of(position, player)
        except CannotTravel:
            continue
        answer = search_route(journey_of(position, player, target), Objective.FEWEST)
        assert cell(ready, "active") == player
        if isinstance(answer, Route):
            assert cell(replay(position, player, answer).end, "city", player) == target


def test_from_london_to_london_takes_ten_lines_and_nine_with_items() -> None:
    """The board says of itself: ten lines without line costs in items, nine for those who pay."""
    table = table_for(2, "b")
    home = read_city(table, "london", leaving=False)
    for items, links in (({}, 10), ({2: 1, 3: 1}, 9), ({4: 1, 3: 1}, 9), ({0: 1, 2: 1, 3: 1, 4: 1}, 9)):
        position = made_up(table, 0, Situation(read_city(table, "london", leaving=True), items=items))
        routing = find_route(journey_of(position, 0, home))
        assert routing.route is not None, routing
        assert (links, 2) == (routing.route.links, len(routing.agreed))


def test_the_guardian_asks_for_a_revolver_and_each_reading_for_as_many_as_it_says() -> None:
    """From Perth to Sydney by the train that costs a revolver: readings a and c want one, b wants two."""
    for reading, enough, spent in (("a", 1, 1), ("b", 2, 1), ("c", 1, 0)):
        table = table_for(2, reading)
        sydney = read_city(table, "sydney", leaving=False)
        for revolvers in range(3):
            situation = Situation(read_city(table, "perth", leaving=True), 9, {1: revolvers},
                                  newspaper=number(Newspaper.GUARDIAN))
            position = made_up(table, 0, situation)
            journey = journey_of(position, 0, sydney)
            answer = find_route(journey).answer
            assert isinstance(answer, Route) == (revolvers >= enough)
            if isinstance(answer, Route):
                assert spent == answer.items[1]
                replay(position, 0, answer)


def test_what_is_missing_is_named() -> None:
    """On the tiny board London can be reached from Bombay without its revolver only by way of New York, for coins."""
    table = table_for(2, "b", "small")
    position = made_up(table, 0, Situation(read_city(table, "bombay", leaving=True), 4))
    home = read_city(table, "london", leaving=False)
    answer = find_route(journey_of(position, 0, home)).answer
    assert isinstance(answer, NoRoute)
    assert answer.explanation == "the cheapest way costs 5 coins and there are 4"
    without_ship = replace(journey_of(position, 0, home), final=frozenset({"new_york"}))
    lacking = find_route(without_ship).answer
    assert isinstance(lacking, NoRoute) and isinstance(lacking.reason, ItemsMissing)
    assert [in_words(without_ship.item_kinds, way.items) for way in lacking.reason.ways] == ["1 x revolver"]


def test_london_is_closed_before_four_adventures_and_never_left() -> None:
    """Three adventures do not open the arrival city, and nobody travels on from there."""
    table = table_for(2, "b")
    start, home = (read_city(table, "london", leaving=leaving) for leaving in (True, False))
    three = find_route(journey_of(made_up(table, 0, Situation(start, adventures=3)), 0, home)).answer
    assert isinstance(three, NoRoute)
    assert Barred(("london_arrival",), ()) == three.reason
    back = find_route(journey_of(made_up(table, 0, Situation(home)), 0, start)).answer
    assert isinstance(back, NoRoute)
    assert Barred((), ("london_arrival",)) == back.reason


def test_positions_that_cannot_be_are_refused() -> None:
    """Too many coins, items that do not fit, more than the box has, and stacks below the fix coin are all told."""
    table = table_for(2, "b")
    for situation, words in (
        (Situation(0, coins=122), "no 122 coins"),
        (Situation(0, items={4: 5}), "do not fit"),
        (Situation(0, items={4: 9}), "no 9 x coat"),
        (Situation(0, stacks={TRAVEL[0]: 0}), "cannot be 0"),
        (Situation(0, stacks={TRAVEL[0]: 15, TRAVEL[1]: 15}), "coins left"),
        (Situation(0, stacks={5: 2}), "nobody travels by black market"),
    ):
        with pytest.raises(Malformed, match=words):
            made_up(table, 0, situation)


def test_made_up_positions_keep_the_coins_of_the_box() -> None:
    """All coins together are the 125 of the box, and those in hand are all that is left unless said otherwise."""
    for players in (2, 3, 4):
        position = made_up(table_for(players, "b"), 0, Situation(3, stacks={TRAVEL[1]: 4}))
        cells = position.table.instance.cells(position.row)
        assert sum(value for (name, _), value in cells.items() if name in ("bank", "coins", "laid", "juggler")) == 125
        assert cells["bank", ()] == 0


def test_a_route_from_somewhere_else_is_refused_when_played() -> None:
    """The executor refuses a route that does not start at the pawn, and one that costs something else."""
    table = table_for(2, "b")
    position = made_up(table, 0, Situation(read_city(table, "paris", leaving=True)))
    route = find_route(journey_of(position, 0, read_city(table, "irkutsk", leaving=False))).route
    assert route is not None
    with pytest.raises(EnginesDisagree, match=r"travel\.lines"):
        replay(moved(position, 0, read_city(table, "lima", leaving=False)), 0, route)
    dear = made_up(table, 0, Situation(read_city(table, "paris", leaving=True), stacks={TRAVEL[1]: 4}))
    with pytest.raises(EnginesDisagree, match="it costs 2, played 5"):
        replay(dear, 0, route)


def test_who_has_passed_travels_no_more() -> None:
    """In a made-up position only the asked player is left."""
    table = table_for(3, "b")
    position = made_up(table, 1, Situation(1))
    assert position.row == turn_of(position, 1).row
    with pytest.raises(CannotTravel, match="Antonia has passed"):
        turn_of(position, 0)
    with pytest.raises(CannotTravel, match="before Antonia can travel comes drawing adventure cards"):
        turn_of(Position.start(table), 0)


def test_london_is_the_one_that_is_meant() -> None:
    """`london` is the departure for a start and the arrival for an end; other ambiguities stay errors."""
    table = table_for(2, "b")
    assert read_city(table, "London", leaving=True) == table.instance.data.tables["departure"][0]
    assert read_city(table, "london", leaving=False) == table.instance.data.tables["arrival"][0]
    with pytest.raises(Ambiguous):
        read_city(table, "l", leaving=True)


def test_the_map_shows_the_route_and_the_pawn() -> None:
    """The picture has a number for every step, and the player's name."""
    table = table_for(2, "b")
    position = made_up(table, 0, Situation(read_city(table, "paris", leaving=True)))
    route = find_route(journey_of(position, 0, read_city(table, "yokohama", leaving=False))).route
    with_route = str(route_map(position, 0, route, title="Paris to Yokohama").as_svg())
    without = str(route_map(position, 0, None).as_svg())
    assert "Paris to Yokohama" in with_route
    assert "Antonia" in with_route
    assert with_route.count("<circle") >= without.count("<circle") + 4
