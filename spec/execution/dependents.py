"""What follows from a move that was refused: the later moves that are illegal, legal or different because of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from spec.execution.cells import Cell, every_cell
from spec.execution.entries import Decision, Step, TableRuling
from spec.execution.moves import move_text
from spec.execution.records import Record
from spec.execution.stepping import Replay
from spec.execution.verdicts import Verdict
from spec.language.sorts import BoolSort, Int, Named, Opt, Upto


class Effect(Enum):
    """How a later move depends on an earlier one."""

    ILLEGAL = "illegal only because of it"
    LEGAL = "legal only because of it"
    DIFFERENT = "does something else because of it"


@dataclass(frozen=True, slots=True)
class Dependent:
    """A later move that goes otherwise because an earlier one was refused; `number` counts moves from 1."""

    line: int
    number: int
    move: str
    effect: Effect

    def to_json(self) -> dict[str, object]:
        """The dependent move as JSON has it."""
        return {
            "line": self.line or None, "number": self.number, "move": self.move, "effect": self.effect.name.lower()
        }


@dataclass(frozen=True, slots=True)
class _Happening:
    """What a move did: whether it was legal, and each cell it changed, numbers by how much, others to what."""

    is_legal: bool
    changed: tuple[tuple[int, int], ...]


def dependents(record: Record, illegal: int, other: Record | None) -> tuple[Dependent, ...]:
    """The moves behind entry `illegal` that go otherwise in `other`, the record as repaired.

    Without a repair they are compared with what they would be had the illegal move taken effect all the same. Moves
    that only stand in one of the two records are not compared.
    """
    told = dict(_happenings(record, illegal, stands=False))
    wanted = dict(_happenings(record, illegal, stands=True) if other is None else _happenings(other, -1, stands=False))
    found: list[Dependent] = []
    number = 0
    for at, entry in enumerate(record.entries):
        if not isinstance(entry, Step):
            continue
        number += 1
        if at > illegal and id(entry) in wanted and told[id(entry)] != wanted[id(entry)]:
            effect = _effect(told[id(entry)], wanted[id(entry)])
            found.append(Dependent(entry.line, number, move_text(record.table, entry.move), effect))
    return tuple(found)


def _effect(told: _Happening, wanted: _Happening) -> Effect:
    if told.is_legal is wanted.is_legal:
        return Effect.DIFFERENT
    return Effect.LEGAL if told.is_legal else Effect.ILLEGAL


def _happenings(record: Record, illegal: int, *, stands: bool) -> Iterator[tuple[int, _Happening]]:
    """What each move did, by the identity of its entry; at `illegal` the table lets the move stand, if `stands`."""
    replay = Replay(record.table, record.start)
    cells = tuple(every_cell(record.table))
    for at, entry in enumerate(record.entries):
        before = replay.row
        verdict = replay.follow(entry)
        if stands and at == illegal:
            replay.rule(TableRuling(0, "stands", Decision.STANDS))
        if verdict is not None:
            yield id(entry), _Happening(verdict is Verdict.LEGAL, tuple(_changed(cells, before, replay.row)))


def _changed(cells: Sequence[Cell], before: Sequence[int], after: Sequence[int]) -> Iterator[tuple[int, int]]:
    for cell in cells:
        old, new = before[cell.slot], after[cell.slot]
        if old != new:
            match cell.field.sort:
                case Int() | Upto():
                    yield cell.slot, new - old
                case BoolSort() | Named() | Opt():
                    yield cell.slot, new
