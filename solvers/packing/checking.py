"""The judge of arrangements; it shares no code with the engines that find them.

It knows only the printed rules of packing: nothing sticks out, nothing overlaps, and each piece is its shape,
turned or (where that is allowed) turned over. Of several equal cases each is checked by itself too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from solvers.packing.answers import Arrangement
from solvers.packing.errors import BrokenArrangement
from solvers.packing.shapes import Cell, Shape

TURNS = ((1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0))
"""Matrices (a, b, c, d) taking (row, column) to (a row + b column, c row + d column)."""


def check_arrangement(arrangement: Arrangement, counts: Sequence[int]) -> None:
    """Raise `BrokenArrangement`, listing all that is wrong, unless this packs exactly the counts asked for.

    >>> from solvers.packing.cases import Case
    >>> from solvers.packing.answers import Placed
    >>> bar = Shape.from_rows("bar", ["##"])
    >>> sticking_out = Placed(0, ((0, 0), (0, 1)))
    >>> check_arrangement(Arrangement(Case.rectangle(1, 1), (bar,), (sticking_out,)), [1])
    Traceback (most recent call last):
    solvers.packing.errors.BrokenArrangement: arrangement: bar sticks out of the case at row 1, column 2
    """
    problems = []
    usable = set(arrangement.case.cells)
    lying = Counter(cell for piece in arrangement.placed for cell in piece.cells)
    for piece in arrangement.placed:
        if not 0 <= piece.item < len(arrangement.items):
            problems.append(f"there is no item number {piece.item}")
            continue
        shape = arrangement.items[piece.item]
        for row, column in piece.cells:
            if (row, column) not in usable:
                problems.append(f"{shape.name} sticks out of the case at row {row + 1}, column {column + 1}")
        if not _is_that_shape(piece.cells, shape):
            problems.append(f"the cells {piece.cells} are not a {shape.name}")
    for (row, column), times in sorted(lying.items()):
        if times > 1:
            problems.append(f"{times} items overlap at row {row + 1}, column {column + 1}")
    found = Counter(piece.item for piece in arrangement.placed)
    if len(counts) != len(arrangement.items):
        problems.append(f"{len(counts)} counts for {len(arrangement.items)} items")
    else:
        for item, wanted in enumerate(counts):
            if found[item] != wanted:
                problems.append(f"{found[item]} of {arrangement.items[item].name} are packed, not {wanted}")
    if problems:
        raise BrokenArrangement("arrangement", problems)
    if arrangement.case.copies > 1:
        for part in arrangement.parts:
            check_arrangement(part, part.counts)


def _is_that_shape(cells: Sequence[Cell], shape: Shape) -> bool:
    """Whether a turn, perhaps a flip, and a shift take the shape onto these cells."""
    target = set(cells)
    if len(target) != len(cells) or len(target) != shape.size:
        return False
    corner_row, corner_column = min(target)
    for a, b, c, d in TURNS:
        for over in (1, -1) if shape.flips else (1,):
            turned = [(a * row + b * over * column, c * row + d * over * column) for row, column in shape.cells]
            first_row, first_column = min(turned)
            down, right = corner_row - first_row, corner_column - first_column
            if {(row + down, column + right) for row, column in turned} == target:
                return True
    return False
