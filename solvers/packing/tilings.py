"""Counting the ways to fill a case completely; known counts hold the placement table to account."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from solvers.packing.cases import Case
from solvers.packing.placements import checked_counts, placements
from solvers.packing.shapes import Shape
from solvers.packing.vectors import digits_of


def count_tilings(case: Case, items: Sequence[Shape], caps: Sequence[int] | None = None) -> int:
    """In how many ways the items fill the case, each item at most its cap (without caps: any number).

    Equal items are not told apart, and tilings that differ by a turn of the case are counted separately.
    Memory grows with the shorter side of the case and with the number of multisets up to the caps.

    >>> count_tilings(Case.rectangle(2, 3), [Shape.from_rows("domino", ["##"])])
    3
    """
    limits = None if caps is None else digits_of(checked_counts(items, caps, "caps"))
    layer = {(0, 0): 1}
    for k, starting in enumerate(placements(case, items).starting_at):
        moves = [(mask >> k, item) for item, masks in enumerate(starting) for mask in masks]
        following: defaultdict[tuple[int, int], int] = defaultdict(int)
        for (taken, used), ways in layer.items():
            if taken & 1:
                following[taken >> 1, used] += ways
                continue
            for mask, item in moves:
                if mask & taken:
                    continue
                now_used = used
                if limits is not None:
                    stride, below_cap = limits[item]
                    if not below_cap >> used & 1:
                        continue
                    now_used = used + stride
                following[(taken | mask) >> 1, now_used] += ways
        layer = following
    return sum(layer.values())
