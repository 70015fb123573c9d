"""One move of the lowering to CP-SAT, asked of concrete states: every legal move and the state after it."""

from __future__ import annotations

from collections.abc import Sequence

from ortools.sat.python import cp_model

from solvers.lowering import Unrolled
from solvers.lowering.terms import Term
from spec.language.sorts import bounds
from spec.lowering.executor import Executor, Move
from spec.lowering.instance import Instance
from tests.contract.agreement import outcome

Legal = dict[Move, list[int]]
"""Each legal move with its successor."""


class OneMove:
    """A model of one move from any of some states; a cell may have every value that it has in one of them.

    So what is asked of a state is answered by the solver, and little is known when the model is made.
    """

    def __init__(self, instance: Instance, rows: Sequence[Sequence[int]]) -> None:
        self.unrolled = Unrolled(instance, [tuple({row[slot] for row in rows}) for slot in range(instance.width)])
        self.before = self.unrolled.moments[0].cells
        grown = self.unrolled.grow()
        self.after = None if grown is None else grown.cells
        for cell in self.after or ():
            self.unrolled.emitter.expression(cell)
        self.unrolled.emitter.flush()

    def __call__(self, row: Sequence[int]) -> Legal:
        """What the solver says is legal in a state, and what comes of it."""
        if self.after is None:
            return {}
        emitter, choices, after = self.unrolled.emitter, self.unrolled.choices[0], self.after
        model = self._fixed(row)
        found: Legal = {}

        class Collecting(cp_model.CpSolverSolutionCallback):
            def on_solution_callback(self) -> None:
                made = [choice.ground for choice in choices if value_of(self, choice.chosen)]
                assert len(made) == 1 and made[0] is not None
                successor = [value_of(self, cell) for cell in after]
                assert found.setdefault(made[0].move, successor) == successor

        def value_of(solution: cp_model.CpSolverSolutionCallback, term: Term) -> int:
            return emitter.value(solution, term)  # type: ignore[arg-type]  # a callback has values as a solver has

        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        status = solver.solve(model, Collecting())
        assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE), solver.status_name(status)
        return found


    def readings(self, row: Sequence[int]) -> dict[tuple[str, tuple[int, ...]], int]:
        """Every reading of a state, for the smallest and the largest values of its parameters."""
        emitter, start = self.unrolled.emitter, self.unrolled.moments[0]
        terms = {asked: start.reading(asked[0], *asked[1]) for asked in asked_of(self.unrolled.instance)}
        for term in terms.values():
            emitter.expression(term)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        status = solver.solve(self._fixed(row))
        assert status == cp_model.OPTIMAL, solver.status_name(status)
        return {asked: emitter.value(solver, term) for asked, term in terms.items()}

    def _fixed(self, row: Sequence[int]) -> cp_model.CpModel:
        """The model with a state put in, and no move asked for where none is possible."""
        emitter = self.unrolled.emitter
        expressions = [emitter.expression(cell) for cell in self.before]
        emitter.flush()
        model = self.unrolled.model.clone()
        for expression, cell, value in zip(expressions, self.before, row, strict=True):
            if not isinstance(cell, int):
                model.add(expression == value)
        return model


def asked_of(instance: Instance) -> list[tuple[str, tuple[int, ...]]]:
    """Every reading with the smallest, and with the largest, values of its parameters."""
    found: list[tuple[str, tuple[int, ...]]] = []
    for name, declared in instance.game.readings.items():
        limits = [bounds(sort, instance.shape) for sort in declared.params.values()]
        found += [(name, args) for args in dict.fromkeys(tuple(ends) for ends in zip(*limits, strict=True))]
        found += [] if limits else [(name, ())]
    return found


def by_reference(executor: Executor, row: Sequence[int]) -> Legal:
    """The same by an executor; a move whose store leaves its sort is none that can be made."""
    made = {move: outcome(executor, row, move) for move in executor.legal(row)}
    return {move: after for move, after in made.items() if isinstance(after, list)}
