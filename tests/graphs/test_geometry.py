"""Curves, crowded marks and names: the geometry of a legible map."""

from itertools import combinations
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.curves import best_bow, bowed, wavy
from graphs.labels import Box, Name, box_around, place_names
from graphs.spreading import spread

POINTS = st.tuples(st.floats(0, 1000), st.floats(0, 600))


@given(POINTS, POINTS, st.floats(-0.5, 0.5))
def test_a_curve_begins_and_ends_at_its_places(
    start: tuple[float, float], end: tuple[float, float], bend: float
) -> None:
    """However a link is bowed, and even when it waves, it joins its two places."""
    curve = bowed(start, end, bend)
    for points in (curve.points(12), wavy(curve, 3, 15)):
        assert points[0] == pytest.approx(start, abs=1e-6)
        assert points[-1] == pytest.approx(end, abs=1e-6)


@given(POINTS, POINTS, st.floats(-0.5, 0.5))
def test_bend_is_the_height_of_the_bow(start: tuple[float, float], end: tuple[float, float], bend: float) -> None:
    """The middle of a bow stands off the straight line by `bend` times its length."""
    curve = bowed(start, end, bend)
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    off = hypot(curve.point(0.5)[0] - middle[0], curve.point(0.5)[1] - middle[1])
    assert off == pytest.approx(abs(bend) * hypot(end[0] - start[0], end[1] - start[1]), abs=1e-6)


def test_the_best_bow_is_straight_unless_there_is_a_reason() -> None:
    """Without costs a link is straight; a cost on one side bows it to the other."""
    assert best_bow((0, 0), (10, 0), lambda _: 0.0).bend == 0
    assert best_bow((0, 0), (10, 0), lambda curve: float(curve.point(0.5)[1] > -1)).point(0.5)[1] <= -1


@given(st.lists(POINTS, min_size=1, max_size=8), st.floats(1, 40))
def test_spread_points_keep_their_distance(points: list[tuple[float, float]], minimum: float) -> None:
    """With room enough, no two points end up nearer than the minimum, not even two that began in one place."""
    moved = spread(points, minimum, rounds=2000)
    for a, b in combinations(moved, 2):
        assert hypot(a[0] - b[0], a[1] - b[1]) > 0.98 * minimum


@given(st.lists(POINTS, max_size=8))
def test_points_with_room_stay(points: list[tuple[float, float]]) -> None:
    """Spreading again what has been spread changes nothing."""
    once = spread(points, 20, rounds=2000)
    assert spread(once, 19) == once


def test_names_take_the_free_side() -> None:
    """A name avoids what is taken and the edge of the paper, and two names avoid each other."""
    frame = Box(0, 0, 200, 100)
    right = box_around((140, 50), 60, 100)
    (alone,) = place_names([Name("Abc", (100, 50), 8)], 12, frame=frame)
    assert alone.anchor == "start"
    (pushed,) = place_names([Name("Abc", (100, 50), 8)], 12, frame=frame, taken=[right])
    assert pushed.anchor == "end"
    assert not pushed.box.overlaps(right)
    (edge,) = place_names([Name("Abc", (195, 50), 8)], 12, frame=frame)
    assert edge.box.inside(frame)
    first, second = place_names([Name("Abc", (50, 50), 8), Name("Abcd", (75, 50), 8)], 12, frame=frame)
    assert not first.box.overlaps(second.box)
