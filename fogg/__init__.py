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
    from fogg.pictures import board_picture, suitcase_picture
    from fogg.records import load_record
    from fogg.setup import find_game, game_ids, ready_board, table
    from spec.execution.judging import judge
    from spec.execution.playing import play_out
    from spec.execution.position import Position, Refused
    from spec.execution.prospects import prospects
    from spec.execution.quick import is_legal_record, quick_verdict
    from spec.execution.repair import diagnose
    from spec.execution.seeing import Viewer
    from spec.execution.table import Table
    from spec.execution.views import view
    from spec.language.errors import Ambiguous, FoggError, Illegal, Malformed, SpecError
    from verification.proofs import verify

_HOMES = {
    **dict.fromkeys(("board_picture", "suitcase_picture"), "fogg.pictures"),
    **dict.fromkeys(("load_record",), "fogg.records"),
    **dict.fromkeys(("find_game", "game_ids", "ready_board", "table"), "fogg.setup"),
    **dict.fromkeys(("judge",), "spec.execution.judging"),
    **dict.fromkeys(("play_out",), "spec.execution.playing"),
    **dict.fromkeys(("Position", "Refused"), "spec.execution.position"),
    **dict.fromkeys(("is_legal_record", "quick_verdict"), "spec.execution.quick"),
    **dict.fromkeys(("diagnose",), "spec.execution.repair"),
    **dict.fromkeys(("Table",), "spec.execution.table"),
    **dict.fromkeys(("prospects",), "spec.execution.prospects"),
    **dict.fromkeys(("Viewer",), "spec.execution.seeing"),
    **dict.fromkeys(("view",), "spec.execution.views"),
    **dict.fromkeys(("Ambiguous", "FoggError", "Illegal", "Malformed", "SpecError"), "spec.language.errors"),
    **dict.fromkeys(("verify",), "verification.proofs"),
}
"""Where each name lives; it is imported when first used, so that `import fogg` is quick."""

__all__ = [
    "Ambiguous", "FoggError", "Illegal", "Malformed", "Position", "Refused", "SpecError", "Table", "Viewer",
    "board_picture", "diagnose", "find_game", "game_ids", "is_legal_record", "judge", "load_record", "play_out",
    "prospects", "quick_verdict", "ready_board", "start", "suitcase_picture", "table", "verify", "view",
]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'fogg' has no attribute {name!r}")


def start(table: Table) -> Position:
    """The position before the first move."""
    from spec.execution.position import Position

    return Position.start(table)
