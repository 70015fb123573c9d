"""What a game's own module says of planning: which reading is to be large, and how the others do as little as may be.

A game may have a module `solvers.<its id>.planning` with a `GUIDE`; without one its reading `score` counts and the
others play the first legal move.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from solvers.plans.world import Aim
from spec.execution.position import Position
from spec.language.values import Number, literal


@dataclass(frozen=True)
class PlanGuide:
    """The usual objective, readings that promise more of it, and the actions of others who stay out of the way.

    `most` says of a state and a player what the objective can still come to at most, whatever anybody does: it is
    never below the objective, and no move makes it larger.
    """

    objective: str = "score"
    promises: tuple[str, ...] = ()
    idle: tuple[str, ...] = ()
    most: Callable[[Any, Any], Number] | None = None


def plan_guide(game: str) -> PlanGuide:
    """The guide of a game by its id."""
    name = f"solvers.{game}"
    if importlib.util.find_spec(name) is None or importlib.util.find_spec(f"{name}.planning") is None:
        return PlanGuide()
    found: PlanGuide = importlib.import_module(f"{name}.planning").GUIDE
    return found


def most_of(position: Position, aim: Aim) -> int | None:
    """What an aim can still come to at most by the guide of its game; None where that says nothing of it."""
    game, instance = position.table.game, position.table.instance
    guide = plan_guide(game.id)
    if guide.most is None or aim.reading != guide.objective:
        return None
    run = instance.direct(instance.cells(position.row))
    player = game.players.at(aim.player)
    return literal(guide.most(game.state(run, game.board(run)), player))
