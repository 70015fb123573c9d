"""The look of an item: its colour, its border, and its name where it fits best."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from solvers.packing.canvas import Canvas, text_width
from solvers.packing.outline import rounded
from solvers.packing.shapes import Cell

COLOURS = (
    "#e3a33b",
    "#4f9fcf",
    "#3f9a78",
    "#d9694a",
    "#b583b9",
    "#e6d463",
    "#5f6fae",
    "#97b552",
    "#cf8ba0",
    "#8a979e",
    "#a9744f",
    "#67b8b0",
)
"""Kept apart in lightness as well as in hue, for readers who do not see every hue."""

LIGHT_INK, DARK_INK = "#fffdf8", "#2e2118"
SMALLEST_TYPE, LARGEST_TYPE = 9.0, 16.0


def colour_of(item: int) -> str:
    """The colour of an item, always the same for the same place in the list of items."""
    return COLOURS[item % len(COLOURS)]


def shaded(colour: str, factor: float) -> str:
    """A colour made darker; the factor is 1 for no change and 0 for black.

    >>> shaded("#ff8000", 0.5)
    '#804000'
    """
    return "#" + "".join(f"{round(channel * factor):02x}" for channel in _channels(colour))


def draw_piece(
    canvas: Canvas,
    cells: Sequence[Cell],
    item: int,
    *,
    left: float,
    top: float,
    unit: float,
    title: str,
    label: str = "",
    short_label: str = "",
    absent: bool = False,
) -> None:
    """Draw one item with the grid's corner at (left, top); an `absent` one is only outlined, in dashes."""
    colour = colour_of(item)
    border = rounded(cells, unit=unit, inset=unit * 0.06, radius=unit * 0.16, at=(left, top))
    canvas.path(
        border,
        fill=LIGHT_INK if absent else colour,
        stroke=shaded(colour, 0.62),
        stroke_width=max(1.2, unit * 0.045),
        dashes="5 4" if absent else "none",
        title=title,
    )
    if not label:
        return
    red, green, blue = _channels(colour)
    dark = absent or 0.299 * red + 0.587 * green + 0.114 * blue > 140
    words, box, size, upright = _fitted(cells, unit, label, short_label)
    (first_row, first_column), (last_row, last_column) = box
    canvas.text(
        words,
        left + (first_column + last_column + 1) / 2 * unit,
        top + (first_row + last_row + 1) / 2 * unit,
        size=size,
        fill=DARK_INK if dark else LIGHT_INK,
        bold=True,
        centred=True,
        upright=upright,
    )


def _fitted(
    cells: Sequence[Cell], unit: float, label: str, short_label: str
) -> tuple[str, tuple[Cell, Cell], float, bool]:
    """The label, the box it goes in, its size, and whether it is turned upright."""
    wide = max(_boxes_in(cells), key=lambda box: (_width(box), _height(box)))
    tall = max(_boxes_in(cells), key=lambda box: (_height(box), _width(box)))
    across = _size(label, _width(wide) * unit)
    upwards = _size(label, _height(tall) * unit)
    if max(across, upwards) < SMALLEST_TYPE:
        return short_label, wide, _size(short_label, _width(wide) * unit), False
    if upwards > 1.15 * across:
        return label, tall, upwards, True
    return label, wide, across, False


def _size(words: str, room: float) -> float:
    return min(LARGEST_TYPE, 0.72 * room / max(text_width(words, 1), 0.01))


def _boxes_in(cells: Collection[Cell]) -> list[tuple[Cell, Cell]]:
    """Every full rectangle inside a piece, as its first and last cell."""
    inside = set(cells)
    return [
        (first, last)
        for first in sorted(inside)
        for last in sorted(inside)
        if first[0] <= last[0]
        and first[1] <= last[1]
        and all(
            (row, column) in inside for row in range(first[0], last[0] + 1) for column in range(first[1], last[1] + 1)
        )
    ]


def _width(box: tuple[Cell, Cell]) -> int:
    return box[1][1] - box[0][1] + 1


def _height(box: tuple[Cell, Cell]) -> int:
    return box[1][0] - box[0][0] + 1


def _channels(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
