"""An arrangement as plain text, for terminals and records."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.packing.answers import Arrangement
from solvers.packing.shapes import Cell, Shape

CORNERS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""The box-drawing character for walls going up (1), right (2), down (4) and left (8)."""

SPARE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


def letters(items: Sequence[Shape]) -> tuple[str, ...]:
    """One letter for each item: the first one of its name that is still to be had, or else any other.

    >>> letters([Shape.from_rows("hat", ["#"]), Shape.from_rows("horn", ["##"])])
    ('H', 'O')
    """
    given: list[str] = []
    for item in items:
        own = [letter for letter in item.name.upper() if letter.isalnum()]
        given.append(next((letter for letter in (*own, *SPARE_LETTERS) if letter not in given), "?"))
    return tuple(given)


def text_picture(arrangement: Arrangement) -> str:
    """The case with a wall around each item, its letter in its cells, a dot in free cells, and a legend.

    >>> from solvers.packing import Case, arrange
    >>> print(text_picture(arrange(Case.rectangle(2, 3), [Shape.from_rows("hat", ["##", "#."])], [1])))
    ┌───────┬───┐
    │ H   H │ · │
    │   ┌───┘   │
    │ H │ ·   · │
    └───┴───────┘
    H hat
    """
    marks = letters(arrangement.items)
    owner: dict[Cell, int] = dict.fromkeys(arrangement.case.cells, -1)
    mark = dict.fromkeys(arrangement.case.cells, "·")
    for number, piece in enumerate(arrangement.placed):
        for cell in piece.cells:
            owner[cell] = number
            mark[cell] = marks[piece.item]

    def wall(one: Cell, other: Cell) -> bool:
        return owner.get(one) != owner.get(other)

    lines = []
    for row in range(arrangement.case.height + 1):
        border = inside = ""
        for column in range(arrangement.case.width + 1):
            above_left, above = (row - 1, column - 1), (row - 1, column)
            left, here = (row, column - 1), (row, column)
            up, right, down = wall(above_left, above), wall(above, here), wall(left, here)
            border += CORNERS[up + 2 * right + 4 * down + 8 * wall(above_left, left)]
            border += "───" if right else "   "
            inside += ("│" if down else " ") + f" {mark.get(here, ' ')} "
        lines += [border, inside]
    legend = [
        f"{letter} {item.name}" + (f" ({count})" if count > 1 else "")
        for letter, item, count in zip(marks, arrangement.items, arrangement.counts, strict=True)
        if count
    ]
    return "\n".join([*(line.rstrip() for line in lines[:-1]), *([", ".join(legend)] if legend else [])])
