"""Short proofs that items cannot fit, which a person can follow without a computer."""

from __future__ import annotations

from collections.abc import Sequence

from solvers.packing.answers import AreaExceeded, Chessboard, NowhereToLie
from solvers.packing.cases import Case
from solvers.packing.placements import checked_counts, placements
from solvers.packing.shapes import Cell, Shape


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
