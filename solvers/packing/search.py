"""The exact search for one arrangement.

NOTE(scan): the search always decides the first free cell. Either an item covers it (the largest kind
first) or it stays empty, which is allowed as often as the case has more cells than the items. So equal
items are laid down in increasing order of their first cell, no permutation is tried twice, and what
remains to be done depends only on the free cells and the items still to come: a pair of these that
failed once is never tried again.
"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.packing.answers import Arrangement, DoesNotFit, Exhausted, Placed, in_words
from solvers.packing.cases import Case
from solvers.packing.errors import TooLarge
from solvers.packing.placements import Placements, checked_counts, placements
from solvers.packing.reasons import coloured_reason, short_reason
from solvers.packing.shapes import Shape

MOST_CELLS = 600
"""The search recurses once a cell, and Python allows about a thousand levels."""


def fits(case: Case, items: Sequence[Shape], counts: Sequence[int], *, most_positions: int | None = None) -> bool:
    """Whether `counts[i]` pieces of each `items[i]` fit in the case together, exactly.

    Raises `MalformedRequest` on bad counts and `TooLarge` past `most_positions` partly filled cases (no limit
    unless given) or 600 cells.

    >>> fits(Case.rectangle(2, 3), [Shape.from_rows("hat", ["##", "#."])], [2])
    True
    """
    return isinstance(arrange(case, items, counts, most_positions=most_positions), Arrangement)


def arrange(
    case: Case, items: Sequence[Shape], counts: Sequence[int], *, most_positions: int | None = None
) -> Arrangement | DoesNotFit:
    """Find an arrangement of `counts[i]` pieces of each `items[i]`, or say why there is none, exactly.

    Raises as `fits` does.

    >>> answer = arrange(Case.rectangle(2, 3), [Shape.from_rows("square", ["##", "##"])], [2])
    >>> answer.explanation
    'the items cover 8 cells and the case has 6'
    """
    counts = checked_counts(items, counts)
    if case.area > MOST_CELLS:
        raise TooLarge("search", [f"the case has {case.area} cells; the search takes at most {MOST_CELLS}"])
    table = placements(case, items)
    reason = short_reason(case, items, counts)
    if reason is None:
        search = _Search(table, counts, most_positions)
        spare = case.area - sum(count * item.size for item, count in zip(items, counts, strict=True))
        if search.can_finish((1 << case.area) - 1, spare, sum(counts)):
            lain = tuple(Placed(item, table.cells_of(mask)) for item, mask in search.chosen)
            return Arrangement(case, table.items, lain)
        # A colouring tells a person why; what the search found stays true beside it.
        told = coloured_reason(case, items, counts) or Exhausted(search.positions)
        return DoesNotFit(case, table.items, counts, told, search.positions)
    return DoesNotFit(case, table.items, counts, reason)


class _Search:
    """One run of the search; `chosen` holds (item, mask) of the arrangement once it has succeeded."""

    def __init__(self, table: Placements, counts: Sequence[int], most_positions: int | None) -> None:
        self.starting_at = table.starting_at
        self.left = list(counts)
        self.largest_first = sorted(
            (item for item, count in enumerate(counts) if count), key=lambda item: -table.items[item].size
        )
        self.most_positions = most_positions
        self.positions = 0
        self.chosen: list[tuple[int, int]] = []
        self.failed: set[tuple[int, ...]] = set()
        self.wanted = f"{in_words(table.items, counts)} in {table.case.area} cells"

    def can_finish(self, free: int, spare: int, to_come: int) -> bool:
        """Lay the items still to come on the free cells, leaving at most `spare` of them empty."""
        if not to_come:
            return True
        position = (free, *self.left)
        if position in self.failed:
            return False
        self.positions += 1
        if self.most_positions is not None and self.positions > self.most_positions:
            raise TooLarge("search", [f"not decided after {self.most_positions} positions: {self.wanted}"])
        first = free & -free
        here = self.starting_at[first.bit_length() - 1]
        for item in self.largest_first:
            if not self.left[item]:
                continue
            self.left[item] -= 1
            for mask in here[item]:
                if mask & free == mask and self.can_finish(free ^ mask, spare, to_come - 1):
                    self.chosen.append((item, mask))
                    return True
            self.left[item] += 1
        if spare and self.can_finish(free ^ first, spare - 1, to_come):
            return True
        self.failed.add(position)
        return False
