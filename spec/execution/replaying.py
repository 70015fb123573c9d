"""The position at the end of a record, replayed as the judge replays it: refused moves change nothing."""

from __future__ import annotations

from dataclasses import dataclass

from spec.execution.cells import assignment_text, every_cell
from spec.execution.judging import replay
from spec.execution.position import Position
from spec.execution.records import Record
from spec.execution.verdicts import MoveJudgement
from spec.language.errors import Malformed, Place, Problem
from spec.language.sorts import bounds


@dataclass(frozen=True, slots=True)
class Ending:
    """Where a record leads, and the moves on the way that were refused and so left out."""

    position: Position
    left_out: tuple[MoveJudgement, ...]

    def notes(self, file: str) -> tuple[str, ...]:
        """A line for each move left out."""
        return tuple(
            f"{file}:{one.line}: {one.move} is {one.verdict.value} and left out; fogg judge tells why"
            for one in self.left_out
        )


def end_of(record: Record) -> Ending:
    """The position after the last move; `Malformed` if the record starts from a position that cannot be."""
    _check_possible(record)
    position, moves = replay(record)
    return Ending(position, tuple(one for one in moves if one.broken and not one.stands))


def _check_possible(record: Record) -> None:
    """Nothing can follow from a position with a value that its field cannot hold."""
    table, problems = record.table, []
    for cell in every_cell(table):
        lo, hi = bounds(cell.field.sort, table.instance.shape)
        if not lo <= record.start[cell.slot] <= hi:
            what = f"the position says {assignment_text(table, cell, record.start[cell.slot])}"
            problems.append(Problem(Place(record.file, record.lines.get(cell.slot, 1)), what, f"write {lo} to {hi}"))
    if problems:
        raise Malformed(problems)
