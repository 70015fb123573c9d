"""The second engine for the cheapest path within limits: a flow of one unit as a CP-SAT model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.paths.labels import Path
from solvers.paths.network import Arc, Network, total

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class PathModel:
    """The model: a boolean for each arc. Start and target must differ.

    A cheapest flow may hold circles beside the path, which cost and use nothing; they are left out of what is read.
    """

    def __init__(self, network: Network, start: int, target: int) -> None:
        from ortools.sat.python import cp_model

        self.network, self.start, self.target = network, start, target
        self.model = cp_model.CpModel()
        self.arcs = [arc for arcs in network.leaving for arc in arcs]
        self.taken = [self.model.new_bool_var("") for _ in self.arcs]
        for vertex in range(network.vertices):
            balance = int(vertex == start) - int(vertex == target)
            leaving = sum(taken for arc, taken in zip(self.arcs, self.taken, strict=True) if arc.tail == vertex)
            entering = sum(taken for arc, taken in zip(self.arcs, self.taken, strict=True) if arc.head == vertex)
            self.model.add(leaving - entering == balance)
        used = network.used_at(start)
        for kind, limit in enumerate(network.limits):
            uses = [arc.uses[kind] for arc in self.arcs]
            self.model.add(cp_model.LinearExpr.weighted_sum(self.taken, uses) + used[kind] <= limit)
        self.model.minimize(cp_model.LinearExpr.weighted_sum(self.taken, [arc.cost for arc in self.arcs]))

    def extract(self, solver: cp_model.CpSolver) -> Path:
        """Read the path that the solver has found."""
        chosen = [arc for arc, taken in zip(self.arcs, self.taken, strict=True) if solver.boolean_value(taken)]
        reached: dict[int, tuple[Arc, ...]] = {self.start: ()}
        found = [self.start]
        for here in found:
            for arc in chosen:
                if arc.tail == here and arc.head not in reached:
                    reached[arc.head] = (*reached[here], arc)
                    found.append(arc.head)
        arcs = reached[self.target]
        return Path(arcs, *total(self.network, self.start, arcs))


def cheapest_with_cpsat(
    network: Network, start: int, target: int, *, effort: float = 10.0
) -> Path | ClaimsInfeasible | NoAnswer[Path]:
    """Ask CP-SAT for the cheapest path; `effort` is its deterministic time, roughly seconds, for each run."""
    model = PathModel(network, start, target)
    return ask(model.model, model.extract, effort)
