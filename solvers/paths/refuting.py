"""Whether any outing collects more than one that is known: every tour that walks with weights do not rule out.

Label by label, all with as many spots at once: a label is the spot and the set of spots visited, at the least length.
It is dropped where what it has collected and the best walk behind it, weights paid and given back, come to too little
(see NOTE(weights) in `weighing.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

import numpy as np

from solvers.paths.collecting import Stopped, Tour, spots_within_reach
from solvers.paths.outing import Outing
from solvers.paths.weighing import COARSE, FINE, SCALE, TooClose, Walks, Weighing

MOST_LABELS = 2_000_000
"""Labels by default: some ten seconds."""
ROUNDS = ((0, 1_000), (20, 10_000), (100, MOST_LABELS))
"""So many steps to find weights, and labels to try with them, before there are more."""


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
    near = spots_within_reach(outing)
    ends = outing.prize_of((0, 1))
    if outing.shortest[0][1] > outing.budget:
        return NoMore(0)
    if ends > prize:
        return Tour((0, 1), ends)
    if prize >= ends + sum(outing.spots[spot].prize for spot in near):
        return NoMore(0)
    step = gcd(*(outing.spots[spot].prize for spot in near))
    needed = ((prize - ends) // step + 1) * step  # what is collected between the ends is a multiple of the step
    weighing, looked = Weighing(outing, near), 0
    weights = np.zeros(len(near) + 1, dtype=np.int64)
    for steps, labels in ROUNDS:
        allowed = min(labels, most_labels - looked)
        try:
            weights = weighing.weigh(needed * SCALE, steps, weights)
            walks = weighing.walks(weights, COARSE if not steps else FINE)
        except TooClose:
            walks = None
        found, made = _collect(outing, near, needed, weights, walks, allowed)
        looked += made
        if found is not None:
            return found
        if made <= allowed:
            return NoMore(looked)
        if looked >= most_labels:
            break
    return Stopped(looked, sum(spot.prize for spot in outing.spots))


def _collect(
    outing: Outing, near: list[int], needed: int, weights: np.ndarray, walks: Walks | None, most_labels: int
) -> tuple[Tour | None, int]:
    """A tour that collects what is needed between its ends, if any; and the labels made, too many if it stopped."""
    nodes, budget = [0, *near], outing.budget
    far = [[outing.shortest[one][other] for other in nodes] for one in nodes]
    home = [outing.shortest[node][1] for node in nodes]
    prizes = [outing.spots[node].prize * SCALE for node in nodes]
    gains = [prize - int(weight) for prize, weight in zip(prizes, weights, strict=True)]
    tables = None if walks is None else (
        walks.part, walks.first.tolist(), walks.follows.tolist(), walks.second.tolist())
    made, all_weights = 0, int(weights.sum())
    # State: where, and the set of spots visited. What is known of it: the length, and the state before it.
    layer: dict[tuple[int, int], tuple[int, int, tuple[int, int] | None]] = {(0, 1): (0, all_weights, None)}
    layers = [layer]
    while layer:
        after: dict[tuple[int, int], tuple[int, int, tuple[int, int] | None]] = {}
        for state, (length, value, _) in layer.items():
            here, visited = state
            row = far[here]
            for there in range(1, len(nodes)):
                left = budget - length - row[there]
                if visited >> there & 1 or left < home[there]:
                    continue
                gained = value + gains[there]
                following = there, visited | 1 << there
                if tables is not None:
                    part, first, follows, second = tables
                    parts = left // part
                    rest = second[parts][there] if follows[parts][there] == here else first[parts][there]
                    if gained + rest < needed * SCALE:
                        continue
                known = after.get(following)
                if known is None:
                    made += 1
                if known is None or known[0] > length + row[there]:
                    after[following] = length + row[there], gained, state
        layers.append(after)
        layer = after
        for state in after:
            collected = sum(prizes[node] for node in range(1, len(nodes)) if state[1] >> node & 1)
            if collected >= needed * SCALE:
                return _traced(outing, nodes, layers, state), made
        if made > most_labels:
            return None, made
    return None, made


def _traced(
    outing: Outing, nodes: list[int], layers: list[dict[tuple[int, int], tuple[int, int, tuple[int, int] | None]]],
    state: tuple[int, int]
) -> Tour:
    """The tour that a state ends, once it goes home."""
    spots, here = [1], state
    for layer in reversed(layers):
        spots.append(nodes[here[0]])
        before = layer[here][2]
        if before is None:
            break
        here = before
    tour = tuple(spots[::-1])
    return Tour(tour, outing.prize_of(tour))
