"""Judge a record: replay it and say of every move whether it is legal, and if not, why and what would be.

A refused move changes nothing, and judging goes on behind it. Where a ruling that nobody agreed on decides a move,
the verdict is that it depends; the default reading is followed from there.
"""

from __future__ import annotations

from dataclasses import replace

from spec.execution.alternatives import Alternatives
from spec.execution.entries import Comment, Decision, Step, TableRuling
from spec.execution.judging_as import judge_as
from spec.execution.moves import move_text
from spec.execution.nearest import nearest_moves, smallest_changes
from spec.execution.position import Position
from spec.execution.possible import impossibilities, is_within_sorts
from spec.execution.reasons import effect, is_over, reasons
from spec.execution.records import Record
from spec.execution.seeing import Viewer, onlooker
from spec.execution.verdicts import Judgement, MoveJudgement, Verdict
from spec.lowering.executor import Move


def judge(record: Record, viewer: int | str | Viewer = Viewer.REFEREE) -> Judgement:
    """The verdict on every move of a record, and on the position it starts from.

    For a `viewer` other than the referee it is what that player (by name or seat) or a bystander can know: a move that
    something hidden decides depends on it, and what is hidden is not told. `Malformed` if nobody sits there.
    """
    looking = onlooker(record.table, viewer)
    if looking is not Viewer.REFEREE:
        return judge_as(record, looking)
    impossible = impossibilities(record.table, record.start)
    moves = _judged(record, not impossible).found
    return Judgement(record.file, record.table.game.id, impossible, tuple(moves))


def replay(record: Record) -> tuple[Position, tuple[MoveJudgement, ...]]:
    """The position at the end of a record, as the table ruled, and what was found of each move on the way."""
    judged = _judged(record, not impossibilities(record.table, record.start))
    return Position(judged.table, judged.row), tuple(judged.found)


def _judged(record: Record, is_possible: bool) -> _Judge:
    judge_of_moves = _Judge(record, is_possible)
    for entry in record.entries:
        match entry:
            case Step():
                judge_of_moves.step(entry)
            case TableRuling():
                judge_of_moves.ruling(entry)
            case Comment():
                pass
    return judge_of_moves


class _Judge:
    """The state of a replay: the row as ruled, and beside it the row as it would be had a refused move been made."""

    def __init__(self, record: Record, is_possible: bool) -> None:
        self.table = record.table
        self.row: tuple[int, ...] = record.start
        self.found: list[MoveJudgement] = []
        settled = {ruling for ruling in self.table.game.rulings if ruling.id in record.header.settings}
        self.alternatives = Alternatives(self.table, settled)
        self._is_trusted = is_possible
        self._is_lost = False
        self._refused: Move | None = None
        self._as_if: tuple[int, ...] | None = None
        self._as_if_line = 0

    def step(self, step: Step) -> None:
        """Judge one move, and make it if it is legal."""
        text = move_text(self.table, step.move)
        self._refused = None
        if self._is_lost or not is_within_sorts(self.table, self.row):
            self.found.append(MoveJudgement(step.line, text, Verdict.UNJUDGED))
            return
        broken = reasons(self.table, self.row, step.move)
        depends = self.alternatives.deciding(self.row, step.move, broken)
        verdict = Verdict.DEPENDS if depends else Verdict.ILLEGAL if broken else Verdict.LEGAL
        judgement = MoveJudgement(step.line, text, verdict, broken, depends=depends)
        if broken:
            judgement = self._explained(judgement, step)
            self._refused = step.move
            self.alternatives.follow(self.row, step.move, None)
        elif not self._made(step.move):
            judgement = MoveJudgement(step.line, text, Verdict.UNJUDGED)
        self.found.append(judgement)

    def ruling(self, ruling: TableRuling) -> None:
        """Go on as the table ruled."""
        if self.found:
            self.found[-1] = replace(self.found[-1], rulings=(*self.found[-1].rulings, ruling.text))
        if ruling.reading is not None:
            self.alternatives = self.alternatives.settled(*ruling.reading)
            self.table = self.alternatives.table
        elif ruling.cell is not None:
            self._is_trusted = False
            cell, value = ruling.cell
            self.row = (*self.row[:cell.slot], value, *self.row[cell.slot + 1:])
            self._as_if = None
            self.alternatives.put_right()
        elif ruling.decision is Decision.STANDS and self._refused is not None:
            after = effect(self.table, self.row, self._refused)
            if after is not None:
                self.row, self._as_if, self._is_trusted = after, None, False
                self.alternatives.put_right()
                self.found[-1] = replace(self.found[-1], stands=True)
        self._refused = None if ruling.decision is not Decision.REMARK else self._refused

    def _explained(self, judgement: MoveJudgement, step: Step) -> MoveJudgement:
        follows = 0
        if self._as_if is not None and not reasons(self.table, self._as_if, step.move):
            follows = self._as_if_line
            self._as_if = effect(self.table, self._as_if, step.move)
        elif self._as_if is None:
            self._as_if = effect(self.table, self.row, step.move)
            self._as_if_line = step.line
        if is_over(self.table, self.row):
            return replace(judgement, follows=follows)
        return replace(
            judgement, follows=follows, nearest=nearest_moves(self.table, self.row, step.move),
            changes=smallest_changes(self.table, self.row, step.move),
        )

    def _made(self, move: Move) -> bool:
        """Make a legal move; False if its effect cannot be, which only happens behind an impossible position."""
        after = effect(self.table, self.row, move)
        if after is None:
            if self._is_trusted:
                self.table.executor.apply(self.row, move)  # raises the bug of the spec that this is
            self._is_lost = True
            return False
        self.alternatives.follow(self.row, move, after)
        self.row = after
        if self._as_if is not None:
            self._as_if = None if reasons(self.table, self._as_if, move) else effect(self.table, self._as_if, move)
        return True
