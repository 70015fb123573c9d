"""A game with changed tapes, such as one with a requirement dropped: what it is there for shows where it is missing."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, fields, replace
from typing import Any

from spec.language.actions import Action, Declared
from spec.language.errors import SpecError
from spec.language.game import Game
from spec.language.rules import Rule
from spec.language.sorts import Shape
from spec.language.tape import Tape


@dataclass(frozen=True, eq=False)
class Changed(Game):
    """A game whose actions' tapes are changed as they are made, so that every lowering has the change."""

    def tape(self, declared: Declared, shape: Shape) -> Tape:
        tape = super().tape(declared, shape)
        return self.changed(declared, tape) if isinstance(declared, Action) else tape

    @abstractmethod
    def changed(self, action: Action, tape: Tape) -> Tape:
        """What becomes of an action's tape."""

    def mark(self, action: Action) -> Hashable:
        """Tells the change of an action from every other that leaves the rules of its requirements as they are."""
        return None


def parts_of(game: Game) -> dict[str, Any]:
    """What a game is made of, for making a changed one; `SpecError` if it is changed already."""
    if isinstance(game, Changed):
        raise SpecError("change a whole game: of two changes it would not show which of them matters")
    return {one.name: getattr(game, one.name) for one in fields(Game)}


@dataclass(frozen=True, eq=False)
class Weakened(Changed):
    """A game whose tapes lack the requirements of some rules.

    `dropped` names rules by id; `only` are the actions that lose them, all if it is empty.
    """

    dropped: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()

    def changed(self, action: Action, tape: Tape) -> Tape:
        if self.only and action.name not in self.only:
            return tape
        return replace(tape, requires=tuple(one for one in tape.requires if one.rule.id not in self.dropped))


def weakened(game: Game, rule: Rule | str, *actions: str) -> Weakened:
    """The game without what `rule` requires, in the named actions or in all; `SpecError` if it requires nothing."""
    name = rule.id if isinstance(rule, Rule) else rule
    unknown = [action for action in actions if action not in game.actions]
    if name not in game.rules or unknown:
        raise SpecError(f"{game.id} has no rule {name!r}" if not unknown else f"{game.id} has no action {unknown[0]!r}")
    return Weakened(**parts_of(game), dropped=frozenset({name}), only=frozenset(actions))
