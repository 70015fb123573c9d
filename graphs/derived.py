"""Derived tables about ways on a board, computed with networkx."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.network import build_network, distances_to
from spec.language.data import BoardData
from spec.language.derivations import FewestLinks
from spec.language.errors import Malformed, Problem


def link_rows(data: BoardData, derivation: FewestLinks) -> list[Mapping[str, object]]:
    """The links of a board as rows with `id`, `start` and `end`, in the order of their sort."""
    places = data.names[derivation.place.__name__]
    names = data.names[derivation.link.__name__]
    ends = zip(data.tables[derivation.start], data.tables[derivation.end], strict=True)
    return [
        {"id": name.id, "start": places[start].id, "end": places[end].id}
        for name, (start, end) in zip(names, ends, strict=True)
    ]


def fewest_links_cells(data: BoardData, derivation: FewestLinks) -> tuple[int, ...]:
    """For each place the fewest links to the target; `Malformed` naming every place that has no way there."""
    places = data.names[derivation.place.__name__]
    graph = build_network([{"id": name.id} for name in places], link_rows(data, derivation))
    target = places[data.tables[derivation.target][0]]
    distances = distances_to(graph, target.id)
    cut_off = [name for name in places if name.id not in distances]
    if cut_off:
        raise Malformed(
            Problem(None, f"board {data.name}: there is no way from {name.title} to {target.title}",
                    f"join {name.id} to the rest of the board by a line")
            for name in cut_off
        )
    return tuple(distances[name.id] for name in places)
