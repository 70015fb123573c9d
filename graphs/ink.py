"""The strokes of a map: marks, links, pawns and texts as drawsvg elements. Only `maps` needs this module."""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

import drawsvg as dw

from graphs.curves import Curve, wavy
from graphs.figures import Mark, Style
from graphs.projection import Point

SERIF = "Georgia, 'DejaVu Serif', 'Times New Roman', serif"
SANS = "'Source Sans 3', 'DejaVu Sans', Arial, sans-serif"
INK = "#33291f"
PAPER = "#fbf7ec"
GOLD = "#f2b632"
TILE = "#fbe6b0"


def path_of(points: Iterable[Point], *, close: bool = False) -> str:
    """The SVG path through the points, to a tenth of a pixel."""
    steps = " L".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f"M{steps}{' Z' if close else ''}"


def text(
    words: str,
    size: float,
    at: Point,
    *,
    anchor: str = "start",
    colour: str = INK,
    family: str = SANS,
    halo: str | None = None,
    **more: object,
) -> list[dw.DrawingElement]:
    """A line of text around the height of `at`, on a halo of that colour if one is given."""
    common: dict[str, object] = {
        "text_anchor": anchor,
        "font_family": family,
        "dominant_baseline": "auto",
        **more,
    }
    x, y = round(at[0], 1), round(at[1] + 0.35 * size, 1)
    found: list[dw.DrawingElement] = []
    if halo:
        outline = {"fill": halo, "stroke": halo, "stroke_width": 3.5, "stroke_linejoin": "round"}
        found.append(dw.Text(words, size, x, y, **common, **outline, stroke_opacity=0.85))
    found.append(dw.Text(words, size, x, y, fill=colour, **common))
    return found


def headline(words: str, at: Point) -> list[dw.DrawingElement]:
    """The title of a picture, from `at` to the right; nothing if there are no words."""
    return text(words, 28, at, family=SERIF, font_weight="bold") if words else []


def footnote(words: str, at: Point) -> list[dw.DrawingElement]:
    """A remark in small letters that ends at `at`; nothing if there are no words."""
    if not words:
        return []
    return text(words, 13, at, anchor="end", colour="#6b5d4b", family=SERIF, font_style="italic")


def link_strokes(curve: Curve, style: Style) -> list[dw.DrawingElement]:
    """A link in its style, on a pale bed that parts it from what it crosses."""
    straight = path_of(curve.points(40))
    bed = dw.Path(straight, fill="none", stroke=PAPER, stroke_width=7, stroke_opacity=0.55, stroke_linecap="round")
    line: dict[str, object] = {"fill": "none", "stroke": style.colour}
    if style.pattern == "waves":
        return [bed, dw.Path(path_of(wavy(curve, 2.6, 15)), **line, stroke_width=2.2, stroke_linecap="round")]
    if style.pattern == "sleepers":
        return [
            bed,
            dw.Path(straight, **line, stroke_width=2.4),
            dw.Path(straight, **line, stroke_width=8.5, stroke_dasharray="2,5.5"),
        ]
    if style.pattern == "dots":
        return [
            bed,
            dw.Path(straight, **line, stroke_width=4, stroke_dasharray="0.1,7.5", stroke_linecap="round"),
        ]
    return [bed, dw.Path(straight, **line, stroke_width=2.4)]


def highlight(curve: Curve) -> list[dw.DrawingElement]:
    """A broad bright band under a link that is part of the route."""
    way = path_of(curve.points(40))
    return [
        dw.Path(way, fill="none", stroke="#b77f0c", stroke_width=15, stroke_opacity=0.35, stroke_linecap="round"),
        dw.Path(way, fill="none", stroke=GOLD, stroke_width=12, stroke_opacity=0.8, stroke_linecap="round"),
    ]


def badge(words: str, at: Point, *, radius: float = 9.0, colour: str = INK) -> list[dw.DrawingElement]:
    """A small disc with a number on it."""
    disc = dw.Circle(round(at[0], 1), round(at[1], 1), radius, fill=colour, stroke=PAPER, stroke_width=1.5)
    return [disc, *text(words, 1.25 * radius, at, anchor="middle", colour=PAPER, font_weight="bold")]


def pill(words: str, at: Point, width: float, height: float, size: float, colour: str) -> list[dw.DrawingElement]:
    """A label in a rounded box, as wide and high as given."""
    x, y = at[0] - width / 2, at[1] - height / 2
    box = dw.Rectangle(
        round(x, 1),
        round(y, 1),
        round(width, 1),
        height,
        rx=height / 2,
        fill=PAPER,
        stroke=colour,
        stroke_width=1.3,
    )
    return [box, *text(words, size, at, anchor="middle", colour=colour)]


def square(at: Point, size: float, colour: str) -> list[dw.DrawingElement]:
    """An empty square around its middle, for something to be laid on."""
    x, y = round(at[0] - size / 2, 1), round(at[1] - size / 2, 1)
    return [dw.Rectangle(x, y, size, size, fill=PAPER, stroke=colour, stroke_width=2.4)]


def tile(words: str, at: Point, width: float, height: float, size: float, colour: str) -> list[dw.DrawingElement]:
    """What was laid on a square: a label in a box with corners, as wide and high as given."""
    x, y = round(at[0] - width / 2, 1), round(at[1] - height / 2, 1)
    box = dw.Rectangle(x, y, round(width, 1), height, fill=TILE, stroke=colour, stroke_width=2)
    return [box, *text(words, size, at, anchor="middle", colour=INK)]


def mark_shape(mark: Mark, at: Point, radius: float) -> list[dw.DrawingElement]:
    """A mark around its middle, its right half in the second colour if it has one."""
    edge: dict[str, object] = {"stroke": PAPER, "stroke_width": 2, "stroke_linejoin": "round"}
    x, y = round(at[0], 1), round(at[1], 1)
    ring = dw.Circle(x, y, radius + 2.2, fill=INK)
    if mark.shape == "circle":
        shapes: list[dw.DrawingElement] = [ring, dw.Circle(x, y, radius, fill=mark.colour, **edge)]
        if mark.second:
            half = f"M{x},{y - radius + 1:.1f} A{radius - 1},{radius - 1} 0 0 1 {x},{y + radius - 1:.1f} Z"
            shapes.append(dw.Path(half, fill=mark.second))
        return shapes
    corners = [(x + dx * radius, y + dy * radius) for dx, dy in _CORNERS[mark.shape]]
    outline: dict[str, object] = {"stroke": INK, "stroke_width": 6, "stroke_linejoin": "round"}
    shapes = [
        dw.Path(path_of(corners, close=True), fill=INK, **outline),
        dw.Path(path_of(corners, close=True), fill=mark.colour, **edge),
    ]
    if mark.second:
        right = [(max(cx, x), cy) for cx, cy in corners]
        shapes.append(dw.Path(path_of(right, close=True), fill=mark.second))
    return shapes


def pawn_shape(colour: str, at: Point, height: float) -> list[dw.DrawingElement]:
    """A pawn whose foot stands at `at`."""
    x, y = at
    half, neck, head = 0.3 * height, y - 0.55 * height, 0.21 * height
    waist, slim, narrow = y - 0.2 * height, 0.06 * height, 0.1 * height
    body = f"M{x - half:.1f},{y:.1f} Q{x - slim:.1f},{waist:.1f} {x - narrow:.1f},{neck:.1f} "
    body += f"L{x + narrow:.1f},{neck:.1f} Q{x + slim:.1f},{waist:.1f} {x + half:.1f},{y:.1f} Z"
    edge: dict[str, object] = {"fill": colour, "stroke": INK, "stroke_width": 1.3, "stroke_linejoin": "round"}
    return [dw.Path(body, **edge), dw.Circle(round(x, 1), round(neck - head / 2, 1), round(head, 1), **edge)]


def _star() -> Sequence[Point]:
    radii = (1.2, 0.52)
    return [(radii[k % 2] * sin(k * pi / 5), -radii[k % 2] * cos(k * pi / 5)) for k in range(10)]


_CORNERS: dict[str, Sequence[Point]] = {
    "triangle": [(0, -1.05), (1.0, 0.75), (-1.0, 0.75)],
    "square": [(-0.82, -0.82), (0.82, -0.82), (0.82, 0.82), (-0.82, 0.82)],
    "diamond": [(0, -1.1), (1.1, 0), (0, 1.1), (-1.1, 0)],
    "star": _star(),
}
