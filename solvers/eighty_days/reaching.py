"""The cities that a player can reach within a period, each at the fewest coins."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.asking import Reached
from solvers.eighty_days.journeys import City, journey_of
from solvers.eighty_days.replaying import replay, turn_of
from solvers.routes import Objective, find_route
from spec.execution.position import Position


def reach(position: Position, player: int) -> Sequence[Reached]:
    """Every city that can be reached with the coins and items in hand, the cheapest first; each route is replayed.

    Raises `CannotTravel` where the player has no turn to come in this period.
    """
    turn_of(position, player)
    found: list[Reached] = []
    for city in range(len(position.table.names.of(City))):
        routing = find_route(journey_of(position, player, city), Objective.CHEAPEST)
        if (route := routing.route) is not None:
            replay(position, player, route)
            agreed = tuple(engine.value for engine in routing.agreed)
            found.append(Reached(routing.journey.target, route.coins, route.links, agreed))
    return sorted(found, key=lambda one: (one.coins, one.links))
