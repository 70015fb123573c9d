"""Where to write names on a crowded map: each name takes the cheapest of a few positions around its mark."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Literal

from graphs.projection import Point

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Box:
    """A rectangle in pixels, y growing downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: "Box") -> bool:
        """Whether the two share more than an edge."""
        across = self.left < other.right and other.left < self.right
        return across and self.top < other.bottom and other.top < self.bottom

    def holds(self, point: Point) -> bool:
        """Whether the point lies inside."""
        return self.left < point[0] < self.right and self.top < point[1] < self.bottom

    def inside(self, frame: "Box") -> bool:
        """Whether nothing of this box sticks out of the frame."""
        across = frame.left <= self.left and self.right <= frame.right
        return across and frame.top <= self.top and self.bottom <= frame.bottom


def box_around(centre: Point, width: float, height: float) -> Box:
    """The box of that size with its middle at `centre`."""
    x, y = centre
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide a text is in pixels at that font size; rather too wide than too narrow."""
    return (0.7 if bold else 0.6) * size * len(text)


@dataclass(frozen=True)
class Name:
    """A text to be written in bold around `at`, the middle of a mark, at least `clear` pixels off it."""

    text: str
    at: Point
    clear: float


@dataclass(frozen=True)
class Spot:
    """Where a text goes: in its box, set against the side of it that faces the mark."""

    text: str
    box: Box
    anchor: Anchor

    @property
    def at(self) -> Point:
        """The point to write at, for this anchor, at half the height of the text; in pixels."""
        left, right = self.box.left, self.box.right
        x = {"start": left, "middle": (left + right) / 2, "end": right}[self.anchor]
        return x, (self.box.top + self.box.bottom) / 2


# Directions in the order in which map makers prefer them; the cost is added for each place down the list.
_DIRECTIONS = ((1, 0), (-1, 0), (0, -1), (0, 1), (0.8, -0.8), (0.8, 0.8), (-0.8, -0.8), (-0.8, 0.8))


def place_names(
    names: Sequence[Name], size: float, *, frame: Box, taken: Iterable[Box] = (), ink: Sequence[Point] = ()
) -> list[Spot]:
    """A spot for each name in turn: inside the frame, off the taken boxes and one another, off the ink.

    The most crowded names choose first. If no position is free, the least bad one is taken.
    """
    blocked = list(taken)
    spots: dict[int, Spot] = {}
    for i in sorted(range(len(names)), key=lambda i: _room(names, i)):
        candidates = list(_candidates(names[i], size))
        costs = [_cost(spot.box, rank, frame, blocked, ink) for rank, spot in enumerate(candidates)]
        spots[i] = candidates[costs.index(min(costs))]
        blocked.append(spots[i].box)
    return [spots[i] for i in range(len(names))]


def _room(names: Sequence[Name], i: int) -> float:
    x, y = names[i].at
    return min((hypot(x - n.at[0], y - n.at[1]) for j, n in enumerate(names) if j != i), default=0.0)


def _candidates(name: Name, size: float) -> Iterable[Spot]:
    width, height = text_width(name.text, size, bold=True), 1.15 * size
    for distance in (name.clear, name.clear + 0.6 * size, name.clear + 1.4 * size, name.clear + 2 * size):
        for dx, dy in _DIRECTIONS:
            x = name.at[0] + dx * distance + width / 2 * ((dx > 0) - (dx < 0))
            y = name.at[1] + dy * distance + height / 2 * ((dy > 0) - (dy < 0))
            anchor: Anchor = "start" if dx > 0 else "end" if dx < 0 else "middle"
            yield Spot(name.text, box_around((x, y), width, height), anchor)


def _cost(box: Box, rank: int, frame: Box, blocked: Sequence[Box], ink: Sequence[Point]) -> float:
    outside = 0 if box.inside(frame) else 1000
    return outside + 100 * sum(box.overlaps(b) for b in blocked) + 4 * sum(map(box.holds, ink)) + rank
