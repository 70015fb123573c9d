"""Degrees to pixels: a rectangle of longitudes and latitudes drawn on a rectangle of paper."""

from dataclasses import dataclass

Point = tuple[float, float]

DEGREES = {"lon": (-180, 540), "lat": (-90, 90)}
"""Where a place of a board may lie, in degrees; a journey round the world counts on past the 180th meridian."""


@dataclass(frozen=True)
class Window:
    """A rectangle in degrees; `east` may lie beyond 180, so that a journey round the world has no cut.

    Raises `ValueError` when it is empty or reaches past a pole.
    """

    west: float
    east: float
    south: float
    north: float

    def __post_init__(self) -> None:
        if not (self.west < self.east and -90 <= self.south < self.north <= 90):
            raise ValueError(f"not a window of the earth: {self}")


@dataclass(frozen=True)
class Projection:
    """Equirectangular: longitude and latitude become x and y in proportion, in pixels, y growing downwards.

    A degree of latitude is `stretch` times as long as one of longitude; 1.25 is true at 37 degrees.

    >>> Projection(Window(0, 360, -45, 45), width=720, stretch=1).point(90, 0)
    (180.0, 90.0)
    """

    window: Window
    width: float
    left: float = 0.0
    top: float = 0.0
    stretch: float = 1.25

    @property
    def scale(self) -> float:
        """Pixels to a degree of longitude."""
        return self.width / (self.window.east - self.window.west)

    @property
    def height(self) -> float:
        """The height of the paper in pixels."""
        return (self.window.north - self.window.south) * self.scale * self.stretch

    def point(self, lon: float, lat: float) -> Point:
        """The pixel of a place given in degrees."""
        x = self.left + (lon - self.window.west) * self.scale
        return x, self.top + (self.window.north - lat) * self.scale * self.stretch

    def degrees(self, x: float, y: float) -> Point:
        """The longitude and latitude of a pixel: the inverse of `point`."""
        lon = self.window.west + (x - self.left) / self.scale
        return lon, self.window.north - (y - self.top) / (self.scale * self.stretch)
