"""Single changes to a record, the smallest first: what a slip of the pen, or of the memory, may have left out.

The order: an agreement on a ruling that the record leaves open and the illegal move turns on; then, at the illegal
move, another value of one parameter, a move inserted just before it, its place changed with a neighbour; then at each
earlier move, the nearest first, the same, and the move left out; then an agreement on another ruling that is open, or
another choice of what was agreed on; then several parameters of the illegal move. Leaving out the illegal move itself
comes last, since that is how the record is judged anyway.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from spec.execution.entries import Comment, Entry, Step
from spec.execution.records import Record
from spec.execution.stepping import Replay
from spec.language.settings import Ruling, Setting
from spec.language.sorts import Int, Upto
from spec.lowering.executor import Move


class Kind(Enum):
    """What a change does to a record."""

    AGREED = "agrees on a ruling that the record leaves open"
    CHANGED = "changes one parameter of a move"
    INSERTED = "inserts a move"
    SWAPPED = "swaps two neighbouring moves"
    LEFT_OUT = "leaves out a move"
    AGREED_OTHERWISE = "agrees on another choice"
    REWRITTEN = "changes several parameters of the move"


@dataclass(frozen=True, slots=True)
class Correction:
    """One change: the entries from `at` on, `removed` of them, become `put`; or a setting gets another choice."""

    kind: Kind
    at: int
    removed: int = 0
    put: tuple[Entry, ...] = ()
    choice: tuple[Setting, str] | None = None

    def applied(self, record: Record) -> Record:
        """The record with this one change."""
        if self.choice is None:
            entries = (*record.entries[:self.at], *self.put, *record.entries[self.at + self.removed:])
            return replace(record, entries=entries)
        setting, choice = self.choice
        table = record.table.with_choice(setting, choice)
        made = {**record.header.settings, setting.id: choice}
        header = replace(record.header, settings={id_: made[id_] for id_ in table.agreed if id_ in made})
        cells = zip(record.start, record.table.instance.start, table.instance.start, strict=True)
        start = tuple(new if old == usual else old for old, usual, new in cells)
        return replace(record, header=header, table=table, start=start)


def corrections(record: Record, before: Sequence[Replay]) -> Iterator[tuple[Correction, ...]]:
    """Groups of corrections that are equally small, the smallest group first.

    `before` holds where the replay stands before each entry up to the illegal move, which is the last of them. A move
    that a correction puts in is legal where it stands; whatever else follows from it is left to be found out.
    """
    illegal = len(before) - 1
    open_rulings = [one for one in record.table.game.rulings if one.id not in record.header.settings]
    deciding = _turned_on(record, record.entries[illegal:illegal + 1])
    yield tuple(_choices(record, [one for one in open_rulings if one in deciding], Kind.AGREED, illegal))
    for at in range(illegal, -1, -1):
        step = record.entries[at]
        if isinstance(step, Step):
            legal = _legal(before[at])
            yield tuple(_changed(Kind.CHANGED, record, at, legal))
            yield tuple(Correction(Kind.INSERTED, at, 0, (Step(step.line, move),)) for move in legal)
            yield tuple(_swapped(record.entries, at, (-1, 1) if at == illegal else (-1,)))
            if at < illegal:
                yield (Correction(Kind.LEFT_OUT, at, 1),)
    settled = [one for one in record.table.game.settings.values() if one not in open_rulings]
    rulings = [one for one in settled if isinstance(one, Ruling)]
    others = [one for one in settled if not isinstance(one, Ruling)]
    before_that = _turned_on(record, record.entries[:illegal + 1])
    left_open = [one for one in open_rulings if one in before_that and one not in deciding]
    yield tuple(_choices(record, left_open, Kind.AGREED, 0))
    agreed_on = [one for one in (*rulings, *others) if one in before_that]
    yield tuple(_choices(record, agreed_on, Kind.AGREED_OTHERWISE, 0))
    yield tuple(_changed(Kind.REWRITTEN, record, illegal, _legal(before[illegal])))
    yield (Correction(Kind.LEFT_OUT, illegal, 1),)


def _legal(replay: Replay) -> list[Move]:
    if replay.is_lost or replay.is_over:
        return []
    return replay.table.executor.legal(replay.row)


def _changed(kind: Kind, record: Record, at: int, legal: Sequence[Move]) -> Iterator[Correction]:
    """One parameter changed, or several: few before many, late words before early, near numbers before far ones."""
    step = record.entries[at]
    if not isinstance(step, Step):
        return
    sorts = list(record.table.executor.actions[step.move[0]].params.values())
    near = []
    for move in legal:
        if move[0] == step.move[0]:
            places = [place for place, (a, b) in enumerate(zip(move[1:], step.move[1:], strict=True)) if a != b]
            if (len(places) == 1) is (kind is Kind.CHANGED):
                numbers = [place for place in places if isinstance(sorts[place], (Int, Upto))]
                steps = sum(abs(move[place + 1] - step.move[place + 1]) for place in numbers)
                near.append((len(places), [-place for place in places], steps, move))
    for *_, move in sorted(near):
        yield Correction(kind, at, 1, (replace(step, move=move),))


def _swapped(entries: Sequence[Entry], at: int, sides: Sequence[int]) -> Iterator[Correction]:
    for side in sides:
        other = at + side
        while 0 <= other < len(entries) and isinstance(entries[other], Comment):
            other += side
        if not 0 <= other < len(entries):
            continue
        first, last = min(at, other), max(at, other)
        one, two = entries[first], entries[last]
        if isinstance(one, Step) and isinstance(two, Step) and one.move != two.move:
            put = (replace(one, move=two.move), *entries[first + 1:last], replace(two, move=one.move))
            yield Correction(Kind.SWAPPED, first, len(put), put)


def _turned_on(record: Record, entries: Sequence[Entry]) -> set[Setting]:
    """The settings that some of these moves, or the end of the game, turn on."""
    table = record.table
    declared = {table.executor.actions[one.move[0]] for one in entries if isinstance(one, Step)}
    over = table.game.readings.get("over")
    return {setting for one in (*declared, *([over] if over else [])) for setting in table.instance.mentioned(one)}


def _choices(record: Record, settings: Sequence[Setting], kind: Kind, at: int) -> Iterator[Correction]:
    for setting in settings:
        for choice in setting.choices:
            if choice != record.table.agreed[setting.id]:
                yield Correction(kind, at, choice=(setting, choice))
