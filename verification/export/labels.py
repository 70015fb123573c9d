"""Truths about a state that are written beside the moves."""

from __future__ import annotations

from spec.language.nodes import Node
from verification.export.commands import Model, fixer
from verification.export.scalars import Scalars


def labels(model: Model) -> tuple[tuple[str, Node], ...]:
    """Each label and what it says, over single variables: `over`, if the game says when it ends."""
    over = model.instance.game.readings.get("over")
    result = None if over is None else model.instance.tape(over).result
    if result is None:
        return ()
    fix = fixer(model.instance)
    return (("over", Scalars(model.instance, fix.tracer)(fix(result))),)
