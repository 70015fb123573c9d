"""What cannot be written in another language: told by name, before anything is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spec.language.actions import Action
from spec.language.errors import FoggError
from spec.language.nodes import Node, in_order

if TYPE_CHECKING:
    from verification.export.commands import Model


class Unsupported(FoggError):
    """A model that a language cannot hold; the message names the action, what it needs, and the spec's line."""

    def __init__(self, action: Action, what: str) -> None:
        super().__init__(f"{action.place}: {action.name} cannot be exported: {what}")


def check_numbers(model: Model, language: str, bits: int) -> None:
    """`Unsupported` if a value that a command computes may need more bits than a language's numbers have."""
    most = 1 << (bits - 1)
    seen: dict[int, Node] = {}
    for command in model.commands:
        for node in in_order(list(command.roots()), seen):
            seen[id(node)] = node
            if not -most <= node.lo <= node.hi < most:
                what = f"a value may be {node.lo}..{node.hi}, and numbers have {bits} bits in {language}"
                raise Unsupported(command.action, what)
