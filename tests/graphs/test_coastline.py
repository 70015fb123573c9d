"""Coastlines: closed, without cuts, the same all the way round the earth."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.coastline import is_land, land, land_within
from graphs.projection import Projection, Window

LONS = st.floats(-400, 400)
LATS = st.floats(-90, 90)


def test_rings_are_closed_and_never_jump() -> None:
    """Every ring ends where it began, and no edge but those along the pole is longer than 25 degrees."""
    for polygon in land():
        for ring in polygon:
            assert ring[0] == ring[-1]
            for (lon_a, lat_a), (lon_b, lat_b) in pairwise(ring):
                assert abs(lon_a - lon_b) < 25 or lat_a == lat_b == -90


@pytest.mark.parametrize(("west", "east"), [(-15, 375), (-180, 180), (100, 500), (-725, -300)])
def test_land_within_stays_within(west: float, east: float) -> None:
    """No point lies outside the window, and rings stay closed."""
    shapes = land_within(Window(west, east, -60, 80))
    assert shapes
    for ring in (ring for shape in shapes for ring in shape):
        assert ring[0] == ring[-1]
        assert all(west <= lon <= east for lon, _ in ring)


def test_a_turn_further_the_land_is_the_same() -> None:
    """A window moved by 360 degrees shows the same land, moved by 360 degrees."""

    def corners(west: float) -> list[tuple[float, float]]:
        shapes = land_within(Window(west, west + 200, -60, 80))
        return sorted((round(lon - west, 6), lat) for shape in shapes for ring in shape for lon, lat in ring)

    here, there = corners(-30), corners(330)
    assert len(here) == len(there)
    for a, b in zip(here, there, strict=True):
        assert a == pytest.approx(b, abs=1e-4)


@given(lon=st.integers(-180, 180), lat=LATS, turns=st.integers(-2, 2))
def test_land_is_periodic(lon: int, lat: float, turns: int) -> None:
    """Whole turns do not change whether there is land."""
    assert is_land(lon, lat) == is_land(lon + 360 * turns, lat)


@pytest.mark.parametrize(
    ("where", "lon", "lat", "expected"),
    [
        ("central Asia", 75, 45, True),
        ("Amazonia", -60, -5, True),
        ("Chukotka, beyond 180", 182, 67, True),
        ("Antarctica", 0, -85, True),
        ("the Caspian", 51, 40, False),
        ("the middle Pacific", 210, 0, False),
        ("the South Atlantic off Angola", -15, -16.4, False),
        ("the Norwegian Sea", 0, 67, False),
    ],
)
def test_known_places(where: str, lon: float, lat: float, expected: bool) -> None:
    """Some places that everybody knows; the seas are those where a badly cut coastline would show bands of land."""
    assert is_land(lon, lat) == expected, where


@given(LONS, LATS)
def test_degrees_is_the_inverse_of_point(lon: float, lat: float) -> None:
    """To the paper and back is where one started."""
    projection = Projection(Window(-15, 375, -60, 80), width=1600, left=24, top=64)
    assert projection.degrees(*projection.point(lon, lat)) == pytest.approx((lon, lat), abs=1e-6)


@pytest.mark.parametrize("edges", [(10, 10, 0, 1), (0, 10, 5, 5), (0, 10, -91, 5), (0, 10, 5, 91)])
def test_empty_windows_are_refused(edges: tuple[float, float, float, float]) -> None:
    """A window has room in it and stays between the poles."""
    with pytest.raises(ValueError, match="not a window"):
        Window(*edges)
