"""What a map shows: places with marks, links with styles, pawns. Plain values; nothing here draws."""

from dataclasses import dataclass
from typing import Literal

Shape = Literal["triangle", "square", "circle", "diamond", "star"]
Pattern = Literal["waves", "sleepers", "dots", "plain"]
Ground = Literal["sea", "land", "any"]


@dataclass(frozen=True)
class Mark:
    """How a place is marked: shape, colour, the colour of its right half if that differs, and its meaning."""

    shape: Shape = "circle"
    colour: str = "#4b4237"
    second: str | None = None
    meaning: str = ""


@dataclass(frozen=True)
class Style:
    """How links of one kind are drawn, and over which ground they had better lead."""

    name: str
    colour: str
    pattern: Pattern = "plain"
    ground: Ground = "any"


@dataclass(frozen=True)
class Place:
    """A place at a longitude and latitude in degrees; longitudes east of 180 go on counting."""

    id: str
    name: str
    lon: float
    lat: float
    mark: Mark = Mark()


@dataclass(frozen=True)
class Link:
    """A link between two places given by id; the label, if any, is written in its middle.

    `square` is what a square in its middle means, if there is one; the label is then what lies there.
    """

    id: str
    start: str
    end: str
    style: Style
    label: str = ""
    square: str = ""


@dataclass(frozen=True)
class Pawn:
    """A pawn of that colour standing at a place given by id."""

    name: str
    colour: str
    place: str


SHIP = Style("ship", "#2f6f9f", "waves", "sea")
TRAIN = Style("train", "#5a4636", "sleepers", "land")
SPECIAL = Style("special", "#d9701e", "dots")
