"""What the rest of a journey takes at least, from each place: never more than the truth."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence

from solvers.routes.journey import Journey, Link


class Bounds:
    """Lower bounds from each place to the target; places from which it cannot be reached are missing.

    NOTE(bounds): both numbers are consistent, that is, a step costs at least what it takes off its bound. So the
    search settles labels in the order of their final values, and the first at the target is the best.
    """

    def __init__(self, journey: Journey) -> None:
        self.journey = journey
        self.links = _distances(journey, lambda link: 1)
        """The fewest links."""
        self._line_coins = _distances(journey, lambda link: link.coins)
        self._first_prices = _distances(
            journey, lambda link: link.coins + min(journey.area[area].price(0) for area in link.areas)
        )

    def coins(self, place: str, uses: Sequence[int]) -> int:
        """The fewest coins from a place in `self.links` after so many uses of each area.

        The larger of two: every link at the price of a fresh area; and as many of the next prices as there are
        links to go, the cheapest on any area, with the cheapest line costs.
        """
        nearest = self.links[place]
        ahead: list[tuple[int, int, int]] = [
            (area.price(used), used, number)
            for number, (area, used) in enumerate(zip(self.journey.areas, uses, strict=True))
        ]
        heapq.heapify(ahead)
        prices = 0
        for _ in range(nearest):
            price, used, number = ahead[0]
            prices += price
            heapq.heapreplace(ahead, (self.journey.areas[number].price(used + 1), used + 1, number))
        return max(self._first_prices[place], prices + self._line_coins[place])


def _distances(journey: Journey, cost: Callable[[Link], int]) -> dict[str, int]:
    arriving: dict[str, list[tuple[int, str]]] = {place: [] for place in journey.places}
    for place, ways in journey.leaving.items():
        for link, there in ways:
            arriving[there].append((cost(link), place))
    best: dict[str, int] = {}
    waiting = [(0, journey.target)]
    while waiting:
        distance, here = heapq.heappop(waiting)
        if here in best:
            continue
        best[here] = distance
        for step, place in arriving[here]:
            if place not in best:
                heapq.heappush(waiting, (distance + step, place))
    return best
