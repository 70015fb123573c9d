"""The second engine for outings: a circuit through some of the spots as a CP-SAT model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.paths.collecting import Tour
from solvers.paths.outing import Outing

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class OutingModel:
    """The model: a boolean for each way from spot to spot, and an arc from the end back to the start."""

    def __init__(self, outing: Outing, least: int = 0) -> None:
        from ortools.sat.python import cp_model

        self.outing = outing
        self.model = cp_model.CpModel()
        far, budget, count = outing.shortest, outing.budget, len(outing.spots)
        visited = [self.model.new_bool_var("") for _ in range(count)]
        self.ways = {
            (one, other): self.model.new_bool_var("")
            for one in range(count) for other in range(count)
            if one not in (other, 1) and other != 0 and far[0][one] + far[one][other] + far[other][1] <= budget
        }
        circuit: list[cp_model.ArcT] = [(one, other, taken) for (one, other), taken in self.ways.items()]
        circuit += [(spot, spot, ~visited[spot]) for spot in range(count)]
        circuit.append((1, 0, self.model.new_constant(1)))
        self.model.add_circuit(circuit)
        self.model.add_bool_and(visited[:2])
        lengths = [far[one][other] for one, other in self.ways]
        self.model.add(cp_model.LinearExpr.weighted_sum(list(self.ways.values()), lengths) <= budget)
        prize = cp_model.LinearExpr.weighted_sum(visited, [spot.prize for spot in outing.spots])
        self.model.add(prize >= least)
        self.model.maximize(prize)

    def extract(self, solver: cp_model.CpSolver) -> Tour:
        """Read the tour that the solver has found."""
        onward = {one: other for (one, other), taken in self.ways.items() if solver.boolean_value(taken)}
        tour = [0]
        while tour[-1] != 1:
            tour.append(onward[tour[-1]])
        return Tour(tuple(tour), self.outing.prize_of(tour))


def tour_with_cpsat(
    outing: Outing, *, least: int = 0, effort: float = 60.0
) -> Tour | ClaimsInfeasible | NoAnswer[Tour]:
    """Ask CP-SAT for the best tour, of one that collects `least` at least; `effort` is its deterministic time."""
    model = OutingModel(outing, least)
    return ask(model.model, model.extract, effort)
