"""Which items are missing when no way can be paid with those in hand."""

from __future__ import annotations

import heapq

from solvers.routes.journey import Counts, Journey


def least_missing(journey: Journey) -> tuple[Counts, ...]:
    """Every least multiset of further items with which some way can be paid, coins left aside; fewest items first.

    Exact, by label setting over what was spent and what was missing; one empty multiset when nothing is missing, and
    none when the graph has no way. `journey.items` must be given.

    >>> from solvers.routes.journey import Area, Link
    >>> links = (Link("ab", "a", "b", ("rail",), items=(2, 0)), Link("ba", "a", "b", ("rail",), items=(0, 1)))
    >>> least_missing(Journey(("a", "b"), links, (Area("rail"),), "a", "b", ("hat", "coat"), items=(1, 0)))
    ((0, 1), (1, 0))
    """
    owned = journey.items
    assert owned is not None, "nothing is missing from unlimited items"
    none = journey.no_items
    waiting: list[tuple[int, Counts, Counts, str]] = [(0, none, none, journey.start)]
    settled: dict[str, list[Counts]] = {place: [] for place in journey.places}
    found: list[Counts] = []
    while waiting:
        _, missing, spent, here = heapq.heappop(waiting)
        resources = (*missing, *spent)
        if any(_within(known, missing) for known in found):
            continue
        if here == journey.target:
            found.append(missing)
            continue
        if any(_within(known, resources) for known in settled[here]):
            continue
        settled[here].append(resources)
        for link, there in journey.leaving[here]:
            needs = tuple(map(sum, zip(spent, journey.holds_of(link), strict=True)))
            lacking = tuple(max(gap, need - own) for gap, need, own in zip(missing, needs, owned, strict=True))
            after = tuple(map(sum, zip(spent, journey.items_of(link), strict=True)))
            heapq.heappush(waiting, (sum(lacking), lacking, after, there))
    return tuple(found)


def _within(one: Counts, other: Counts) -> bool:
    return all(map(int.__le__, one, other))
