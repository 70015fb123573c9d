"""Whether any outing collects more than one that is known: walks that forget, made to remember what matters.

NOTE(near): a walk may come back to a spot, unless it remembers having been there. What it remembers is lost at the
first spot that is not near the remembered one (Baldacci, Mingozzi and Roberti 2011). If no such walk collects more,
no tour does. If one does and comes back to a spot, that spot is made near to those on the way between, and the walks
are looked at again.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from solvers.paths.collecting import Stopped, Tour, WalkBounds, spots_within_reach
from solvers.paths.outing import Outing

NEAREST = 8
"""So many spots are near to each one at first."""
MOST_LABELS = 400_000
"""Labels by default, of all rounds together: some ten seconds."""

_Trail = tuple[int, "_Trail | None"]


@dataclass(frozen=True)
class NoMore:
    """No tour collects more; so many labels show it."""

    labels: int


def better_tour(outing: Outing, prize: int, *, most_labels: int = MOST_LABELS) -> Tour | NoMore | Stopped:
    """A tour that collects more than `prize`, or that there is none, by distances rounded down.

    >>> from solvers.paths.outing import Spot
    >>> outing = Outing((Spot(0, 0, 0), Spot(3000, 0, 0), Spot(1000, 0, 5), Spot(1000, 9000, 50)), 4_000_000)
    >>> better_tour(outing, 4), better_tour(outing, 5)
    (Tour(spots=(0, 2, 1), prize=5), NoMore(labels=0))
    """
    far, reach = outing.shortest, spots_within_reach(outing)
    if far[0][1] > outing.budget:
        return NoMore(0)
    near = {spot: set(sorted(reach, key=far[spot].__getitem__)[:NEAREST]) for spot in reach}
    bounds = WalkBounds(outing, reach)
    looked = 0
    while True:
        walk, labels = _best_walk(outing, reach, near, bounds, prize, most_labels - looked)
        looked += labels
        if looked > most_labels:
            return Stopped(looked, sum(spot.prize for spot in outing.spots))
        if walk is None:
            return NoMore(looked)
        if not _remember(near, walk):
            return Tour(tuple(walk), outing.prize_of(walk))


def _best_walk(
    outing: Outing, reach: Sequence[int], near: dict[int, set[int]], bounds: WalkBounds, prize: int, most_labels: int
) -> tuple[list[int] | None, int]:
    """The walk that collects most, if that is more than `prize`; and how many labels were looked at."""
    far, budget = outing.shortest, outing.budget
    prizes = [spot.prize for spot in outing.spots]
    kept = {spot: sum(1 << other for other in near[spot]) for spot in reach}
    reached: dict[tuple[int, int], int] = {}  # labels are settled by rising length, so that only more prize counts
    base = prizes[0] + prizes[1]
    waiting: list[tuple[int, int, int, int, int, _Trail | None]] = [(0, 0, 0, 0, base, None)]
    best: _Trail | None = (0, None) if base > prize else None
    most, labels, made = max(prize, base), 0, 0
    while waiting:
        length, _, here, memory, collected, came = heapq.heappop(waiting)
        if reached.get((here, memory), -1) >= collected:
            continue
        reached[here, memory] = collected
        labels += 1
        if labels > most_labels:
            break
        trail = here, came
        if collected > most:  # every label can still go home
            most, best = collected, trail
        for there in reach:
            if memory >> there & 1 or there == here:
                continue
            after = length + far[here][there]
            if after + far[there][1] > budget:
                continue
            gained = collected + prizes[there]
            state = there, memory & kept[there] | 1 << there
            if reached.get(state, -1) >= gained or gained + bounds.behind(there, budget - after) <= most:
                continue
            made += 1
            heapq.heappush(waiting, (after, made, there, state[1], gained, trail))
    walk = [1] if best is not None else None
    while best is not None and walk is not None:
        walk.append(best[0])
        best = best[1]
    return walk and walk[::-1], labels


def _remember(near: dict[int, set[int]], walk: Sequence[int]) -> bool:
    """Make a spot that a walk comes back to near to those between; False if it comes back to none."""
    places: dict[int, list[int]] = {}
    for place, spot in enumerate(walk):
        places.setdefault(spot, []).append(place)
    loops = [(spot, one, other) for spot, visits in places.items() for one, other in pairwise(visits)]
    for spot, one, other in loops:
        for between in walk[one + 1:other]:
            near[between].add(spot)
    return bool(loops)
