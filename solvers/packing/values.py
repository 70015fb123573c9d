"""The subset of some items that is worth most of all that fit together.

The dynamic programme over all packable multisets answers first (where these are too many, a search of the multisets
from the most valuable down), and CP-SAT is asked for the best value independently.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.packing.answers import Arrangement
from solvers.packing.cases import Case
from solvers.packing.checking import check_arrangement
from solvers.packing.cpsat import PackingModel
from solvers.packing.errors import EnginesDisagree, TooLarge
from solvers.packing.maximal import BUDGET, packable
from solvers.packing.placements import checked_counts, placements
from solvers.packing.search import arrange
from solvers.packing.shapes import Shape
from solvers.packing.vectors import Counts, members

MOST_ASKED = 20_000
"""Multisets that the search from the most valuable down asks about before it gives up."""
MOST_POSITIONS = 200_000
"""Positions of each of its searches."""


@dataclass(frozen=True)
class BestSubset:
    """A most valuable subset that fits, and how it lies.

    `ties` are all the multisets of that value with the fewest items each, `counts` the first of them; None where only
    one was looked for. No subset is worth more than `bound`: the answer is the best if that is its own `value`.
    """

    arrangement: Arrangement
    counts: Counts
    value: int
    bound: int
    ties: tuple[Counts, ...] | None
    agreed: tuple[str, ...]

    @property
    def is_best(self) -> bool:
        """Whether it is certain that none is worth more."""
        return self.value == self.bound


def best_subset(
    case: Case, items: Sequence[Shape], counts: Sequence[int], values: Sequence[int], *, budget: int = BUDGET,
    effort: float = 10.0,
) -> BestSubset:
    """Of `counts[i]` pieces of each item, worth `values[i]` each (0 or more), those that are worth most and fit.

    Exact where it says so. Raises `MalformedRequest` on bad counts or values, and `EnginesDisagree` when CP-SAT finds
    another best value.

    >>> bar, dot = Shape.from_rows("bar", ["##"]), Shape.from_rows("dot", ["#"])
    >>> best = best_subset(Case.rectangle(1, 3), [bar, dot], [2, 2], [5, 2])
    >>> best.counts, best.value, best.agreed
    ((1, 1), 7, ('dynamic programme', 'CP-SAT'))
    """
    counts, values = checked_counts(items, counts), checked_counts(items, values, "values")
    second = best_with_cpsat(case, items, counts, values, effort=effort)
    ties: tuple[Counts, ...] | None = None
    try:
        every = packable(case, items, counts, budget=budget)
        ties = _best(list(members(every.vectors, every.most)), values)
        found, bound, engine = ties[0], _worth(ties[0], values), "dynamic programme"
    except TooLarge:
        found, bound = _from_the_top(case, items, counts, values)
        engine = "exact search"
    if not isinstance(second, (NoAnswer, ClaimsInfeasible)):
        if _worth(second, values) > bound or (ties is not None and _worth(second, values) != bound):
            raise EnginesDisagree("packing", [f"{engine}: no more than {bound}, CP-SAT: {second}"])
        if _worth(second, values) > _worth(found, values):
            found = second
    arrangement = arrange(case, items, found)
    if not isinstance(arrangement, Arrangement):
        raise EnginesDisagree("packing", [f"{engine} or CP-SAT says that {found} fits, the search: {arrangement}"])
    check_arrangement(arrangement, found)
    value = _worth(found, values)
    agreed = [engine] if value == bound else []
    agreed += ["CP-SAT"] if not isinstance(second, (NoAnswer, ClaimsInfeasible)) and _worth(second, values) == value \
        else []
    return BestSubset(arrangement, found, value, bound, ties, tuple(agreed))


def best_with_cpsat(
    case: Case, items: Sequence[Shape], counts: Sequence[int], values: Sequence[int], *, effort: float = 10.0
) -> Counts | ClaimsInfeasible | NoAnswer[Counts]:
    """What CP-SAT holds to be the most valuable subset; its arrangement has passed `check_arrangement`."""
    problem = PackingModel(placements(case, items), counts, at_most=True)
    problem.maximise(values)

    def checked(solver: object) -> Counts:
        arrangement = problem.extract(solver)  # type: ignore[arg-type]  # `ask` gives the solver of CP-SAT
        check_arrangement(arrangement, arrangement.counts)
        return arrangement.counts

    return ask(problem.model, checked, effort)


def _from_the_top(
    case: Case, items: Sequence[Shape], counts: Counts, values: Counts
) -> tuple[Counts, int]:
    """The first multiset that fits from the most valuable down, and its value; or nothing, and a bound."""
    waiting = [(-_worth(counts, values), counts)]
    met = {counts}
    for _ in range(MOST_ASKED):
        worth, here = heapq.heappop(waiting)
        try:
            if isinstance(arrange(case, items, here, most_positions=MOST_POSITIONS), Arrangement):
                return here, -worth
        except TooLarge:
            return (0,) * len(counts), -worth
        for item, count in enumerate(here):
            less = (*here[:item], count - 1, *here[item + 1:])
            if count and less not in met:
                met.add(less)
                heapq.heappush(waiting, (-_worth(less, values), less))
    return (0,) * len(counts), -waiting[0][0]


def _best(vectors: Sequence[Counts], values: Counts) -> tuple[Counts, ...]:
    most = max(_worth(vector, values) for vector in vectors)
    best = [vector for vector in vectors if _worth(vector, values) == most]
    least = [vector for vector in best if all(value or not count for count, value in zip(vector, values, strict=True))]
    return tuple(sorted(least, key=lambda vector: (sum(vector), vector)))


def _worth(counts: Sequence[int], values: Sequence[int]) -> int:
    return sum(count * value for count, value in zip(counts, values, strict=True))
