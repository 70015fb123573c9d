"""What a game's own module says of planning: which reading is to be large, and how the others do as little as may be.

A game may have a module `solvers.<its id>.planning` with a `GUIDE`; without one its reading `score` counts and the
others play the first legal move.
"""

from __future__ import annotations

import importlib
import importlib.util
from dataclasses import dataclass


@dataclass(frozen=True)
class PlanGuide:
    """The usual objective, readings that promise more of it, and the actions of others who stay out of the way."""

    objective: str = "score"
    promises: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()


def plan_guide(game: str) -> PlanGuide:
    """The guide of a game by its id."""
    name = f"solvers.{game}"
    if importlib.util.find_spec(name) is None or importlib.util.find_spec(f"{name}.planning") is None:
        return PlanGuide()
    found: PlanGuide = importlib.import_module(f"{name}.planning").GUIDE
    return found
