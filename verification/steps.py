"""Actions lowered once and asked about many times, and what an answer shows in the words of the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from spec.language.actions import Action
from spec.language.data import EMPTY
from spec.language.settings import Setting
from spec.language.state import Field
from spec.language.tape import Store
from verification.counterexamples import (
    Countermodel,
    fields_read,
    held_in_words,
    in_words,
    move_in_words,
    value,
    what_matters,
)
from verification.queries import Answer, Asker, Question
from verification.shown import Failed
from verification.system import System
from verification.z3_lowering.cells import SymbolicState
from verification.z3_lowering.effects import Move
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.starts import start_state
from verification.z3_lowering.terms import Term, negated


@dataclass(frozen=True, eq=False)
class Step:
    """One action from a free state, lowered once and asked about many times."""

    scope: Scope
    before: SymbolicState
    move: Move


class Steps:
    """The actions of one system, each from any state, and its starts."""

    def __init__(self, system: System, asker: Asker) -> None:
        self.system = system
        self.asker = asker
        self._steps: dict[Action, Step] = {}

    def question(self, name: str, scope: Scope, claim: Term, move: Move | None = None, sound: Term = 1) -> Question:
        """Whether a claim follows from what a scope knows, after a legal move that stores nothing outside its sort."""
        inner = scope.fork()
        if move is not None:
            for _, need in move.needs:
                inner.assume(need)
            inner.assume(move.possible)
            inner.assume(sound)
        where = f"{self.system.game.id}/{self.system.players}/{name}"
        return Question(where, tuple(inner.all_facts()), claim)

    def step(self, action: Action) -> Step:
        """An action from any state."""
        if action not in self._steps:
            scope = self.system.scope()
            before = self.system.free_state(scope)
            self._steps[action] = Step(scope, before, self.system.move(action, before, scope))
        return self._steps[action]

    def at_the_start(self) -> tuple[Scope, SymbolicState]:
        """Every start of the game, in a scope of its own."""
        scope, state, _ = self._start
        return scope.fork(), state

    @cached_property
    def _start(self) -> tuple[Scope, SymbolicState, tuple[Field, ...]]:
        scope = self.system.scope()
        return scope, *start_state(self.system.game, self.system.shape, self.system.tables, scope)

    def store_failure(self, action: Action, store: Store, answer: Answer) -> Failed:
        """A store that may leave its sort, in words."""
        what = f"{action.name} stores {store.field.name} at {store.place}"
        return self.described(what, action, answer, frozenset({store.field}))

    def described(self, where: str, action: Action, answer: Answer, read: Iterable[Field]) -> Failed:
        """What a countermodel shows, in the words of the rules: the cells that matter and the move, or all it reads."""
        if answer.model is None:
            return Failed(where, None, answer.reason)
        step, system = self.step(action), self.system
        tape, choices = system.actions[action], self.choices(answer)
        broken = [*(need for _, need in step.move.needs), step.move.possible, negated(answer.question.claim)]
        mattering = what_matters(answer.model, system.game, step.move.params, step.before, broken)
        if mattering is None:
            fields = {*read, *fields_read(tape)}
            words = in_words(answer.model, tape, step.move.params, step.before, fields, system.data)
            return Failed(where, Countermodel(words, choices), action=action)
        held, settings = mattering
        data = system.data or EMPTY
        words = move_in_words(answer.model, tape, step.move.params, data)
        words += held_in_words(held, [(one, choices[one]) for one in settings], data)
        return Failed(where, Countermodel(words, choices, held), action=action)

    def choices(self, answer: Answer) -> Mapping[Setting, int]:
        """The readings and variants of a countermodel."""
        assert answer.model is not None
        scope = self.system.scope()
        return {one: value(answer.model, scope.setting(one)) for one in self.system.game.settings.values()}
