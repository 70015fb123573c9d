"""The look of an empty case: leather, stitching, handle, and the grid inside."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.packing.canvas import Canvas
from solvers.packing.cases import Case
from solvers.packing.outline import rounded

MARGIN = 0.4
"""Leather around the grid, in cells; two compartments one cell apart do not touch."""

LEATHER, LEATHER_EDGE, STITCHES, BRASS = "#9a6440", "#5f3b24", "#d9b48f", "#d8b04c"
LINING, CELL, CELL_EDGE = "#7a4d31", "#fbf3e4", "#d8c4a1"


@dataclass(frozen=True)
class Box:
    """A part of the case that is drawn as one piece of luggage: grid lines, bottom and right exclusive."""

    top: int
    left: int
    bottom: int
    right: int

    def overlaps(self, other: Box) -> bool:
        """Whether the bounding boxes share a cell."""
        rows = self.top < other.bottom and other.top < self.bottom
        return rows and self.left < other.right and other.left < self.right

    def joined(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )


def boxes(case: Case) -> list[Box]:
    """One box for each compartment; compartments that interlock share one.

    >>> boxes(Case.from_rows(["..", "##", ".."]))
    [Box(top=0, left=0, bottom=1, right=2), Box(top=2, left=0, bottom=3, right=2)]
    """
    found: list[Box] = []
    for part in case.compartments:
        rows, columns = [row for row, _ in part], [column for _, column in part]
        box = Box(min(rows), min(columns), max(rows) + 1, max(columns) + 1)
        while overlapping := [other for other in found if other.overlaps(box)]:
            for other in overlapping:
                found.remove(other)
                box = box.joined(other)
        found.append(box)
    return sorted(found, key=lambda box: (box.top, box.left))


def draw_case(canvas: Canvas, case: Case, left: float, top: float, unit: float) -> None:
    """Draw the case with the corner of its grid at (left, top) and cells of `unit` pixels."""
    luggage = boxes(case)
    for box in luggage:
        hidden = any(other.bottom <= box.top and other.left < box.right and box.left < other.right for other in luggage)
        _draw_box(canvas, box, left, top, unit, with_handle=not hidden)
    for part in case.compartments:
        canvas.path(rounded(part, unit=unit, inset=0, radius=unit * 0.1, at=(left, top)), fill=CELL)
    usable = set(case.cells)
    lines = []
    for row, column in case.cells:
        x, y = left + (column + 1) * unit, top + (row + 1) * unit
        if (row, column + 1) in usable:
            lines.append(f"M{x:.2f},{y - unit:.2f}v{unit:.2f}")
        if (row + 1, column) in usable:
            lines.append(f"M{x - unit:.2f},{y:.2f}h{unit:.2f}")
    if lines:
        canvas.path(" ".join(lines), fill="none", stroke=CELL_EDGE, stroke_width=1.2)


def _draw_box(canvas: Canvas, box: Box, left: float, top: float, unit: float, with_handle: bool) -> None:
    x, y = left + box.left * unit, top + box.top * unit
    width, height = (box.right - box.left) * unit, (box.bottom - box.top) * unit
    edge = MARGIN * unit
    if with_handle:
        _draw_handle(canvas, x + width / 2, y - edge, min(width * 0.42, unit * 2.2) / 2, unit)
    canvas.rectangle(
        x - edge,
        y - edge,
        width + 2 * edge,
        height + 2 * edge,
        radius=unit * 0.45,
        fill=LEATHER,
        stroke=LEATHER_EDGE,
        stroke_width=2.5,
    )
    seam = edge * 0.55
    canvas.rectangle(
        x - seam,
        y - seam,
        width + 2 * seam,
        height + 2 * seam,
        radius=unit * 0.3,
        fill="none",
        stroke=STITCHES,
        stroke_width=1.5,
        dashes="6 4",
    )
    lip = edge * 0.2
    canvas.rectangle(
        x - lip,
        y - lip,
        width + 2 * lip,
        height + 2 * lip,
        radius=unit * 0.16,
        fill=LINING,
        stroke=LEATHER_EDGE,
    )
    if with_handle:
        _draw_clasps(canvas, x + width / 2, y - edge, min(width * 0.42, unit * 2.2) / 2, unit)


def _draw_handle(canvas: Canvas, middle: float, brim: float, reach: float, unit: float) -> None:
    rise = unit * 0.34
    bend = rise * 0.65
    canvas.path(
        f"M{middle - reach:.2f},{brim + 4:.2f} v{-4 - rise + bend:.2f} q0,{-bend:.2f} {bend:.2f},{-bend:.2f} "
        f"h{2 * (reach - bend):.2f} q{bend:.2f},0 {bend:.2f},{bend:.2f} v{4 + rise - bend:.2f}",
        fill="none",
        stroke=LEATHER_EDGE,
        stroke_width=unit * 0.14,
    )


def _draw_clasps(canvas: Canvas, middle: float, brim: float, reach: float, unit: float) -> None:
    for side in (-1, 1):
        canvas.rectangle(
            middle + side * reach - unit * 0.14,
            brim - unit * 0.05,
            unit * 0.28,
            unit * 0.2,
            radius=unit * 0.05,
            fill=BRASS,
            stroke=LEATHER_EDGE,
        )
