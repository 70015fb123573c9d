"""The map of a position with a route on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphs.lying import lying_on_links
from graphs.picture import board_map
from solvers.eighty_days.journeys import City, prices
from solvers.routes import Route
from spec.execution.position import Position
from spec.language.sorts import Named

if TYPE_CHECKING:
    import drawsvg


def route_map(position: Position, player: int, route: Route | None, *, title: str = "") -> drawsvg.Drawing:
    """The board with the route's lines highlighted and numbered, the player's pawn, and the prices before it."""
    return journey_map(position, player, [step.link for step in route.steps] if route else [], title=title)


def journey_map(position: Position, player: int, lines: Sequence[str], *, title: str = "") -> drawsvg.Drawing:
    """The same for lines by their ids."""
    table = position.table
    city = table.instance.cells(position.row)["city", (player,)]
    return board_map(
        table.game, table.board, route=lines,
        pawns={table.players[player]: table.names.id(Named(City), city)}, prices=prices(position),
        laid=lying_on_links(position), title=title,
    )
