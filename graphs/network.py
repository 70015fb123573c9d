"""Places and links as a graph, and the questions a board has to answer about itself."""

from collections.abc import Iterable, Mapping
from itertools import pairwise

import networkx as nx


class NetworkError(ValueError):
    """Rows that do not describe a graph; the message names the row."""


def build_network(
    places: Iterable[Mapping[str, object]], links: Iterable[Mapping[str, object]]
) -> "nx.MultiGraph[str]":
    """The graph of rows: places have an `id`, links an `id`, `start` and `end`; all else becomes attributes.

    A link's id is its key, so that two links between the same places stay apart. Raises `NetworkError` on
    an id that is missing or used twice, and on a link to a place that is not there.

    >>> links = [{"id": "ab", "start": "a", "end": "b", "kind": "ship"}]
    >>> graph = build_network([{"id": "a"}, {"id": "b"}], links)
    >>> graph.edges["a", "b", "ab"]["kind"]
    'ship'
    """
    graph: nx.MultiGraph[str] = nx.MultiGraph()
    for row in places:
        place = _text(row, "id", "place")
        if place in graph:
            raise NetworkError(f"place {place!r} is there twice")
        graph.add_node(place)
        graph.nodes[place].update(_attributes(row, "id"))
    seen: set[str] = set()
    for row in links:
        link = _text(row, "id", "link")
        if link in seen:
            raise NetworkError(f"link {link!r} is there twice")
        seen.add(link)
        ends = _text(row, "start", f"link {link!r}"), _text(row, "end", f"link {link!r}")
        for end in ends:
            if end not in graph:
                raise NetworkError(f"link {link!r} leads to {end!r}, which is not a place")
        graph.add_edge(ends[0], ends[1], link)
        graph.edges[ends[0], ends[1], link].update(_attributes(row, "id", "start", "end"))
    return graph


def distances_to(graph: "nx.MultiGraph[str]", target: str) -> dict[str, int]:
    """The fewest links between each place and the target; places without a way to it are left out.

    Raises `NetworkError` if the target is not a place.

    >>> row = [{"id": "ab", "start": "a", "end": "b"}]
    >>> distances_to(build_network([{"id": "a"}, {"id": "b"}, {"id": "c"}], row), "b")
    {'b': 0, 'a': 1}
    """
    _check(graph, target)
    return dict(nx.single_source_shortest_path_length(graph, target))


def fewest_links(graph: "nx.MultiGraph[str]", source: str, target: str) -> int | None:
    """The fewest links between two places, None if there is no way; `NetworkError` if either is unknown."""
    _check(graph, source)
    return distances_to(graph, target).get(source)


def shortest_route(graph: "nx.MultiGraph[str]", source: str, target: str) -> list[str] | None:
    """The link ids of a way with the fewest links, the first in alphabetical order; None if there is no way."""
    _check(graph, source)
    distances = distances_to(graph, target)
    if source not in distances:
        return None
    route, here = [], source
    while here != target:
        steps = [(key, end) for _, end, key in graph.edges(here, keys=True)]
        link, here = min((key, end) for key, end in steps if distances[end] < distances[here])
        route.append(link)
    return route


def articulation_places(graph: "nx.MultiGraph[str]") -> list[str]:
    """The places whose removal would cut some other place off, in alphabetical order.

    >>> rows = [{"id": "ab", "start": "a", "end": "b"}, {"id": "bc", "start": "b", "end": "c"}]
    >>> articulation_places(build_network([{"id": p} for p in "abc"], rows))
    ['b']
    """
    return sorted(nx.articulation_points(nx.Graph(graph)))


def problems(graph: "nx.MultiGraph[str]", source: str, target: str) -> list[str]:
    """What keeps the graph from being a board for a journey from source to target, a sentence each.

    >>> problems(build_network([{"id": "a"}, {"id": "b"}], []), "a", "b")
    ["no way leads from 'a' to 'b'", 'the board falls into 2 parts: a; b']
    """
    missing = [place for place in dict.fromkeys((source, target)) if place not in graph]
    found = [f"there is no place {place!r}" for place in missing]
    loops = [(key, start) for start, end, key in graph.edges(keys=True) if start == end]
    found += [f"link {key!r} joins {place!r} to itself" for key, place in loops]
    if not missing and fewest_links(graph, source, target) is None:
        found.append(f"no way leads from {source!r} to {target!r}")
    parts = sorted(sorted(part) for part in nx.connected_components(graph))
    if len(parts) > 1:
        listed = "; ".join(", ".join(part) for part in parts)
        found.append(f"the board falls into {len(parts)} parts: {listed}")
    return found


def is_route(graph: "nx.MultiGraph[str]", links: Iterable[str]) -> bool:
    """Whether the links can be travelled one after the other, each from where the last one ended."""
    ends = {key: (start, end) for start, end, key in graph.edges(keys=True)}
    steps = list(links)
    if any(link not in ends for link in steps):
        return False
    heads = set(ends[steps[0]]) if steps else set()
    for _, link in pairwise(steps):
        start, end = ends[link]
        heads = {b for a, b in ((start, end), (end, start)) if a in heads}
    return not steps or bool(heads)


def _text(row: Mapping[str, object], key: str, what: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value:
        raise NetworkError(f"{what} has no {key!r}: {dict(row)}")
    return value


def _attributes(row: Mapping[str, object], *without: str) -> dict[str, object]:
    return {key: value for key, value in row.items() if key not in without}


def _check(graph: "nx.MultiGraph[str]", place: str) -> None:
    if place not in graph:
        raise NetworkError(f"there is no place {place!r}")
