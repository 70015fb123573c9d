"""Answers about plans over several periods: what is done in each, what it costs, and what was left out of account."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import shorten
from typing import Any

from solvers.asking import Answer, Values
from solvers.eighty_days.campaigns import replay_plan
from solvers.eighty_days.expeditions import Request, expedition_of, needs_of_adventure
from solvers.eighty_days.forecast import Forecast
from solvers.eighty_days.itinerary_words import city_title, details, in_a_line, kind_of, named, paid_in_words
from solvers.eighty_days.journeys import ITEMS, City, Item, Line, adventures
from solvers.eighty_days.notes import told, told_as_data
from solvers.eighty_days.pictures import journey_map
from solvers.eighty_days.replaying import Replay, turn_of
from solvers.expeditions import (
    Complete,
    Counts,
    EnginesDisagree,
    Expedition,
    Leave,
    Objective,
    Plan,
    Planned,
    Ride,
    find_plan,
)
from solvers.expeditions.fronts import Front, pareto_front
from solvers.routes import Engine, Verdict, in_words
from spec.execution.position import Position
from spec.games.eighty_days.arrival import FOUR_ADVENTURES, THE_END_OF_THE_ROAD
from spec.games.eighty_days.board import Adventure
from spec.language.errors import Malformed
from spec.language.rules import Rule
from spec.language.sorts import ABSENT, Named

FRONT = "front"


@dataclass(frozen=True)
class Asked:
    """What is planned for a player: the request, and why it is put in words."""

    position: Position
    player: int
    request: Request
    recorded: bool
    what: str

    @property
    def name(self) -> str:
        """The player's name."""
        return self.position.table.players[self.player]


def plan_answer(position: Position, player: int, values: Values) -> Answer:
    """The answer to a question about several periods, purchases, or a set-up of items."""
    turn_of(position, player)
    asked = _asked(position, player, values)
    expedition = expedition_of(position, player, asked.request)
    if values["by"] == FRONT:
        points, led = (points_by_city(position, player, arrived=one) for one in (False, True))
        return _front_answer(asked, pareto_front(expedition, points, led=led))
    planned = find_plan(expedition, Objective(values["by"]))
    replayed = None
    if planned.plan is not None:
        replayed = replay_plan(position, player, planned.plan, asked.request)
    return _answer(asked, planned, replayed)


def points_by_city(position: Position, player: int, *, arrived: bool) -> dict[str, int]:
    """The victory points of a player, as if the game ended with the pawn in each city.

    Whoever is in the arrival city London, or has `arrived` there before, has taken the next arrival card.
    """
    table = position.table
    cells, names = table.instance.cells(position.row), table.names.of(City)
    (arrival,) = table.instance.data.tables["arrival"]
    found = {}
    for city, name in enumerate(names):
        there = {**cells, ("city", (player,)): city}
        if (arrived or city == arrival) and cells["arrival_card", (player,)] == ABSENT:
            taken = cells["arrivals_taken", ()]
            if taken < table.instance.data.sizes["Arrival"]:
                there["arrival_card", (player,)] = taken
        found[name.id] = table.executor.read("score", table.instance.row(there), (player,))
    return found


def _asked(position: Position, player: int, values: Values) -> Asked:
    papers = [paper for group in values["next"] or () for paper in group]
    if ABSENT in papers:
        raise Malformed.one("a newspaper is named none", "name the newspapers of the coming periods in their order")
    cities = None if values["to"] is None else frozenset({int(values["to"])})
    wanted = tuple((values["want"] or {}).get(item, 0) for item in range(len(ITEMS)))
    items, coins, shopping, parts = wanted, 0, bool(values["buy"]) or any(wanted), list[str]()
    table = position.table
    if values["for_line"] is not None:
        cities, needs, coins = _needs_of_line(position, player, values["for_line"])
        parts.append(f"for what {table.names.id(Named(Line), values['for_line'])} costs")
    elif values["for_adventure"] is not None:
        cities, needs, coins = needs_of_adventure(position, values["for_adventure"])
        parts.append(f"for what {table.names.title(Named(Adventure), values['for_adventure'])} needs")
    else:
        needs = (0,) * len(ITEMS)
        if values["to"] is None and not any(wanted) and not values["complete"] and values["by"] != FRONT:
            raise Malformed.one("nothing says where to go or what to get",
                                "name a city TO, or use --want, --for-line, --for-adventure, --complete or --by front")
    if values["for_line"] is not None or values["for_adventure"] is not None:
        shopping = True
        items = tuple(map(max, wanted, needs))
    if values["to"] is not None:
        parts.insert(0, f"to {table.names.title(Named(City), int(values['to']))}")
    if any(items):
        parts.append(f"with {in_words(tuple(name.id for name in table.names.of(Item)), items)}")
    cards = [card for group in values["complete"] or () for card in group]
    if cards:
        parts.append("completing " + ", ".join(table.names.title(Named(Adventure), card) for card in cards))
    request = Request(cities, items, coins, papers, shopping, cards)
    return Asked(position, player, request, values["recorded"], ", ".join(parts) or "to anywhere")


def _needs_of_line(position: Position, player: int, line: int) -> tuple[frozenset[int], Counts, int]:
    """Where a line can be taken, what it takes or asks to hold, and its coins."""
    table = position.table
    board, paper = table.instance.data.tables, table.instance.cells(position.row)["newspaper", ()]
    way = Forecast(position, player, paper, coming=False, shopping=False).ways(line)[0]
    ends = {board["start"][line], board["end"][line]} - {board["arrival"][0]}
    return frozenset(ends), tuple(map(max, way.holds, way.items)), way.coins


def _heading(asked: Asked, expedition: Expedition, by: str) -> list[str]:
    kinds = expedition.item_kinds
    held = tuple(map(int.__add__, expedition.padded(expedition.items), expedition.padded(expedition.spare)))
    periods = ", ".join(period.name for period in expedition.periods)
    done = adventures(asked.position, asked.player)
    start = asked.position.table.names.title(Named(City), _city(asked.position, asked.player))
    lines = [
        f"{start} {asked.what} by {by} in {len(expedition.periods)} "
        f"period{'s' if len(expedition.periods) > 1 else ''} ({periods}), {asked.name} having "
        f"{expedition.coins} coin{'s' * (expedition.coins != 1)}, "
        f"{in_words(kinds, held) if any(held) else 'no items'} and {done} adventure{'s' * (done != 1)}"
    ]
    return lines + told(asked.position, asked.player, not asked.recorded) + [
        f"not considered: {', '.join(left_out(asked, expedition))}"]


def left_out(asked: Asked, expedition: Expedition) -> list[str]:
    """What a better plan might use that was left out of account."""
    found = ["the black market and other rolls"]
    found.append("other adventures" if asked.request.cards else "adventures and their bonuses")
    if not asked.request.shopping:
        found.insert(0, "buying, swapping and juggling on the way")
    if len(expedition.periods) > 1:
        found.append("what the others might do but pass")
        richest = expedition.coins + sum(
            max(one.income, one.trade_in or 0) + sum(one.finds) for one in expedition.periods)
        if any(one.most is not None and one.most < richest for one in expedition.periods):
            found.append("hoarding so much that the general supply might run out")
    return found


def _answer(asked: Asked, planned: Planned, replayed: Replay | None) -> Answer:
    expedition, plan = planned.expedition, planned.plan
    before = _heading(asked, expedition, planned.objective.value)
    data = _data(asked, planned, replayed)
    title = shorten(f"{asked.name} {asked.what}", 70, placeholder="…")
    if plan is None or replayed is None:
        before.append(f"{planned.verdict.value}: {_why_not(planned)} ({planned.method})")
        before += [f"  {rule.id} [{', '.join(rule.cites)}]: {rule.says}" for rule in _barring(planned)]
        return Answer(False, before, data, lambda: journey_map(asked.position, asked.player, (), title=title))
    rows = [
        (str(n), in_a_line(asked.position, expedition, step), city_title(asked.position, step.place),
         paid_in_words(expedition, step), str(step.coins),
         in_words(expedition.item_kinds, tuple(map(int.__add__, step.items, step.spare))))
        for n, step in enumerate(plan.steps, 1)
    ]
    found = planned.verdict.value
    after = [
        f"{plan.actions} actions in {plan.periods} period{'s' if plan.periods > 1 else ''}, {plan.paid} coins paid, "
        f"{plan.coins} left: {found} ({planned.method}; replayed by the rules)"
    ]
    if planned.verdict is Verdict.BEST_FOUND:
        after.append(f"no plan is below {planned.bound}: {planned.why}" if planned.why else "")
    return Answer(
        True, before, data,
        lambda: journey_map(asked.position, asked.player, _lines(expedition, plan),
                            title=f"{title}: {plan.actions} actions, {plan.coins} coins left"),
        ("", "action", "in", "paid", "coins left", "items"), rows, after, replayed.texts,
    )


def _why_not(planned: Planned) -> str:
    if _barring(planned):
        return "the city may not be entered, or this one not left"
    return planned.why or "no plan within these periods, coins and items"


def _barring(planned: Planned) -> tuple[Rule, ...]:
    """The rules that keep a plan from being made where the lines alone refuse it."""
    expedition = planned.expedition
    if planned.verdict is not Verdict.NO_ROUTE or Engine.GRAPH not in planned.agreed:
        return ()
    closed = bool(expedition.goal.places and expedition.goal.places <= expedition.closed | expedition.gated)
    return (FOUR_ADVENTURES,) * closed + (THE_END_OF_THE_ROAD,) * (expedition.start in expedition.final)


def _lines(expedition: Expedition, plan: Plan) -> tuple[str, ...]:
    """The lines that a plan takes, free trips among them."""
    found = []
    for step in plan.steps:
        match step.action:
            case Ride(way, _):
                found.append(expedition.periods[step.period].ways[way].link)
            case Leave(trip=(way, _)):
                found.append(expedition.periods[step.period - 1].trips[way].link)
            case Complete(trip=(way, _)):
                found.append(expedition.periods[step.period].trips[way].link)
            case _:
                pass
    return tuple(found)


def _front_answer(asked: Asked, front: Front) -> Answer:
    expedition = front.expedition
    for one in front.efficient:
        replay = replay_plan(asked.position, asked.player, one.plan, asked.request)
        if replay.end.read("score", asked.player) != one.points:
            score = replay.end.read("score", asked.player)
            raise EnginesDisagree("front", [f"in {one.plan.place} there should be {one.points} points, played {score}"])
    rows = [
        (str(one.periods), str(one.coins), str(one.points), city_title(asked.position, one.plan.place),
         str(one.plan.actions))
        for one in front.efficient
    ]
    if not front.whole:
        said = "best found: the search stopped before its end"
    elif len(front.agreed) > 1:
        said = f"all of them ({' and '.join(one.value for one in front.agreed)}; each replayed by the rules)"
    else:
        said = "best found: by label setting these are all, but no second engine says so; each replayed by the rules"
    data = {
        **_question(asked, expedition), "by": FRONT,
        "verdict": "optimal" if len(front.agreed) > 1 else "best found",
        "agreed": [one.value for one in front.agreed],
        "front": [
            {"periods": one.periods, "coins": one.coins, "points": one.points, "in": one.plan.place,
             "actions": one.plan.actions} for one in front.efficient
        ],
    }
    last = front.efficient[-1].plan
    return Answer(
        bool(front.efficient), _heading(asked, expedition, FRONT), data,
        lambda: journey_map(asked.position, asked.player, _lines(expedition, last), title=asked.name),
        ("periods", "coins left", "points", "ends in", "actions"), rows,
        (f"{len(rows)} values that nothing beats in periods, coins and points together: {said}",),
    )


def _question(asked: Asked, expedition: Expedition) -> dict[str, Any]:
    position, player = asked.position, asked.player
    return {
        "game": position.table.game.id, "player": asked.name, "from": expedition.start, "wanted": asked.what,
        "to": None if expedition.goal.places is None else sorted(expedition.goal.places),
        "items_wanted": named(expedition, expedition.padded(expedition.goal.items)),
        "coins_wanted": expedition.goal.coins, "coins_in_hand": expedition.coins,
        "items_in_hand": named(expedition, expedition.padded(expedition.items)),
        "adventures": adventures(position, player), "newspapers": [period.name for period in expedition.periods],
        "buying": asked.request.shopping, **told_as_data(position, player, not asked.recorded),
        "not_considered": left_out(asked, expedition),
    }


def _data(asked: Asked, planned: Planned, replayed: Replay | None) -> dict[str, Any]:
    expedition, plan = planned.expedition, planned.plan
    data: dict[str, Any] = {
        **_question(asked, expedition), "by": planned.objective.value, "verdict": planned.verdict.value,
        "agreed": [engine.value for engine in planned.agreed], "bound": planned.bound,
    }
    if plan is None or replayed is None:
        return data | {"reason": _why_not(planned), "rules": {one.id: list(one.cites) for one in _barring(planned)}}
    return data | {
        "actions": plan.actions, "periods": plan.periods, "paid": plan.paid, "coins_left": plan.coins,
        "ends_in": plan.place, "why": planned.why,
        "steps": [
            {"period": step.period + 1, "action": kind_of(expedition, step), **details(expedition, step),
             "in": step.place, "price": step.price, "coins_left": step.coins,
             "items": named(expedition, tuple(map(int.__add__, step.items, step.spare)))}
            for step in plan.steps
        ],
        "moves": list(replayed.texts),
    }


def _city(position: Position, player: int) -> int:
    return position.table.instance.cells(position.row)["city", (player,)]
