"""What a judgement hinges on that its reader cannot see: the kind of thing and whose it is, never what it holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spec.execution.refusals import Broken


@dataclass(frozen=True, slots=True)
class HiddenThing:
    """A field of which cells are hidden, and the player they belong to ("" if they belong to nobody)."""

    field: str
    of: str

    def __str__(self) -> str:
        name = f"hidden {self.field.replace('_', ' ')}"
        return f"{name} of {self.of}" if self.of else name


@dataclass(frozen=True, slots=True)
class Hinge:
    """What decides out of sight: cells, and parameters of the move itself (`chosen`); `broken` are the rules that
    the move breaks in some of the cases that are possible, with what is hidden left out of their words."""

    things: tuple[HiddenThing, ...]
    chosen: tuple[str, ...]
    broken: tuple[Broken, ...]

    @property
    def names(self) -> str:
        """All that decides, in words."""
        return " and the ".join([*map(str, self.things), *(f"hidden choice of {name}" for name in self.chosen)])

    def to_json(self) -> dict[str, Any]:
        """The hinge as JSON has it."""
        return {
            "cells": [{"field": one.field, "of": one.of or None} for one in self.things],
            "chosen": list(self.chosen),
            "broken": [
                {"rule": one.rule.id, "citations": list(one.rule.cites), "because": one.because} for one in self.broken
            ],
        }
