"""A position of 80 Days as a journey: lines, prices, line costs, and what is in hand.

The journey stays within one period: prices only rise, and nothing is bought, won or juggled on the way.
"""

from __future__ import annotations

from collections.abc import Mapping

from solvers.routes import Area as Stack
from solvers.routes import Barred, Journey, Link, NoRoute, Routing
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.eighty_days.arrival import ENOUGH, FOUR_ADVENTURES, THE_END_OF_THE_ROAD
from spec.games.eighty_days.board import TRAVEL_AREAS, Area, City, Item, Line, Newspaper
from spec.games.eighty_days.rulings import GUARDIAN_LINE_COSTS
from spec.language.rules import Rule
from spec.language.sorts import Named
from spec.language.values import Element, literal

__all__ = ["Area", "City", "Item", "Newspaper", "adventures", "barring", "journey_of", "number", "prices"]


def number(member: Element) -> int:
    """The number of a fixed member."""
    known = literal(member)
    assert known is not None, "a fixed member is known"
    return known


TRAVEL = tuple(number(area) for area in TRAVEL_AREAS)
SPECIAL, TRAIN, REVOLVER = number(Area.SPECIAL), number(Area.TRAIN), number(Item.REVOLVER)


def journey_of(position: Position, player: int, target: int) -> Journey:
    """The journey of a player from where the pawn stands to the city `target`, with what is in hand.

    Places, links, areas and kinds of items bear the ids of the board.
    """
    table, cells = position.table, position.table.instance.cells(position.row)
    board, cities = table.instance.data.tables, [name.id for name in table.names.of(City)]
    arrival = cities[board["arrival"][0]]
    return Journey(
        places=tuple(cities),
        links=tuple(_link(table, cells["newspaper", ()], line) for line in range(len(table.names.of(Line)))),
        areas=tuple(Stack(_area(table, area), cells["height", (area,)]) for area in TRAVEL),
        start=cities[cells["city", (player,)]],
        target=cities[target],
        item_kinds=tuple(name.id for name in table.names.of(Item)),
        coins=cells["coins", (player,)],
        items=tuple(cells["suitcase", (player, item)] for item in range(len(Item.members))),
        closed=frozenset() if cells["diary", (player,)] >= ENOUGH else frozenset({arrival}),
        final=frozenset({arrival}),
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


def _link(table: Table, newspaper: int, line: int) -> Link:
    board, cities = table.instance.data.tables, table.names.of(City)
    kinds = len(Item.members)
    kind = board["kind"][line]
    items = list(board["cost"][line * kinds:(line + 1) * kinds])
    holds = list(items)
    if newspaper == number(Newspaper.GUARDIAN) and kind == TRAIN:
        reading = table.agreed[GUARDIAN_LINE_COSTS.id]
        if reading == "c":
            items[REVOLVER] = 0
        holds[REVOLVER] = 1 + (items[REVOLVER] if reading == "b" else 0)
        holds[REVOLVER] = max(holds[REVOLVER], items[REVOLVER])
    areas = (kind, SPECIAL) if newspaper == number(Newspaper.SUNDAY_EXPRESS) and kind != SPECIAL else (kind,)
    return Link(
        table.names.of(Line)[line].id, cities[board["start"][line]].id, cities[board["end"][line]].id,
        tuple(_area(table, area) for area in areas), board["toll"][line], tuple(items), tuple(holds),
    )


def _area(table: Table, area: int) -> str:
    return table.names.id(Named(Area), area)
