"""Bowed links: quadratic curves between two points, and the choice of how far and to which side to bow."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, pi, sin

from graphs.projection import Point


@dataclass(frozen=True)
class Curve:
    """A quadratic Bezier curve in pixels from `start` to `end`, drawn towards `control`.

    >>> Curve((0, 0), (2, 2), (4, 0)).point(0.5)
    (2.0, 1.0)
    """

    start: Point
    control: Point
    end: Point

    def point(self, t: float) -> Point:
        """The point at t between 0 (start) and 1 (end)."""
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        return (
            a * self.start[0] + b * self.control[0] + c * self.end[0],
            a * self.start[1] + b * self.control[1] + c * self.end[1],
        )

    def normal(self, t: float) -> Point:
        """The unit vector at right angles to the curve at t; (0, 0) where the curve stands still."""
        dx = (1 - t) * (self.control[0] - self.start[0]) + t * (self.end[0] - self.control[0])
        dy = (1 - t) * (self.control[1] - self.start[1]) + t * (self.end[1] - self.control[1])
        length = hypot(dx, dy)
        return (-dy / length, dx / length) if length else (0.0, 0.0)

    def points(self, steps: int) -> list[Point]:
        """Steps + 1 points from start to end, evenly spaced in t."""
        return [self.point(i / steps) for i in range(steps + 1)]

    @property
    def bend(self) -> float:
        """How far the middle stands off the straight line, as a part of its length; 0 if that has none."""
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        (x, y), straight = self.point(0.5), hypot(dx, dy)
        off = hypot(x - (self.start[0] + self.end[0]) / 2, y - (self.start[1] + self.end[1]) / 2)
        return off / straight if straight else 0.0

    @property
    def length(self) -> float:
        """About how long the curve is, in pixels."""
        return sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(self.points(24)))


def bowed(start: Point, end: Point, bend: float) -> Curve:
    """The curve whose middle stands off the straight line by bend times its length, to the right if positive.

    >>> bowed((0, 0), (10, 0), 0.5).point(0.5)
    (5.0, 5.0)
    """
    dx, dy = end[0] - start[0], end[1] - start[1]
    middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
    return Curve(start, (middle[0] - 2 * bend * dy, middle[1] + 2 * bend * dx), end)


BENDS = tuple(sign * step / 25 for step in range(11) for sign in (1, -1))


def best_bow(start: Point, end: Point, cost: Callable[[Curve], float], bends: Iterable[float] = BENDS) -> Curve:
    """The bow that costs least, bending itself counting a little; of two equally good ones, the first."""
    return min((bowed(start, end, bend) for bend in bends), key=lambda curve: cost(curve) + curve.bend)


def wavy(curve: Curve, amplitude: float, wavelength: float) -> list[Point]:
    """Points along the curve swinging to both sides, all in pixels, still at both ends."""
    waves = max(1, round(curve.length / wavelength))
    steps = 8 * waves
    swung: list[Point] = []
    for i in range(steps + 1):
        t = i / steps
        (x, y), (nx, ny) = curve.point(t), curve.normal(t)
        swing = amplitude * sin(2 * pi * waves * t)
        swung.append((x + swing * nx, y + swing * ny))
    return swung
