"""Adjudication cases: a position, a move, and what a judge must answer. `docs/cases.md` explains the format.

A suite is a TOML file of numbered and cited cases that any implementation of the game can be held to.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from spec.execution.cells import read_assignment, value_text
from spec.execution.entries import Step
from spec.execution.header import Header
from spec.execution.judging import judge
from spec.execution.moves import read_move
from spec.execution.position import Position
from spec.execution.records import Record, SetUp
from spec.execution.table import Table
from spec.execution.verdicts import Judgement, Verdict
from spec.language.errors import Malformed, Place, Problem
from spec.language.files import parse_toml

ANSWERS = (Verdict.LEGAL, Verdict.ILLEGAL, Verdict.DEPENDS, Verdict.IMPOSSIBLE)
"""What a case may expect of a judge."""


@dataclass(frozen=True)
class Case:
    """One case. `position` and `after` map cells to values as records write them; `moves` lead up to `move`.

    `rules` are those that the case is about; if `move` is illegal, they are just the ones it breaks, and `related`
    are others that it turns on. `ruling` is the ruling that a move depends on, and `readings` says for some of its
    readings whether the move is legal or illegal then. `reads` maps a reading of the game and the members it is for to
    what it says after a legal move; `weight` is how often a legal move of chance happens, against the others.
    """

    id: str
    title: str
    cites: tuple[str, ...]
    rules: tuple[str, ...]
    header: Header
    verdict: Verdict
    position: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    move: str = ""
    related: tuple[str, ...] = ()
    ruling: str = ""
    after: Mapping[str, str] = field(default_factory=dict)
    reads: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    weight: int | None = None
    readings: Mapping[str, str] = field(default_factory=dict)
    place: Place | None = None


@dataclass(frozen=True)
class Suite:
    """The cases of one file, in its order."""

    file: str
    title: str
    cases: tuple[Case, ...]


def read_suite(text: str, file: str) -> Suite:
    """The suite in a text; `file` is what messages call it. `Malformed` with every problem found."""
    return _Reader(parse_toml(text, file), text, file).suite()


def run_case(case: Case, set_up: SetUp) -> tuple[str, ...]:
    """What a judge answers otherwise than the case says; nothing if they agree. `Malformed` if it cannot be set up."""
    table = set_up(case.header)
    row = list(table.instance.start)
    for name, value in case.position.items():
        cell, number = read_assignment(table, f"{name} = {value}")
        row[cell.slot] = number
    written = [*case.moves, case.move] if case.move else list(case.moves)
    steps = [Step(number, read_move(table, move)) for number, move in enumerate(written, start=1)]
    record = Record(case.id, case.header, table, tuple(row), tuple(steps))
    judgement = judge(record)
    return tuple(_differences(case, judgement) or _cells_otherwise(case, table, record))


def _differences(case: Case, judgement: Judgement) -> list[str]:
    if case.verdict is Verdict.IMPOSSIBLE:
        return [] if judgement.impossible else ["the position is possible"]
    found = [f"the position is impossible: {one}" for one in judgement.impossible]
    *before, last = judgement.moves
    found += [f"leading up to it: {line}" for one in before if one.verdict is Verdict.ILLEGAL for line in one.lines()]
    if last.verdict is not case.verdict:
        return [*found, f"expected {case.verdict.value}, and it is {last.verdict.value}", *last.lines()]
    if case.verdict is Verdict.ILLEGAL and {one.rule.id for one in last.broken} != set(case.rules):
        found += [f"expected {', '.join(case.rules)} to be broken, and it is", *(str(one) for one in last.broken)]
    if case.verdict is Verdict.DEPENDS:
        on = next((one.readings for one in last.depends if one.ruling.id == case.ruling), None)
        if on is None or any(on.get(choice) != said for choice, said in case.readings.items()):
            found += [f"expected it to depend on {case.ruling}{_told(case)}, and it is", *map(str, last.depends)]
    return found


def _told(case: Case) -> str:
    """What is expected under each reading of a ruling."""
    told = ", ".join(f"{said} if {choice}" for choice, said in case.readings.items())
    return f" ({told})" if told else ""


def _cells_otherwise(case: Case, table: Table, record: Record) -> list[str]:
    if not case.after and not case.reads and case.weight is None:
        return []
    position = Position(table, record.start)
    for move in record.moves[:-1]:
        position = position.play(move)
    found: list[str] = []
    weight = table.executor.weight(position.row, record.moves[-1])
    if case.weight not in (None, weight):
        found.append(f"expected it to happen {case.weight} times as often as a move of weight 1, and it is {weight}")
    position = position.play(record.moves[-1])
    for name, value in case.after.items():
        cell, wanted = read_assignment(table, f"{name} = {value}")
        if (is_ := position.row[cell.slot]) != wanted:
            found.append(f"expected {name} = {value} afterwards, and it is {value_text(table, cell, is_)}")
    for (name, *members), said in case.reads.items():
        is_said = _said(position, name, members)
        if is_said != said:
            found.append(f"expected {name} of {', '.join(members)} to be {said}, and it is {is_said}")
    return found


def _said(position: Position, name: str, members: list[str]) -> str:
    table = position.table
    reading = table.game.readings.get(name)
    if reading is None or len(reading.params) != len(members):
        known = "; ".join(f"{one.name} of {len(one.params)}" for one in table.game.readings.values())
        raise Malformed.one(f"there is no reading {name} of {len(members)} members", f"the readings are {known}")
    args = [table.names.read_within(sort, word) for sort, word in zip(reading.params.values(), members, strict=True)]
    result = table.instance.tape(reading).result
    value = position.read(name, *args)
    return table.names.id(result.sort, value) if result is not None else str(value)


_SUITE_KEYS = {"game", "board", "title", "players", "settings", "position", "moves"}
_CASE_KEYS = {
    "id", "title", "cites", "rules", "board", "players", "settings", "position", "moves", "move", "verdict",
    "related", "ruling", "after", "reads", "weight",
    "readings",
}


class _Reader:
    """Reads one suite; problems are collected and raised together."""

    def __init__(self, content: Mapping[str, Any], text: str, file: str) -> None:
        self.content = content
        self.file = file
        self.problems: list[Problem] = []
        lines = text.splitlines()
        self.lines = [number for number, line in enumerate(lines, start=1) if line.strip() == "[[case]]"]

    def suite(self) -> Suite:
        common = self.content.get("suite", {})
        rows = self.content.get("case", [])
        if not isinstance(common, dict) or not isinstance(rows, list) or not rows:
            raise Malformed.one(f"{self.file} holds no cases", "write [suite], then [[case]] above each case")
        for key in common.keys() - _SUITE_KEYS:
            self._problem(1, f"[suite] has no key {key!r}", "it may have " + ", ".join(sorted(_SUITE_KEYS)))
        cases = [self._case(common, row, place) for row, place in zip(rows, self._places(len(rows)), strict=True)]
        for number, case in enumerate(cases):
            if case.id in {one.id for one in cases[:number]}:
                line = case.place.line if case.place else 1
                self._problem(line, f"the id {case.id!r} stands twice", "number it anew")
        if self.problems:
            raise Malformed(self.problems)
        return Suite(self.file, str(common.get("title", "")), tuple(cases))

    def _places(self, count: int) -> list[int]:
        return self.lines if len(self.lines) == count else [1] * count

    def _case(self, common: Mapping[str, Any], row: Mapping[str, Any], line: int) -> Case:
        for key in row.keys() - _CASE_KEYS:
            self._problem(line, f"a case has no key {key!r}", "it may have " + ", ".join(sorted(_CASE_KEYS)))
        for key in ("id", "title", "cites", "verdict"):
            if not row.get(key):
                self._problem(line, f"{key} is missing", f"write {key} = ...")
        verdict = next((one for one in ANSWERS if one.value == row.get("verdict")), Verdict.LEGAL)
        if row.get("verdict") and row["verdict"] != verdict.value:
            answers = ", ".join(one.value for one in ANSWERS)
            self._problem(line, f"{row['verdict']!r} is no verdict", f"write one of {answers}")
        needed = {Verdict.IMPOSSIBLE: (), Verdict.DEPENDS: ("move", "ruling")}.get(verdict, ("move", "rules"))
        for key in needed:
            if not row.get(key):
                self._problem(line, f"a case that is {verdict.value} needs {key}", f"write {key} = ...")
        if any(row.get(key) for key in ("after", "reads", "weight")) and verdict is not Verdict.LEGAL:
            self._problem(line, "only behind a legal move something is seen", "leave out after, reads and weight")
        for choice, said in row.get("readings", {}).items():
            if verdict is not Verdict.DEPENDS or said not in ("legal", "illegal"):
                self._problem(line, f"readings.{choice} = {said!r}", "say legal or illegal, of a case that depends")
        players = row.get("players", common.get("players", []))
        header = Header(
            str(common.get("game", "")), str(row.get("board", common.get("board", ""))), tuple(players), 0,
            {id_: str(choice) for id_, choice in {**common.get("settings", {}), **row.get("settings", {})}.items()},
        )
        return Case(
            str(row.get("id", "")), str(row.get("title", "")), tuple(row.get("cites", ())), tuple(row.get("rules", ())),
            header, verdict, _cells(common.get("position", {}), row.get("position", {})),
            (*common.get("moves", ()), *row.get("moves", ())), str(row.get("move", "")), tuple(row.get("related", ())),
            str(row.get("ruling", "")), _cells(row.get("after", {})),
            dict(_leaves(row.get("reads", {}))), row.get("weight"), row.get("readings", {}),
            Place(self.file, line),
        )

    def _problem(self, line: int, what: str, remedy: str) -> None:
        self.problems.append(Problem(Place(self.file, line), what, remedy))


def _cells(*trees: Mapping[str, Any]) -> dict[str, str]:
    """Nested tables as cells and values in the words of records; later tables lie over earlier ones."""
    found: dict[str, str] = {}
    for tree in trees:
        for field_name, value in tree.items():
            for index, cell in _leaves(value):
                found[f"{field_name}[{', '.join(index)}]" if index else field_name] = cell
    return found


def _leaves(value: Any, index: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*index, key))
    elif isinstance(value, bool):
        yield index, "yes" if value else "no"
    else:
        yield index, str(value)
