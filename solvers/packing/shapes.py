"""The shape of an item: a polyomino that may be turned, and perhaps turned over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from solvers.packing.errors import MalformedShape

Cell = tuple[int, int]
"""A place on a grid: (row, column), both counted from 0 at the top left."""

FILLED = "#"
EMPTY = ". "


@dataclass(frozen=True)
class Shape:
    """A named polyomino with its corner at (0, 0); build it with `Shape.from_rows`.

    `cells` are sorted (row, column) pairs in grid units. `flips` says whether the piece may be turned over.
    Raises `MalformedShape` when there is no cell, one is repeated, or the piece is in several parts.

    >>> Shape.from_rows("hat", ["##", "#."]).size
    3
    """

    name: str
    cells: tuple[Cell, ...]
    flips: bool = True

    def __post_init__(self) -> None:
        problems = _problems_of(self.cells)
        if problems:
            raise MalformedShape(f"shape {self.name!r}", problems)
        object.__setattr__(self, "cells", at_origin(self.cells))

    @staticmethod
    def from_rows(name: str, rows: Sequence[str], *, flips: bool = True) -> Shape:
        """Read a shape drawn with '#' for a cell of the item and '.' or a space for none.

        Raises `MalformedShape` with every unknown character (its row and column) and every disconnected part.

        >>> Shape.from_rows("umbrella", ["###", ".#."]).cells
        ((0, 0), (0, 1), (0, 2), (1, 1))
        """
        if isinstance(rows, str):
            raise MalformedShape(f"shape {name!r}", ["give a list of rows, not one string"])
        problems = [
            f"row {row}, column {column} is {mark!r}; write '#' for a cell of the item and '.' for none"
            for row, text in enumerate(rows, 1)
            for column, mark in enumerate(text, 1)
            if mark != FILLED and mark not in EMPTY
        ]
        cells = [(row, column) for row, text in enumerate(rows) for column, mark in enumerate(text) if mark == FILLED]
        problems += _problems_of(cells)
        if problems:
            raise MalformedShape(f"shape {name!r}", problems)
        return Shape(name, tuple(cells), flips)

    @property
    def size(self) -> int:
        """The number of cells the item covers."""
        return len(self.cells)

    @cached_property
    def orientations(self) -> tuple[tuple[Cell, ...], ...]:
        """Every different way to lay the item down, each at the origin: 1, 2, 4 or 8 of them.

        >>> len(Shape.from_rows("S", [".##", "##."]).orientations)
        4
        >>> len(Shape.from_rows("S", [".##", "##."], flips=False).orientations)
        2
        """
        found: dict[tuple[Cell, ...], None] = {}
        for start in (self.cells, mirrored(self.cells)) if self.flips else (self.cells,):
            turned = start
            for _ in range(4):
                found.setdefault(turned)
                turned = quarter_turned(turned)
        return tuple(sorted(found))

    @property
    def rows(self) -> tuple[str, ...]:
        """The shape drawn again as text, the inverse of `from_rows`.

        >>> Shape.from_rows("hat", ["  #", " ##"]).rows
        ('.#', '##')
        """
        height = 1 + max(row for row, _ in self.cells)
        width = 1 + max(column for _, column in self.cells)
        return tuple(
            "".join(FILLED if (row, column) in self.cells else "." for column in range(width)) for row in range(height)
        )


def at_origin(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Move cells so that the smallest row and column are 0, and sort them."""
    cells = tuple(cells)
    top = min(row for row, _ in cells)
    left = min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))


def quarter_turned(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Turn cells clockwise by 90 degrees."""
    return at_origin((column, -row) for row, column in cells)


def mirrored(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Turn cells over, left to right."""
    return at_origin((row, -column) for row, column in cells)


def connected_parts(cells: Iterable[Cell]) -> list[frozenset[Cell]]:
    """Split cells into parts joined along edges, in order of their first cell.

    >>> [sorted(part) for part in connected_parts([(0, 0), (0, 1), (2, 0)])]
    [[(0, 0), (0, 1)], [(2, 0)]]
    """
    left = set(cells)
    parts = []
    for first in sorted(left):
        if first not in left:
            continue
        left.remove(first)
        part, edge = {first}, [first]
        while edge:
            row, column = edge.pop()
            around = {(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)} & left
            left -= around
            part |= around
            edge.extend(around)
        parts.append(frozenset(part))
    return parts


def _problems_of(cells: Sequence[Cell]) -> list[str]:
    if not cells:
        return ["there is no cell; draw at least one '#'"]
    problems = [f"cell {cell} is given twice" for cell in sorted(set(cells)) if cells.count(cell) > 1]
    first, *others = connected_parts(cells)
    for part in others:
        row, column = min(part)
        problems.append(
            f"the part at row {row + 1}, column {column + 1} is not joined by an edge to the part at "
            f"row {min(first)[0] + 1}, column {min(first)[1] + 1}; an item is one piece"
        )
    return problems
