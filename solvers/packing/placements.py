"""Where each item can lie: every placement as a bit mask over the cells of the case.

NOTE(anchor): placements are anchored on the bounding box of the case, not on a usable cell. An item whose
corner would fall on a hole keeps the placements that go around the hole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from solvers.packing.cases import Case
from solvers.packing.errors import MalformedRequest
from solvers.packing.shapes import Cell, Shape


@dataclass(frozen=True)
class Placements:
    """All placements of some items in a case; bit k of a mask is cell `case.scan_order[k]`.

    `masks[i]` are the placements of item i, sorted and without repetition.

    >>> table = placements(Case.rectangle(1, 3), [Shape.from_rows("domino", ["##"])])
    >>> [f"{mask:03b}" for mask in table.masks[0]]
    ['011', '110']
    """

    case: Case
    items: tuple[Shape, ...]
    masks: tuple[tuple[int, ...], ...]

    @cached_property
    def starting_at(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """`starting_at[k][i]`: the placements of item i whose lowest cell is k."""
        starts: list[list[list[int]]] = [[[] for _ in self.items] for _ in range(self.case.area)]
        for item, masks in enumerate(self.masks):
            for mask in masks:
                starts[lowest_bit(mask)][item].append(mask)
        return tuple(tuple(tuple(masks) for masks in per_item) for per_item in starts)

    def cells_of(self, mask: int) -> tuple[Cell, ...]:
        """The cells of a mask, sorted."""
        return tuple(sorted(cell for k, cell in enumerate(self.case.scan_order) if mask >> k & 1))


def placements(case: Case, items: Sequence[Shape]) -> Placements:
    """The placement table of `items` in `case`; equal questions share one table."""
    return _table(case, tuple(items))


def checked_counts(items: Sequence[Shape], counts: Sequence[int], what: str = "counts") -> tuple[int, ...]:
    """The counts as a tuple, one per item; raises `MalformedRequest` with everything that is wrong with them.

    >>> checked_counts([Shape.from_rows("hat", ["#"])], [2])
    (2,)
    """
    problems = []
    if len(counts) != len(items):
        problems.append(f"{len(counts)} numbers for {len(items)} items; give one for each item")
    problems += [f"number {place} is {count}; it must be 0 or more" for place, count in enumerate(counts) if count < 0]
    if problems:
        raise MalformedRequest(what, problems)
    return tuple(counts)


def lowest_bit(mask: int) -> int:
    """The place of the lowest bit that is set."""
    return (mask & -mask).bit_length() - 1


@lru_cache(maxsize=256)
def _table(case: Case, items: tuple[Shape, ...]) -> Placements:
    bit = {cell: 1 << k for k, cell in enumerate(case.scan_order)}
    table = []
    for item in items:
        masks = set()
        for cells in item.orientations:
            height = 1 + max(row for row, _ in cells)
            width = 1 + max(column for _, column in cells)
            for top in range(case.height - height + 1):
                for left in range(case.width - width + 1):
                    bits = [bit.get((top + row, left + column), 0) for row, column in cells]
                    if all(bits):
                        masks.add(sum(bits))
        table.append(tuple(sorted(masks)))
    return Placements(case, items, tuple(table))
