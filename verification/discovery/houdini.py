"""The Houdini loop: drop every candidate that some move can break, until those left keep each other.

(C. Flanagan and K. R. M. Leino, Houdini, an annotation assistant for ESC/Java, 2001.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import z3

from spec.language.actions import Action, Property
from spec.language.session import OpenSize
from verification.instances import every_value
from verification.queries import check
from verification.system import System
from verification.z3_lowering.cells import SymbolicState
from verification.z3_lowering.effects import Move
from verification.z3_lowering.errors import Unsupported
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.starts import start_state
from verification.z3_lowering.terms import Term, as_truth, both

ONE_MOVE = 10_000
"""Milliseconds for the question whether a move of one action keeps all candidates that are left."""
ONE_CLAIM = 1_000
"""Milliseconds for each of them alone, where z3 gives up on all together."""

Progress = Callable[[str], None]


@dataclass(eq=False)
class _Step:
    """One action from a free state: what is always known of it, and what each candidate says before and after."""

    solver: z3.Solver
    scope: Scope
    before: SymbolicState
    move: Move
    assumed: dict[Property, z3.BoolRef] = field(default_factory=dict)
    claimed: dict[Property, z3.BoolRef] = field(default_factory=dict)


class Houdini:
    """The largest set of candidates that hold at the start and that every move keeps together.

    `parts` gives for a candidate weaker ones that follow from it, which take its place if it is dropped. What is
    `given` is known to hold in every state.
    """

    def __init__(
        self, system: System, candidates: Sequence[Property], seed: int = 1, progress: Progress | None = None,
        parts: Mapping[Property, Sequence[Property]] | None = None, given: Sequence[Property] = (),
    ) -> None:
        self.system = system
        self.seed = seed
        self.progress = progress or (lambda text: None)
        self.parts = dict(parts or {})
        self.left = [one for one in candidates if self._is_sayable(one)]
        self.given = [one for one in given if self._is_sayable(one)]
        self.asked = 0
        self._steps: dict[Action, _Step] = {}
        self._scope = system.scope()
        self._before = system.free_state(self._scope)  # one state for all actions, so that it is spoken of once
        self._shared: dict[Property, z3.BoolRef] = {}

    def run(self) -> list[Property]:
        """The candidates that are left."""
        self._begin()
        waiting = list(self.system.actions)
        while waiting:
            action = waiting.pop(0)
            self.progress(f"{len(self.left)} facts, after {action.name}")
            if self._weed(action):
                waiting += [one for one in self.system.actions if one not in waiting]
        return list(self.left)

    def _is_sayable(self, part: Property) -> bool:
        try:
            self.system.tape(part)
        except (OpenSize, Unsupported):
            return False
        return True

    def _begin(self) -> None:
        """Drop what does not hold at the start on every board."""
        scope = self.system.scope()
        state, _ = start_state(self.system.game, self.system.shape, self.system.tables, scope)
        claims = {one: self._said(one, state, None, scope) for one in self.left}
        self.system.assume([], state, scope)
        solver = self._solver(scope)
        self._drop_broken(solver, {}, claims)

    def _weed(self, action: Action) -> bool:
        """Drop what a move of an action can break; whether anything was dropped."""
        step = self._step(action)
        written = self.system.written(action)
        touched = [one for one in self.left if self.system.read(one) & written]
        for one in touched:
            if one not in step.claimed:
                known = set(step.scope.facts)
                step.claimed[one] = self._said(one, step.before, step.move.after, step.scope)
                step.solver.add(*(fact for at, fact in step.scope.facts.items() if at not in known))
        for one in (*self.given, *self.left):
            if one not in step.assumed:
                step.assumed[one] = self._assumed(step, one)
        return self._drop_broken(step.solver, step.assumed, {one: step.claimed[one] for one in touched})

    def _drop_broken(
        self, solver: z3.Solver, assumed: dict[Property, z3.BoolRef], claims: dict[Property, z3.BoolRef]
    ) -> bool:
        dropped = False
        while claims:
            found, model = self._asked(solver, assumed, z3.And(*claims.values()), ONE_MOVE)
            if found == z3.unsat:
                return dropped
            broken = (
                self._alone(solver, assumed, claims) if model is None
                else [one for one, claim in claims.items() if not z3.is_true(model.eval(claim, model_completion=True))]
            )
            if not broken:
                return dropped
            dropped = True
            for one in broken:
                del claims[one]
                self.left.remove(one)
                self.left.extend(self.parts.get(one, ()))  # they follow from it, so they hold at the start too
        return dropped

    def _alone(
        self, solver: z3.Solver, assumed: dict[Property, z3.BoolRef], claims: dict[Property, z3.BoolRef]
    ) -> list[Property]:
        """The claims that z3 cannot show one by one."""
        return [
            one for one, claim in claims.items() if self._asked(solver, assumed, claim, ONE_CLAIM)[0] != z3.unsat
        ]

    def _asked(
        self, solver: z3.Solver, assumed: dict[Property, z3.BoolRef], claim: z3.BoolRef, milliseconds: int
    ) -> tuple[z3.CheckSatResult, z3.ModelRef | None]:
        """Whether a claim can fail where all candidates that are left hold before; and how."""
        self.asked += 1
        asking = z3.Bool(f"asked {self.asked}")  # so that nothing has to be taken back
        solver.add(z3.Implies(asking, z3.Not(claim)))
        switches = (assumed[one] for one in (*self.given, *self.left) if one in assumed)
        found = check(solver, milliseconds, asking, *switches)
        return found, solver.model() if found == z3.sat else None

    def _step(self, action: Action) -> _Step:
        found = self._steps.get(action)
        if found is None:
            scope, before = self._scope.fork(), self._before
            made = self.system.move(action, before, scope)
            scope.assume(made.legal)
            scope.assume(made.sound)
            self.system.assume([], before, scope)
            found = self._steps[action] = _Step(self._solver(scope), scope, before, made)
        return found

    def _assumed(self, step: _Step, one: Property) -> z3.BoolRef:
        """A switch that turns on what a candidate says of the state before the move."""
        switch = z3.Bool(f"assume {one.name}")
        if every_value(self.system.tape(one), self.system.shape) is None:
            step.solver.add(z3.Implies(switch, self._says_before(one, step.scope)))
        else:
            if one not in self._shared:
                self._shared[one] = self._says_before(one, self._scope)
            step.solver.add(z3.Implies(switch, self._shared[one]))
        return switch

    def _says_before(self, one: Property, scope: Scope) -> z3.BoolRef:
        inner = scope.fork()
        self.system.assume([one], self._before, inner)
        return as_truth(both(fact for at, fact in inner.facts.items() if at not in scope.facts))

    def _said(
        self, one: Property, before: SymbolicState, after: SymbolicState | None, scope: Scope
    ) -> z3.BoolRef:
        claims: list[tuple[tuple[Term, ...], Term]] = self.system.claim(one, before, after, scope)
        return as_truth(both(claim for _, claim in claims))

    def _solver(self, scope: Scope) -> z3.Solver:
        solver = z3.Solver()
        solver.set("random_seed", self.seed)
        solver.add(*scope.all_facts())
        return solver
