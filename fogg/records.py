"""Read record files at the front door, where boards can be found."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from spec.language.files import read_text

if TYPE_CHECKING:
    from spec.execution.header import Header
    from spec.execution.records import Record
    from spec.execution.table import Table


def load_record(file: str, *, board: str | None = None) -> Record:
    """The record in a file, its board found by name, or beside the record, or given; `Malformed` with every problem."""
    from fogg.setup import table
    from spec.execution.records import read_record

    text = read_text(file, "give the path of a record")

    def set_up(header: Header) -> Table:
        name = board or header.board or None
        beside = Path(file).parent / name if name and name.endswith(".toml") else None
        found = str(beside) if beside is not None and beside.is_file() else name
        return table(header.game, found, header.seated, header.settings)

    return read_record(text, file, set_up)
