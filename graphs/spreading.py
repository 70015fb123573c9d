"""Moving crowded marks apart, as printed boards do, so that neighbours can be told apart."""

from collections.abc import Sequence
from math import cos, hypot, sin

from graphs.projection import Point


def spread(points: Sequence[Point], minimum: float, rounds: int = 100) -> list[Point]:
    """The points, those nearer than `minimum` pixels pushed apart by as little as it takes; the others stay.

    >>> spread([(0.0, 0.0), (1.0, 0.0), (9.0, 0.0)], 2)
    [(-0.5, 0.0), (1.5, 0.0), (9.0, 0.0)]
    """
    moved = list(points)
    for _ in range(rounds):
        close = [(i, j) for j in range(len(moved)) for i in range(j) if _gap(moved, i, j) < minimum - 1e-6]
        if not close:
            break
        for i, j in close:
            _push_apart(moved, i, j, minimum)
    return moved


def _gap(points: Sequence[Point], i: int, j: int) -> float:
    return hypot(points[j][0] - points[i][0], points[j][1] - points[i][1])


def _push_apart(points: list[Point], i: int, j: int, minimum: float) -> None:
    gap = _gap(points, i, j)
    dx, dy = points[j][0] - points[i][0], points[j][1] - points[i][1]
    # Two points in one place leave in a direction of their own, the same one every time.
    dx, dy = (dx / gap, dy / gap) if gap else (cos(i + j), sin(i + j))
    push = (minimum - gap) / 2
    points[i] = points[i][0] - push * dx, points[i][1] - push * dy
    points[j] = points[j][0] + push * dx, points[j][1] + push * dy
