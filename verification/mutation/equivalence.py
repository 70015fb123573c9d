"""Whether a mutant is the same game: asked of z3 for every state that obeys the invariants, every ruling and variant.

A mutant is equivalent where it allows the same moves, as often as before, and each leads to the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import z3

from spec.language.actions import Action, Property
from spec.language.tape import Tape
from verification.mutation.bench import Stand
from verification.mutation.mutants import Mutant
from verification.mutation.piecewise import Pieces
from verification.mutation.samples import Samples
from verification.mutation.workshop import Workshop
from verification.queries import Answer, Asker, Question, Status, check
from verification.sameness import Assumed, same_move
from verification.system import System
from verification.z3_lowering.cells import SymbolicState
from verification.z3_lowering.effects import Move, move
from verification.z3_lowering.effects import parameters as free_parameters
from verification.z3_lowering.expressions import Expressions
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import as_truth, both, either, negated

SHORT = 3_000
"""Milliseconds for what z3 finds at once or hardly at all: a claim that a mutant breaks, a proof for every board."""
STEPS = 3_000_000
"""What z3 may spend on each question about a piece of a mutant: about half a second of its time."""
FEW_STEPS = 200_000
"""Enough for nearly all pieces that are the same, and little is lost on those that are not."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """An action by the rules as they are, in a free state: made once, compared with each of its mutants.

    `scope` knows what makes the move; the invariants are assumed when a mutant has brought in its own terms.
    """

    action: Action
    workshop: Workshop
    scope: Scope
    before: SymbolicState
    move: Move


class Equivalence:
    """Mutants of one system (a number of players, one board or all) held against the rules as they are.

    Of a state it is assumed that it obeys the game's claims about all states, and that what never changes is what it
    was at the start: what `fogg verify` proves of the rules as they are. `workshop` gives that of an action for the
    shape of the system, and `stands` are moves by which a difference may be noticed without z3.
    """

    def __init__(
        self, system: System, asker: Asker, workshop: Callable[[Action], Workshop], stands: Iterable[Stand] = (),
    ) -> None:
        self.system = system
        self.asker = asker
        self.simplifying = Simplifying(asker.effort)
        self.workshop = workshop
        self.stands = list(stands)
        self.assume = Assumed(system)
        self._prepared: dict[Action, Prepared] = {}
        self._pieces: dict[Action, Pieces] = {}

    def offered(self, action: Action, mutant: Mutant) -> bool:
        """Whether an action has the clause."""
        return mutant in self.prepared(action).workshop.mutants

    def is_same_by_pieces(self, action: Action, mutant: Mutant, steps: int = STEPS) -> bool:
        """Whether it is proved of a mutant of an action, by questions about its pieces, that it is the same."""
        known = self.prepared(action)
        if action not in self._pieces:
            scope = known.scope.fork()
            express = Expressions(scope, self.system.tables, known.move.params, known.before)
            self.assume(known.before, scope)
            samples = Samples(one for one in self.stands if one.workshop is known.workshop)
            self._pieces[action] = Pieces(known.workshop.tape, express, scope, samples, self.asker.effort.seed)
        return self._pieces[action].same(known.workshop.mutants[mutant], steps)

    def compared(self, action: Action, mutant: Mutant) -> Answer | None:
        """Whether a mutant of an action is the same: None if it is so piece by piece, else what is said of the whole.

        A whole that differs has pieces that differ: they are asked about at length only where nothing else is known.
        """
        if self.is_same_by_pieces(action, mutant, FEW_STEPS):
            return None
        question = self.question(action, mutant)
        answer = self.simplifying(question, SHORT)
        if answer.status is Status.UNKNOWN and self.is_same_by_pieces(action, mutant):
            return None
        for asker in (self.simplifying, self.asker) if self.system.data is not None else ():
            if answer.status is Status.UNKNOWN:
                answer = asker(question)
        return answer

    def ask(self, action: Action, mutant: Mutant) -> Answer:
        """Whether a mutant of an action allows the same moves with the same effect."""
        return self.asker(self.question(action, mutant))

    def question(self, action: Action, mutant: Mutant) -> Question:
        """The question whether it does."""
        known = self.prepared(action)
        scope = known.scope.fork()
        spoilt = self.spoilt(known, mutant, scope)
        claim = same_move(known.move, spoilt, scope)
        self.assume(known.before, scope)
        return Question(f"mutant/{action.name}/{mutant.id}", tuple(scope.all_facts()), claim)

    def ask_kept(self, action: Action, mutant: Mutant, parts: Iterable[Property]) -> Answer:
        """Whether every legal move of a mutant keeps all of some claims."""
        known = self.prepared(action)
        scope = known.scope.fork()
        spoilt = self.spoilt(known, mutant, scope)
        claims = both(
            claim for part in parts for _, claim in self.system.claim(part, known.before, spoilt.after, scope)
        )
        self.assume(known.before, scope)
        scope.assume(spoilt.legal)
        scope.assume(spoilt.sound)
        return self.asker(Question(f"claims/{action.name}/{mutant.id}", tuple(scope.all_facts()), claims), SHORT)

    def ask_sound(self, action: Action, mutant: Mutant) -> Answer:
        """Whether no store of a mutant's legal moves leaves its sort."""
        known = self.prepared(action)
        scope = known.scope.fork()
        spoilt = self.spoilt(known, mutant, scope)
        self.assume(known.before, scope)
        scope.assume(spoilt.legal)
        return self.asker(Question(f"stores/{action.name}/{mutant.id}", tuple(scope.all_facts()), spoilt.sound), SHORT)

    def prepared(self, action: Action) -> Prepared:
        """The action by the rules as they are."""
        if action not in self._prepared:
            system = self.system
            workshop = self.workshop(action)
            scope = system.scope()
            before = system.free_state(scope)
            params = free_parameters(workshop.tape, action.name, scope)
            made = move(workshop.tape, params, before, system.tables, scope, action.chance)
            # That no store of a legal move leaves its sort is one of the game's own proofs.
            scope.assume(either([negated(made.legal), made.sound]))
            self._prepared[action] = Prepared(action, workshop, scope, before, made)
        return self._prepared[action]

    def spoilt(self, known: Prepared, mutant: Mutant, scope: Scope) -> Move:
        """The mutant's move from the same state."""
        tape: Tape = known.workshop.mutants[mutant]
        return move(tape, known.move.params, known.before, self.system.tables, scope, known.action.chance)


class Simplifying(Asker):
    """Lets z3 simplify each question as a whole: often it finds the answer at once then, but not what that rests on."""

    def _once(self, question: Question, milliseconds: int) -> tuple[z3.CheckSatResult, z3.Solver]:
        solver = z3.Solver()
        solver.set("random_seed", self.effort.seed)
        solver.add(*question.facts, as_truth(negated(question.claim)))
        return check(solver, milliseconds), solver
