"""Replaying without reasons: the judge's own course of a record, for those who only ask whether and where to."""

from __future__ import annotations

from collections.abc import Sequence

from spec.execution.entries import Comment, Decision, Entry, Step, TableRuling
from spec.execution.possible import is_within_sorts
from spec.execution.reasons import effect
from spec.execution.table import Table
from spec.execution.verdicts import Verdict
from spec.language.errors import SpecError
from spec.lowering.executor import Move

LEGAL, ILLEGAL, UNJUDGED = Verdict.LEGAL, Verdict.ILLEGAL, Verdict.UNJUDGED


class Replay:
    """Where a replay stands: the table with what it has agreed on, the state, and the move refused just above.

    A refused move changes nothing. `is_trusted` says that nothing impossible has been put into the state, so that a
    legal move without a possible effect is a bug of the spec, which is then raised. States are never changed in place.
    """

    __slots__ = ("_can_end", "_executor", "_is_sound", "is_lost", "is_trusted", "refused", "row", "table")

    def __init__(self, table: Table, row: Sequence[int], *, is_trusted: bool = False) -> None:
        self.row: list[int] = list(row)
        self.refused: Move | None = None
        self.is_trusted = is_trusted
        self.is_lost = False
        self._is_sound = is_within_sorts(table, self.row)
        self._sit_at(table)

    def _sit_at(self, table: Table) -> None:
        self.table = table
        self._executor = table.executor
        self._can_end = "over" in table.game.readings

    def copy(self, table: Table | None = None) -> Replay:
        """Another replay that goes on from here, at another table if one is given."""
        other = Replay.__new__(Replay)
        other.row, other.refused, other.is_trusted = self.row, self.refused, self.is_trusted
        other.is_lost, other._is_sound = self.is_lost, self._is_sound
        other._sit_at(table or self.table)
        return other

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, as far as it says so itself."""
        return self._can_end and bool(self.table.executor.read("over", self.row))

    def is_where(self, other: Replay) -> bool:
        """Whether both go on alike."""
        return self.row == other.row and self.refused == other.refused and self.table is other.table

    def step(self, move: Move) -> Verdict:
        """Make a move if it is legal: LEGAL, ILLEGAL, or UNJUDGED where the state holds what it cannot hold."""
        self.refused = None
        executor = self._executor
        if not self._is_sound and (self.is_lost or not self._has_healed()):
            return UNJUDGED
        if executor.broken(self.row, move) or (self._can_end and executor.read("over", self.row)):
            self.refused = move
            return ILLEGAL
        try:
            self.row = executor.apply(self.row, move)
        except SpecError:
            if self.is_trusted:
                raise
            self.is_lost, self._is_sound = True, False
            return UNJUDGED
        return LEGAL

    def rule(self, ruling: TableRuling) -> bool:
        """Go on as the table ruled; whether that settles a refused move just above, as all but a remark does."""
        refused = self.refused
        if ruling.decision is Decision.REMARK:
            return False
        self.refused = None
        if ruling.reading is not None:
            setting, choice = ruling.reading
            self._sit_at(self.table.with_choice(setting, choice))
        elif ruling.cell is not None:
            cell, value = ruling.cell
            self.row = [*self.row[:cell.slot], value, *self.row[cell.slot + 1:]]
            self.is_trusted = self._is_sound = False
        elif ruling.decision is Decision.STANDS and refused is not None:
            after = effect(self.table, self.row, refused)
            if after is not None:
                self.row, self.is_trusted = list(after), False
        return refused is not None

    def follow(self, entry: Entry) -> Verdict | None:
        """Go on by one line of a record: the verdict on a move, None of any other line."""
        match entry:
            case Step(move=move):
                return self.step(move)
            case TableRuling():
                self.rule(entry)
            case Comment():
                pass
        return None

    def _has_healed(self) -> bool:
        self._is_sound = is_within_sorts(self.table, self.row)
        return self._is_sound
