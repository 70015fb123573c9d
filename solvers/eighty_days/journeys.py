"""A position of 80 Days as a journey: lines, prices, line costs, and what is in hand.

The journey stays within one period: prices only rise, and nothing is bought, won, swapped or juggled on the way.
"""

from __future__ import annotations

from collections.abc import Mapping

from solvers.routes import Area as Stack
from solvers.routes import Barred, Journey, Link, NoRoute, Routing
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.eighty_days.arrival import ENOUGH, FOUR_ADVENTURES, THE_END_OF_THE_ROAD
from spec.games.eighty_days.assistance import holds
from spec.games.eighty_days.board import (
    TRAVEL_AREAS,
    Area,
    City,
    Item,
    Line,
    LineTile,
    Newspaper,
    Player,
    Printed,
    items,
)
from spec.games.eighty_days.state import Table as State
from spec.games.eighty_days.travel import line_cost, revolvers_to_carry, toll
from spec.language.rules import Rule
from spec.language.sorts import Named
from spec.language.values import Element, Value, literal

__all__ = [
    "Area", "City", "Item", "Line", "LineTile", "Newspaper", "adventures", "barring", "journey_of", "number", "prices",
]


def number(member: Element) -> int:
    """The number of a fixed member."""
    known = literal(member)
    assert known is not None, "a fixed member is known"
    return known


def known(value: Value) -> int:
    """The number that the rules give for a position."""
    found = literal(value)
    assert found is not None, "the rules ran on plain values"
    return found


def rules_of(position: Position) -> State:
    """The position as the functions of the rules read it."""
    instance = position.table.instance
    run = instance.direct(instance.cells(position.row))
    return State(run, Printed(run))


ITEMS = items()
TRAVEL = tuple(number(area) for area in TRAVEL_AREAS)
SPECIAL, REVOLVER = number(Area.SPECIAL), number(Item.REVOLVER)


def journey_of(position: Position, player: int, target: int) -> Journey:
    """The journey of a player from where the pawn stands to the city `target`, with what is in hand.

    Places, links, areas and kinds of items bear the ids of the board.
    """
    table, cells = position.table, position.table.instance.cells(position.row)
    board, cities = table.instance.data.tables, [name.id for name in table.names.of(City)]
    arrival, here = cities[board["arrival"][0]], rules_of(position)
    return Journey(
        places=tuple(cities),
        links=tuple(_link(table, here, line) for line in range(len(table.names.of(Line)))),
        areas=tuple(Stack(_area(table, area), cells["height", (area,)]) for area in TRAVEL),
        start=cities[cells["city", (player,)]],
        target=cities[target],
        item_kinds=tuple(name.id for name in table.names.of(Item)),
        coins=cells["coins", (player,)],
        items=tuple(known(holds(here, Player.at(player), item)) for item in ITEMS),
        closed=frozenset() if cells["diary", (player,)] >= ENOUGH else frozenset({arrival}),
        final=frozenset(cities if cells["led_out", (player,)] else {arrival}),
    )


def prices(position: Position) -> Mapping[str, int]:
    """What the next trip costs in each travel area, by the area's id, in coins."""
    cells = position.table.instance.cells(position.row)
    return {_area(position.table, area): cells["height", (area,)] + 1 for area in TRAVEL}


def adventures(position: Position, player: int) -> int:
    """The completed adventures in a player's diary."""
    return position.table.instance.cells(position.row)["diary", (player,)]


def barring(routing: Routing) -> tuple[Rule, ...]:
    """The rules that keep a journey from being made where the graph alone refuses it."""
    if not isinstance(routing.answer, NoRoute) or not isinstance(routing.answer.reason, Barred):
        return ()
    barred = routing.answer.reason
    return (FOUR_ADVENTURES,) * bool(barred.closed) + (THE_END_OF_THE_ROAD,) * bool(barred.final)


def _link(table: Table, here: State, line: int) -> Link:
    board, cities = table.instance.data.tables, table.names.of(City)
    kind = board["kind"][line]
    printed = Line.at(line)
    costs = tuple(known(line_cost(here, printed, item)) for item in ITEMS)
    carried = known(revolvers_to_carry(here, printed))
    holding = tuple(max(cost, carried * (n == REVOLVER)) for n, cost in enumerate(costs))
    sunday = known(here.newspaper == Newspaper.SUNDAY_EXPRESS)
    areas = (kind, SPECIAL) if sunday and kind != SPECIAL else (kind,)
    return Link(
        table.names.of(Line)[line].id, cities[board["start"][line]].id, cities[board["end"][line]].id,
        tuple(_area(table, area) for area in areas), known(toll(here, printed)), costs, holding,
    )


def _area(table: Table, area: int) -> str:
    return table.names.id(Named(Area), area)
