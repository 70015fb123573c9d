"""Pictures of maps: places and links over real coastlines, with a route, pawns and prices if wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from graphs.figures import SHIP, SPECIAL, TRAIN, Link, Mark, Pawn, Place, Style
from graphs.layout import lay_out

if TYPE_CHECKING:
    import drawsvg

__all__ = ["SHIP", "SPECIAL", "TRAIN", "Link", "Mark", "Pawn", "Place", "Style", "draw_map", "save_svg"]

_EDGE = 24.0
_HEAD = 64.0
_LEGEND = 40.0
_FOOT = 34.0


def draw_map(
    places: Sequence[Place],
    links: Sequence[Link],
    *,
    route: Sequence[str] = (),
    pawns: Sequence[Pawn] = (),
    prices: Mapping[str, int] | None = None,
    title: str = "",
    note: str = "",
    width: float = 1600.0,
) -> drawsvg.Drawing:
    """A map `width` pixels wide and as high as its places ask for; equal arguments draw equal pictures.

    `route` lists the ids of links in the order of travelling; they are highlighted and numbered. `prices`
    are shown in the legend: beside the style or the meaning of a mark with that name, the others by
    themselves. `note` is the line at the foot, for saying what is real and what is assumed. Raises
    `ValueError` on an id used twice or belonging to nothing.
    """
    import drawsvg as dw

    from graphs import ink, layers
    from graphs.legend import legend

    _check(places, links, route, pawns)
    top, standing = (_HEAD if title else _EDGE), Counter(pawn.place for pawn in pawns)
    arranged = lay_out(places, links, width=width - 2 * _EDGE, left=_EDGE, top=top, pawns=standing)
    bottom = arranged.frame.bottom + 4
    height = bottom + _LEGEND + (_FOOT if note else 12)
    drawing = dw.Drawing(round(width), round(height), id_prefix="map")
    for element in (
        *layers.ground(arranged, width, height),
        *layers.link_layer(arranged, links, route),
        *layers.mark_layer(arranged, places),
        *layers.step_layer(arranged, route),
        *layers.pawn_layer(arranged, pawns),
        *ink.headline(title, (_EDGE, _HEAD / 2)),
        *ink.footnote(note, (width - _EDGE, bottom + _LEGEND + 10)),
        *legend(places, links, pawns, prices or {}, left=_EDGE + 4, middle=bottom + 6 + _LEGEND / 2),
    ):
        drawing.append(element)
    return drawing


def save_svg(drawing: drawsvg.Drawing, path: Path | str) -> None:
    """Write the drawing to an SVG file."""
    Path(path).write_text(drawing.as_svg(), encoding="utf-8")


def _check(places: Sequence[Place], links: Sequence[Link], route: Sequence[str], pawns: Sequence[Pawn]) -> None:
    ids = {link.id for link in links}
    if unknown := [step for step in route if step not in ids]:
        raise ValueError(f"the route uses links that are not there: {', '.join(unknown)}")
    ids = {place.id for place in places}
    if lost := [f"{pawn.name} at {pawn.place!r}" for pawn in pawns if pawn.place not in ids]:
        raise ValueError(f"pawns stand at places that are not there: {', '.join(lost)}")
