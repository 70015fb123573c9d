"""Repair a record: the smallest single change that makes its first illegal move legal, and what depended on the move.

Of all single changes, the one that leaves fewest moves illegal is best, then the smallest in the order of
`corrections`. The search ends at the first one behind which every move is legal. Each repair that is told has been
replayed by the judge, whole.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any

from spec.execution.corrections import Correction, Kind, corrections
from spec.execution.dependents import Dependent, Effect, dependents
from spec.execution.entries import Entry, Step, TableRuling
from spec.execution.judging import replay as judged_replay
from spec.execution.moves import move_text
from spec.execution.naming import plain
from spec.execution.records import Record
from spec.execution.stepping import Replay
from spec.execution.verdicts import Verdict
from spec.language.errors import SpecError
from spec.lowering.executor import Disagreement

Progress = Callable[[int, int], None]
"""Is told how many lines have been gone through, and how many there are."""

_MOST_ALIKE = 5


@dataclass(frozen=True, slots=True)
class LineChange:
    """One line of a record before and after a repair; "" before is a new line above it, "" after a line left out."""

    line: int
    before: str
    after: str

    def lines(self) -> Iterator[str]:
        """The change as lines marked by - and +."""
        place = f"line {self.line}: " if self.line else ""
        if self.before:
            yield f"- {place}{self.before}"
        if self.after:
            yield f"+ {place if self.before else place.replace('line', 'above line')}{self.after}"


@dataclass(frozen=True, slots=True)
class Repair:
    """A change that makes the move legal: its lines, the changed record, and how many of its moves are legal.

    `alike` counts the changes of the same kind at the same place that would do as well, and `others` names some.
    """

    kind: Kind
    changes: tuple[LineChange, ...]
    record: Record
    legal: int
    moves: int
    alike: int = 0
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """The first illegal move of a record that the table did not settle, its repair, and what depends on it.

    `legal` of `moves` are legal as the record stands. Moves that an open ruling decides count by its default reading.
    `is_complete` is False if time ran out before every change had been tried.
    """

    file: str
    line: int
    number: int
    move: str
    legal: int
    moves: int
    repair: Repair | None
    dependents: tuple[Dependent, ...]
    is_complete: bool

    def lines(self) -> Iterator[str]:
        """The diagnosis as lines of text."""
        where = f"line {self.line}" if self.line else f"move {self.number}"
        yield f"{where} is the first illegal move: {self.move}"
        if self.repair is None:
            yield "  no single change makes it legal" + ("" if self.is_complete else ", as far as there was time")
        else:
            so_far = "" if self.is_complete else ", as far as there was time"
            yield f"  the smallest repair {self.repair.kind.value}{so_far}:"
            for change in self.repair.changes:
                yield from (f"    {line}" for line in change.lines())
            legal, moves = self.repair.legal, self.repair.moves
            yield f"  {legal} of {moves} moves are legal then; now {self.legal} of {self.moves}"
            if self.repair.alike:
                more = "" if len(self.repair.others) == self.repair.alike else "; ..."
                yield f"  {self.repair.alike} more would do as well: {'; '.join(self.repair.others)}{more}"
        for effect in Effect:
            if found := [one for one in self.dependents if one.effect is effect]:
                yield f"  {effect.value}: {_places(found)}"

    def to_json(self) -> dict[str, Any]:
        """The diagnosis as JSON has it; `docs/records.md` explains each key."""
        repair = self.repair
        return {
            "line": self.line or None, "number": self.number, "move": self.move,
            "legal": self.legal, "moves": self.moves, "complete": self.is_complete,
            "repair": None if repair is None else {
                "kind": repair.kind.name.lower(),
                "changes": [
                    {"line": one.line or None, "before": one.before or None, "after": one.after or None}
                    for one in repair.changes
                ],
                "legal": repair.legal, "moves": repair.moves, "alike": repair.alike, "others": list(repair.others),
            },
            "dependents": [one.to_json() for one in self.dependents],
        }


def diagnose(record: Record, *, seconds: float = 10.0, progress: Progress | None = None) -> Diagnosis | None:
    """The first illegal move of a record and its smallest repair; None if no move is illegal.

    The search for a repair ends after `seconds` with the best one found by then.
    """
    search = _Search(record)
    if search.illegal is None:
        return None
    step, at = search.illegal
    best, alike, is_complete = search.best(time.monotonic() + seconds, progress)
    repair = None if best is None else _repair(record, best, alike)
    compared = None if best is None or search.only_omits(best) else best.applied(record)
    moves = record.steps
    return Diagnosis(
        record.file, step.line, sum(isinstance(one, Step) for one in record.entries[:at + 1]),
        move_text(record.table, step.move), _legal_moves(record), len(moves), repair,
        dependents(record, at, compared), is_complete,
    )


class _Search:
    """Goes through the corrections of a record.

    `before` is where the replay stands before each entry up to the illegal one; `refused` are the entries before that
    which were refused too, but settled by the table.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.before: list[Replay] = []
        self.refused: set[int] = set()
        self.illegal = self._first_illegal()

    def _first_illegal(self) -> tuple[Step, int] | None:
        replay, pending = Replay(self.record.table, self.record.start), None
        for at, entry in enumerate(self.record.entries):
            if pending is not None and isinstance(entry, Step):
                break
            self.before.append(replay.copy())
            if isinstance(entry, TableRuling):
                pending = None if replay.rule(entry) else pending
            elif replay.follow(entry) is Verdict.ILLEGAL and isinstance(entry, Step):
                pending = entry, at
                self.refused.add(at)
        if pending is not None:
            del self.before[pending[1] + 1:]
            self.refused.remove(pending[1])
        return pending

    def best(
        self, until: float, progress: Progress | None
    ) -> tuple[Correction | None, list[Correction], bool]:
        """The best correction, those that are as good and as small, and whether all that could be better were tried."""
        best: list[Correction] = []
        fewest: int | None = None
        for group in corrections(self.record, self.before):
            found: list[Correction] = []
            for correction in group:
                if time.monotonic() > until:
                    best = found or best
                    return (best[0] if best else None), best[1:], False
                left = self._left(correction, fewest)
                if left is not None and (fewest is None or left < fewest):
                    fewest, found = left, [correction]
                elif left is not None and left == fewest and found:
                    found.append(correction)
            best = found or best
            if fewest == 0:
                break
            if progress is not None and group:
                progress(len(self.before) - 1 - group[0].at, len(self.before))
        return (best[0] if best else None), best[1:], True

    def _left(self, correction: Correction, most: int | None) -> int | None:
        """How many moves are still illegal with a correction; None if it does not help, or more than `most`."""
        end = len(self.before)
        if correction.choice is not None:
            try:
                changed = correction.applied(self.record)
                replay = Replay(changed.table, changed.start)
                return _count(replay, self.record.entries[end:], most) if self._comes_through(replay, 0) else None
            except SpecError:
                return None  # the choice does not go with the board, so nobody could have agreed on it
        replay = self.before[correction.at].copy()
        behind = correction.at + correction.removed
        if _count(replay, correction.put, 0) != 0 or not self._comes_through(replay, behind):
            return None
        left = _count(replay, self.record.entries[max(behind, end):], most)
        return left if left == 0 or not self.only_omits(correction) else None

    def only_omits(self, correction: Correction) -> bool:
        """Whether it does no more than leave out the illegal move, which helps only if everything is legal then."""
        return correction.kind is Kind.LEFT_OUT and correction.at == len(self.before) - 1

    def _comes_through(self, replay: Replay, at: int) -> bool:
        """Follow the entries from `at` to the illegal one as long as nothing else is refused.

        Gives up where everything is as it was without the correction, since the illegal move is then illegal again.
        """
        entries, end = self.record.entries, len(self.before)
        while at < end:
            if replay.is_where(self.before[at]):
                return False
            if replay.follow(entries[at]) not in (None, Verdict.LEGAL) and at not in self.refused:
                return False
            at += 1
        return True


def _count(replay: Replay, entries: Sequence[Entry], most: int | None) -> int | None:
    """How many moves are refused on the way and not settled by the table; None if more than `most`."""
    refused = 0
    for entry in entries:
        if isinstance(entry, Step):
            if most is not None and refused > most:
                return None  # no ruling can settle the one above any more
            refused += replay.step(entry.move) is not Verdict.LEGAL
        elif isinstance(entry, TableRuling):
            refused -= replay.rule(entry)
    return refused if most is None or refused <= most else None


def _places(found: Sequence[Dependent]) -> str:
    """Moves by their lines, neighbours together: "lines 12 to 19, 23"; by their numbers where there are no lines."""
    runs: list[list[Dependent]] = []
    for one in found:
        if runs and runs[-1][-1].number == one.number - 1:
            runs[-1].append(one)
        else:
            runs.append([one])
    has_lines = all(one.line for one in found)
    ends = [[one.line if has_lines else one.number for one in (run[0], run[-1])] for run in runs]
    texts = [str(first) if first == last else f"{first} to {last}" for first, last in ends]
    what = ("line" if has_lines else "move") + ("s" if len(found) > 1 else "")
    return f"{what} {', '.join(texts)}"


def _legal_moves(record: Record) -> int:
    replay = Replay(record.table, record.start)
    return sum(replay.follow(entry) is Verdict.LEGAL for entry in record.entries)


def _repair(record: Record, best: Correction, alike: Sequence[Correction]) -> Repair:
    """The repair as it is told; `Disagreement` if the judge does not find as many moves legal as the search does."""
    changed = best.applied(record)
    settled = replace(changed.header, settings=dict(changed.table.agreed))  # only the readings that are followed matter
    _, judged = judged_replay(replace(changed, header=settled))
    legal = sum(not one.broken and one.verdict is not Verdict.UNJUDGED for one in judged)
    if legal != (found := _legal_moves(changed)):
        raise Disagreement(f"{legal} moves are legal for the judge, {found} for the search for a repair")
    others = tuple(
        " and ".join(change.after or change.before for change in _changes(record, one)) for one in alike[:_MOST_ALIKE]
    )
    return Repair(best.kind, _changes(record, best), changed, legal, len(judged), len(alike), others)


def _changes(record: Record, correction: Correction) -> tuple[LineChange, ...]:
    if correction.choice is not None:
        setting, choice = correction.choice
        agreed = record.header.settings.get(setting.id)
        line = next((line for id_, line in record.header.lines.items() if plain(id_) == plain(setting.id)), 0)
        before = f"set {setting.id} = {agreed}" if agreed is not None else ""
        return (LineChange(line, before, f"set {setting.id} = {choice}"),)
    old = record.entries[correction.at:correction.at + correction.removed]
    return tuple(
        LineChange(new.line if was is None else was.line, _text(record, was), _text(record, now))
        for was, now in zip_longest(old, correction.put) if (new := now or was) is not None
        if isinstance(new, Step) and (was is None or now is None or was != now)
    )


def _text(record: Record, entry: Entry | None) -> str:
    return move_text(record.table, entry.move) if isinstance(entry, Step) else ""
