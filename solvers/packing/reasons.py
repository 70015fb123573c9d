"""Short proofs that items cannot fit, which a person can follow without a computer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solvers.packing.answers import AreaExceeded, Chessboard, Coloured, NowhereToLie
from solvers.packing.cases import Case
from solvers.packing.placements import checked_counts, placements
from solvers.packing.shapes import Cell, Shape

PATTERNS: tuple[tuple[str, Callable[[int, int], bool]], ...] = (
    ("every other row, from the first,", lambda row, column: row % 2 == 0),
    ("every other column, from the first,", lambda row, column: column % 2 == 0),
    *(
        (f"every other cell of every other row, from row {down + 1} and column {right + 1},",
         lambda row, column, down=down, right=right: (row % 2, column % 2) == (down, right))
        for down in (0, 1) for right in (0, 1)
    ),
    *(
        (f"every third diagonal {way}, from column {first + 1} of the first row,",
         lambda row, column, sign=sign, first=first: (column + sign * row) % 3 == first)
        for way, sign in (("down to the right", -1), ("down to the left", 1)) for first in range(3)
    ),
)
"""Colourings in words and as a function of row and column, the plainest first; the chessboard is asked before."""


def coloured_reason(case: Case, items: Sequence[Shape], counts: Sequence[int]) -> Coloured | None:
    """A colouring by which the items do not fit, or None when none of `PATTERNS` decides it.

    >>> square = Shape.from_rows("square", ["##", "##"])
    >>> coloured_reason(Case.rectangle(3, 5), [square], [3])
    Coloured(pattern='every other row, from the first,', dark=10, light=5, covered=12, dark_covered=(6,))
    """
    counts = checked_counts(items, counts)
    table = placements(case, items)
    covered = sum(count * item.size for item, count in zip(items, counts, strict=True))
    for pattern, is_dark in PATTERNS:
        mask = sum(1 << k for k, cell in enumerate(case.scan_order) if is_dark(*cell))
        dark = mask.bit_count()
        possible = {0}
        for masks, count in zip(table.masks, counts, strict=True):
            either = {(place & mask).bit_count() for place in masks}
            for _ in range(count):
                possible = {sum_ + one for sum_ in possible for one in either}
        if not any(covered - (case.area - dark) <= number <= dark for number in possible):
            return Coloured(pattern, dark, case.area - dark, covered, tuple(sorted(possible)))
    return None


def short_reason(
    case: Case, items: Sequence[Shape], counts: Sequence[int]
) -> NowhereToLie | AreaExceeded | Chessboard | None:
    """The simplest proof that the items do not fit, or None when these arguments do not decide it.

    None says nothing: the items may fit or not.

    >>> short_reason(Case.rectangle(1, 3), [Shape.from_rows("domino", ["##"])], [2])
    AreaExceeded(needed=4, available=3)
    """
    counts = checked_counts(items, counts)
    masks = placements(case, items).masks
    homeless = tuple(item for item, count in enumerate(counts) if count and not masks[item])
    if homeless:
        return NowhereToLie(homeless)
    needed = sum(count * item.size for item, count in zip(items, counts, strict=True))
    if needed > case.area:
        return AreaExceeded(needed, case.area)
    return _chessboard(case, items, counts)


def _chessboard(case: Case, items: Sequence[Shape], counts: Sequence[int]) -> Chessboard | None:
    """Compare colours: a piece covers as many dark as light cells, or more of one by a fixed number."""
    dark = _dark(case.cells)
    light = case.area - dark
    covered = sum(count * item.size for item, count in zip(items, counts, strict=True))
    possible = {0}
    for item, count in zip(items, counts, strict=True):
        either = {_dark(item.cells), item.size - _dark(item.cells)}
        for _ in range(count):
            possible = {sum_ + one for sum_ in possible for one in either}
    if any(covered - light <= number <= dark for number in possible):
        return None
    return Chessboard(dark, light, covered, tuple(sorted(possible)))


def _dark(cells: Sequence[Cell]) -> int:
    return sum((row + column) % 2 == 0 for row, column in cells)
