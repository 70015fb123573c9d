"""What is agreed before a game starts: official variants, and rulings where the rulebook is silent.

Both are choices with a letter or a name each. On a tape they are constants: fixed when a game is set up, left
open when a proof asks whether two readings can ever differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from spec.language.errors import SpecError

S = TypeVar("S", bound="Setting")


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """One agreement, with its choices in order and what holds when nobody says otherwise."""

    id: str
    title: str
    choices: Mapping[str, str]
    default: str
    cites: tuple[str, ...]

    def number_of(self, choice: str) -> int:
        """The choice's number; `SpecError` if there is no such choice."""
        if choice not in self.choices:
            raise SpecError(f"{self.id} has no choice {choice!r}; it has {', '.join(self.choices)}")
        return list(self.choices).index(choice)

    @property
    def unusual(self) -> int:
        """The number of the choice after the default one."""
        return (self.number_of(self.default) + 1) % len(self.choices)


@dataclass(frozen=True, slots=True, eq=False)
class Variant(Setting):
    """An official option: a board side, a module, a designer's rule."""


@dataclass(frozen=True, slots=True, eq=False)
class Ruling(Setting):
    """A question the rulebook leaves open, its lettered readings, our default and the reason for it."""

    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """A question that people ask and that the rulebook answers, if its lines are read together: no ruling is needed."""

    id: str
    question: str
    answer: str
    cites: tuple[str, ...]


def settled(id: str, question: str, answer: str, cites: str) -> Settled:
    """Declare a question that the text settles; `cites` holds the lines that do."""
    return Settled(id, question, answer, tuple(cites.split()))


def variant(id: str, title: str, choices: Mapping[str, str], default: str, cites: str) -> Variant:
    """Declare an official option; `cites` holds rulebook lines parted by spaces."""
    return _checked(Variant(id, title, dict(choices), default, tuple(cites.split())))


def ruling(id: str, question: str, readings: Mapping[str, str], default: str, why: str, cites: str) -> Ruling:
    """Declare a ruling; `readings` maps letters to readings, `cites` holds the lines the question rests on."""
    return _checked(Ruling(id, question, dict(readings), default, tuple(cites.split()), why))


def _checked(setting: S) -> S:
    setting.number_of(setting.default)
    if len(setting.choices) < 2:
        raise SpecError(f"{setting.id} has fewer than two choices, so there is nothing to agree on")
    return setting
