"""Whether a mutant is the same game: asked of z3 for every state that obeys the invariants, every ruling and variant.

A mutant is equivalent where it allows the same moves, as often as before, and each leads to the same state.
"""

from __future__ import annotations

from dataclasses import dataclass

from spec.language.actions import Action, Property
from spec.language.tape import Tape
from verification.mutation.mutants import Mutant
from verification.mutation.workshop import Workshop
from verification.queries import Answer, Asker, Question
from verification.sameness import Assumed, same_move
from verification.system import System
from verification.z3_lowering.cells import SymbolicState
from verification.z3_lowering.effects import Move, move
from verification.z3_lowering.effects import parameters as free_parameters
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import both

SHORT = 3_000
"""Milliseconds for a claim that a mutant may break: where one is broken at all, z3 mostly finds that at once."""


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
    was at the start: what `fogg verify` proves of the rules as they are.
    """

    def __init__(self, system: System, asker: Asker) -> None:
        self.system = system
        self.asker = asker
        self.assume = Assumed(system)
        self._prepared: dict[Action, Prepared] = {}

    def offered(self, action: Action, mutant: Mutant) -> bool:
        """Whether an action has the clause."""
        return mutant in self.prepared(action).workshop.mutants

    def ask(self, action: Action, mutant: Mutant) -> Answer:
        """Whether a mutant of an action allows the same moves with the same effect."""
        known = self.prepared(action)
        scope = known.scope.fork()
        spoilt = self.spoilt(known, mutant, scope)
        claim = same_move(known.move, spoilt, scope)
        self.assume(known.before, scope)
        return self.asker(Question(f"mutant/{action.name}/{mutant.id}", tuple(scope.all_facts()), claim))

    def ask_kept(self, action: Action, mutant: Mutant, part: Property) -> Answer:
        """Whether every legal move of a mutant keeps a claim."""
        known = self.prepared(action)
        scope = known.scope.fork()
        spoilt = self.spoilt(known, mutant, scope)
        claims = both(claim for _, claim in self.system.claim(part, known.before, spoilt.after, scope))
        self.assume(known.before, scope)
        scope.assume(spoilt.legal)
        scope.assume(spoilt.sound)
        return self.asker(Question(f"{part.name}/{action.name}/{mutant.id}", tuple(scope.all_facts()), claims), SHORT)

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
            workshop = Workshop(system.actions[action], system.game.board.tables, action.rule.id)
            scope = system.scope()
            before = system.free_state(scope)
            params = free_parameters(workshop.tape, action.name, scope)
            made = move(workshop.tape, params, before, system.tables, scope, action.chance)
            scope.assume(made.sound)  # that no store leaves its sort is one of the game's own proofs
            self._prepared[action] = Prepared(action, workshop, scope, before, made)
        return self._prepared[action]

    def spoilt(self, known: Prepared, mutant: Mutant, scope: Scope) -> Move:
        """The mutant's move from the same state."""
        tape: Tape = known.workshop.mutants[mutant]
        return move(tape, known.move.params, known.before, self.system.tables, scope, known.action.chance)
