"""The exact search: label setting over places, uses of the areas, and items spent.

NOTE(labels): what the links so far have cost on the areas depends only on how often each was used, not on the order.
A label with no more links, coins, items spent, and uses of areas that grow dearer than another at the same place can do
whatever the other can, as cheaply; so the other is dropped. Items are only ever spent, hence a way that comes back to a
place is dropped too.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace

from solvers.routes.answers import Barred, ItemsMissing, Lacking, NoRoute, Reason, Route, TooDear, Unreachable, route_of
from solvers.routes.bounds import Bounds
from solvers.routes.journey import Counts, Journey, Link, Objective
from solvers.routes.missing import least_missing


@dataclass(frozen=True)
class Stopped:
    """The search stopped after so many labels; no route has a value below `bound`."""

    labels: int
    bound: tuple[int, int]


@dataclass(frozen=True, slots=True)
class _Label:
    place: str
    coins: int
    links: int
    uses: Counts
    spent: Counts
    came: tuple[_Label, Link, str] | None


def search_route(
    journey: Journey, objective: Objective, *, most_labels: int | None = None
) -> Route | NoRoute | Stopped:
    """The best route, or why there is none, exactly; `Stopped` after `most_labels` labels (no limit unless given).

    >>> from solvers.routes.journey import Area
    >>> links = (Link("ab", "a", "b", ("rail",)), Link("bc", "b", "c", ("rail",)), Link("ac", "a", "c", ("sea",)))
    >>> journey = Journey(("a", "b", "c"), links, (Area("rail"), Area("sea", height=5)), "a", "c")
    >>> route = search_route(journey, Objective.CHEAPEST)
    >>> [(step.link, step.price, step.so_far) for step in route.steps]
    [('ab', 1, 1), ('bc', 2, 3)]
    """
    bounds = Bounds(journey)
    if journey.start not in bounds.links:
        return NoRoute(journey, _cut(journey))
    found = _settle(journey, objective, bounds, most_labels)
    if found is not None:
        return found
    return NoRoute(journey, _unpaid(journey, bounds))


def _unpaid(journey: Journey, bounds: Bounds) -> Reason:
    """What the purse or the bag lacks. Without a limit on coins a search goes straight ahead, so it has no limit."""
    free = replace(journey, coins=None)
    cheapest = _settle(free, Objective.CHEAPEST, bounds, None)
    if isinstance(cheapest, Route):
        assert journey.coins is not None, "without a limit on coins the first search had found it"
        return TooDear(cheapest.coins, journey.coins)
    assert journey.items is not None, "without limits on coins and items only the graph can refuse"
    ways: list[Lacking] = []
    for lacking in least_missing(journey):
        richer = replace(free, items=tuple(map(sum, zip(journey.items, lacking, strict=True))))
        cheapest = _settle(richer, Objective.CHEAPEST, bounds, None)
        assert isinstance(cheapest, Route), "with the missing items there is a way"
        ways.append(Lacking(lacking, cheapest.coins))
    return ItemsMissing(tuple(ways))


def _settle(journey: Journey, objective: Objective, bounds: Bounds, most_labels: int | None) -> Route | Stopped | None:
    number = {area.name: n for n, area in enumerate(journey.areas)}
    rising = [n for n, area in enumerate(journey.areas) if area.fixed is None]
    settled: dict[str, list[Counts]] = {place: [] for place in journey.places}
    first = _Label(journey.start, 0, 0, (0,) * len(journey.areas), journey.no_items, None)
    waiting: list[tuple[tuple[int, int], int, _Label]] = []
    made = 0

    def wait(label: _Label) -> None:
        nonlocal made
        coins = label.coins + bounds.coins(label.place, label.uses)
        if journey.coins is not None and coins > journey.coins:
            return
        links = label.links + bounds.links[label.place]
        made += 1
        value = (links, coins) if objective is Objective.FEWEST else (coins, links)
        heapq.heappush(waiting, (value, made, label))

    wait(first)
    while waiting:
        value, _, label = heapq.heappop(waiting)
        if label.place == journey.target:
            return _route(journey, label)
        if most_labels is not None and made > most_labels:
            return Stopped(made, value)
        resources = (label.links, label.coins, *(label.uses[n] for n in rising), *label.spent)
        here = settled[label.place]
        if any(all(map(int.__le__, other, resources)) for other in here):
            continue
        here.append(resources)
        for link, there in journey.leaving[label.place]:
            spent = _spend(journey, label.spent, link)
            if spent is None or there not in bounds.links:
                continue
            for name in link.areas:
                n = number[name]
                uses = (*label.uses[:n], label.uses[n] + 1, *label.uses[n + 1:])
                price = journey.areas[n].price(label.uses[n])
                coins = label.coins + price + link.coins
                wait(_Label(there, coins, label.links + 1, uses, spent, (label, link, name)))
    return None


def _spend(journey: Journey, spent: Counts, link: Link) -> Counts | None:
    """The items spent after a link; None if those in hand do not do. Unlimited items need no counting."""
    if journey.items is None:
        return spent
    if any(gone + holds > owned for gone, holds, owned in zip(spent, journey.holds_of(link), journey.items,
                                                              strict=True)):
        return None
    return tuple(map(sum, zip(spent, journey.items_of(link), strict=True))) if link.items else spent


def _route(journey: Journey, label: _Label) -> Route:
    taken: list[tuple[Link, str, str]] = []
    while label.came is not None:
        before, link, area = label.came
        taken.append((link, label.place, area))
        label = before
    return route_of(journey, taken[::-1])


def _cut(journey: Journey) -> Reason:
    """Why the graph alone has no way: nothing leads there, or only through closed and final places."""
    everywhere = replace(journey, closed=frozenset(), final=frozenset())
    to_target = Bounds(everywhere).links
    if journey.start not in to_target:
        return Unreachable()
    seen, waiting = {journey.start}, [journey.start]
    closed: set[str] = set()
    final: set[str] = set()
    while waiting:
        here = waiting.pop()
        if here in journey.final:
            final.add(here)
            continue
        for _, there in everywhere.leaving[here]:
            if there in journey.closed:
                closed.add(there)
            elif there not in seen:
                seen.add(there)
                waiting.append(there)
    beyond, waiting = {journey.target}, [journey.target]
    while waiting:
        for _, there in everywhere.leaving[waiting.pop()]:
            if there not in seen and there not in beyond:
                beyond.add(there)
                waiting.append(there)
    final = {place for place in final if any(there in beyond for _, there in everywhere.leaving[place])}
    return Barred(tuple(sorted(closed & beyond)), tuple(sorted(final)))
