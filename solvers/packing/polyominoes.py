"""The free polyominoes, for tests and for trying out cases."""

from __future__ import annotations

from solvers.packing.shapes import Cell, Shape, at_origin


def free_polyominoes(size: int) -> tuple[Shape, ...]:
    """Every polyomino of `size` cells, once whatever way it is turned; `size` is at least 1.

    >>> [len(free_polyominoes(size)) for size in (1, 2, 3, 4, 5)]
    [1, 1, 2, 5, 12]
    """
    if size < 1:
        raise ValueError(f"size is {size}; a polyomino has at least one cell")
    found: set[tuple[Cell, ...]] = {((0, 0),)}
    for _ in range(size - 1):
        grown = {
            at_origin((*cells, cell))
            for cells in found
            for row, column in cells
            for cell in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            if cell not in cells
        }
        found = {Shape("", cells).orientations[0] for cells in grown}
    return tuple(Shape(f"{size}.{number}", cells) for number, cells in enumerate(sorted(found), 1))
