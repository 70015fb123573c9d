"""Read record files at the front door, where boards can be found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from spec.language.files import read_text

if TYPE_CHECKING:
    from spec.execution.header import Header
    from spec.execution.records import Record
    from spec.execution.table import Table


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

    Give the same `tables` for many records, so that like tables are set up and compiled only once.
    """
    from spec.execution.records import read_record

    text = read_text(file, "give the path of a record")
    ready = tables if tables is not None else Tables()

    def set_up(header: Header) -> Table:
        name = board or header.board or None
        beside = Path(file).parent / name if name and name.endswith(".toml") else None
        return ready(header, str(beside) if beside is not None and beside.is_file() else name)

    return read_record(text, file, set_up)
