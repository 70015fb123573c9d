"""The lines of a record below its heading: moves, what the table ruled, and comments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from spec.execution.cells import Cell, assignment_text, read_assignment
from spec.execution.moves import move_text, read_move
from spec.execution.naming import plain
from spec.execution.table import Table
from spec.language.errors import Malformed
from spec.language.settings import Ruling
from spec.lowering.executor import Move


@dataclass(frozen=True, slots=True)
class Step:
    """One move, on line `line` of its file."""

    line: int
    move: Move
    comment: str = ""


class Decision(Enum):
    """What a table can rule in the middle of a game."""

    STANDS = "stands"
    READING = "reading"
    CELL = "cell"
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class TableRuling:
    """What the table ruled, in its own words, and what follows from it.

    STANDS lets the refused move just above take effect all the same; READING settles a ruling from here on; CELL puts
    a cell right; a REMARK changes nothing.
    """

    line: int
    text: str
    decision: Decision
    reading: tuple[Ruling, str] | None = None
    cell: tuple[Cell, int] | None = None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Comment:
    """A line that only people read."""

    line: int
    comment: str


Entry = Step | TableRuling | Comment


def read_step(table: Table, line: int, text: str, comment: str) -> Step:
    """The move of a line; `Malformed` if it cannot be read."""
    return Step(line, read_move(table, text), comment)


def read_ruling(table: Table, line: int, text: str, comment: str) -> TableRuling:
    """What stands behind `ruling:`; `Malformed` if it gives a value to something that does not exist."""
    if plain(text.partition(",")[0].partition(" ")[0]) == "stands":
        return TableRuling(line, text, Decision.STANDS, comment=comment)
    left, equals, right = (part.strip() for part in text.partition("="))
    if not equals:
        return TableRuling(line, text, Decision.REMARK, comment=comment)
    ruling = next((one for one in table.game.rulings if plain(one.id) == plain(left)), None)
    if ruling is not None:
        choice = next((one for one in ruling.choices if plain(one) == plain(right)), None)
        if choice is None:
            known = "; ".join(f"{letter}: {says}" for letter, says in ruling.choices.items())
            raise Malformed.one(f"{ruling.id} has no choice {right!r}", known)
        return TableRuling(line, text, Decision.READING, reading=(ruling, choice), comment=comment)
    return TableRuling(line, text, Decision.CELL, cell=read_assignment(table, text), comment=comment)


def entry_lines(table: Table, entries: Sequence[Entry]) -> list[str]:
    """Entries as records write them."""
    return [_with_comment(_text(table, entry), entry.comment) for entry in entries]


def _text(table: Table, entry: Entry) -> str:
    match entry:
        case Step(move=move):
            return move_text(table, move)
        case TableRuling(reading=(ruling, choice)):
            return f"ruling: {ruling.id} = {choice}"
        case TableRuling(cell=(cell, value)):
            return f"ruling: {assignment_text(table, cell, value)}"
        case TableRuling(text=text):
            return f"ruling: {text}"
        case Comment():
            return ""


def _with_comment(text: str, comment: str) -> str:
    if not comment:
        return text
    return f"{text}  # {comment}" if text else f"# {comment}"
