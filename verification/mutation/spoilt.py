"""A game with one clause spoilt, for every engine that plays, judges or proves games."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from spec.language.actions import Action
from spec.language.game import Game
from spec.language.tape import Tape
from verification.mutation.mutants import Kind, Mutant, Part
from verification.mutation.workshop import Workshop
from verification.weakening import Changed, parts_of

NOTHING = Mutant(Kind.NO_REQUIREMENT, Part.NEEDS, None, "")
"""Spoils no clause."""


@dataclass(frozen=True, eq=False)
class Spoilt(Changed):
    """A game whose actions have a mutant's clause spoilt, as far as they have it."""

    mutant: Mutant = NOTHING

    def changed(self, action: Action, tape: Tape) -> Tape:
        return Workshop(tape, self.board.tables, action.rule.id).tape_of(self.mutant)

    def mark(self, action: Action) -> Hashable:
        return self.mutant.id


def spoilt(game: Game, mutant: Mutant) -> Spoilt:
    """The game with one clause spoilt."""
    return Spoilt(**parts_of(game), mutant=mutant)
