"""Pictures of packed cases as SVG: the case with the items in it, a legend, and beside it what stays out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from solvers.packing.answers import Arrangement, DoesNotFit, in_words
from solvers.packing.canvas import Canvas, text_width
from solvers.packing.cases import Case
from solvers.packing.errors import EnginesDisagree
from solvers.packing.giveback import largest_part
from solvers.packing.luggage import MARGIN, draw_case
from solvers.packing.pieces import draw_piece
from solvers.packing.published import Packing, Undecided
from solvers.packing.search import arrange
from solvers.packing.shapes import Shape
from solvers.packing.text import letters
from solvers.packing.vectors import Counts

PAPER, PAPER_EDGE, INK, FAINT = "#fffdf8", "#eadfce", "#3b2a1e", "#857363"
UNIT, MINI, LEFT_OUT_UNIT, SMALL_UNIT = 56.0, 14.0, 30.0, 22.0
"""Pixels a cell: in the case, in the legend, for what stays out, and in a gallery."""

GAP = 30.0


def draw_arrangement(
    arrangement: Arrangement, *, left_out: Sequence[int] | None = None, title: str = "", caption: str = ""
) -> str:
    """An arrangement as an SVG document; `left_out[i]` pieces of item i are drawn beside the case.

    >>> from solvers.packing import Case, arrange
    >>> hat = Shape.from_rows("hat", ["##", "#."])
    >>> "<svg" in draw_arrangement(arrange(Case.rectangle(2, 2), [hat], [1]), title="Ada")
    True
    """
    items, case = arrangement.items, arrangement.case
    out = tuple(left_out) if left_out is not None else (0,) * len(items)
    legend = _Legend(items, arrangement.counts, out)
    left, top = GAP + MARGIN * UNIT, GAP + (0.34 + MARGIN) * UNIT + (40 if title else 0)
    beside = left + (case.width + MARGIN) * UNIT + GAP
    width = max(beside + legend.width + GAP, 2 * GAP + text_width(title, 21))
    lines = wrap(caption, max(20, int((width - 2 * GAP) / text_width("n", 13)))) if caption else []
    floor = max(top + (case.height + MARGIN) * UNIT, top + legend.height) + GAP
    height = floor + 20 * len(lines) + (GAP / 2 if lines else 0)
    canvas = Canvas(width, height)
    canvas.rectangle(1, 1, width - 2, height - 2, radius=14, fill=PAPER, stroke=PAPER_EDGE)
    if title:
        canvas.text(title, GAP, GAP + 4, size=21, fill=INK, bold=True)
    draw_case(canvas, case, left, top, UNIT)
    marks = letters(items)
    for piece in arrangement.placed:
        name = items[piece.item].name
        draw_piece(
            canvas,
            piece.cells,
            piece.item,
            left=left,
            top=top,
            unit=UNIT,
            title=name,
            label=name,
            short_label=marks[piece.item],
        )
    legend.draw(canvas, beside, top)
    for number, line in enumerate(lines):
        canvas.text(line, GAP, floor + 20 * number + 2, size=13, fill=FAINT)
    return canvas.svg()


def draw_packing(packing: Packing, *, title: str = "") -> str:
    """A published answer as an SVG document; of what does not fit, as many items as can be are packed."""
    match packing.answer:
        case Arrangement() as arrangement:
            return draw_arrangement(arrangement, title=title)
        case DoesNotFit() as refused:
            part, left_out = largest_part(packing.case, packing.items, packing.counts)
            return draw_arrangement(
                part, left_out=left_out, title=title, caption=f"Does not fit: {refused.explanation}."
            )
        case Undecided(why):
            empty = Arrangement(packing.case, packing.items, ())
            return draw_arrangement(empty, left_out=packing.counts, title=title, caption=f"Undecided: {why}.")


def draw_gallery(case: Case, items: Sequence[Shape], packings: Sequence[Counts], *, title: str = "") -> str:
    """Every one of some multisets, packed, as one SVG document: small cases in rows, what each holds below it.

    Raises `EnginesDisagree` if one of them does not fit.
    """
    across = max(1, round((len(packings) * (case.height + 2) / (case.width + 1)) ** 0.5))
    wide, tall = (case.width + 1) * SMALL_UNIT + GAP, (case.height + 1) * SMALL_UNIT + GAP
    names = [wrap(in_words(items, counts), max(10, int((wide - 8) / text_width("n", 11)))) for counts in packings]
    tall += 15 * max((len(lines) for lines in names), default=1)
    head = GAP + (40 if title else 0)
    rows = -(-len(packings) // across)
    width, height = max(GAP + across * wide, 2 * GAP + text_width(title, 21)), head + rows * tall + GAP
    canvas = Canvas(width, height)
    canvas.rectangle(1, 1, width - 2, height - 2, radius=14, fill=PAPER, stroke=PAPER_EDGE)
    if title:
        canvas.text(title, GAP, GAP + 4, size=21, fill=INK, bold=True)
    marks = letters(items)
    for number, (counts, lines) in enumerate(zip(packings, names, strict=True)):
        packed = arrange(case, items, counts)
        if not isinstance(packed, Arrangement):
            raise EnginesDisagree("packing", [f"{counts} should fit, but the search says: {packed.explanation}"])
        left, top = GAP + number % across * wide + MARGIN * SMALL_UNIT, head + number // across * tall + SMALL_UNIT
        draw_case(canvas, case, left, top, SMALL_UNIT)
        for piece in packed.placed:
            draw_piece(
                canvas, piece.cells, piece.item, left=left, top=top, unit=SMALL_UNIT, title=items[piece.item].name,
                label=marks[piece.item], short_label=marks[piece.item],
            )
        below = top + (case.height + MARGIN) * SMALL_UNIT + 14
        for line, words in enumerate(lines):
            canvas.text(words, left - MARGIN * SMALL_UNIT, below + 15 * line, size=11, fill=FAINT)
    return canvas.svg()


@dataclass(frozen=True)
class _Legend:
    """The column beside the case: a row for each kind of item, and below them what stays out."""

    items: tuple[Shape, ...]
    packed: tuple[int, ...]
    left_out: tuple[int, ...]

    @property
    def shown(self) -> list[int]:
        return [item for item in range(len(self.items)) if self.packed[item] or self.left_out[item]]

    @property
    def width(self) -> float:
        widths = [
            self.indent + max(text_width(self.items[i].name, 15), text_width(self.words(i), 12)) for i in self.shown
        ]
        return max([150.0, *widths])

    @property
    def indent(self) -> float:
        return 14 + MINI * max((_extent(self.items[item])[1] for item in self.shown), default=0)

    @property
    def height(self) -> float:
        y = sum(self.row(item) for item in self.shown)
        if any(self.left_out):
            y += 34 + max((bottom for *_, bottom in self.beside()), default=0)
        return y

    def row(self, item: int) -> float:
        return max(44.0, MINI * _extent(self.items[item])[0] + 12)

    def words(self, item: int) -> str:
        packed, out = self.packed[item], self.left_out[item]
        return f"{packed} of {packed + out} packed" if out else f"{packed} packed"

    def beside(self) -> list[tuple[int, float, float, float]]:
        """(item, x, y, bottom) of each piece that stays out, in lines as wide as the column."""
        found, x, y, low = [], 0.0, 0.0, 0.0
        for item, number in enumerate(self.left_out):
            tall, wide = (LEFT_OUT_UNIT * extent for extent in _extent(self.items[item]))
            for _ in range(number):
                if x and x + wide > self.width:
                    x, y = 0.0, low + 8
                low = max(low, y + tall)
                found.append((item, x, y, low))
                x += wide + 10
        return found

    def draw(self, canvas: Canvas, x: float, y: float) -> None:
        for item in self.shown:
            shape = self.items[item]
            tall, wide = _extent(shape)
            draw_piece(
                canvas,
                shape.cells,
                item,
                left=x + (self.indent - 14 - wide * MINI) / 2,
                top=y + (self.row(item) - tall * MINI) / 2,
                unit=MINI,
                title=shape.name,
            )
            middle = y + self.row(item) / 2
            canvas.text(shape.name, x + self.indent, middle - 9, size=15, fill=INK, bold=True)
            canvas.text(self.words(item), x + self.indent, middle + 10, size=12, fill=FAINT)
            y += self.row(item)
        if any(self.left_out):
            canvas.text("Stays out", x, y + 16, size=13, fill=INK, bold=True)
            for item, right, down, _ in self.beside():
                name = self.items[item].name
                draw_piece(
                    canvas,
                    self.items[item].cells,
                    item,
                    left=x + right,
                    top=y + 34 + down,
                    unit=LEFT_OUT_UNIT,
                    title=f"{name}, stays out",
                    absent=True,
                )


def _extent(shape: Shape) -> tuple[int, int]:
    return 1 + max(row for row, _ in shape.cells), 1 + max(column for _, column in shape.cells)
