"""The border of a polyomino as a drawn line: inset from the grid, with round corners."""

from __future__ import annotations

from collections.abc import Collection

from solvers.packing.shapes import Cell

Point = tuple[float, float]
"""(x, y): x to the right, y down, in cells unless said otherwise."""


def borders(cells: Collection[Cell]) -> list[list[Cell]]:
    """The closed borders of some cells as their corners in (column, row) of the grid lines.

    The cells lie to the right of each step, so outer borders run clockwise and those of holes the other way.

    >>> borders([(0, 0), (0, 1)])
    [[(0, 0), (2, 0), (2, 1), (0, 1)]]
    """
    inside = set(cells)
    steps: dict[Cell, list[Cell]] = {}
    for row, column in sorted(inside):
        for beside, start, end in (
            ((row - 1, column), (column, row), (column + 1, row)),
            ((row, column + 1), (column + 1, row), (column + 1, row + 1)),
            ((row + 1, column), (column + 1, row + 1), (column, row + 1)),
            ((row, column - 1), (column, row + 1), (column, row)),
        ):
            if beside not in inside:
                steps.setdefault(start, []).append(end)
    found = []
    while steps:
        start = min(steps)
        line = [start]
        at, heading = _take(steps, start, None)
        while at != start:
            line.append(at)
            at, heading = _take(steps, at, heading)
        found.append(_corners(line))
    return found


def rounded(cells: Collection[Cell], *, unit: float, inset: float, radius: float, at: Point = (0, 0)) -> str:
    """The border of some cells as the `d` of an SVG path; all lengths in pixels, `at` is the grid's corner.

    Fill it with the rule "evenodd", so that a hole inside an item stays open.
    """
    path = []
    for corners in borders(cells):
        ring = list(zip([corners[-1], *corners[:-1]], corners, [*corners[1:], corners[0]], strict=True))
        for number, (before, here, after) in enumerate(ring):
            (in_x, in_y), (out_x, out_y) = _direction(before, here), _direction(here, after)
            x = at[0] + here[0] * unit - (in_y + out_y) * inset
            y = at[1] + here[1] * unit + (in_x + out_x) * inset
            command = "L" if number else "M"
            path.append(f"{command}{x - in_x * radius:.2f},{y - in_y * radius:.2f}")
            path.append(f"Q{x:.2f},{y:.2f} {x + out_x * radius:.2f},{y + out_y * radius:.2f}")
        path.append("Z")
    return " ".join(path)


def _take(steps: dict[Cell, list[Cell]], at: Cell, heading: Cell | None) -> tuple[Cell, Cell]:
    """Walk one step; where two cells touch only at a corner, turn right, which stays with the same cell."""
    ends = steps[at]
    chosen = ends[0]
    if heading is not None and len(ends) > 1:
        right = (-heading[1], heading[0])
        chosen = next(end for end in ends if _direction(at, end) == right)
    ends.remove(chosen)
    if not ends:
        del steps[at]
    return chosen, _direction(at, chosen)


def _corners(line: list[Cell]) -> list[Cell]:
    """Leave out the points where the border goes straight on."""
    ring = zip([line[-1], *line[:-1]], line, [*line[1:], line[0]], strict=True)
    return [here for before, here, after in ring if _direction(before, here) != _direction(here, after)]


def _direction(start: Cell, end: Cell) -> Cell:
    across, down = end[0] - start[0], end[1] - start[1]
    return ((across > 0) - (across < 0), (down > 0) - (down < 0))
