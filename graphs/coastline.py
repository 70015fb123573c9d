"""The land of the earth: its polygons for any window of longitudes, and whether a point is on land."""

import json
from bisect import bisect
from collections.abc import Callable, Iterable
from functools import cache
from itertools import pairwise
from math import ceil, floor
from pathlib import Path
from typing import cast

from graphs.projection import Point, Window

Ring = tuple[Point, ...]
Polygon = tuple[Ring, ...]
"""A shore and the shores of its inland waters, each closed: the last point is the first. In degrees."""

COASTLINE_FILE = Path(__file__).parent / "data" / "land_110m.geojson"

_ROWS_PER_DEGREE = 2


@cache
def land() -> tuple[Polygon, ...]:
    """All land, in degrees; a polygon that crosses the 180th meridian counts on past it, so no edge jumps."""
    features = json.loads(COASTLINE_FILE.read_text(encoding="utf-8"))["features"]
    shapes = (cast("list[list[list[float]]]", feature["geometry"]["coordinates"]) for feature in features)
    return tuple(tuple(tuple((lon, lat) for lon, lat in ring) for ring in shape) for shape in shapes)


def land_within(window: Window) -> list[Polygon]:
    """The land from the window's west to its east, repeated every 360 degrees; latitudes are left whole."""
    found: list[Polygon] = []
    for polygon in land():
        lons = [lon for lon, _ in polygon[0]]
        first = ceil((window.west - max(lons)) / 360)
        for turn in range(first, floor((window.east - min(lons)) / 360) + 1):
            moved = (tuple((lon + 360 * turn, lat) for lon, lat in ring) for ring in polygon)
            rings = tuple(cut for ring in moved if len(cut := _cut(ring, window.west, window.east)) > 3)
            if rings:
                found.append(rings)
    return found


def is_land(lon: float, lat: float) -> bool:
    """Whether there is land at this place, to half a degree of latitude; any longitude will do.

    >>> is_land(10, 50), is_land(370, 50), is_land(-30, 40)
    (True, True, False)
    """
    pole = 90 * _ROWS_PER_DEGREE
    row = min(max(floor(lat * _ROWS_PER_DEGREE), -pole), pole - 1)
    return bisect(_shores(row), (lon + 180) % 360 - 180) % 2 == 1


@cache
def _shores(row: int) -> tuple[float, ...]:
    """Where the middle of a row of latitude passes to land, then to water, and so on, from -180 eastwards."""
    lat = (row + 0.5) / _ROWS_PER_DEGREE
    crossings: list[float] = []
    for polygon in land():
        met = sorted(lon for ring in polygon for lon in _crossings(ring, lat))
        for west, east in zip(met[::2], met[1::2], strict=True):
            for turn in (-360, 0, 360):
                start, end = max(west + turn, -180.0), min(east + turn, 180.0)
                if start < end:
                    crossings += [start, end]
    return tuple(sorted(crossings))


def _crossings(ring: Ring, lat: float) -> Iterable[float]:
    for (lon_a, lat_a), (lon_b, lat_b) in pairwise(ring):
        if (lat_a > lat) != (lat_b > lat):
            yield lon_a + (lat - lat_a) / (lat_b - lat_a) * (lon_b - lon_a)


def _cut(ring: Ring, west: float, east: float) -> Ring:
    """The part of a ring between two meridians (clipped as Sutherland and Hodgman do)."""
    return _cut_at(_cut_at(ring, west, lambda lon: lon >= west), east, lambda lon: lon <= east)


def _cut_at(ring: Ring, meridian: float, keeps: Callable[[float], bool]) -> Ring:
    kept: list[Point] = []
    for (lon_a, lat_a), (lon_b, lat_b) in pairwise(ring):
        if keeps(lon_a):
            kept.append((lon_a, lat_a))
        if keeps(lon_a) != keeps(lon_b):
            kept.append((meridian, lat_a + (meridian - lon_a) / (lon_b - lon_a) * (lat_b - lat_a)))
    return (*kept, kept[0]) if kept else ()
