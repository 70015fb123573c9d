"""The map of a game's board: its places, links and marks, taken from the board's own tables.

A board can be drawn if its spec says how places are linked (a `FewestLinks` table, or `Legs`) and gives every place
`lon` and `lat`. A table with the key `kind` chooses the links' styles, one with the key `symbol` the marks. Numbers
over links are written on them as what they cost; a truth over links is drawn as a square on each for which it holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from graphs.figures import SHIP, SPECIAL, TRAIN, Link, Mark, Pawn, Place, Shape, Style
from graphs.maps import draw_map
from graphs.network import build_network
from spec.language.board import Printed
from spec.language.data import BoardData
from spec.language.derivations import FewestLinks, Legs
from spec.language.errors import Malformed
from spec.language.game import Game
from spec.language.sorts import BoolSort, Named, Opt
from spec.language.values import Element

if TYPE_CHECKING:
    import drawsvg
    import networkx as nx

STYLES: Mapping[str, Style] = {"ship": SHIP, "train": TRAIN, "special": SPECIAL}
"""Styles by the names that boards give to kinds of links; any other kind is drawn plainly."""

_COLOURS = ("#2f5fa8", "#b8402e", "#3d8a57", "#8a5a9f", "#c08a1e")
_SHAPES: Mapping[str, Shape] = {
    "triangle": "triangle", "square": "square", "circle": "circle", "diamond": "diamond", "star": "star"
}
PAWNS = ("#c0392b", "#2c6fbb", "#2e8b57", "#d4a017", "#7d3c98", "#d35400")
"""Colours of the pawns in seat order."""


def ways(game: Game) -> FewestLinks | Legs:
    """How the game's places are linked; `Malformed` if its board is no map."""
    for table in game.board.tables:
        if isinstance(table.derived, FewestLinks):
            return table.derived
    for value in vars(game.board).values():
        if isinstance(value, Legs):
            return value
    raise Malformed.one(f"the board of {game.title} is no map of places and links", "choose another game")


def places_of(game: Game, data: BoardData) -> list[Place]:
    """The places of a board with their marks."""
    element = ways(game).place
    names = data.names[element.__name__]
    marks = _marks(_table(game, element, "symbol"), data, len(names))
    lons, lats = data.details["lon"], data.details["lat"]
    return [
        Place(name.id, name.title, float(lon), float(lat), mark)
        for name, lon, lat, mark in zip(names, lons, lats, marks, strict=True)
    ]


def links_of(game: Game, data: BoardData, laid: Mapping[str, str] | None = None) -> list[Link]:
    """The links of a board with their styles; a label tells what a link costs, or what is `laid` on it, by its id."""
    way = ways(game)
    if isinstance(way, Legs):
        return _legs(game, data, way, laid or {})
    names, places = data.names[way.link.__name__], data.names[way.place.__name__]
    kinds = _kinds(_table(game, way.link, "kind"), len(names), data)
    ends = zip(data.tables[way.start], data.tables[way.end], strict=True)
    costs, squares = costs_of(game, way.link, data), _squares(game, way.link, data, len(names))
    return [
        Link(
            name.id, places[start].id, places[end].id, STYLES.get(kind, Style(kind, "#555555")),
            (laid or {}).get(name.id, cost), square,
        )
        for name, (start, end), kind, cost, square in zip(names, ends, kinds, costs, squares, strict=True)
    ]


def _legs(game: Game, data: BoardData, way: Legs, laid: Mapping[str, str]) -> list[Link]:
    """The legs of a journey, each in the style of what it needs most of."""
    places, needed = data.names[way.place.__name__], [""] * len(data.names[way.place.__name__])
    for table in game.board.tables:
        if len(table.index) == 2 and table.index[0] == Named(way.place) and isinstance(table.index[1], Named):
            members = table.index[1].element.members
            for n in range(len(places)):
                counts = data.tables[table.name][n * len(members):(n + 1) * len(members)]
                needed[n] = members[counts.index(max(counts))].lower() if any(counts) else ""
    costs = costs_of(game, way.place, data)
    return [
        Link(
            f"{start.id}_{end.id}", start.id, end.id, STYLES.get(needed[n], STYLES["special"]),
            laid.get(f"{start.id}_{end.id}", costs[n]), "",
        )
        for n, (start, end) in enumerate(pairwise(places))
    ]


def network_of(game: Game, data: BoardData) -> nx.MultiGraph[str]:
    """The board as a networkx graph: places with `name`, `lon`, `lat`, `symbol`; links by id with `kind`, `costs`."""
    places = [
        {"id": one.id, "name": one.name, "lon": one.lon, "lat": one.lat, "symbol": one.mark.meaning}
        for one in places_of(game, data)
    ]
    links = [
        {"id": one.id, "start": one.start, "end": one.end, "kind": one.style.name, "costs": one.label}
        for one in links_of(game, data)
    ]
    return build_network(places, links)


def board_map(
    game: Game, data: BoardData, *, route: Sequence[str] = (), pawns: Mapping[str, str] | None = None,
    prices: Mapping[str, int] | None = None, laid: Mapping[str, str] | None = None, title: str = "", note: str = "",
) -> drawsvg.Drawing:
    """The board drawn over coastlines; `pawns` maps a player's name to the place where the pawn stands.

    `laid` says what lies on links, by their ids.
    """
    standing = [
        Pawn(name, PAWNS[seat % len(PAWNS)], place) for seat, (name, place) in enumerate((pawns or {}).items())
    ]
    return draw_map(
        places_of(game, data), links_of(game, data, laid), route=route, pawns=standing, prices=prices,
        title=title or data.title, note=note or honest_note(data),
    )


def honest_note(data: BoardData) -> str:
    """How many of the board's data are from the rulebook, public, and assumed."""
    tags = list(data.provenance.values())
    counts = {kind: sum(tag.startswith(kind) for tag in tags) for kind in ("rulebook", "public", "assumed")}
    return "Data: " + ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)


def _table(game: Game, element: type[Element], key: str) -> Printed | None:
    for table in game.board.tables:
        index = table.index[0] if table.index else None
        if table.key == key and isinstance(index, Named) and index.element is element:
            return table
    return None


def _member_ids(table: Printed, data: BoardData) -> list[tuple[str, str]]:
    assert isinstance(table.sort, (Named, Opt)), f"table {table.name} should hold members"
    names = data.names.get(table.sort.element.__name__)
    if names is not None:
        return [(name.id, name.title) for name in names]
    return [(name.lower(), title) for name, title in table.sort.element.titles()]


def _kinds(table: Printed | None, count: int, data: BoardData) -> list[str]:
    if table is None:
        return [""] * count
    ids = _member_ids(table, data)
    return [ids[cell][0] for cell in data.tables[table.name]]


def _marks(table: Printed | None, data: BoardData, count: int) -> list[Mark]:
    if table is None:
        return [Mark()] * count
    ids = _member_ids(table, data)
    shapes: list[Shape] = [_SHAPES.get(id_, "circle") for id_, _ in ids]
    drawn = [
        Mark(shape, _COLOURS[n % len(_COLOURS)], meaning=title) if shape != "circle"
        else Mark(shape, _COLOURS[0], _COLOURS[1], title)
        for n, (shape, (_, title)) in enumerate(zip(shapes, ids, strict=True))
    ]
    return [drawn[cell] for cell in data.tables[table.name]]


def costs_of(game: Game, element: type[Element], data: BoardData) -> list[str]:
    """What each member costs: every table of numbers over its sort, or over it and another sort, in words."""
    count = len(data.names[element.__name__])
    texts: list[list[str]] = [[] for _ in range(count)]
    for table in game.board.tables:
        first = table.index[0] if table.index else None
        truth_or_member = isinstance(table.sort, (BoolSort, Named, Opt))
        if not isinstance(first, Named) or first.element is not element or truth_or_member:
            continue
        cells = data.tables[table.name]
        if len(table.index) == 1:
            for n in range(count):
                if cells[n]:
                    texts[n].append(f"{cells[n]} {table.key.removesuffix('s') if cells[n] == 1 else table.key}")
        elif isinstance(second := table.index[1], Named):
            members = data.names.get(second.element.__name__)
            titles = [m.title for m in members] if members else [title for _, title in second.element.titles()]
            for n in range(count):
                for m, member_title in enumerate(titles):
                    texts[n] += [member_title] * cells[n * len(titles) + m]
    return [", ".join(text) for text in texts]


def _squares(game: Game, link: type[Element], data: BoardData, count: int) -> list[str]:
    """The truths that hold for each link, as what a square on it means."""
    squares = [""] * count
    for table in game.board.tables:
        if table.index == (Named(link),) and isinstance(table.sort, BoolSort):
            meaning = f"{table.key} {link.__name__.lower()}"
            for n, holds in enumerate(data.tables[table.name]):
                if holds:
                    squares[n] = f"{squares[n]}, {meaning}" if squares[n] else meaning
    return squares
