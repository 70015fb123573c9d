"""What induction came to for one claim: what it rests on where it is shown, and why it is not where it is not."""

from __future__ import annotations

from dataclasses import dataclass, field

from spec.language.actions import Action, Property
from verification.counterexamples import Countermodel
from verification.queries import Answer


@dataclass(frozen=True)
class Failed:
    """Why a claim could not be shown: at the start or after an action; z3's countermodel or its reason."""

    where: str
    countermodel: Countermodel | None
    reason: str = ""
    action: Action | None = None

    def __str__(self) -> str:
        if self.countermodel is None:
            return f"{self.where}: z3 gives up ({self.reason})"
        return f"{self.where}: {self.countermodel.words}"


@dataclass
class Shown:
    """What induction came to for one claim. `answers` are those that it rests on, `helpers` the other invariants."""

    failed: list[Failed] = field(default_factory=list)
    helpers: dict[Property, None] = field(default_factory=dict)
    answers: list[Answer] = field(default_factory=list)
    depth: int = 1

    @property
    def holds(self) -> bool:
        return not self.failed

    @property
    def leans(self) -> bool:
        """Whether it needs other invariants."""
        return bool(self.helpers)
