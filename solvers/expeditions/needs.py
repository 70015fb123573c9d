"""What the ways to some ends need: how often each area, which items and how many coins, where none needs less.

NOTE(needs): ways of all periods are put together, and only what can be paid for at all is kept. Each ride counts on the
area that it is paid on, each item as one that must be had, so that a way has no order and no period any more. Whatever
a plan does, it follows one of these ways or needs more; so what the cheapest of them costs is a lower bound, which
falls short of a plan only by what order, room and a purse that is empty in between cost.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solvers.expeditions.expedition import Counts, Expedition, Status, Way
from solvers.expeditions.slots import HELP, Slots


class Need(NamedTuple):
    """So many uses of each area, so many items of each kind, and coins besides prices."""

    uses: Counts
    items: Counts
    coins: int

    def is_within(self, other: Need) -> bool:
        """Whether nothing is needed that the other does not need as well."""
        return (self.coins <= other.coins and all(map(int.__le__, self.uses, other.uses))
                and all(map(int.__le__, self.items, other.items)))

    def with_(self, more: Need) -> Need:
        """Both together."""
        return Need(tuple(map(int.__add__, self.uses, more.uses)), tuple(map(int.__add__, self.items, more.items)),
                    self.coins + more.coins)


Node = tuple[str, int]
"""A place after a number of tasks."""


class Needs:
    """The least needs from each place, after so many tasks, to some ends."""

    def __init__(self, expedition: Expedition, slots: Slots, purse: int) -> None:
        self.expedition, self.purse, self.areas = expedition, purse, slots.areas
        last = len(expedition.periods) - 1
        self._sums = [slots.riding(area, 0, last, 0) for area in self.areas]
        self.arriving: dict[Node, dict[tuple[Node, Need], None]] = {
            (place, done): {} for place in expedition.places for done in range(len(expedition.tasks) + 1)
        }
        for start, end, need in self._arcs():
            self.arriving[end][start, need] = None

    def to(self, ends: Iterable[Node]) -> dict[Node, list[Need]]:
        """For each place and number of tasks the needs to one of the ends that no other is within."""
        nothing = Need((0,) * len(self.areas), self.expedition.no_items, 0)
        found: dict[Node, list[Need]] = {node: [] for node in self.arriving}
        waiting = [(0, n, nothing, end) for n, end in enumerate(sorted(set(ends)))]
        made = len(waiting)
        while waiting:
            _, _, need, node = heapq.heappop(waiting)
            if any(one.is_within(need) for one in found[node]):
                continue
            found[node].append(need)
            for start, step in self.arriving[node]:
                more = need.with_(step)
                least = self.least(more)
                if least <= self.purse and not any(one.is_within(more) for one in found[start]):
                    made += 1
                    heapq.heappush(waiting, (least, made, more, start))
        return found

    def least(self, need: Need) -> int:
        """What a need costs at least, its items had already, from the first period on."""
        prices = (int(sums[min(uses, len(sums) - 1)]) for sums, uses in zip(self._sums, need.uses, strict=True))
        return need.coins + sum(prices)

    def _arcs(self) -> Iterator[tuple[Node, Node, Need]]:
        """Rides, tasks and trips of all periods; whoever is led out or must draw is treated like anybody."""
        expedition = self.expedition
        for number, period in enumerate(expedition.periods):
            for done in range(len(expedition.tasks) + 1):
                for place in expedition.places:
                    for way, there in expedition.rides[number][place]:
                        if expedition.is_open(there, done):
                            yield (place, done), (there, done), self._of_way(period.ways[way])
                    if number + 1 < len(expedition.periods):
                        for token in period.tokens:
                            for _, there in expedition.outings(
                                    number, place, token, done, expedition.plenty, Status()):
                                yield (place, done), (there, done), self._need(None, (), 0)
            for done, task in enumerate(expedition.tasks):
                need = self._need(None, task.items, task.coins)
                for place in sorted(task.places):
                    trips = expedition.rewards(number, place, done, expedition.plenty, Status())
                    for there in (place, *(end for _, end in trips)):
                        yield (place, done), (there, done + 1), need

    def _of_way(self, way: Way) -> Need:
        return self._need(HELP if way.helps and way.area is None else way.area, way.items, way.coins)

    def _need(self, area: str | None, items: Counts, coins: int) -> Need:
        return Need(tuple(int(name == area) for name in self.areas), self.expedition.padded(items), coins)
