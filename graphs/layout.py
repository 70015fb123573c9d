"""Where everything on a map goes, in pixels: marks, the curves of the links, names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot

from graphs.coastline import is_land
from graphs.curves import Curve, best_bow
from graphs.figures import Ground, Link, Place
from graphs.labels import Box, Name, Spot, box_around, place_names, text_width
from graphs.projection import Point, Projection, Window
from graphs.spreading import spread

MARK_RADIUS = 8.0
PAWN_HEIGHT = 28.0
PAWN_STEP = 15.0
NAME_SIZE = 15.0
LABEL_SIZE = 11.0
SQUARE_SIZE = 13.0

_MARGIN = 20.0  # degrees of latitude kept free around the places
_FLATTEST = 0.27  # no fewer degrees of latitude than this to one of longitude, short of the poles
_SIDES = 30.0  # and of longitude, so that the last meridians are seen on both sides
_SAMPLES = 24
_REACH = (-MARK_RADIUS, 0.0, MARK_RADIUS)


@dataclass(frozen=True)
class Layout:
    """The positions of a map's marks, curves and texts in pixels; names in the order of the places."""

    projection: Projection
    marks: dict[str, Point]
    curves: dict[str, Curve]
    labels: dict[str, Box]
    names: list[Spot]

    @property
    def frame(self) -> Box:
        """The rectangle of the map itself, without title and legend."""
        p = self.projection
        return Box(p.left, p.top, p.left + p.width, p.top + p.height)


def lay_out(
    places: Sequence[Place],
    links: Sequence[Link],
    *,
    width: float,
    left: float,
    top: float,
    pawns: Mapping[str, int] | None = None,
) -> Layout:
    """Arrange a map of that width in pixels from (left, top), names clear of so many pawns at each place.

    Raises `ValueError` if there is no place, if an id is used twice or if a link leads to no place.
    """
    _check(places, links)
    projection = Projection(window_of(places), width, left, top)
    at = spread([projection.point(p.lon, p.lat) for p in places], 6 * MARK_RADIUS)
    marks = {place.id: point for place, point in zip(places, at, strict=True)}
    curves = _curves(links, marks, projection)
    labels = {link.id: _label_box(link, curves, marks) for link in links if link.label or link.square}
    taken = [box_around(point, 2.6 * MARK_RADIUS, 2.6 * MARK_RADIUS) for point in at] + list(labels.values())
    taken += [_pawns_box(marks[place], number) for place, number in (pawns or {}).items()]
    ink = [point for curve in curves.values() for point in curve.points(60)]
    frame = Box(left + 4, top + 4, left + width - 4, top + projection.height - 4)
    names = [Name(place.name, marks[place.id], MARK_RADIUS + 5) for place in places]
    spots = place_names(names, NAME_SIZE, frame=frame, taken=taken, ink=ink)
    return Layout(projection, marks, curves, labels, spots)


def window_of(places: Sequence[Place]) -> Window:
    """The window that holds all places with room around them, never a mere strip and never very narrow."""
    lons, lats = [p.lon for p in places], [p.lat for p in places]
    spare = max(0.0, 60 - (max(lons) - min(lons))) / 2
    west, east = min(lons) - _SIDES - spare, max(lons) + _SIDES + spare
    south, north = min(lats) - _MARGIN, max(lats) + _MARGIN
    spare = max(0.0, _FLATTEST * (east - west) - (north - south)) / 2
    return Window(west, east, max(-90.0, south - spare), min(90.0, north + spare))


def _check(places: Sequence[Place], links: Sequence[Link]) -> None:
    if not places:
        raise ValueError("a map needs at least one place")
    ids = [place.id for place in places]
    for what, known in (("place", ids), ("link", [link.id for link in links])):
        if twice := sorted({i for i in known if known.count(i) > 1}):
            raise ValueError(f"{what} ids used twice: {', '.join(twice)}")
    for link in links:
        for end in (link.start, link.end):
            if end not in ids:
                raise ValueError(f"link {link.id!r} leads to {end!r}, which is not a place")


def _curves(links: Sequence[Link], marks: dict[str, Point], projection: Projection) -> dict[str, Curve]:
    """Bow each link over its ground, clear of other marks and of other links between the same places."""
    curves: dict[str, Curve] = {}
    for link in links:
        ends = {link.start, link.end}
        others = [point for place, point in marks.items() if place not in ends]
        same = [other.id for other in links if other.id in curves and {other.start, other.end} == ends]
        beside = [curves[other].point(0.5) for other in same]

        def cost(
            curve: Curve,
            ground: Ground = link.style.ground,
            others: list[Point] = others,
            beside: list[Point] = beside,
        ) -> float:
            near = sum(_crowding(_nearest(point, curve), 3.5 * MARK_RADIUS) for point in others)
            touching = sum(_crowding(_gap(curve.point(0.5), point), 2.5 * MARK_RADIUS) for point in beside)
            return _strays(curve, ground, projection) + 3 * near + 5 * touching

        curves[link.id] = best_bow(marks[link.start], marks[link.end], cost)
    return curves


def _strays(curve: Curve, ground: Ground, projection: Projection) -> float:
    """How much of the curve leads over the wrong ground: 0 if nothing, 1.6 if all, less if it is short."""
    if ground == "any":
        return 0.0
    window = projection.window
    strayed = 0
    for x, y in curve.points(_SAMPLES)[1:-1]:
        lon, lat = projection.degrees(x, y)
        outside = not (window.west < lon < window.east and window.south < lat < window.north)
        strayed += outside or is_land(lon, lat) != (ground == "land")
    return 1.6 * min(1.0, curve.length / 160) * strayed / (_SAMPLES - 1)


def _nearest(point: Point, curve: Curve) -> float:
    return min(_gap(point, other) for other in curve.points(_SAMPLES))


def _gap(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


def _crowding(gap: float, wanted: float) -> float:
    """From 0 for a gap as wide as wanted to 1 for none."""
    return max(0.0, 1 - gap / wanted)


def _pawns_box(mark: Point, number: int) -> Box:
    """What the pawns at a mark cover: they stand side by side on top of it."""
    half = PAWN_STEP * number / 2
    return Box(mark[0] - half, mark[1] - MARK_RADIUS - PAWN_HEIGHT, mark[0] + half, mark[1])


def _label_box(link: Link, curves: Mapping[str, Curve], marks: Mapping[str, Point]) -> Box:
    """The box of a link's label or square: on the link, off the marks and as far as possible off the other links."""
    size = (text_width(link.label, LABEL_SIZE) + 10, LABEL_SIZE + 7) if link.label else (SQUARE_SIZE, SQUARE_SIZE)
    others = [point for key, curve in curves.items() if key != link.id for point in curve.points(_SAMPLES * 2)]
    corners = [(x + dx, y + dy) for x, y in marks.values() for dx in _REACH for dy in _REACH]

    def cost(t: float) -> float:
        box = box_around(curves[link.id].point(t), *size)
        return 20 * sum(map(box.holds, corners)) + 2 * sum(map(box.holds, others)) + abs(t - 0.5)

    return box_around(curves[link.id].point(min((0.5, 0.42, 0.58, 0.35, 0.65, 0.28, 0.72), key=cost)), *size)
