"""A game over a bounded number of moves as a CP-SAT model, grown move by move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.lowering.algebra import Algebra
from solvers.lowering.emitting import Emitter
from solvers.lowering.grounding import Ground, Grounding
from solvers.lowering.steps import Choice, Transition, choices_of, post_choices
from solvers.lowering.terms import Term, Variable, domain, negated, of
from spec.language.state import Field
from spec.lowering.executor import Move
from spec.lowering.instance import Instance

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


LARGEST_EXTRA = 1 << 20
"""The largest number that a control keeps."""


@dataclass(frozen=True, eq=False)
class Moment:
    """The state after some moves, as terms: what an aim is made of."""

    number: int
    cells: Sequence[Term]
    unrolled: Unrolled

    def cell(self, field: Field, *index: int) -> Term:
        """The value of a cell."""
        return self.cells[self.unrolled.instance.layout[field].slot(index)]

    def reading(self, name: str, *args: int) -> Term:
        """What a reading of the game says."""
        return self.unrolled.grounding.reading(name, self.cells, args)

    def is_row(self, row: Sequence[int]) -> Term:
        """Whether every cell has the value in a row."""
        algebra = self.unrolled.algebra
        return algebra.both(algebra.is_equal(cell, value) for cell, value in zip(self.cells, row, strict=False))


class Control(Protocol):
    """Which of the possible moves may be chosen. It keeps `extra` numbers of its own, 0 at first, behind the cells."""

    @property
    def extra(self) -> int:
        """How many numbers it keeps."""
        ...

    def allowed(
        self, algebra: Algebra, grounds: Sequence[Ground], cells: Sequence[Term], number: int
    ) -> list[Ground]:
        """The moves that may be chosen after `number` moves, with what that needs and writes besides.

        Its own cells come last.
        """
        ...


class Unrolled:
    """The model. `start` gives each cell's values before the first move: usually one, a row; else what they can be.

    `stops` lets a plan end early: no move is made from there on. With `over` the reading of that name ends a game.
    `control` says which moves may be chosen, by default all.
    """

    def __init__(
        self, instance: Instance, start: Sequence[int | Sequence[int]] | None = None, *, stops: bool = False,
        over: str = "", control: Control | None = None,
    ) -> None:
        self.instance = instance
        self.algebra = Algebra()
        self.emitter = Emitter()
        self.grounding = Grounding(instance, self.algebra)
        self.stops = stops
        self.over = over
        self.control = control
        extra = 0 if control is None else control.extra
        self._sorts = [*instance.domains, *[(0, LARGEST_EXTRA)] * extra]
        self.choices: list[list[Choice]] = []
        cells = [_free(values) for values in (instance.start if start is None else start)]
        self.moments = [Moment(0, [*cells, *[0] * extra], self)]

    @property
    def model(self) -> cp_model.CpModel:
        """The model as far as it has grown."""
        return self.emitter.model

    def grow(self) -> Moment | None:
        """Add a move; None if none is possible, and nothing is added then."""
        now = self.moments[-1]
        possible = self.grounding.moves(now.cells)
        if self.control is not None:
            possible = self.control.allowed(self.algebra, possible, now.cells, now.number)
        grounds: list[Ground | None] = [*possible]
        over: Term = self.algebra.truth(now.reading(self.over)) if self.over else 0
        if over == 1:
            grounds = []
        if self.stops:
            grounds.append(None)
        if not grounds:
            return None
        choices = choices_of(grounds)
        post_choices(self.emitter, choices)
        self._post_end(choices, over)
        after = Transition(self.algebra, now.cells, choices, self._sorts).after
        self.choices.append(choices)
        self.moments.append(Moment(now.number + 1, after, self))
        return self.moments[-1]

    def _post_end(self, choices: Sequence[Choice], over: Term) -> None:
        stop = next((choice.chosen for choice in choices if choice.ground is None), None)
        if self.choices and self.stops and stop is not None:
            stopped = next(choice.chosen for choice in self.choices[-1] if choice.ground is None)
            self.emitter.any_of([negated(stopped), stop])
        if over != 0:
            for choice in choices:
                if choice.ground is not None:
                    self.emitter.any_of([negated(over), negated(choice.chosen)])

    def require(self, truth: Term) -> None:
        """Add that something holds."""
        self.emitter.any_of([self.algebra.truth(truth)])

    def maximise(self, term: Term) -> None:
        """Make a term the aim."""
        expression = self.emitter.expression(term)
        self.emitter.flush()
        self.model.maximize(expression)

    def solve(self, effort: float, aim: Term = 1) -> list[Move] | ClaimsInfeasible | NoAnswer[list[Move]]:
        """Moves after which `aim` holds, asked of a copy of the model; `effort` is deterministic time for each run."""
        literal = self.emitter.literal(self.algebra.truth(aim))
        self.emitter.flush()
        model = self.model.clone()
        model.add_bool_or([literal])
        return ask(model, self.moves, effort)

    def moves(self, solver: cp_model.CpSolver) -> list[Move]:
        """The moves of a solution."""
        found: list[Move] = []
        for choices in self.choices:
            chosen = next(one for one in choices if self.emitter.value(solver, one.chosen))
            if chosen.ground is not None:
                found.append(chosen.ground.move)
        return found


def _free(values: int | Sequence[int]) -> Term:
    return values if isinstance(values, int) else of(Variable(domain(values)))
