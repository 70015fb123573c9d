"""Whether two readings of a ruling are the same game on a board: asked of z3 for every state that obeys the invariants.

If both games begin alike, and in every such state allow the same moves with the same effect and read the same, then
every game by one reading is a game by the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from spec.language.actions import Action, Reading
from spec.language.settings import Setting
from spec.lowering.instance import Instance
from verification.queries import Answer, Asker, Question, Status
from verification.sameness import Assumed, same_move
from verification.system import System
from verification.z3_lowering.effects import move, parameters
from verification.z3_lowering.expressions import Expressions
from verification.z3_lowering.terms import either, equal, negated


class Equality:
    """Two instances that differ in the choice for one setting alone."""

    def __init__(self, one: Instance, other: Instance, setting: Setting, asker: Asker) -> None:
        self.one = one
        self.other = other
        self.setting = setting
        self.asker = asker
        self.system = System(one.game, one.players, one.shape, one.board, one.all_choices)
        self.assumed = Assumed(self.system)

    def answers(self, progress: Callable[[str], None] | None = None) -> list[Answer]:
        """The answers to its questions, up to the first that is not yes; if all are, both are the same game."""
        found: list[Answer] = []
        for ask in self._questions(progress):
            found.append(ask())
            if found[-1].status is not Status.FOLLOWS:
                break
        return found

    def _questions(self, progress: Callable[[str], None] | None) -> Iterator[Callable[[], Answer]]:
        game = self.one.game
        for action in game.actions.values():
            if self.setting in self.one.mentioned(action):
                if progress is not None:
                    progress(f"{self.setting.id}: {action.name}")
                yield lambda action=action: self.same_action(action)  # type: ignore[misc]  # bound here
        for reading in game.readings.values():
            if self.setting in self.one.mentioned(reading):
                yield lambda reading=reading: self.same_reading(reading)  # type: ignore[misc]  # bound here

    def same_action(self, action: Action) -> Answer:
        """Whether an action is legal in the same states for the same parameters, and then does the same."""
        scope = self.system.scope()
        before = self.system.free_state(scope)
        params = parameters(self.one.tape(action), action.name, scope)
        one, other = (move(instance.tape(action), params, before, self.system.tables, scope, action.chance)
                      for instance in (self.one, self.other))
        scope.assume(one.sound)  # that no store leaves its sort is one of the game's own proofs
        claim = same_move(one, other, scope)
        self.assumed(before, scope)
        return self.asker(Question(f"{self.setting.id}/{action.name}", tuple(scope.all_facts()), claim))

    def same_reading(self, reading: Reading) -> Answer:
        """Whether a reading says the same: always whether the game is over, and anything else when it is."""
        scope = self.system.scope()
        state = self.system.free_state(scope)
        tapes = [instance.tape(reading) for instance in (self.one, self.other)]
        params = parameters(tapes[0], reading.name, scope)
        express = Expressions(scope, self.system.tables, params, state)
        first, second = (express(tape.result) for tape in tapes if tape.result is not None)
        claim = equal(first, second)
        over = self.one.game.readings.get("over")
        if over is not None and reading is not over:
            ends = self.one.tape(over).result
            assert ends is not None
            claim = either([negated(express(ends)), claim])
        self.assumed(state, scope)
        return self.asker(Question(f"{self.setting.id}/{reading.name}", tuple(scope.all_facts()), claim))
