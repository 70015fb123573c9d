"""A game with one of its requirements dropped: what a guard is there for shows where it is missing."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from spec.language.actions import Action, Declared
from spec.language.errors import SpecError
from spec.language.game import Game
from spec.language.rules import Rule
from spec.language.sorts import Shape
from spec.language.tape import Tape


@dataclass(frozen=True, eq=False)
class Weakened(Game):
    """A game whose tapes lack the requirements of some rules, so that every lowering lacks them.

    `dropped` names rules by id; `only` are the actions that lose them, all if it is empty.
    """

    dropped: frozenset[str] = frozenset()
    only: frozenset[str] = frozenset()

    def tape(self, declared: Declared, shape: Shape) -> Tape:
        tape = super().tape(declared, shape)
        if not isinstance(declared, Action) or (self.only and declared.name not in self.only):
            return tape
        return replace(tape, requires=tuple(one for one in tape.requires if one.rule.id not in self.dropped))


def weakened(game: Game, rule: Rule | str, *actions: str) -> Weakened:
    """The game without what `rule` requires, in the named actions or in all; `SpecError` if it requires nothing."""
    name = rule.id if isinstance(rule, Rule) else rule
    unknown = [action for action in actions if action not in game.actions]
    if name not in game.rules or unknown:
        raise SpecError(f"{game.id} has no rule {name!r}" if not unknown else f"{game.id} has no action {unknown[0]!r}")
    own = {one.name: getattr(game, one.name) for one in fields(Game)}
    if isinstance(game, Weakened):
        raise SpecError("weaken a whole game: two dropped guards would not show which of them matters")
    return Weakened(**own, dropped=frozenset({name}), only=frozenset(actions))
