"""What an answer rests on besides the question: the line tiles that lie on side B, and the Assistant."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from solvers.eighty_days.journeys import Line, LineTile, number
from spec.execution.position import Position
from spec.games.eighty_days.board import Assistant
from spec.language.sorts import ABSENT, Named

WIDTH = 110
HELPERS = tuple(number(one) for one in (Assistant.LEONARD, Assistant.MARY))
"""Those with whom a pawn travels otherwise: plans know of them, the plain journey knows the action Travel alone."""


def told(position: Position, player: int, assumed: bool) -> list[str]:
    """In lines for people; `assumed` if the position is made up."""
    lines: list[str] = []
    names = position.table.names
    tiles = line_tiles(position)
    if tiles:
        whose = "as asked for, the others assumed in order (--tile or --record says otherwise)"
        text = ", ".join(f"{line}={tile}" for line, tile in tiles.items())
        lines += wrap(f"line tiles, {whose if assumed else 'as in the record'}: {text}", WIDTH, subsequent_indent="  ")
    helper = assistant_of(position, player)
    if helper != ABSENT:
        text = f"Assistant, {'assumed' if assumed else 'as in the record'}: " + names.title(Named(Assistant), helper)
        lines.append(text)
    return lines


def told_as_data(position: Position, player: int, assumed: bool) -> dict[str, Any]:
    """The same as data; nothing where there is nothing to tell."""
    data: dict[str, Any] = {}
    names = position.table.names
    tiles = line_tiles(position)
    if tiles:
        data |= {"line_tiles": tiles, "line_tiles_assumed": assumed}
    helper = assistant_of(position, player)
    if helper != ABSENT:
        data["assistant"] = names.id(Named(Assistant), helper)
        data["assistant_assumed"] = assumed
        data["not_considered"] = []
    return data


def line_tiles(position: Position) -> dict[str, str]:
    """The line tile on each marked square, by the ids of lines and tiles."""
    names, cells = position.table.names, position.table.instance.cells(position.row)
    lying = {line.id: cells["line_tile", (n,)] for n, line in enumerate(names.of(Line))}
    return {line: names.id(Named(LineTile), tile) for line, tile in lying.items() if tile != ABSENT}


def assistant_of(position: Position, player: int) -> int:
    """The number of the player's Assistant, or that of none."""
    return position.table.instance.cells(position.row)["assistant", (player,)]
