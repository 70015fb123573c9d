"""How routes of 80 Days are asked for, and what is told of them: a table of steps, or why there is none."""

from __future__ import annotations

from typing import Any

from solvers.asking import HERE, Answer, Argument, Guide, Kind, Values, Wish
from solvers.eighty_days.itineraries import FRONT, plan_answer
from solvers.eighty_days.journeys import (
    Area,
    City,
    Item,
    Line,
    LineTile,
    Newspaper,
    adventures,
    barring,
    journey_of,
    number,
)
from solvers.eighty_days.notes import HELPERS, assistant_of, told, told_as_data
from solvers.eighty_days.pictures import route_map
from solvers.eighty_days.positions import Situation, made_up, moved, read_city
from solvers.eighty_days.reaching import reach
from solvers.eighty_days.replaying import Replay, replay, turn_of
from solvers.routes import (
    BestFound,
    ItemsMissing,
    NoRoute,
    Objective,
    Route,
    Routing,
    TooDear,
    Undecided,
    find_route,
    in_words,
)
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.eighty_days.board import Adventure, Assistant
from spec.language.values import Element

PLAIN = tuple(one.value for one in (Objective.FEWEST, Objective.CHEAPEST))
SITUATION = {
    "item": "items", "adventures": "adventures", "newspaper": "newspaper", "stack": "stacks", "tile": "tiles",
    "assistant": "assistant",
}


def _made_up(table: Table, seat: int, values: Values) -> Position:
    coins = values["coins"]
    if coins is None and (values["next"] or values["by"] == FRONT):
        # All that the box has would leave nothing for the incomes to come: what the newspaper gives is in hand.
        paper = number(Newspaper.GOOD_TIMES) if values["newspaper"] is None else values["newspaper"]
        coins = table.instance.data.tables["newspaper_coins"][paper]
    situation = {"city": values["from"], "coins": coins}
    if values["complete"]:
        situation["card"] = values["complete"][0][0]
        situation["later"] = [card for group in values["complete"] for card in group][1:]
    for key, name in SITUATION.items():
        if values[key] is not None:
            situation[name] = values[key]
    return made_up(table, seat, Situation(**situation))


def _standing(position: Position, seat: int, values: Values) -> Position:
    return position if values["from"] == HERE else moved(position, seat, values["from"])


def _answer(position: Position, seat: int, values: Values) -> Answer:
    """By the plain journey of one period where that is all that is asked, else by a plan."""
    asked = any(values[key] for key in ("next", "buy", "want", "complete")) or any(
        values[key] is not None for key in ("for_line", "for_adventure"))
    helped = assistant_of(position, seat) in HELPERS
    if asked or helped or values["to"] is None or values["by"] not in PLAIN:
        return plan_answer(position, seat, values)
    return _route_answer(position, seat, values)


def _route_answer(position: Position, seat: int, values: Values) -> Answer:
    turn_of(position, seat)  # raises if there is no turn to travel in
    routing = find_route(journey_of(position, seat, values["to"]), Objective(values["by"]))
    replayed = replay(position, seat, routing.route) if routing.route else None
    cities, areas = (_titles(position, element) for element in (City, Area))
    journey, route = routing.journey, routing.route
    items = in_words(journey.item_kinds, journey.items) if journey.items and any(journey.items) else "no items"
    name = position.table.players[seat]
    before = [
        f"{cities[journey.start]} to {cities[journey.target]} by {routing.objective.value}, {name} having "
        f"{_counted(journey.coins or 0, 'coin')}, {items} and {_counted(adventures(position, seat), 'adventure')}"
    ]
    assumed = not values["recorded"]
    before += told(position, seat, assumed)
    title = f"{cities[journey.start]} to {cities[journey.target]}"
    if route is not None:
        title += f": {route.links} lines, {route.coins} coins"
    data = _data(position, seat, routing, replayed) | told_as_data(position, seat, assumed)
    if route is None or replayed is None:
        before += [f"{routing.verdict.value}: {_refusal(routing, cities)} ({routing.method})"]
        before += [f"  {rule.id} [{', '.join(rule.cites)}]: {rule.says}" for rule in barring(routing)]
        return Answer(False, before, data, lambda: route_map(position, seat, None, title=title))
    rows = [
        (str(n), step.link, cities[step.end], areas[step.area], str(step.price), str(step.so_far),
         _costs(route, step.coins, step.items))
        for n, step in enumerate(route.steps, 1)
    ]
    found = routing.verdict.value
    if isinstance(routing.answer, BestFound):
        found += f", at most {routing.answer.gap} from the best"
    if data.get("line_tiles_assumed"):
        found += " for these line tiles"
    total = _costs(route, route.coins, route.items) or "no coins"
    after = f"{_counted(route.links, 'line')}, {total}: {found} ({routing.method}; replayed by the rules)"
    return Answer(
        True, before, data, lambda: route_map(position, seat, route, title=title),
        ("", "line", "to", "paid on", "price", "so far", "line cost"), rows, (after,), replayed.texts,
    )


def _data(position: Position, seat: int, routing: Routing, replayed: Replay | None) -> dict[str, Any]:
    journey, route = routing.journey, routing.route

    def named(counts: tuple[int, ...]) -> dict[str, int]:
        return {kind: count for kind, count in zip(journey.item_kinds, counts, strict=True) if count}

    data: dict[str, Any] = {
        "game": position.table.game.id, "player": position.table.players[seat], "from": journey.start,
        "to": journey.target, "by": routing.objective.value, "coins_in_hand": journey.coins,
        "items_in_hand": named(journey.items or journey.no_items), "adventures": adventures(position, seat),
        "prices": {area.name: area.price(0) for area in journey.areas},
        "verdict": routing.verdict.value, "agreed": [engine.value for engine in routing.agreed],
    }
    if route is not None and replayed is not None:
        data |= {
            "links": route.links, "coins": route.coins, "items": named(route.items),
            "steps": [
                {"line": step.link, "from": step.start, "to": step.end, "area": step.area, "price": step.price,
                 "coins": step.coins, "items": named(step.items), "so_far": step.so_far}
                for step in route.steps
            ],
            "moves": list(replayed.texts),
        }
    match routing.answer:
        case BestFound() as best:
            data |= {"bound": list(best.bound), "gap": best.gap}
        case NoRoute(_, TooDear(needed, _)):
            data["coins_needed"] = needed
        case NoRoute(_, ItemsMissing(ways)):
            data["missing"] = [{"items": named(way.items), "coins_needed": way.coins} for way in ways]
        case _:
            pass
    if route is None:
        data["reason"] = _refusal(routing, {})
        data["rules"] = {rule.id: list(rule.cites) for rule in barring(routing)}
    return data


def _titles(position: Position, element: type[Element]) -> dict[str, str]:
    return {name.id: name.title for name in position.table.names.of(element)}


def _refusal(routing: Routing, cities: dict[str, str]) -> str:
    match routing.answer:
        case NoRoute() as refused:
            return refused.explained(cities)
        case Undecided(why):
            return why
        case _:
            return ""


def _costs(route: Route, coins: int, items: tuple[int, ...]) -> str:
    parts = [_counted(coins, "coin")] if coins else []
    return ", ".join(parts + ([in_words(route.journey.item_kinds, items)] if any(items) else []))


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


GUIDE = Guide(
    title="Find the best route or plan from city FROM to city TO, and replay it by the rules.",
    about='FROM may be "here" with --record: where the pawn stands. Prices rise with every line travelled, and begin '
          "anew in each period; the other players pass. With --next the plan goes on over coming periods and incomes, "
          "with --buy items may be bought and the juggler's coins be taken on the way. Without TO, --want, --for-line "
          "and --for-adventure ask for the cheapest set-up: where to buy what, so that it fits. Leonard, Mary, Paul, "
          "Jill, Jean and Matilda help whoever has them. On side B the costs of marked lines are those of the line "
          "tiles: without --tile or --record they are assumed in the order of the board, and the answer names them. "
          "Rolls are not planned, and each answer says what it leaves out.",
    examples=(
        "paris yokohama", "london london --by cheapest --item hat --item 2xcoat --svg map.svg",
        "london london --by fastest --next stormy_today,the_observer --buy",
        "suez london --adventures 2 --complete canal_survey,temple_steps --buy --by fastest --coins 30 "
        "--next stormy_today,the_observer",
        "london london --by front --next stormy_today,sunday_express",
        "paris --for-line moscow_bombay_special --by cheapest --coins 20", "suez --want hat --want coat --coins 9",
        "paris yokohama --board side_b --tile london_constantinople_special=t16 --by cheapest",
        "suez lima --stack ship=4 --coins 40 --newspaper sunday_express",
        "here new_york --record fogg/examples/dispute.fogg --as Ben --json",
    ),
    arguments=(
        Argument("from", lambda table, text: read_city(table, text, leaving=True), may_be_here=True),
        Argument("to", lambda table, text: read_city(table, text, leaving=False), required=False),
    ),
    objectives=(*PLAIN, "fastest", FRONT),
    objectives_help="The fewest lines (or actions), the fewest coins, or the fewest periods, the others breaking ties; "
                    "or all that nothing beats in periods, coins left and points together.",
    asked=(
        Wish("--next", Kind.LISTS, "The newspapers of the coming periods in their order, as many as the plan may use.",
             "NAME,NAME", Newspaper),
        Wish("--buy", Kind.FLAG, "Items may be bought and swapped, and the juggler's coins be taken, on the way."),
        Wish("--want", Kind.COUNTS, "An item to have in the end: hat, or 2xhat; repeat it.", "ITEM", Item),
        Wish("--for-line", Kind.MEMBER, "Get what this line costs, and to one of its ends.", "LINE", Line),
        Wish("--for-adventure", Kind.MEMBER, "Get what this adventure needs, and to where it takes place.", "CARD",
             Adventure),
        Wish("--complete", Kind.LISTS, "Complete these adventures on the way, in the order in which they come to hand.",
             "CARD,CARD", Adventure),
    ),
    wishes=(
        Wish("--coins", Kind.NUMBER, "Coins in hand; without it all that the box has, or with --next or by front what "
             "the newspaper gives."),
        Wish("--item", Kind.COUNTS, "An item in the suitcase: hat, or 2xhat; repeat it.", "ITEM", Item),
        Wish("--adventures", Kind.NUMBER, "Adventures in the diary; 4 are assumed."),
        Wish("--newspaper", Kind.MEMBER, "The newspaper of the period; without it Good Times.", "NAME", Newspaper),
        Wish("--stack", Kind.AMOUNTS, "The last price paid in a travel area, such as ship=3; repeat it.",
             "AREA=COINS", Area),
        Wish("--tile", Kind.PAIRS, "The line tile on a marked square of side B; repeat it. The squares that are not "
             "named get the tiles that are left, both in order.", "LINE=TILE", Line, LineTile),
        Wish("--assistant", Kind.MEMBER, "The Assistant of the player, who plays with the module.", "NAME", Assistant),
    ),
    made_up=_made_up, standing=_standing, answer=_answer, reach=reach,
)
