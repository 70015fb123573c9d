"""The position at the end of a record, replayed as the judge replays it: refused moves change nothing."""

from __future__ import annotations

from dataclasses import dataclass

from spec.execution.cells import assignment_text, every_cell
from spec.execution.judging import replay
from spec.execution.knowing import Known
from spec.execution.position import Position
from spec.execution.possible import Impossible, impossibilities
from spec.execution.possible_seen import impossibilities_seen
from spec.execution.records import Record
from spec.execution.seeing import Onlooker, Viewer
from spec.execution.verdicts import MoveJudgement, Verdict
from spec.language.errors import Malformed, Place, Problem
from spec.language.sorts import bounds


@dataclass(frozen=True, slots=True)
class Ending:
    """Where a record leads, the moves on the way that were refused and so left out, and why it cannot start so."""

    position: Position
    left_out: tuple[MoveJudgement, ...]
    impossible: tuple[Impossible, ...] = ()

    def notes(self, file: str) -> tuple[str, ...]:
        """A line for each reason why the first position is impossible, and for each move left out."""
        return tuple(f"{file}: impossible position: {one}" for one in self.impossible) + tuple(
            f"{file}:{one.line}: {one.move} {_why(one.verdict)} left out; fogg judge tells why" for one in self.left_out
        )


def _why(verdict: Verdict) -> str:
    return "depends and is" if verdict is Verdict.DEPENDS else f"is {verdict.value} and"


def end_of(record: Record, viewer: Onlooker = Viewer.REFEREE) -> Ending:
    """The position after the last move, and what a viewer can know to be impossible about the first.

    `Malformed` if that holds a value that its field cannot hold.
    """
    _check_possible(record)
    position, moves = replay(record)
    return Ending(position, tuple(one for one in moves if one.broken and not one.stands), _impossible(record, viewer))


def _impossible(record: Record, viewer: Onlooker) -> tuple[Impossible, ...]:
    """Why the position that a record starts from cannot occur, as far as a viewer can know."""
    if not record.is_mid_game:
        return ()  # no claim rules out the start of a game
    if viewer is Viewer.REFEREE:
        return impossibilities(record.table, record.start)
    return impossibilities_seen(Known.of(record.table, record.start, viewer), record.start)


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
