"""Asking CP-SAT: one worker, deterministic effort, and every claim of infeasibility asked for twice.

NOTE(twice): OR-Tools has returned a false INFEASIBLE (google/or-tools#5274, with presolve; #5295), so the second
run has no presolve and another seed, and even then the claim is not to be published without an exact search.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

A = TypeVar("A")


@dataclass(frozen=True)
class ClaimsInfeasible:
    """CP-SAT found nothing in two runs; not to be published without the exact search."""


@dataclass(frozen=True)
class NoAnswer(Generic[A]):
    """CP-SAT stopped at its limit, with its own word for how; `best` is the best it had, if any."""

    status: str
    best: A | None = None


def ask(
    model: cp_model.CpModel, extract: Callable[[cp_model.CpSolver], A], effort: float
) -> A | ClaimsInfeasible | NoAnswer[A]:
    """What CP-SAT makes of a model; `effort` is its deterministic time, roughly seconds, for each run.

    What `extract` reads off the solver is an answer only if CP-SAT calls it optimal, as it does any solution of a
    model without an objective.
    """
    from ortools.sat.python import cp_model

    for seed, presolve in ((1, True), (2, False)):
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = seed
        solver.parameters.cp_model_presolve = presolve
        solver.parameters.max_deterministic_time = effort
        solver.parameters.catch_sigint_signal = False
        status = _solved(solver, model)
        if status == cp_model.OPTIMAL:
            return extract(solver)
        if status != cp_model.INFEASIBLE:
            best = extract(solver) if status == cp_model.FEASIBLE else None
            return NoAnswer(solver.status_name(status), best)
    return ClaimsInfeasible()


def _solved(solver: cp_model.CpSolver, model: cp_model.CpModel) -> cp_model.CpSolverStatus:
    """Solve in a thread of its own, so that an interruption from the keyboard ends it at once and is not swallowed."""
    with ThreadPoolExecutor(1) as pool:
        solving = pool.submit(solver.solve, model)
        try:
            return solving.result()
        except KeyboardInterrupt:
            solver.stop_search()
            raise
