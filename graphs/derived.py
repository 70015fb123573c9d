"""Derived tables about ways on a board, computed with networkx, and about how many of its members are alike."""

from __future__ import annotations

from collections.abc import Mapping

from graphs.network import build_network, distances_to
from spec.language.data import BoardData
from spec.language.derivations import FewestLinks, LinkOnward, MemberCount
from spec.language.errors import Malformed
from spec.language.sorts import ABSENT

_SHOWN = 5


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
    """For each place the fewest links to the target; `Malformed` naming the places that have no way there."""
    places = data.names[derivation.place.__name__]
    graph = build_network([{"id": name.id} for name in places], link_rows(data, derivation))
    target = places[data.tables[derivation.target][0]]
    distances = distances_to(graph, target.id)
    cut_off = [name for name in places if name.id not in distances]
    if cut_off:
        first = ", ".join(name.title for name in cut_off[:_SHOWN])
        more = f" and {len(cut_off) - _SHOWN} more" if len(cut_off) > _SHOWN else ""
        raise Malformed.one(
            f"board {data.name}: there is no way to {target.title} from {first}{more}",
            f"join {cut_off[0].id} to the rest of the board by a line", field=derivation.start,
        )
    return tuple(distances[name.id] for name in places)


def link_onward_cells(data: BoardData, derivation: LinkOnward) -> tuple[int, ...]:
    """For each place and each kind, row by row: the first link of that kind that leads on, or -1."""
    kinds = len(derivation.kinds.members) or data.sizes[derivation.kinds.__name__]
    cells = [ABSENT] * (data.sizes[derivation.place.__name__] * kinds)
    (target,) = data.tables[derivation.target]
    links = zip(*(data.tables[table] for table in (derivation.start, derivation.end, derivation.kind)), strict=True)
    for link, (start, end, kind) in enumerate(links):
        for here, there in ((start, end), (end, start)):
            cell = here * kinds + kind
            if (there == target) is derivation.into and cells[cell] == ABSENT:
                cells[cell] = link
    return tuple(cells)


def member_count_cells(data: BoardData, derivation: MemberCount) -> tuple[int, ...]:
    """The one number of members that have the value."""
    return (list(data.tables[derivation.table]).count(derivation.value),)
