"""Judge without reasons: only whether a record is legal, or the first line that is not. Made for many records.

The verdict is the full judge's. Where every ruling is agreed on, a move costs a few microseconds; open rulings that a
move may turn on are weighed as the judge weighs them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spec.execution.alternatives import Alternatives
from spec.execution.entries import Comment, Step, TableRuling
from spec.execution.moves import move_text
from spec.execution.possible import impossibilities
from spec.execution.reasons import reasons
from spec.execution.records import Record
from spec.execution.stepping import Replay
from spec.execution.verdicts import Verdict
from spec.lowering.executor import Move


@dataclass(frozen=True, slots=True)
class QuickVerdict:
    """The verdict on a whole record, and the first move that earned it: its line, its number from 1, its words.

    A legal record, and one that starts from an impossible position, name no move: line and number are 0.
    """

    file: str
    game: str
    verdict: Verdict
    moves: int
    line: int = 0
    number: int = 0
    move: str = ""

    @property
    def is_legal(self) -> bool:
        """Whether every move is legal and the first position possible."""
        return self.verdict is Verdict.LEGAL

    @property
    def status(self) -> int:
        """The exit status of a command that judges: 0 if everything is legal, else 1."""
        return 0 if self.is_legal else 1

    def to_json(self) -> dict[str, Any]:
        """The verdict as JSON has it."""
        return {
            "file": self.file, "game": self.game, "verdict": self.verdict.value, "count": self.moves,
            "line": self.line or None, "number": self.number or None, "move": self.move or None,
        }

    def __str__(self) -> str:
        if self.is_legal:
            return f"{self.moves} of {self.moves} moves legal: legal"
        if not self.number:
            return f"the first position: {self.verdict.value}"
        where = f"line {self.line}" if self.line else f"move {self.number}"
        return f"{where}: {self.move} -- {self.verdict.value}"


def quick_verdict(record: Record) -> QuickVerdict:
    """The full judge's verdict on a record, and the first move it rests on; no reasons.

    The start of a game is taken to be possible, as the claims of a game are proved of it.
    """
    table, moves = record.table, len(record.steps)
    if record.is_mid_game and impossibilities(table, record.start):
        return QuickVerdict(record.file, table.game.id, Verdict.IMPOSSIBLE, moves)
    verdict, step, number = _worst(record)
    if step is None:
        return QuickVerdict(record.file, table.game.id, verdict, moves)
    text = move_text(table, step.move)
    return QuickVerdict(record.file, table.game.id, verdict, moves, step.line, number, text)


def is_legal_record(record: Record) -> bool:
    """Whether every move of a record is legal under the readings agreed on, and its first position possible."""
    return quick_verdict(record).is_legal


_ORDER = (Verdict.LEGAL, Verdict.DEPENDS, Verdict.UNJUDGED)
"""What is not illegal, from best to worst; an illegal move ends the search."""


def _worst(record: Record) -> tuple[Verdict, Step | None, int]:
    """The worst verdict on a move, and the first move that has it with its number."""
    replay = Replay(record.table, record.start, is_trusted=True)
    settled = {ruling for ruling in record.table.game.rulings if ruling.id in record.header.settings}
    open_rulings = Alternatives(record.table, settled)
    worst, first, first_number, number = Verdict.LEGAL, None, 0, 0
    for entry in record.entries:
        match entry:
            case Step(move=move):
                number += 1
                verdict = _step(replay, open_rulings, move) if open_rulings.are_left else replay.step(move)
                if verdict is Verdict.ILLEGAL:
                    return verdict, entry, number
                if verdict is not Verdict.LEGAL and _ORDER.index(verdict) > _ORDER.index(worst):
                    worst, first, first_number = verdict, entry, number
            case TableRuling(reading=reading):
                before = replay.row
                replay.rule(entry)
                if reading is not None:
                    open_rulings = open_rulings.settled(*reading)
                elif replay.row != before:
                    open_rulings.put_right()
            case Comment():
                pass
    return worst, first, first_number


def _step(replay: Replay, open_rulings: Alternatives, move: Move) -> Verdict:
    """Judge a move that open rulings may decide, and make it under the other readings."""
    before = replay.row
    verdict = replay.step(move)
    if verdict is Verdict.UNJUDGED or not open_rulings.concern(move):
        return verdict
    broken = reasons(replay.table, before, move) if verdict is Verdict.ILLEGAL else ()
    depends = open_rulings.deciding(before, move, broken)
    if verdict is Verdict.LEGAL or depends:
        open_rulings.follow(before, move, replay.row if verdict is Verdict.LEGAL else None)
    return Verdict.DEPENDS if depends else verdict
