"""The fewest links alone, whatever they cost: breadth first over the graph, and nothing else."""

from __future__ import annotations

from solvers.routes.journey import Journey


def fewest_links(journey: Journey) -> int | None:
    """The fewest links from start to target, coins and items left out of account; None if no way leads there.

    >>> from solvers.routes.journey import Area, Link
    >>> links = (Link("ab", "a", "b", ("rail",)), Link("bc", "b", "c", ("rail",)), Link("ac", "a", "c", ("sea",)))
    >>> fewest_links(Journey(("a", "b", "c"), links, (Area("rail"), Area("sea", height=5)), "a", "c", coins=0))
    1
    """
    neighbours: dict[str, list[str]] = {place: [] for place in journey.places}
    for link in journey.links:
        neighbours[link.start].append(link.end)
        neighbours[link.end].append(link.start)
    if journey.start == journey.target:
        return 0
    seen = {journey.start, *journey.closed}
    layer, number = [journey.start], 0
    while layer:
        number += 1
        following: list[str] = []
        for here in layer:
            if here in journey.final:
                continue
            for there in neighbours[here]:
                if there not in seen:
                    if there == journey.target:
                        return number
                    seen.add(there)
                    following.append(there)
        layer = following
    return None
