"""What a graph of places and links says about itself: distances, eccentricities, cut places, contested links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import networkx as nx

from graphs.network import articulation_places, distances_to


@dataclass(frozen=True)
class Contested:
    """How sought after a link is.

    `everywhere` is the share of all pairs of places for whose shortest ways it serves, ways of a pair counting alike;
    `home` the share of the shortest ways between two given places, None if none were given.
    """

    link: str
    everywhere: Fraction
    home: Fraction | None


@dataclass(frozen=True)
class Measures:
    """The numbers of one graph; places are in its own order, links too."""

    distances: Mapping[str, Mapping[str, int]]
    eccentricities: Mapping[str, int]
    articulation: tuple[str, ...]
    bridges: tuple[str, ...]
    contested: tuple[Contested, ...]

    @property
    def diameter(self) -> int:
        """The fewest links between the two places that are furthest apart, in the same part of the graph."""
        return max(self.eccentricities.values(), default=0)

    @property
    def radius(self) -> int:
        """The smallest eccentricity."""
        return min(self.eccentricities.values(), default=0)

    @property
    def centre(self) -> tuple[str, ...]:
        """The places with the smallest eccentricity."""
        return tuple(place for place, far in self.eccentricities.items() if far == self.radius)

    @property
    def periphery(self) -> tuple[str, ...]:
        """The places with the largest eccentricity."""
        return tuple(place for place, far in self.eccentricities.items() if far == self.diameter)


def measure(graph: nx.MultiGraph[str], ends: tuple[str, str] | None = None) -> Measures:
    """Everything about a graph; `ends` are two places, such as start and end of a race.

    Places in different parts of a graph have no distance, and an eccentricity within their own part.

    >>> from graphs.network import build_network
    >>> rows = [{"id": "ab", "start": "a", "end": "b"}, {"id": "bc", "start": "b", "end": "c"}]
    >>> found = measure(build_network([{"id": p} for p in "abc"], rows), ("a", "c"))
    >>> found.diameter, found.centre, found.articulation, found.bridges, [str(one.home) for one in found.contested]
    (2, ('b',), ('b',), ('ab', 'bc'), ['1', '1'])
    """
    distances = {place: distances_to(graph, place) for place in graph}
    return Measures(
        {place: {other: far[other] for other in graph if other in far} for place, far in distances.items()},
        {place: max(far.values()) for place, far in distances.items()},
        tuple(articulation_places(graph)), bridges(graph), contested_links(graph, distances, ends),
    )


def bridges(graph: nx.MultiGraph[str]) -> tuple[str, ...]:
    """The links without which some place would be cut off; of two side by side neither is one."""
    single = {
        frozenset((start, end)): key for start, end, key in graph.edges(keys=True)
        if start != end and graph.number_of_edges(start, end) == 1
    }
    found = {single[pair] for one, other in nx.bridges(nx.Graph(graph)) if (pair := frozenset((one, other))) in single}
    return tuple(key for _, _, key in graph.edges(keys=True) if key in found)


def contested_links(
    graph: nx.MultiGraph[str], distances: Mapping[str, Mapping[str, int]], ends: tuple[str, str] | None = None
) -> tuple[Contested, ...]:
    """How sought after each link is, in exact fractions.

    NOTE(ways): ways are counted by their links, so that two links side by side make two ways and share the traffic.
    """
    ways = {place: _ways_from(graph, place, distances[place]) for place in graph}
    pairs = [(one, other) for n, one in enumerate(graph) for other in list(graph)[n + 1:] if other in distances[one]]

    def share(start: str, end: str, one: str, other: str) -> Fraction:
        """The share of the shortest ways from `one` to `other` that use a link between `start` and `end`."""
        far, total = distances[one], distances[one][other]
        through = sum(
            ways[one][near] * ways[other][away]
            for near, away in ((start, end), (end, start))
            if near in far and far[near] + 1 + distances[other][away] == total
        )
        return Fraction(through, ways[one][other])

    found = []
    for start, end, key in graph.edges(keys=True):
        everywhere = sum((share(start, end, *pair) for pair in pairs if start != end), Fraction(0))
        home = share(start, end, *ends) if ends is not None and ends[1] in distances[ends[0]] else None
        found.append(Contested(key, everywhere / max(len(pairs), 1), home))
    return tuple(found)


def _ways_from(graph: nx.MultiGraph[str], source: str, far: Mapping[str, int]) -> dict[str, int]:
    """The number of shortest ways from a place to each other one, told apart by their links."""
    ways = {source: 1}
    for place in sorted(far, key=far.__getitem__):
        if place != source:
            ways[place] = sum(
                ways[near] * graph.number_of_edges(near, place)
                for near in graph.neighbors(place) if far[near] == far[place] - 1
            )
    return ways
