"""The best outing by label setting: best first by an exact bound on what can still be collected.

A label is a spot, the set of spots visited and the length so far. Its bound is what it has collected plus the most that
a walk from there to the end can collect within the rest of the budget, were it allowed to come back to a spot, but not
at once (Christofides, Mingozzi and Toth 1981).
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass

from solvers.paths.outing import Outing

STEPS = 400
MOST_STEPS = 2_000
"""Into so many parts the budget is divided for the bound: distances are rounded down to them, but never to nothing."""
MOST_LABELS = 400_000
"""Labels by default before giving up: some ten seconds."""


@dataclass(frozen=True)
class Tour:
    """A tour from the first spot to the second and what it collects."""

    spots: tuple[int, ...]
    prize: int


@dataclass(frozen=True)
class NoTour:
    """Not even the straight way is within the budget."""


@dataclass(frozen=True)
class Stopped:
    """The limit of labels was met; no tour collects more than `bound`."""

    labels: int
    bound: int


def best_tour(outing: Outing, *, most_labels: int = MOST_LABELS) -> Tour | NoTour | Stopped:
    """The tour that collects most, exactly, by distances rounded down (see NOTE(lengths) in `outing.py`).

    >>> from solvers.paths.outing import Spot
    >>> outing = Outing((Spot(0, 0, 0), Spot(3000, 0, 0), Spot(1000, 0, 5), Spot(1000, 9000, 50)), 4_000_000)
    >>> best_tour(outing)
    Tour(spots=(0, 2, 1), prize=5)
    """
    far, budget = outing.shortest, outing.budget
    if far[0][1] > budget:
        return NoTour()
    near = spots_within_reach(outing)
    prizes = [spot.prize for spot in outing.spots]
    bounds = WalkBounds(outing, near)
    base = prizes[0] + prizes[1]
    count = 0
    first = 1 << 0 | 1 << 1
    queue: list[tuple[int, int, int, int, int, int, tuple[int, ...]]] = []
    heapq.heappush(queue, (-(base + bounds.most(0, budget, first)), 0, 0, first, 0, base, (0,)))
    reached: dict[tuple[int, int], int] = {}
    while queue:
        negative, _, here, visited, length, prize, tour = heapq.heappop(queue)
        if here == 1:
            return Tour(tour, prize)
        if reached.get((here, visited), length) < length:
            continue
        if count > most_labels:
            return Stopped(count, -negative)
        count += 1
        heapq.heappush(queue, (-prize, -count, 1, visited, length, prize, (*tour, 1)))
        row = far[here]
        for there in near:
            mark = 1 << there
            if visited & mark:
                continue
            after = length + row[there]
            if after + far[there][1] > budget:
                continue
            state = there, visited | mark
            if reached.get(state, budget + 1) <= after:
                continue
            reached[state] = after
            count += 1
            gained = prize + prizes[there]
            bound = min(-negative, gained + bounds.most(there, budget - after, visited | mark))
            heapq.heappush(queue, (-bound, -count, there, visited | mark, after, gained, (*tour, there)))
    raise AssertionError("the straight way is within the budget")


def spots_within_reach(outing: Outing) -> list[int]:
    """The spots with a prize that can be visited at all, ends aside."""
    far = outing.shortest
    return [spot for spot in range(2, len(far))
            if far[0][spot] + far[spot][1] <= outing.budget and outing.spots[spot].prize]


class WalkBounds:
    """What walks to the end can collect at most, by spot and by parts of the budget left.

    No step of a walk is shorter than a part, so that what can be collected with less left is known before.
    """

    def __init__(self, outing: Outing, near: list[int]) -> None:
        self.prizes = [spot.prize for spot in outing.spots]
        self.near = near
        self.far = outing.shortest
        closest = min((self.far[one][other] for one in (0, *near) for other in near if one != other), default=1)
        self.part = max(1, min(-(-outing.budget // STEPS), closest))
        if outing.budget // self.part > MOST_STEPS:
            self.best: dict[int, list[tuple[int, int, int]]] = {}
            return  # spots too close to one another for this bound
        steps = {one: {other: self.far[one][other] // self.part for other in near} for one in (0, *near)}
        home = {one: self.far[one][1] // self.part for one in (0, *near)}
        size = outing.budget // self.part + 1
        # best[spot][left]: the most behind the spot, and which spot comes next then; and the most with another next
        self.best = {one: [] for one in (0, *near)}
        for left in range(size):
            for one in (0, *near):
                first, by, second = (0, -1, 0) if home[one] <= left else (-1, -1, -1)
                for other in near:
                    rest = left - steps[one][other]
                    if other == one or rest < 0:
                        continue
                    most, following, otherwise = self.best[other][rest]
                    value = otherwise if following == one else most
                    if value < 0:
                        continue
                    value += self.prizes[other]
                    if value > first:
                        first, by, second = value, other, first
                    elif value > second:
                        second = value
                self.best[one].append((first, by, second))

    def behind(self, spot: int, left: int) -> int:
        """The most that can be collected behind a spot, whatever was visited before."""
        if not self.best:
            return sum(self.prizes[one] for one in self.near)
        return max(self.best[spot][left // self.part][0], 0)

    def most(self, spot: int, left: int, visited: int) -> int:
        """The most that can be collected behind a spot; spots visited are left out of the sum where that says less."""
        row = self.far[spot]
        rest = sum(
            self.prizes[one] for one in self.near
            if not visited >> one & 1 and row[one] + self.far[one][1] <= left
        )
        return min(max(self.best[spot][left // self.part][0], 0), rest) if self.best else rest
