"""Plans of 80 Days over several periods, with purchases and Assistants: played by the rules, and as people ask."""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fogg.command import main
from fogg.setup import table as set_up
from solvers.eighty_days import Situation, journey_of, made_up, read_city
from solvers.eighty_days.campaigns import replay_plan
from solvers.eighty_days.expeditions import Request, expedition_of
from solvers.eighty_days.itineraries import points_by_city
from solvers.eighty_days.journeys import Newspaper, number
from solvers.expeditions import EnginesDisagree, Leave, Objective, Plan, find_plan, search_plan
from solvers.routes import Verdict
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.eighty_days.board import Adventure, Assistant, City, PassTile
from spec.language.errors import Malformed

PAPERS = tuple(number(one) for one in (
    Newspaper.STORMY_TODAY, Newspaper.BROKEN_MIRROR, Newspaper.FOGGY_JOURNAL, Newspaper.SANTA_EXPRESS,
    Newspaper.INDEPENDENT, Newspaper.SUNDAY_EXPRESS, Newspaper.GUARDIAN, Newspaper.OBSERVER,
))
HELPERS = tuple(number(one) for one in (
    Assistant.LEONARD, Assistant.MARY, Assistant.PAUL, Assistant.JILL, Assistant.JEAN, Assistant.MATILDA,
))
LUIGI = number(Assistant.LUIGI)  # who is of no help to somebody alone
STORMY, OBSERVER = number(Newspaper.STORMY_TODAY), number(Newspaper.OBSERVER)


@cache
def table_for(board: str, players: int, assistants: bool, festival: bool, rulings: str = "a") -> Table:
    """One table for each set-up, with the first or second readings of all that bears on free trips and purchases."""
    return set_up("eighty_days", board, players, {
        "assistants": "yes" if assistants else "no", "colors-festival": "yes" if festival else "no",
        **({} if rulings == "a" else dict.fromkeys(RULINGS, rulings)),
    })


RULINGS = ("fourth-adventure", "free-trip-duty", "leaving-london", "bonus-into-london", "guardian-free-trip",
           "matilda-order", "circle-counts", "swap-duty")


SetUp = tuple[str, int, bool, bool] | tuple[str, int, bool, bool, str]
SET_UPS: tuple[SetUp, ...] = (("side_a", 2, True, False), ("side_b", 3, True, True))
MORE: tuple[SetUp, ...] = (
    ("side_a", 3, False, False), ("side_b", 2, False, False), ("side_a", 4, True, True), ("side_b", 4, True, False),
    ("side_a", 2, True, False, "b"), ("side_b", 3, True, True, "b"),
)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_every_plan_can_be_played(data: st.DataObject) -> None:
    """On both sides, with every newspaper and helper, the rules allow each step and count what the plan counts."""
    check_plan(data, data.draw(st.sampled_from(SET_UPS)))


@pytest.mark.slow
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_every_plan_can_be_played_in_every_set_up(data: st.DataObject) -> None:
    """The same with other numbers of players and variants."""
    check_plan(data, data.draw(st.sampled_from((*SET_UPS, *MORE))))


def check_plan(data: st.DataObject, chosen: SetUp) -> None:
    """Draw a question, plan, and play the plan."""
    table = table_for(*chosen)
    cities = st.integers(0, len(table.names.of(City)) - 1)
    # Three others who only pass would keep more coins of three incomes than the box has.
    papers = data.draw(st.lists(st.sampled_from(PAPERS), max_size=3 if chosen[1] < 4 else 1, unique=True))
    ordinary = [card for card, london in enumerate(table.instance.data.tables["london"]) if not london]
    cards = data.draw(st.lists(st.sampled_from(ordinary), max_size=2, unique=True))
    position = made_up(table, 0, Situation(
        data.draw(cities), data.draw(st.integers(0, 14)),
        data.draw(st.sampled_from([{}, {1: 1}, {0: 1, 2: 1}, {3: 1}, {4: 3}])), data.draw(st.sampled_from([0, 4])),
        data.draw(st.sampled_from([one for one in PAPERS[:7] if one not in papers])),
        assistant=data.draw(st.sampled_from(HELPERS)) if chosen[2] else None, card=cards[0] if cards else None,
        later=cards[1:],
    ))
    request = Request(data.draw(st.none() | cities.map(lambda city: frozenset({city}))),
                      data.draw(st.sampled_from([(), (1, 0, 0, 0, 0), (0, 0, 1, 1, 0), (0, 1, 0, 0, 1)])), 0, papers,
                      data.draw(st.booleans()), cards)
    found = search_plan(expedition_of(position, 0, request), data.draw(st.sampled_from(list(Objective))),
                        most_labels=2_000)
    if isinstance(found, Plan):
        played = replay_plan(position, 0, found, request)
        assert played.end.table.instance.cells(played.end.row)["coins", (0,)] == found.coins


CARDS = ("conjurer", "captains_table", "acrobats", "card_sharp", "tiger_watch", "london_whist")


@pytest.mark.parametrize("card", CARDS)
def test_every_kind_of_bonus_is_received(card: str) -> None:
    """An item of choice, free trips, a roll, coins, and an adventure of London: done and played by the rules."""
    table = table_for("side_a", 2, True, False)
    numbers = {name.id: n for n, name in enumerate(table.names.of(Adventure))}
    start, home = londons(table)
    near = read_city(table, "new york", leaving=True)
    cards = [numbers["bail"], numbers[card]] if card.startswith("london") else [numbers[card], numbers["bail"]]
    position = made_up(table, 0, Situation(
        near if card.startswith("london") else start, 40, {0: 1, 2: 1, 4: 1} if card != "tiger_watch" else {1: 1}, 3,
        assistant=LUIGI, card=cards[0],
    ))
    goal = frozenset({home}) if card.startswith("london") else None
    request = Request(goal, papers=(STORMY,), shopping=True, cards=cards)
    found = search_plan(expedition_of(position, 0, request), Objective.FEWEST, most_labels=20_000)
    assert isinstance(found, Plan)
    played = replay_plan(position, 0, found, request)
    assert played.end.table.instance.cells(played.end.row)["diary", (0,)] == 5


READINGS = (
    ("fourth-adventure", "new york", "balloonist", {"a": (1, 2), "b": (0, 0)}),
    ("free-trip-duty", "lisbon", "captains_table", {"a": (2, 4), "b": (1, 2)}),
)


@pytest.mark.parametrize(("ruling", "city", "card", "expected"), READINGS)
def test_readings_of_free_trips_are_planned(
    ruling: str, city: str, card: str, expected: dict[str, tuple[int, int]], capsys: pytest.CaptureFixture[str]
) -> None:
    """The fourth adventure's free trip leads home by one reading, and by one whoever is nearer home may stay."""
    found = {}
    for letter in "ab":
        main(["route", "eighty_days", city, "london", "--adventures", "3", "--complete", card, "--item", "hat",
              "--item", "coat", "--by", "fewest", "--ruling", f"{ruling}={letter}", "--json"])
        data = json.loads(capsys.readouterr().out)
        assert data["verdict"] == "optimal"
        found[letter] = data["actions"], data["paid"]
    assert found == expected


def with_tile(table: Table, player: int, city: int, tile: int, items: Mapping[int, int] | None = None) -> Position:
    """A pawn in a city of side B, a pass tile being in play instead of the last of those drawn."""
    ready = made_up(table, player, Situation(city, 12, items or {}))
    cells = table.instance.cells(ready.row)
    last = max(one for one in range(len(PassTile.members)) if cells["in_play", (one,)])
    for name in ("in_play", "available", "tile_coins"):
        cells[name, (tile,)], cells[name, (last,)] = cells[name, (last,)], cells[name, (tile,)]
    return Position(table, tuple(table.instance.row(cells)))


@pytest.mark.parametrize(("start", "end", "paid"), [("dakar", "suez", 0), ("paris", "tashkent", 2)])
def test_the_trip_of_a_pass_tile_is_planned(start: str, end: str, paid: int) -> None:
    """And bye! takes the pawn along a special line for nothing, though only when a period ends; both engines say so."""
    table = table_for("side_b", 2, False, False)
    city, goal = (read_city(table, one, leaving=True) for one in (start, end))
    position = with_tile(table, 0, city, number(PassTile.AND_BYE))
    request = Request(frozenset({goal}), papers=(STORMY,), shopping=False)
    found = find_plan(expedition_of(position, 0, request), Objective.CHEAPEST)
    assert (found.verdict, len(found.agreed)) == (Verdict.OPTIMAL, 2)
    assert found.plan is not None and found.plan.paid == paid
    left = [step.action for step in found.plan.steps if isinstance(step.action, Leave)]
    assert [one.trip is not None for one in left] == [True]
    played = replay_plan(position, 0, found.plan, request)
    assert played.end.table.instance.cells(played.end.row)["city", (0,)] == goal


@pytest.mark.parametrize(("duty", "items", "expected"), [
    ("a", {3: 1}, (0, 2)), ("b", {3: 1}, (0, 2)), ("a", {}, (1, 1)),
])
def test_the_swap_of_a_pass_tile_is_planned(
    duty: str, items: dict[int, int], expected: tuple[int, int]
) -> None:
    """Time for a swap! makes a hat of an umbrella when a period ends, but of nothing none; both engines say so."""
    table = set_up("eighty_days", "side_b", 2, {"swap-duty": duty})
    paris = read_city(table, "paris", leaving=True)
    swap = number(PassTile.SWAP)
    position = with_tile(table, 0, paris, swap, items)
    request = Request(frozenset({paris}), (0, 0, 1, 0, 0), papers=(STORMY,), shopping=True)
    found = find_plan(expedition_of(position, 0, request), Objective.FEWEST)
    assert (found.verdict, len(found.agreed)) == (Verdict.OPTIMAL, 2)
    assert found.plan is not None and (found.plan.actions, found.plan.periods) == expected
    left = [step.action for step in found.plan.steps if isinstance(step.action, Leave)]
    assert [one.swap for one in left] == [(3, 2)] * len(items)
    played = replay_plan(position, 0, found.plan, request)
    assert played.end.table.instance.cells(played.end.row)["suitcase", (0, 2)] == 1


@pytest.mark.parametrize(("helper", "goal", "expected"), [
    ("leonard", "lisbon", {"a": None, "b": (1, 3, 1)}), ("leonard", "rio", {"a": None, "b": (2, 6, 1)}),
    ("mary", "rio", {"a": None, "b": (2, 0, 2)}), ("luigi", "lisbon", {"a": None, "b": None}),
])
def test_a_pawn_is_led_out_of_london_where_a_ruling_lets_it_be(
    helper: str, goal: str, expected: dict[str, tuple[int, int, int] | None], capsys: pytest.CaptureFixture[str]
) -> None:
    """With Leonard for three coins a line, with Mary a line in each period; never by the action Travel again."""
    found: dict[str, tuple[int, int, int] | None] = {}
    for letter in "ab":
        answer = asked(capsys, "london_arrival", goal, "--set", "assistants=yes", "--assistant", helper, "--item",
                       "2xumbrella", "--ruling", f"leaving-london={letter}", "--next", "stormy_today")
        assert answer["verdict"] in ("optimal", "no route")
        plan = answer["verdict"] == "optimal"
        found[letter] = (answer["actions"], answer["paid"], answer["periods"]) if plan else None
    assert found == expected


def test_whoever_was_led_out_keeps_the_arrival_card() -> None:
    """Elsewhere the race counts as well as the lines to London, and the action Travel is over everywhere."""
    table = set_up("eighty_days", "side_a", 2, {"assistants": "yes", "leaving-london": "b"})
    start, home = londons(table)
    at_home = made_up(table, 0, Situation(home, 9, assistant=HELPERS[0]))
    never, before = (points_by_city(at_home, 0, arrived=one) for one in (False, True))
    best = table.instance.data.tables["arrival_points"][0]
    assert {city: before[city] - never[city] for city in before} == {
        city: best * (city != "london_arrival") for city in before}
    cells = table.instance.cells(at_home.row)
    cells["city", (0,)], cells["led_out", (0,)] = read_city(table, "lisbon", leaving=True), 1
    out = Position(table, tuple(table.instance.row(cells)))
    assert journey_of(out, 0, start).final == frozenset(before)
    assert find_plan(expedition_of(out, 0, Request(frozenset({home}))), Objective.FEWEST).verdict is Verdict.OPTIMAL
    with_luigi = replace(expedition_of(out, 0, Request(frozenset({home}))), periods=expedition_of(
        made_up(table, 0, Situation(start, 9, assistant=LUIGI)), 0, Request(frozenset({home}))).periods)
    assert find_plan(with_luigi, Objective.FEWEST).verdict is Verdict.NO_ROUTE


def londons(table: Table) -> tuple[int, int]:
    """Departure and arrival."""
    return read_city(table, "london", leaving=True), read_city(table, "london", leaving=False)


def test_buying_on_the_way_brings_a_pawn_home_a_period_earlier() -> None:
    """With the incomes of three periods: three of them on the coins alone, two where an umbrella is bought."""
    table = table_for("side_a", 2, True, False)
    start, home = londons(table)
    position = made_up(table, 0, Situation(start, 14, assistant=LUIGI))
    for shopping, periods in ((False, 3), (True, 2)):
        request = Request(frozenset({home}), papers=(STORMY, OBSERVER), shopping=shopping)
        found = find_plan(expedition_of(position, 0, request), Objective.FASTEST, effort=0 if shopping else 4)
        assert found.plan is not None
        assert (found.plan.periods, found.plan.actions) == (periods, 10)
        assert shopping or found.verdict is Verdict.OPTIMAL
        replay_plan(position, 0, found.plan, request)


def test_a_wrong_plan_is_refused_when_played() -> None:
    """The executor does not play another newspaper's plan: in a storm ships cost three coins at first."""
    table = table_for("side_a", 2, True, False)
    start, home = londons(table)
    position = made_up(table, 0, Situation(start, 14, assistant=LUIGI))
    request = Request(frozenset({home}), papers=(OBSERVER, PAPERS[5]), shopping=False)
    found = search_plan(expedition_of(position, 0, request), Objective.FASTEST)
    assert isinstance(found, Plan)
    with pytest.raises(EnginesDisagree):
        replay_plan(position, 0, found, replace(request, papers=(STORMY, OBSERVER)))


def test_adventures_come_from_the_piles() -> None:
    """Cards that are to be completed later are dealt to nobody, and one that is not in the pile is refused."""
    table = table_for("side_a", 4, False, False)
    spared = made_up(table, 0, Situation(0, card=0, later=[1, 2]))
    assert expedition_of(spared, 0, Request(None, cards=[0, 1, 2])).tasks
    dealt = made_up(table, 0, Situation(0, card=0))
    (gone, *_) = {table.instance.cells(dealt.row)["adventure", (one,)] for one in (1, 2, 3)}
    with pytest.raises(Malformed, match="not among the cards that may be drawn next"):
        expedition_of(dealt, 0, Request(None, cards=[0, gone]))


def test_newspapers_come_once_and_periods_end() -> None:
    """A newspaper that was out, one named twice, and a sixth period are all told at once."""
    table = table_for("side_a", 2, True, False)
    position = made_up(table, 0, Situation(0, 14))
    good_times = number(Newspaper.GOOD_TIMES)
    with pytest.raises(Malformed) as caught:
        expedition_of(position, 0, Request(None, papers=(good_times, STORMY, STORMY, OBSERVER, PAPERS[1])))
    told = str(caught.value)
    wanted = ("Good Times cannot", "Stormy Today cannot", "newspapers to come after period 1: 4, not 5")
    assert all(words in told for words in wanted)


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The answer of `fogg route eighty_days` with --json."""
    status = 0
    try:
        main(["route", "eighty_days", *words, "--json"])
    except SystemExit as left:
        status = int(str(left.code))
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert status == (0 if "moves" in answer or "front" in answer else 1)
    return answer


def test_leonard_and_mary_take_part(capsys: pytest.CaptureFixture[str]) -> None:
    """Leonard pays 3 coins where the train costs 4; Mary takes an umbrella once in a period, and no coins."""
    leonard = asked(capsys, "paris", "yokohama", "--set", "assistants=yes", "--assistant", "leonard")
    assert (leonard["actions"], leonard["paid"], leonard["agreed"]) == (4, 10, ["label setting", "CP-SAT"])
    assert "Antonia leonard irkutsk_hong_kong_train" in leonard["moves"]
    mary = asked(capsys, "paris", "yokohama", "--set", "assistants=yes", "--assistant", "mary", "--item", "2xumbrella")
    assert (mary["actions"], sum(step["action"] == "mary" for step in mary["steps"])) == (4, 1)
    assert mary["paid"] == 7


def test_a_set_up_says_where_to_buy_what(capsys: pytest.CaptureFixture[str]) -> None:
    """A line's coat is bought in its own city; a hat from Brindisi's bazaar is to be had at Colors Festival only."""
    line = asked(capsys, "paris", "--for-line", "moscow_bombay_special", "--by", "cheapest", "--coins", "20")
    assert (line["verdict"], line["paid"], line["ends_in"]) == ("optimal", 4, "moscow")
    assert (line["steps"][-1]["action"], line["steps"][-1]["item"]) == ("buy", "coat")
    usual = asked(capsys, "brindisi", "--want", "hat", "--coins", "9")
    festival = asked(capsys, "brindisi", "--want", "hat", "--coins", "9", "--set", "colors-festival=yes")
    assert (usual["actions"], festival["actions"], festival["paid"]) == (2, 1, 2)


def test_an_adventure_is_prepared(capsys: pytest.CaptureFixture[str]) -> None:
    """The plan ends where the card takes place, with all that it needs in the suitcase."""
    card = asked(capsys, "paris", "--for-adventure", "acrobats", "--coins", "30")
    assert card["verdict"] in ("optimal", "best found")
    held = card["steps"][-1]["items"]
    assert card["items_wanted"] and all(held.get(item, 0) >= count for item, count in card["items_wanted"].items())


def test_the_front_trades_periods_coins_and_points(capsys: pytest.CaptureFixture[str]) -> None:
    """No value is beaten by another one, both engines agree, and home is worth the arrival card."""
    front = asked(capsys, "new_york", "london", "--by", "front", "--next", "stormy_today", "--coins", "9")
    assert (front["verdict"], front["agreed"]) == ("optimal", ["label setting", "CP-SAT"])
    values = [(one["periods"], one["coins"], one["points"]) for one in front["front"]]
    assert all(one is other or not (one[0] <= other[0] and one[1] >= other[1] and one[2] >= other[2])
               for one in values for other in values)
    home = [one for one in front["front"] if one["in"] == "london_arrival"]
    assert home and max(one["points"] for one in front["front"]) == home[0]["points"]


@pytest.mark.slow
def test_the_front_of_three_periods_with_purchases_is_complete(capsys: pytest.CaptureFixture[str]) -> None:
    """From London with the first incomes: nothing is missing by either engine, and who buys is home in two periods."""
    front = asked(capsys, "london", "--by", "front", "--buy", "--next", "stormy_today,the_observer")
    assert (front["verdict"], front["agreed"]) == ("optimal", ["label setting", "CP-SAT"])
    home = [(one["periods"], one["coins"]) for one in front["front"] if one["in"] == "london_arrival"]
    assert home == [(2, 8), (3, 26)]


def test_the_front_counts_what_amelie_gives(capsys: pytest.CaptureFixture[str]) -> None:
    """The fourth adventure brings another point by her besides its own, as the rules count at the end."""
    words = ["lisbon", "--complete", "captains_table", "--adventures", "3", "--item", "hat", "--item", "coat",
             "--coins", "9", "--by", "front", "--set", "assistants=yes", "--assistant"]
    amelie, luigi = (asked(capsys, *words, helper) for helper in ("amelie", "luigi"))
    points = [[one["points"] for one in front["front"]] for front in (amelie, luigi)]
    assert points == [[-4, 0, 13], [-5, -2, 11]]


def test_what_is_wrong_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Nowhere to go; an Assistant without the module; unknown newspapers, lines and set-ups together."""
    for words, parts in (
        (["paris"], ["nothing says where to go"]),
        (["paris", "lima", "--assistant", "mary"], ["no Assistants in this game"]),
        (["paris", "lima", "--adventures", "99", "--coins", "999"], ["the box has 38 cards", "no 999 coins left"]),
        (["paris", "--next", "good_tides", "--for-line", "nowhere", "--set", "x=y", "--players", "9"],
         ["good_times", "nowhere", "no variant or ruling 'x'", "not 9"]),
    ):
        with pytest.raises(SystemExit) as left:
            main(["route", "eighty_days", *words])
        told = capsys.readouterr().err
        assert left.value.code == 2
        assert all(part in told for part in parts), told
