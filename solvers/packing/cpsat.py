"""A second engine: the packing question as a CP-SAT model.

NOTE(second-opinion): CP-SAT has answered "infeasible" to feasible models (google/or-tools#5274), so what it
says against a packing is a claim and never a verdict. The claim is made twice, the second time without
presolve and with another seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.packing.answers import Arrangement, Placed
from solvers.packing.cases import Case
from solvers.packing.checking import check_arrangement
from solvers.packing.placements import Placements, checked_counts, placements
from solvers.packing.shapes import Shape

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class PackingModel:
    """The model: one boolean for each placement; identical items are a count, never labelled copies.

    Just the counts are to be packed, or `at_most` so many.
    """

    def __init__(self, table: Placements, counts: Sequence[int], *, at_most: bool = False) -> None:
        from ortools.sat.python import cp_model

        self.table = table
        self.model = cp_model.CpModel()
        self.lies = [
            {mask: self.model.new_bool_var(f"{item.name}@{mask:x}") for mask in masks}
            for item, masks in zip(table.items, table.masks, strict=True)
        ]
        for lies, count in zip(self.lies, counts, strict=True):
            self.model.add(sum(lies.values()) <= count if at_most else sum(lies.values()) == count)
        for k in range(table.case.area):
            here = [lie for lies in self.lies for mask, lie in lies.items() if mask >> k & 1]
            self.model.add_at_most_one(here)

    def fix(self, item: int, mask: int) -> None:
        """Require that an item lies in one given place."""
        self.model.add(self.lies[item][mask] == 1)

    def maximise(self, values: Sequence[int]) -> None:
        """Ask for the most valuable packing, each piece of item i being worth `values[i]`."""
        self.model.maximize(sum(
            value * sum(lies.values()) for lies, value in zip(self.lies, values, strict=True) if lies and value
        ))

    def prefer(self, places: Sequence[tuple[int, int]]) -> None:
        """Ask for a packing in which as many of these (item, mask) as can be lie just there."""
        self.model.maximize(sum(self.lies[item][mask] for item, mask in places))

    def order_copies(self) -> None:
        """Require of several equal cases that none is filled more than the one before it.

        This loses no packing as long as nothing else tells the cases apart. That no case is overfull follows from
        its cells; said as a sum, it lets the solver refuse some ten times as fast.
        """
        case = self.table.case
        filled = []
        for copy in range(case.copies):
            inside = sum(
                1 << k for k, (_, column) in enumerate(case.scan_order) if column // case.pitch == copy
            )
            filled.append(self.model.new_int_var(0, case.single.area, f"filled_{copy}"))
            shares = []
            for item, lies in zip(self.table.items, self.lies, strict=True):
                share = self.model.new_int_var(0, case.single.area // item.size, f"{item.name}_in_{copy}")
                self.model.add(sum(lie for mask, lie in lies.items() if mask & inside) == share)
                shares.append(item.size * share)
            self.model.add(sum(shares) == filled[copy])
        for one, following in pairwise(filled):
            self.model.add(one >= following)

    def extract(self, solver: cp_model.CpSolver) -> Arrangement:
        """Read the arrangement that the solver has found."""
        placed = [
            Placed(item, self.table.cells_of(mask))
            for item, lies in enumerate(self.lies)
            for mask, lie in lies.items()
            if solver.boolean_value(lie)
        ]
        return Arrangement(self.table.case, self.table.items, tuple(placed))


def arrange_with_cpsat(
    case: Case, items: Sequence[Shape], counts: Sequence[int], *, effort: float = 10.0
) -> Arrangement | ClaimsInfeasible | NoAnswer[Arrangement]:
    """Ask CP-SAT for an arrangement; `effort` is its deterministic time, roughly seconds, for each run.

    An arrangement has passed `check_arrangement`. Raises `MalformedRequest` on bad counts.
    """
    counts = checked_counts(items, counts)
    problem = PackingModel(placements(case, items), counts)
    if case.copies > 1:
        problem.order_copies()
    answer = ask(problem.model, problem.extract, effort)
    if isinstance(answer, Arrangement):
        check_arrangement(answer, counts)
    return answer
