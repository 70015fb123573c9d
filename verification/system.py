"""A game as a transition system for z3: its tapes for one shape, its tables open or known, its axioms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import z3

from spec.language.actions import Action, Axiom, Declared, Kind, Property
from spec.language.board import Printed
from spec.language.data import BoardData, with_fixed_tables
from spec.language.game import Game
from spec.language.nodes import Load, Lookup
from spec.language.session import OpenSize
from spec.language.settings import Setting
from spec.language.sorts import Shape
from spec.language.state import Field
from spec.language.tape import Tape
from verification.instances import Args, at_terms, closed_downward, every_value, matching, patterns
from verification.z3_lowering.cells import SymbolicState, free_cells
from verification.z3_lowering.effects import Move, move, parameters
from verification.z3_lowering.expressions import Expressions, Tables, known_tables, open_tables
from verification.z3_lowering.scope import Key, Scope, key
from verification.z3_lowering.terms import Term, both, either, equal, negated

ROUNDS = 2
"""How often axioms are assumed of the members that other axioms brought in."""


@dataclass(frozen=True, eq=False)
class System:
    """A game for a number of players. `data` None leaves the board open, but for what the spec itself prints.

    `shape` may leave sizes open; `choices` fixes settings, and those left out are open.
    """

    game: Game
    players: int
    shape: Shape
    data: BoardData | None = None
    choices: Mapping[Setting, int] = field(default_factory=dict)

    @cached_property
    def tables(self) -> Tables:
        """How every table is looked up."""
        if self.data is None:
            return open_tables(self.game, self.shape)
        return known_tables(self.game, self.shape, with_fixed_tables(self.game.board, self.data, self.shape))

    @cached_property
    def actions(self) -> Mapping[Action, Tape]:
        """Every action's tape; `OpenSize` if one loops over a sort of open size."""
        return {action: self.game.tape(action, self.shape) for action in self.game.actions.values()}

    def tape(self, declared: Declared) -> Tape:
        """The tape of a property or axiom; `OpenSize` if it loops over a sort of open size."""
        if declared not in self._tapes:
            self._tapes[declared] = self.game.tape(declared, self.shape)
        return self._tapes[declared]

    @cached_property
    def _tapes(self) -> dict[Declared, Tape]:
        return {}

    @cached_property
    def axioms(self) -> tuple[tuple[Axiom, ...], tuple[Axiom, ...]]:
        """The axioms that can be assumed, and those left out because they loop over a sort of open size.

        With a known board nothing need be assumed.
        """
        if self.data is not None:
            return (), ()
        kept: list[Axiom] = []
        left: list[Axiom] = []
        for axiom in self.game.axioms.values():
            try:
                self.tape(axiom)
                kept.append(axiom)
            except OpenSize:
                left.append(axiom)
        return tuple(kept), tuple(left)

    def scope(self) -> Scope:
        """A new scope for one question."""
        return Scope(self.shape, self.choices)

    def free_state(self, scope: Scope, moment: str = "") -> SymbolicState:
        """A state with every cell free in its sort."""
        return {one: free_cells(one, f"{one.name}{moment}", scope) for one in self.game.state.fields}

    def move(self, action: Action, before: SymbolicState, scope: Scope, moment: str = "") -> Move:
        """An action with free parameters, done in a state."""
        tape = self.actions[action]
        params = parameters(tape, f"{action.name}{moment}", scope)
        return move(tape, params, before, self.tables, scope, action.chance)

    def written(self, action: Action) -> frozenset[Field]:
        """The fields that an action may store to."""
        return frozenset(store.field for store in self.actions[action].stores)

    def read(self, declared: Declared) -> frozenset[Field]:
        """The fields that a property reads."""
        return frozenset(node.field for node in self.tape(declared).nodes() if isinstance(node, Load))

    def claim(
        self, part: Property, before: SymbolicState, after: SymbolicState | None, scope: Scope
    ) -> list[tuple[tuple[Term, ...], Term]]:
        """What a property says, for every value of its parameters or for free ones, with those values.

        `before` and `after` are the states around a move. An invariant speaks of the state after the move; without
        `after` every property speaks of `before` alone, as it does of the start.
        """
        tape = self.tape(part)
        every = every_value(tape, self.shape)
        if every is None:
            every = [parameters(tape, f"{part.name}?", scope)]
        return [(args, self._said(part, tape, args, before, after, scope)) for args in every]

    def _said(
        self, part: Property, tape: Tape, args: Sequence[Term], before: SymbolicState, after: SymbolicState | None,
        scope: Scope,
    ) -> Term:
        assert tape.result is not None
        match part.kind:
            case Kind.STEP:
                if after is None:
                    return 1
                return Expressions(scope, self.tables, args, before, after)(tape.result)
            case Kind.INVARIANT | Kind.REACHABLE:
                return Expressions(scope, self.tables, args, before if after is None else after)(tape.result)
            case Kind.CONSERVED | Kind.TERMINATES:
                first = Expressions(scope, self.tables, args, before)(tape.result)
                zero = scope.at_most(0, first)
                if after is None:
                    return 1 if part.kind is Kind.CONSERVED else zero
                second = Expressions(scope, self.tables, args, after)(tape.result)
                if part.kind is Kind.CONSERVED:
                    return equal(first, second)
                return both([scope.at_most(0, second), negated(scope.at_most(first, second))])

    def assume(
        self, invariants: Sequence[Property], state: SymbolicState, scope: Scope, rounds: int = ROUNDS
    ) -> None:
        """Assume invariants of a state, and the axioms of the board, at the terms that a question is about.

        Without `rounds` of them no axiom is assumed. What is closed downward by the way it is derived is so, too.
        """
        done: set[tuple[object, ...]] = set()
        for part in invariants:
            self._invariant(part, state, scope, done)
        if self.data is None and rounds:
            self._assume_closed(scope)
        for _ in range(rounds):
            before = len(done)
            for axiom in self.axioms[0]:
                for args in matching(self.tape(axiom), scope, self._places(axiom)):
                    self._assume(axiom, args, None, scope, done)
            for part in invariants:
                self._invariant(part, state, scope, done)
            if len(done) == before:
                break

    def _assume_closed(self, scope: Scope) -> None:
        for table in self.game.board.tables:
            for less, more in closed_downward(table, scope):
                at = (table, tuple(map(key, less)), tuple(map(key, more)))
                if at not in self._closed:
                    look_up, lesson = self.tables[table], self.scope()
                    below = [lesson.at_most(a, b) for a, b in zip(less, more, strict=True)]
                    holds = [look_up(cell, lesson, None) for cell in (less, more)]
                    lesson.assume(either([negated(both(below)), holds[0], negated(holds[1])]))
                    self._closed[at] = less, more, lesson  # terms are kept as long as their numbers
                scope.learn(self._closed[at][2])

    @cached_property
    def _closed(self) -> dict[tuple[Printed, tuple[Key, ...], tuple[Key, ...]], tuple[Args, Args, Scope]]:
        return {}

    def assume_anywhere(self, scope: Scope) -> None:
        """Assume each axiom of members that stand for any."""
        for axiom in self.axioms[0]:
            self._assume(axiom, parameters(self.tape(axiom), f"{axiom.name}!", scope), None, scope, set())

    def _invariant(self, part: Property, state: SymbolicState, scope: Scope, done: set[tuple[object, ...]]) -> None:
        tape = self.tape(part)
        for args in every_value(tape, self.shape) or at_terms(tape, scope):
            self._assume(part, args, state, scope, done)

    def _assume(
        self, declared: Property | Axiom, args: Args, state: SymbolicState | None, scope: Scope,
        done: set[tuple[object, ...]],
    ) -> None:
        made = (declared.name, id(state), *(key(arg) for arg in args))
        if made in done:
            return
        done.add(made)
        scope.learn(self._lesson(declared, args, state, scope))

    def _lesson(
        self, declared: Property | Axiom, args: Args, state: SymbolicState | None, scope: Scope
    ) -> Scope:
        """What an invariant or axiom teaches of some members; many questions about one state share it."""
        at = (declared, id(state), tuple(key(arg) for arg in args))
        kept = self._lessons.get(at)
        if kept is None:
            tape, lesson = self.tape(declared), scope.empty()
            assert tape.result is not None
            members = [lesson.within(arg, param.sort) for arg, param in zip(args, tape.params, strict=True)]
            says = Expressions(lesson, self.tables, args, state)(tape.result)
            given = set(lesson.facts)
            lesson.assume(either([negated(both(members)), says]))
            for fact in lesson.facts.keys() - given:
                self._origins.setdefault(fact, {})[declared] = None
            kept = self._lessons[at] = (state, args, lesson)  # state and terms are kept as long as their numbers
        return kept[2]

    def rests_on(self, facts: Iterable[z3.BoolRef], invariants: Sequence[Property]) -> tuple[Property, ...]:
        """The invariants that facts come from, of those that were assumed; one is enough where several say the same."""
        found: dict[Property, None] = {}
        for fact in facts:
            origins = self._origins.get(fact.get_id(), {})
            if not any(one in found for one in origins):
                found.update((one, None) for one in [part for part in invariants if part in origins][:1])
        return tuple(found)

    def _places(self, axiom: Axiom) -> list[Lookup]:
        if axiom not in self._all_places:
            self._all_places[axiom] = patterns(self.tape(axiom))
        return self._all_places[axiom]

    @cached_property
    def _all_places(self) -> dict[Axiom, list[Lookup]]:
        return {}

    @cached_property
    def _origins(self) -> dict[int, dict[object, None]]:
        return {}

    @cached_property
    def _lessons(self) -> dict[tuple[object, ...], tuple[SymbolicState | None, Args, Scope]]:
        return {}
