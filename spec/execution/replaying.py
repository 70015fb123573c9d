"""The position at the end of a record: every move made, and what the table ruled followed."""

from __future__ import annotations

from dataclasses import replace

from spec.execution.cells import assignment_text, every_cell
from spec.execution.entries import Comment, Decision, Step, TableRuling
from spec.execution.moves import move_text
from spec.execution.position import Position
from spec.execution.reasons import effect
from spec.execution.records import Record
from spec.language.errors import Malformed, Place, Problem
from spec.language.sorts import bounds
from spec.lowering.executor import Move


def end_of(record: Record) -> Position:
    """The position after the last move; `Malformed` at a move that the rules refuse and the table did not let stand."""
    position = Position(record.table, record.start)
    refused: Step | None = None
    _check_possible(record)
    for entry in record.entries:
        match entry:
            case Step(move=move):
                _check_none(record, refused)
                refused = None if _is_legal(position, move) else entry
                position = position if refused else position.play(move)
            case TableRuling(decision=Decision.STANDS) if refused is not None:
                after = effect(position.table, position.row, refused.move)
                if after is None:
                    _check_none(record, refused)
                else:
                    position, refused = Position(position.table, after), None
            case TableRuling(reading=(ruling, choice)):
                choices = {**position.table.choices, ruling: ruling.number_of(choice)}
                position = Position(replace(position.table, choices=choices), position.row)
            case TableRuling(cell=(cell, value)):
                row = (*position.row[:cell.slot], value, *position.row[cell.slot + 1:])
                position = Position(position.table, row)
            case TableRuling() | Comment():
                pass
    _check_none(record, refused)
    return position


def _check_possible(record: Record) -> None:
    """Nothing can follow from a position with a value that its field cannot hold."""
    table, problems = record.table, []
    for cell in every_cell(table):
        lo, hi = bounds(cell.field.sort, table.instance.shape)
        if not lo <= record.start[cell.slot] <= hi:
            what = f"the position says {assignment_text(table, cell, record.start[cell.slot])}"
            problems.append(Problem(Place(record.file, 1), what, f"write {lo} to {hi}"))
    if problems:
        raise Malformed(problems)


def _is_legal(position: Position, move: Move) -> bool:
    return not position.broken(move)


def _check_none(record: Record, refused: Step | None) -> None:
    if refused is not None:
        what = f"{move_text(record.table, refused.move)} is illegal"
        raise Malformed.one(what, "run fogg judge to see why, then mend the record", Place(record.file, refused.line))
