"""Fogg, the reference for the rules of "around the world" board games.

>>> import fogg
>>> table = fogg.table("eighty_days", players=["Antonia", "Ben"])
>>> position = fogg.start(table)
>>> position.legal
['* first_player Antonia', '* first_player Ben']
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from fogg.setup import find_game, game_ids, ready_board, table
    from spec.execution.playing import play_out
    from spec.execution.position import Position, Refused
    from spec.execution.table import Table
    from spec.language.errors import Ambiguous, FoggError, Illegal, Malformed, SpecError

_HOMES = {
    "find_game": "fogg.setup", "game_ids": "fogg.setup", "ready_board": "fogg.setup", "table": "fogg.setup",
    "Table": "spec.execution.table", "Position": "spec.execution.position", "Refused": "spec.execution.position",
    "play_out": "spec.execution.playing", "FoggError": "spec.language.errors", "Illegal": "spec.language.errors",
    "Malformed": "spec.language.errors", "Ambiguous": "spec.language.errors", "SpecError": "spec.language.errors",
}
"""Where each name lives; it is imported when first used, so that `import fogg` is quick."""

__all__ = [
    "Ambiguous", "FoggError", "Illegal", "Malformed", "Position", "Refused", "SpecError", "Table", "find_game",
    "game_ids", "play_out", "ready_board", "start", "table",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'fogg' has no attribute {name!r}")


def start(table: Table) -> Position:
    """The position before the first move."""
    from spec.execution.position import Position

    return Position.start(table)
