"""The row below a map that explains it."""

from collections.abc import Mapping, Sequence

import drawsvg as dw

from graphs import ink
from graphs.curves import bowed
from graphs.figures import Link, Pawn, Place
from graphs.labels import text_width
from graphs.layout import MARK_RADIUS, SQUARE_SIZE


def legend(
    places: Sequence[Place],
    links: Sequence[Link],
    pawns: Sequence[Pawn],
    prices: Mapping[str, int],
    *,
    left: float,
    middle: float,
) -> list[dw.DrawingElement]:
    """From `left` on, around the height `middle`: styles, meanings of squares and marks, further prices, pawns."""
    found: list[dw.DrawingElement] = []
    x, y = left, middle

    def write(words: str, price: int | None = None) -> None:
        nonlocal x
        found.extend(ink.text(words, 13, (x, y)))
        x += text_width(words, 13)
        if price is not None:
            found.extend(ink.badge(str(price), (x + 10, y), colour="#8a6d1f"))
            x += 22
        x += 20

    styles = list(dict.fromkeys(link.style for link in links))
    for style in styles:
        found += ink.link_strokes(bowed((x, y), (x + 46, y), 0), style)
        x += 56
        write(style.name, prices.get(style.name))
    for square in dict.fromkeys(link.square for link in links if link.square):
        found += ink.square((x + SQUARE_SIZE / 2, y), SQUARE_SIZE, ink.INK)
        x += SQUARE_SIZE + 8
        write(square)
    marks = list(dict.fromkeys(place.mark for place in places if place.mark.meaning))
    for mark in marks:
        found += ink.mark_shape(mark, (x + 8, y), MARK_RADIUS)
        x += 24
        write(mark.meaning, prices.get(mark.meaning))
    explained = {style.name for style in styles} | {mark.meaning for mark in marks}
    for name in prices:
        if name not in explained:
            write(name, prices[name])
    for pawn in pawns:
        found += ink.pawn_shape(pawn.colour, (x + 8, y + 11), 24)
        x += 22
        write(pawn.name)
    return found
