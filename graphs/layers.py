"""The layers of a map from the bottom up: ground, links, marks, the steps of a route, pawns."""

from collections.abc import Sequence

import drawsvg as dw

from graphs import ink
from graphs.coastline import land_within
from graphs.figures import Link, Pawn, Place
from graphs.layout import LABEL_SIZE, MARK_RADIUS, NAME_SIZE, PAWN_HEIGHT, PAWN_STEP, Layout
from graphs.projection import Projection

SEA = "#d9e8ee"
LAND = "#f1e7cf"
SHORE = "#b9a67c"
SHALLOWS = "#c3dae4"


def ground(arranged: Layout, width: float, height: float) -> list[dw.DrawingElement]:
    """The paper, the sea with its grid, the land and the frame."""
    p = arranged.projection
    box = (round(p.left, 1), round(p.top, 1), round(p.width, 1), round(p.height, 1))
    clip = dw.ClipPath()
    clip.append(dw.Rectangle(*box))
    map_group = dw.Group(clip_path=clip)
    map_group.append(dw.Rectangle(*box, fill=SEA))
    map_group.append(dw.Path(_grid(p), fill="none", stroke="#ffffff", stroke_width=1, stroke_opacity=0.6))
    rings = [ring for shape in land_within(p.window) for ring in shape]
    outline = " ".join(ink.path_of((p.point(*at) for at in ring), close=True) for ring in rings)
    map_group.append(dw.Path(outline, fill="none", stroke=SHALLOWS, stroke_width=7, stroke_linejoin="round"))
    map_group.append(
        dw.Path(outline, fill=LAND, fill_rule="evenodd", stroke=SHORE, stroke_width=0.9, stroke_linejoin="round")
    )
    frame = [
        dw.Rectangle(x, y, w, h, fill="none", stroke=ink.INK, stroke_width=thick)
        for (x, y, w, h), thick in ((box, 1.6), ((box[0] - 4, box[1] - 4, box[2] + 8, box[3] + 8), 0.8))
    ]
    return [dw.Rectangle(0, 0, round(width), round(height), fill=ink.PAPER), map_group, *frame]


def _grid(p: Projection) -> str:
    """Meridians and parallels every thirty degrees, as an SVG path."""
    w = p.window
    lons = [float(lon) for lon in range(-720, 721, 30) if w.west < lon < w.east]
    lats = [float(lat) for lat in range(-60, 90, 30) if w.south < lat < w.north]
    lines = [((lon, w.south), (lon, w.north)) for lon in lons]
    lines += [((w.west, lat), (w.east, lat)) for lat in lats]
    return " ".join(ink.path_of((p.point(*start), p.point(*end))) for start, end in lines)


def link_layer(arranged: Layout, links: Sequence[Link], route: Sequence[str]) -> list[dw.DrawingElement]:
    """All links in their styles, those of the route on a bright band, with their labels and squares on top."""
    found = [stroke for step in dict.fromkeys(route) for stroke in ink.highlight(arranged.curves[step])]
    for link in links:
        found += ink.link_strokes(arranged.curves[link.id], link.style)
    for link in links:
        if link.id in arranged.labels:
            box = arranged.labels[link.id]
            middle = (box.left + box.right) / 2, (box.top + box.bottom) / 2
            size = box.right - box.left, box.bottom - box.top
            if not link.label:
                found += ink.square(middle, size[0], link.style.colour)
                continue
            draw = ink.tile if link.square else ink.pill
            found += draw(link.label, middle, *size, LABEL_SIZE, link.style.colour)
    return found


def mark_layer(arranged: Layout, places: Sequence[Place]) -> list[dw.DrawingElement]:
    """The marks of the places and their names."""
    found: list[dw.DrawingElement] = []
    for place, spot in zip(places, arranged.names, strict=True):
        found += ink.mark_shape(place.mark, arranged.marks[place.id], MARK_RADIUS)
        found += ink.text(
            place.name,
            NAME_SIZE,
            spot.at,
            anchor=spot.anchor,
            family=ink.SERIF,
            halo=ink.PAPER,
            font_weight="bold",
        )
    return found


def step_layer(arranged: Layout, route: Sequence[str]) -> list[dw.DrawingElement]:
    """The numbers along the route; a link travelled twice carries both, side by side."""
    found: list[dw.DrawingElement] = []
    met: dict[str, int] = {}
    for number, step in enumerate(route, start=1):
        x, y = arranged.curves[step].point(0.5)
        if label := arranged.labels.get(step):
            x, y = (label.left + label.right) / 2, label.top - 8
        found += ink.badge(str(number), (x + 20 * met.get(step, 0), y))
        met[step] = met.get(step, 0) + 1
    return found


def pawn_layer(arranged: Layout, pawns: Sequence[Pawn]) -> list[dw.DrawingElement]:
    """The pawns, those at one place side by side."""
    found: list[dw.DrawingElement] = []
    for place in dict.fromkeys(pawn.place for pawn in pawns):
        x, y = arranged.marks[place]
        here = [pawn for pawn in pawns if pawn.place == place]
        for k, pawn in enumerate(here):
            foot = x + PAWN_STEP * (k - (len(here) - 1) / 2), y - MARK_RADIUS + 2
            found += ink.pawn_shape(pawn.colour, foot, PAWN_HEIGHT)
    return found
