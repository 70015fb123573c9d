"""What is printed of a route: a table of its steps, or JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from fogg.output import print_aligned
from solvers.eighty_days import Area, City, adventures, barring
from solvers.routes import BestFound, ItemsMissing, NoRoute, TooDear, Undecided, in_words

if TYPE_CHECKING:
    from solvers.eighty_days import Replay
    from solvers.routes import Route, Routing
    from spec.execution.position import Position


def print_route(position: Position, seat: int, routing: Routing, replay: Replay | None, moves: bool) -> None:
    """The steps of a route with prices, or why there is none, and who agrees; on request the moves."""
    table, journey = position.table, routing.journey
    cities = {name.id: name.title for name in table.names.of(City)}
    areas = {name.id: name.title for name in table.names.of(Area)}
    items = in_words(journey.item_kinds, journey.items) if journey.items and any(journey.items) else "no items"
    click.echo(f"{cities[journey.start]} to {cities[journey.target]} by {routing.objective.value}, "
               f"{table.players[seat]} having {_counted(journey.coins or 0, 'coin')}, {items} and "
               f"{_counted(adventures(position, seat), 'adventure')}")
    route = routing.route
    if route is None or replay is None:
        click.echo(f"{routing.verdict.value}: {_refusal(routing, cities)} ({routing.method})")
        for rule in barring(routing):
            click.echo(f"  {rule.id} [{', '.join(rule.cites)}]: {rule.says}")
        return
    rows = [
        (str(n), step.link, cities[step.end], areas[step.area], str(step.price), str(step.so_far),
         _costs(route, step.coins, step.items))
        for n, step in enumerate(route.steps, 1)
    ]
    if rows:
        print_aligned(("", "line", "to", "paid on", "price", "so far", "line cost"), rows)
    found = routing.verdict.value
    if isinstance(routing.answer, BestFound):
        found += f", at most {routing.answer.gap} from the best"
    total = _costs(route, route.coins, route.items) or "no coins"
    click.echo(f"{_counted(route.links, 'line')}, {total}: {found} ({routing.method}; replayed by the rules)")
    if moves:
        click.echo("\n" + "\n".join(replay.texts))


def as_data(position: Position, seat: int, routing: Routing, replay: Replay | None) -> dict[str, Any]:
    """The answer as JSON has it."""
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
    if route is not None and replay is not None:
        data |= {
            "links": route.links, "coins": route.coins, "items": named(route.items),
            "steps": [
                {"line": step.link, "from": step.start, "to": step.end, "area": step.area, "price": step.price,
                 "coins": step.coins, "items": named(step.items), "so_far": step.so_far}
                for step in route.steps
            ],
            "moves": list(replay.texts),
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
