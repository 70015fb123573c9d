"""Read record files at the front door, where boards can be found."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from spec.language.files import read_text

if TYPE_CHECKING:
    from spec.execution.header import Header
    from spec.execution.records import Record
    from spec.execution.table import Table
    from spec.language.data import BoardData


class Tables:
    """Tables set up before: a record that differs only in the players' names plays on what is compiled already."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], Table] = {}

    def __call__(self, header: Header, board: str | None) -> Table:
        """The table of a heading, on a board by name or path; `Malformed` with everything that is wrong."""
        from fogg.setup import table

        names = header.players
        key = (header.game, board, len(names) or header.seats, frozenset(header.settings.items()))
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = table(header.game, board, header.seated, header.settings)
        return known.with_names(names) if names and names != known.players else known


def load_record(file: str, *, board: str | None = None, tables: Tables | None = None) -> Record:
    """The record in a file, its board found by name, or beside the record, or given; `Malformed` with every problem.

    A board that is given is a name, or a path from the working folder.

    Give the same `tables` for many records, so that like tables are set up and compiled only once.
    """
    from spec.execution.records import read_record

    text = read_text(file, "give the path of a record")
    ready = tables if tables is not None else Tables()

    def set_up(header: Header) -> Table:
        if board or not header.board:
            return ready(header, board)
        is_path = "/" in header.board or header.board.endswith(".toml")
        beside = Path(file).parent / header.board
        return ready(header, str(beside) if is_path and beside.is_file() else header.board)

    return read_record(text, file, set_up)


def path_of_board(board: BoardData, output: str) -> str:
    """The path of a board file as seen from a record in the file `output`; empty for a board that comes with a game."""
    if not board.file:
        return ""
    folder = Path() if output == "-" else Path(output).parent
    seen = Path(os.path.relpath(board.file, folder)).as_posix()
    return seen if "/" in seen or seen.endswith(".toml") else f"./{seen}"
