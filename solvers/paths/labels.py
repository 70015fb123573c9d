"""The cheapest path within limits: labels in the order of their cost and the least cost still to come.

Lower bounds on what is still to be paid and used, from every vertex to the target, rule labels out early; one that is
not better in anything than another at its vertex is dropped. Desrochers and Soumis 1988; the bounds as in Dumitrescu
and Boland 2003.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from operator import add, gt, le

from solvers.paths.network import Arc, Network, Uses, total

FAR = 1 << 60


Trail = tuple[Arc, "Trail | None"]


@dataclass(frozen=True)
class Path:
    """A path by its arcs, with its cost and what they and its vertices use."""

    arcs: tuple[Arc, ...]
    cost: int
    uses: Uses

    @property
    def vertices(self) -> tuple[int, ...]:
        """Where it passes, both ends included; nothing for a path that stays where it begins."""
        return tuple(arc.tail for arc in self.arcs[:1]) + tuple(arc.head for arc in self.arcs)


@dataclass(frozen=True)
class NoPath:
    """There is no path within the limits; `reachable` says whether there is one at all."""

    reachable: bool


def cheapest_path(network: Network, start: int, target: int) -> Path | NoPath:
    """The cheapest path within the limits, by label setting; exact.

    >>> arcs = (Arc(0, 1, 1, (5,)), Arc(1, 2, 1, (5,)), Arc(0, 2, 9, (1,)))
    >>> found = cheapest_path(Network(3, arcs, (9,)), 0, 2)
    >>> found.vertices, found.cost, found.uses
    ((0, 2), 9, (1,))
    """
    costs, onward = _to(network, target, None)
    if costs[start] >= FAR:
        return NoPath(reachable=False)
    direct = _along(network, start, target, onward)
    if all(one <= limit for one, limit in zip(direct.uses, network.limits, strict=True)):
        return direct
    kinds = range(len(network.limits))
    least = [_to(network, target, kind)[0] for kind in kinds]
    # what may have been used at a vertex if enough is to be left for the rest of the way
    most = [tuple([network.limits[kind] - least[kind][one] for kind in kinds]) for one in range(network.vertices)]
    used = network.used_at(start)
    if _exceeds(used, most[start]):
        return NoPath(reachable=True)
    leaving = network.leaving
    settled: list[list[Uses]] = [[] for _ in range(network.vertices)]
    count = 0
    queue: list[tuple[int, int, int, Uses, Trail | None]] = [(costs[start], count, start, used, None)]
    while queue:
        whole, _, here, uses, trail = heapq.heappop(queue)
        if here == target:
            return _path(whole, uses, trail)
        if _is_beaten(uses, settled[here]):
            continue  # labels come in order of their whole cost, so what beats it is no dearer
        settled[here].append(uses)
        cost = whole - costs[here]
        for arc in leaving[here]:
            there = arc.head
            if costs[there] >= FAR:
                continue
            after = tuple(map(add, uses, arc.uses))
            if not _exceeds(after, most[there]) and not _is_beaten(after, settled[there]):
                count += 1
                heapq.heappush(queue, (cost + arc.cost + costs[there], count, there, after, (arc, trail)))
    return NoPath(reachable=True)


def _exceeds(uses: Uses, most: Uses) -> bool:
    return any(map(gt, uses, most))


def _is_beaten(uses: Uses, others: Sequence[Uses]) -> bool:
    return any(all(map(le, other, uses)) for other in others)


def _to(network: Network, target: int, kind: int | None) -> tuple[list[int], list[Arc | None]]:
    """The least cost, or the least use of a resource, from every vertex to the target, and each first arc."""
    found = [FAR] * network.vertices
    onward: list[Arc | None] = [None] * network.vertices
    found[target] = 0
    queue = [(0, target)]
    entering = network.entering
    while queue:
        far, here = heapq.heappop(queue)
        if far > found[here]:
            continue
        for arc in entering[here]:
            further = far + (arc.cost if kind is None else arc.uses[kind])
            if further < found[arc.tail]:
                found[arc.tail] = further
                onward[arc.tail] = arc
                heapq.heappush(queue, (further, arc.tail))
    return found, onward


def _along(network: Network, start: int, target: int, onward: Sequence[Arc | None]) -> Path:
    """The cheapest path of all."""
    arcs: list[Arc] = []
    here = start
    while here != target:
        arc = onward[here]
        assert arc is not None, "the target can be reached"
        arcs.append(arc)
        here = arc.head
    return Path(tuple(arcs), *total(network, start, arcs))


def _path(cost: int, uses: Uses, trail: Trail | None) -> Path:
    arcs: list[Arc] = []
    while trail is not None:
        arc, trail = trail
        arcs.append(arc)
    return Path(tuple(reversed(arcs)), cost, uses)
