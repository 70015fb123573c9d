"""The case that items are packed into: a grid of cells, perhaps with holes or several compartments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from solvers.packing.errors import MalformedCase
from solvers.packing.shapes import Cell, connected_parts

USABLE = "."
HOLE = "# "


@dataclass(frozen=True)
class Case:
    """A grid to pack into; `cells` are its usable cells as sorted (row, column) pairs.

    `copies` says that they are so many equal cases side by side, with a free column between (see `times`).
    Build it with `Case.from_rows` or `Case.rectangle`. Raises `MalformedCase` when no cell is usable, or one
    is given twice or lies at a negative row or column.

    >>> Case.rectangle(4, 5).area
    20
    """

    cells: tuple[Cell, ...]
    copies: int = 1

    def __post_init__(self) -> None:
        problems = [f"cell {cell} is negative" for cell in self.cells if min(cell) < 0]
        problems += [f"cell {cell} is given twice" for cell in sorted(set(self.cells)) if self.cells.count(cell) > 1]
        if not self.cells:
            problems.append("no cell is usable; write '.' for a usable cell")
        if problems:
            raise MalformedCase("case", problems)
        object.__setattr__(self, "cells", tuple(sorted(self.cells)))
        if self.copies != 1:
            self._check_copies()

    def _check_copies(self) -> None:
        if self.copies < 1:
            raise MalformedCase("case", [f"{self.copies} copies; there must be at least 1"])
        first = {cell for cell in self.cells if cell[1] < self.pitch}
        again = {(row, column + self.pitch * copy) for row, column in first for copy in range(self.copies)}
        if any(column == self.pitch - 1 for _, column in first) or again != set(self.cells):
            raise MalformedCase("case", [f"the cells are not {self.copies} equal cases with a free column between"])

    @staticmethod
    def from_rows(rows: Sequence[str]) -> Case:
        """Read a case drawn with '.' for a usable cell, '#' or a space for a hole; short rows end in holes.

        Compartments are parts with holes between them, such as two suitcases with an empty row between.
        Raises `MalformedCase` with every unknown character, its row and its column.

        >>> len(Case.from_rows(["...", "   ", "...", ".#."]).compartments)
        2
        """
        if isinstance(rows, str):
            raise MalformedCase("case", ["give a list of rows, not one string"])
        problems = [
            f"row {row}, column {column} is {mark!r}; write '.' for a usable cell and '#' for a hole"
            for row, text in enumerate(rows, 1)
            for column, mark in enumerate(text, 1)
            if mark != USABLE and mark not in HOLE
        ]
        cells = [(row, column) for row, text in enumerate(rows) for column, mark in enumerate(text) if mark == USABLE]
        if not cells:
            problems.append("no cell is usable; write '.' for a usable cell")
        if problems:
            raise MalformedCase("case", problems)
        return Case(tuple(cells))

    @staticmethod
    def rectangle(height: int, width: int) -> Case:
        """A plain case of `height` rows and `width` columns."""
        if height < 1 or width < 1:
            raise MalformedCase("case", [f"{height} rows by {width} columns; both must be at least 1"])
        return Case(tuple((row, column) for row in range(height) for column in range(width)))

    def times(self, copies: int) -> Case:
        """So many of this case side by side, as one case; no item lies in two of them.

        Raises `MalformedCase` on fewer than one copy.

        >>> Case.rectangle(1, 2).times(3).rows
        ('..#..#..',)
        """
        if copies < 1:
            raise MalformedCase("case", [f"{copies} of it are asked for; there must be at least 1"])
        step = self.width + 1
        cells = [(row, column + step * copy) for copy in range(copies) for row, column in self.cells]
        return Case(tuple(cells), copies * self.copies)

    @property
    def area(self) -> int:
        """The number of usable cells."""
        return len(self.cells)

    @cached_property
    def height(self) -> int:
        """Rows of the bounding box, from row 0 to the last usable one."""
        return 1 + max(row for row, _ in self.cells)

    @cached_property
    def width(self) -> int:
        """Columns of the bounding box, from column 0 to the last usable one."""
        return 1 + max(column for _, column in self.cells)

    @cached_property
    def pitch(self) -> int:
        """Columns from the start of one copy to that of the next."""
        return (self.width + 1) // self.copies

    @cached_property
    def single(self) -> Case:
        """One of the copies alone.

        >>> Case.rectangle(1, 2).times(3).single == Case.rectangle(1, 2)
        True
        """
        return Case(tuple(cell for cell in self.cells if cell[1] < self.pitch))

    @cached_property
    def compartments(self) -> tuple[frozenset[Cell], ...]:
        """The parts of the case that are joined along edges; no item can lie in two of them."""
        return tuple(connected_parts(self.cells))

    @cached_property
    def scan_order(self) -> tuple[Cell, ...]:
        """The usable cells, compartment by compartment, each swept across its shorter side.

        A search that fills cells in this order keeps the border between decided and undecided cells short.

        >>> Case.rectangle(2, 3).scan_order[:3]
        ((0, 0), (1, 0), (0, 1))
        """
        order: list[Cell] = []
        for part in self.compartments:
            height = len({row for row, _ in part})
            width = len({column for _, column in part})
            order.extend(sorted(part, key=lambda cell: cell[::-1]) if height < width else sorted(part))
        return tuple(order)

    @property
    def rows(self) -> tuple[str, ...]:
        """The case drawn again as text, the inverse of `from_rows`."""
        usable = set(self.cells)
        return tuple(
            "".join(USABLE if (row, column) in usable else "#" for column in range(self.width))
            for row in range(self.height)
        )
