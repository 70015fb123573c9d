"""What to give back when the items do not all fit."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from solvers.packing.answers import Arrangement
from solvers.packing.cases import Case
from solvers.packing.errors import EnginesDisagree, TooLarge
from solvers.packing.maximal import BUDGET, packable
from solvers.packing.placements import checked_counts
from solvers.packing.search import arrange, fits
from solvers.packing.shapes import Shape
from solvers.packing.vectors import Counts


def give_backs(
    case: Case, items: Sequence[Shape], counts: Sequence[int], *, budget: int = BUDGET
) -> tuple[Counts, ...]:
    """All inclusion-minimal multisets to give back so that the rest fits, fewest items first.

    Exact: read off the maximal packable multisets, or found level by level with `fits` where these exceed the
    budget. One empty multiset when everything fits.

    >>> hat, bar = Shape.from_rows("hat", ["##", "#."]), Shape.from_rows("bar", ["###"])
    >>> give_backs(Case.rectangle(2, 3), [hat, bar], [1, 2])
    ((1, 0), (0, 2))
    """
    counts = checked_counts(items, counts)
    try:
        return packable(case, items, counts, budget=budget).give_backs(counts)
    except TooLarge:
        return give_backs_by_level(case, items, counts)


def smallest_give_back(case: Case, items: Sequence[Shape], counts: Sequence[int]) -> tuple[Counts, ...]:
    """The multisets to give back that have the fewest items, all of them when several tie."""
    minimal = give_backs(case, items, counts)
    return tuple(removal for removal in minimal if sum(removal) == sum(minimal[0]))


def give_backs_by_level(case: Case, items: Sequence[Shape], counts: Sequence[int]) -> tuple[Counts, ...]:
    """The same answer as `give_backs`, asking the search about each removal of 0, 1, 2, ... items in turn."""
    counts = checked_counts(items, counts)
    minimal: list[Counts] = []
    for number in range(sum(counts) + 1):
        found = []
        for chosen in combinations_with_replacement(range(len(counts)), number):
            removal = tuple(chosen.count(item) for item in range(len(counts)))
            rest = [count - gone for count, gone in zip(counts, removal, strict=True)]
            if min(rest, default=0) < 0 or any(_covers(removal, known) for known in minimal):
                continue
            if fits(case, items, rest):
                found.append(removal)
        minimal += sorted(found)
    return tuple(minimal)


def largest_part(case: Case, items: Sequence[Shape], counts: Sequence[int]) -> tuple[Arrangement, Counts]:
    """An arrangement of all but the fewest items (of ties, of the least area), and what was left out."""
    counts = checked_counts(items, counts)
    left_out = min(
        smallest_give_back(case, items, counts),
        key=lambda removal: sum(gone * item.size for gone, item in zip(removal, items, strict=True)),
    )
    answer = arrange(case, items, [count - gone for count, gone in zip(counts, left_out, strict=True)])
    if not isinstance(answer, Arrangement):
        raise EnginesDisagree(
            "packing", [f"without {left_out} it fits by the dynamic programme, but the search says: {answer}"]
        )
    return answer, left_out


def _covers(removal: Counts, known: Counts) -> bool:
    return all(gone >= least for gone, least in zip(removal, known, strict=True))
