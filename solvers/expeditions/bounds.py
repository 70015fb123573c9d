"""What the rest of an expedition takes at least, from each place: never more than the truth."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from solvers.expeditions.dominance import swaps_in
from solvers.expeditions.expedition import Counts, Expedition, Status, Task, Way


class Bounds:
    """Lower bounds on the actions, the line coins and the prices still to come.

    NOTE(bounds): each is consistent, that is, an action costs at least what it takes off its bound. So a search that
    goes by cost and bound together settles labels in the order of their final values.
    """

    def __init__(self, expedition: Expedition) -> None:
        self.expedition = expedition
        goal, last = expedition.goal, len(expedition.tasks)
        ends = [(place, done) for place in (expedition.places if goal.places is None else sorted(goal.places))
                for done in ((last,) if goal.tasks else range(last + 1))]
        self.rides = _nearest(expedition, lambda way: 1, lambda task: 0, ends)
        """The fewest rides to the goal from each place after so many tasks; where it cannot be reached is missing."""
        self.work = _nearest(
            expedition, lambda way: 1 + sum(way.items), lambda task: max(sum(task.items) - task.gift, 0), ends)
        """The same with an action more for each item that a way or task takes: whoever holds none must buy it."""
        self._flat = _flat(expedition)
        self.line_coins = _nearest(expedition, self._besides, lambda task: task.coins, ends)
        self.swaps = swaps_in(expedition) > 0
        self.gifts = any(task.gift for task in expedition.tasks)
        self._ride_areas = [_areas(expedition, number, rides=True) for number in range(len(expedition.periods))]
        self._all_areas = [_areas(expedition, number, rides=False) for number in range(len(expedition.periods))]
        self._known: dict[tuple[int, Counts, int, bool], int] = {}
        self.gains = _gains(expedition)
        """The most coins that can still come in after each period, besides what lies to be found in it."""

    def _besides(self, way: Way) -> int:
        """The coins of a way that are no price; of those without an area the least counts as one."""
        return way.coins if way.area is not None or way.helps else way.coins - self._flat

    def actions(self, place: str, done: int, held: int, missing: int) -> int:
        """The fewest actions from a place in `self.rides`, with so many items in hand, and lacking so many."""
        rides = self.rides[place, done] + missing
        if self.swaps:
            return rides
        return max(rides, self.work[place, done] + sum(self.expedition.goal.items) - held)

    def missing(self, held: Counts) -> int:
        """How many items of the goal are still to be bought."""
        if self.swaps or self.gifts:
            return 0
        wants = self.expedition.goal.items
        return sum(most - has for most, has in zip(wants, held, strict=True) if most > has) if wants else 0

    def prices(self, period: int, uses: Counts, rides: int, actions: int) -> int:
        """What so many actions, so many rides among them, cost at least from a period on, its areas used so often."""
        least = self._prices(period, uses, rides, True)
        return least if actions == rides else max(least, self._prices(period, uses, actions, False))

    def cheapest(self, uses: Counts, actions: int) -> int:
        """What so many actions cost at least from the first period on, line costs aside."""
        return self._prices(0, uses, actions, False)

    def _prices(self, period: int, uses: Counts, number: int, rides: bool) -> int:
        key = (period, uses, number, rides)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._cheapest(period, uses, number, rides)
        return found

    def _cheapest(self, period: int, uses: Counts, number: int, rides: bool) -> int:
        """The sum of the cheapest prices there can be; each period, each area and each help has its own."""
        waiting: list[tuple[int, int, int, int]] = []
        listed = self._ride_areas if rides else self._all_areas
        for later in range(period, len(self.expedition.periods)):
            areas, flat, helps = listed[later]
            for n in areas:
                used = uses[n] if later == period else 0
                waiting.append((self.expedition.periods[later].areas[n].price(used), later, n, used))
            waiting += [(price, later, -1, 0) for price in flat] + [(price, later, -2, 0) for price in helps]
        heapq.heapify(waiting)
        total = 0
        for _ in range(number):
            if not waiting:
                return total
            price, later, n, used = waiting[0]
            total += price
            if n >= 0:
                area = self.expedition.periods[later].areas[n]
                heapq.heapreplace(waiting, (area.price(used + 1), later, n, used + 1))
            elif n == -2:
                heapq.heappop(waiting)
        return total


def _flat(expedition: Expedition) -> int:
    """The least coins of a way that is paid on no area."""
    flat = [way.coins for period in expedition.periods for way in period.ways if way.area is None and not way.helps]
    return min(flat, default=0)


def _gains(expedition: Expedition) -> list[int]:
    total = sum(task.gains for task in expedition.tasks)
    gains = [total]
    dearest = max((token.coins + token.bonus for token in expedition.tokens), default=0)
    for number in range(len(expedition.periods) - 1, 0, -1):
        period = expedition.periods[number]
        total += max(period.income, period.trade_in or 0) + sum(period.finds)
        total += dearest + number if expedition.tokens else 0
        gains.append(total)
    return gains[::-1]


def _areas(expedition: Expedition, number: int, *, rides: bool) -> tuple[list[int], list[int], list[int]]:
    """The areas that ways (or offers too) of a period are paid on, the least price without one, and that of a help.

    The other coins of a way are counted with the line costs.
    """
    period = expedition.periods[number]
    used = {way.area for way in period.ways} | (set() if rides else {offer.area for offer in period.offers})
    areas = [n for n, area in enumerate(period.areas) if area.name in used]
    flat = [_flat(expedition) for way in period.ways if way.area is None and not way.helps]
    flat += [] if rides else [offer.coins for offer in period.offers if offer.area is None]
    helps = [0 for way in period.ways if way.area is None and way.helps and period.help]
    return areas, [min(flat)] if flat else [], helps[:1]


def _nearest(
    expedition: Expedition, cost: Callable[[Way], int], task_cost: Callable[[Task], int],
    ends: Iterable[tuple[str, int]],
) -> dict[tuple[str, int], int]:
    """For each place and number of tasks done the least cost to one of the ends over the ways of all periods."""
    last = len(expedition.tasks)
    arriving: dict[tuple[str, int], list[tuple[int, tuple[str, int]]]] = {
        (place, done): [] for place in expedition.places for done in range(last + 1)
    }
    for done in range(last + 1):
        for number, period in enumerate(expedition.periods):
            for place, ways in expedition.rides[number].items():
                for way, there in ways:
                    if expedition.is_open(there, done):
                        arriving[there, done].append((cost(period.ways[way]), (place, done)))
        for number, period in enumerate(expedition.periods[:-1]):
            for place in expedition.places:
                for token in period.tokens:
                    for _, there in expedition.outings(
                            number, place, token, done, expedition.plenty, Status()):
                        arriving[there, done].append((0, (place, done)))
        if done == last:
            break
        task = expedition.tasks[done]
        for place in task.places:
            arriving[place, done + 1].append((task_cost(task), (place, done)))
            for number, period in enumerate(expedition.periods):
                arriving_by_trip = [there for way, there in expedition.trips[number][place]
                                    if period.trips[way].how in task.rides
                                    and expedition.is_open(there, done + expedition.early)]
                for there in arriving_by_trip:
                    arriving[there, done + 1].append((task_cost(task), (place, done)))
    best: dict[tuple[str, int], int] = {}
    waiting = [(0, place, done) for place, done in ends]
    heapq.heapify(waiting)
    while waiting:
        distance, here, done = heapq.heappop(waiting)
        if (here, done) in best:
            continue
        best[here, done] = distance
        for step, (place, before) in arriving[here, done]:
            if (place, before) not in best:
                heapq.heappush(waiting, (distance + step, place, before))
    return best
