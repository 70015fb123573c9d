"""Asking the exact search about what the dynamic programme says, so that no answer rests on one engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.packing.cases import Case
from solvers.packing.errors import EnginesDisagree, TooLarge
from solvers.packing.maximal import Packable
from solvers.packing.search import fits
from solvers.packing.shapes import Shape
from solvers.packing.values import best_with_cpsat
from solvers.packing.vectors import Counts, digits_of, members

MOST_QUESTIONS = 2_000
MOST_POSITIONS = 100_000
"""Questions to the search about one answer, and positions of each: some seconds at most."""


def smallest_misfits(every: Packable) -> tuple[Counts, ...]:
    """The multisets that do not fit although they would without any one item: with `maximal` they tell everything.

    Within the caps, lowered to what the area allows.

    >>> from solvers.packing.maximal import packable
    >>> bar, dot = Shape.from_rows("bar", ["##"]), Shape.from_rows("dot", ["#"])
    >>> smallest_misfits(packable(Case.rectangle(1, 3), [bar, dot]))
    ((1, 2),)
    """
    found = _whole(every) & ~every.vectors
    for stride, below_cap in digits_of(every.most):
        without_any = _whole(every) & ~((_whole(every) & below_cap) << stride)
        found &= without_any | (every.vectors & below_cap) << stride
    return tuple(sorted(members(found, every.most)))


def is_confirmed(every: Packable) -> bool:
    """Whether the exact search says the same of every multiset; False where it would take too long to ask.

    It is asked about the largest that fit and the smallest that do not; all others follow from these. Raises
    `EnginesDisagree` where it says otherwise.
    """
    misfits = smallest_misfits(every)
    if len(misfits) + len(every.maximal) > MOST_QUESTIONS:
        return False
    questions = [(counts, True) for counts in every.maximal] + [(counts, False) for counts in misfits]
    return _agrees(every.case, every.items, iter(questions))


def could_add_confirmed(case: Case, items: Sequence[Shape], counts: Counts, more: Counts, caps: Counts | None) -> bool:
    """Whether the search agrees that so many more of each item, that item alone, can be added and not one more."""
    def questions() -> Iterator[tuple[Counts, bool]]:
        for item, number in enumerate(more):
            for added, answer in ((number, True), (number + 1, False)):
                most = counts[item] + added
                if answer or ((caps is None or most <= caps[item]) and most * items[item].size <= case.area):
                    yield (*counts[:item], most, *counts[item + 1:]), answer

    return _agrees(case, items, questions())


def give_back_confirmed(case: Case, items: Sequence[Shape], counts: Counts, number: int) -> bool:
    """Whether CP-SAT agrees that all but `number` items can be packed, and no more; `EnginesDisagree` otherwise."""
    best = best_with_cpsat(case, items, counts, (1,) * len(counts))
    if isinstance(best, (NoAnswer, ClaimsInfeasible)):
        return False
    if sum(counts) - sum(best) != number:
        raise EnginesDisagree("packing", [f"of {counts} at least {number} stay out, by CP-SAT {best} can be packed"])
    return True


def _whole(every: Packable) -> int:
    size = 1
    for most in every.most:
        size *= most + 1
    return (1 << size) - 1


def _agrees(case: Case, items: Sequence[Shape], questions: Iterator[tuple[Counts, bool]]) -> bool:
    try:
        for counts, answer in questions:
            if fits(case, items, counts, most_positions=MOST_POSITIONS) != answer:
                raise EnginesDisagree("packing", [f"of {counts} the dynamic programme says {answer}, the search not"])
    except TooLarge:
        return False
    return True
