"""Whether a mutant is the same game: asked of z3 for every state that obeys the invariants, every ruling and variant.

A mutant is equivalent where it allows the same moves, as often as before, and each leads to the same state.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from spec.language.actions import Action, Kind, Property
from spec.language.session import OpenSize
from spec.language.tape import Tape
from verification.instances import Args, every_value
from verification.mutation.mutants import Mutant
from verification.mutation.workshop import Workshop
from verification.queries import Answer, Asker, Question
from verification.system import System
from verification.z3_lowering.cells import Cells, FewCells, SymbolicState
from verification.z3_lowering.effects import Move, move
from verification.z3_lowering.effects import parameters as free_parameters
from verification.z3_lowering.expressions import Expressions
from verification.z3_lowering.scope import Scope, key
from verification.z3_lowering.starts import start_state
from verification.z3_lowering.terms import Term, both, either, equal, negated

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
        self.invariants = _traced(system, Kind.INVARIANT)
        self.counts = _traced(system, Kind.CONSERVED)
        self._prepared: dict[Action, Prepared] = {}

    def offered(self, action: Action, mutant: Mutant) -> bool:
        """Whether an action has the clause."""
        return mutant in self.prepared(action).workshop.mutants

    def ask(self, action: Action, mutant: Mutant) -> Answer:
        """Whether a mutant of an action allows the same moves with the same effect."""
        known = self.prepared(action)
        scope = known.scope.fork()
        spoilt = self.spoilt(known, mutant, scope)
        legal = known.move.legal
        same_effect = both([
            equal(known.move.weight, spoilt.weight), spoilt.sound,
            *self._same_state(known.move.after, spoilt.after, scope),
        ])
        claim = both([_same_needs(known.move, spoilt), either([negated(legal), same_effect])])
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

    def assume(self, state: SymbolicState, scope: Scope) -> None:
        """Assume what is true of every state that is reached."""
        self.system.assume(self.invariants, state, scope)
        for part, args, at_start in self._at_start:
            result = self.system.tape(part).result
            assert result is not None
            scope.assume(equal(Expressions(scope, self.system.tables, args, state)(result), at_start))

    @cached_property
    def _at_start(self) -> list[tuple[Property, Args, Term]]:
        """What never changes, as it is at the start; left out where the start is not known."""
        scope = self.system.scope()
        state, loose = start_state(self.system.game, self.system.shape, self.system.tables, scope)
        found: list[tuple[Property, Args, Term]] = []
        for part in self.counts:
            tape = self.system.tape(part)
            if tape.result is not None and not self.system.read(part) & set(loose):
                for args in every_value(tape, self.system.shape) or ():
                    found.append((part, args, Expressions(scope, self.system.tables, args, state)(tape.result)))
        return found

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

    def _same_state(self, one: SymbolicState, other: SymbolicState, scope: Scope) -> Iterator[Term]:
        for field, cells in one.items():
            if cells is other[field]:
                continue
            if isinstance(cells, FewCells):
                twin = other[field]
                assert isinstance(twin, FewCells)
                for at, term in cells.cells.items():
                    if key(term) != key(twin.cells[at]):
                        yield equal(term, twin.cells[at])
            else:
                index = tuple(scope.constant(f"{field.name}?{number}", sort) for number, sort in enumerate(field.index))
                yield equal(_at(cells, index, scope), _at(other[field], index, scope))


def _at(cells: Cells, index: tuple[Term, ...], scope: Scope) -> Term:
    return cells.select(index, scope)


def _same_needs(one: Move, other: Move) -> Term:
    """Whether both are legal or neither is; requirements that both share need not be compared."""
    mine = {require.number: holds for require, holds in one.needs}
    others = {require.number: holds for require, holds in other.needs}
    shared = [holds for number, holds in mine.items() if number in others and key(holds) == key(others[number])]
    own = both([*(holds for number, holds in mine.items() if not _in(holds, shared)), one.possible])
    spoilt = both([*(holds for number, holds in others.items() if not _in(holds, shared)), other.possible])
    return either([negated(both(shared)), equal(own, spoilt)])


def _in(term: Term, terms: Sequence[Term]) -> bool:
    return any(key(term) == key(one) for one in terms)


def _traced(system: System, kind: Kind) -> list[Property]:
    """The claims of a kind, as far as they can be said of the system."""
    found: list[Property] = []
    for part in system.game.properties.values():
        if part.kind is kind:
            with suppress(OpenSize):
                system.tape(part)
                found.append(part)
    return found
