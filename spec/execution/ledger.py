"""The ledger of a game: every numbered line of its rulebook, and what the spec makes of it.

A TOML file beside the game's sections lists each line once, in our own words, as a rule, a fact of the components,
an example or flavour. `spec/execution/coverage.py` holds the ledger and the rules against each other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Any

import spec.games
from spec.language.errors import Malformed, Place, Problem
from spec.language.files import parse_toml, read_text
from spec.language.game import Game


class LineKind(Enum):
    """What a line of a rulebook is."""

    RULE = "rule"
    FACT = "fact"
    EXAMPLE = "example"
    FLAVOUR = "flavour"


@dataclass(frozen=True)
class Entry:
    """One line of the rulebook.

    `rules` are the ids of the rules that state it, `settings` those of the rulings and variants that turn on it,
    `where` the tables and fields that hold a fact (`board.stock`, `state.bank`), `cases` the ids of the adjudication
    cases that replay an example.
    """

    id: str
    kind: LineKind
    note: str
    rules: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    place: Place | None = None


@dataclass(frozen=True)
class Ledger:
    """A rulebook line by line; `rulebook` is how its lines are cited and `lines` how many of them are numbered."""

    file: str
    rulebook: str
    lines: int
    entries: tuple[Entry, ...]

    @cached_property
    def by_id(self) -> Mapping[str, Entry]:
        """Each listed line by its id, such as "80D-61"."""
        return {entry.id: entry for entry in self.entries}

    @property
    def numbered(self) -> Iterator[str]:
        """The id of every line that the rulebook has, listed or not."""
        return (f"{self.rulebook}-{number}" for number in range(1, self.lines + 1))

    def count(self, kind: LineKind) -> int:
        """How many lines are listed as `kind`."""
        return sum(entry.kind is kind for entry in self.entries)

    def of_rule(self, rule: str) -> tuple[Entry, ...]:
        """The lines that name a rule, in the rulebook's order."""
        return tuple(entry for entry in self.entries if rule in entry.rules)


def ledger_file(game: Game) -> Path:
    """Where a game's ledger stands, if it has one."""
    return Path(spec.games.__path__[0]) / game.id / "ledger.toml"


def load_ledger(game: Game) -> Ledger | None:
    """The ledger of a game, None if it has none; `Malformed` with every problem of the file."""
    path = ledger_file(game)
    if not path.is_file():
        return None
    return read_ledger(read_text(path, "make it readable"), str(path))


def read_ledger(text: str, file: str) -> Ledger:
    """The ledger in a text; `file` is what messages call it. `Malformed` with every problem found."""
    return _Reader(parse_toml(text, file), text, file).ledger()


_LISTS = ("rules", "rulings", "variants", "where", "cases")
_KEYS = {"id", "kind", "note", *_LISTS}
_NEEDS = {
    LineKind.RULE: ("rules",), LineKind.FACT: ("where", "variants"), LineKind.EXAMPLE: ("cases",), LineKind.FLAVOUR: (),
}
"""What a line of each kind must name: at least one of these."""
_ROW = re.compile(r"\s*(?:\[\[\s*line\s*\]\]|line\s*=\s*\[\s*\{|\{)")


class _Reader:
    """Reads one ledger; problems are collected and raised together."""

    def __init__(self, content: Mapping[str, Any], text: str, file: str) -> None:
        self.content = content
        self.file = file
        self.problems: list[Problem] = []
        self.rows = [number for number, line in enumerate(text.splitlines(), start=1) if _ROW.match(line)]

    def ledger(self) -> Ledger:
        rulebook, lines, rows = (self.content.get(key) for key in ("rulebook", "lines", "line"))
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            raise Malformed.one("this is no ledger", "write line = [{id = ..., kind = ...}, ...]", Place(self.file, 1))
        for key in sorted(self.content.keys() - {"rulebook", "lines", "line"}):
            self._problem(1, f"a ledger has no key {key!r}", "it has rulebook, lines and line")
        if not isinstance(rulebook, str) or not re.fullmatch(r"[A-Z0-9]+", rulebook):
            self._problem(1, "rulebook is missing or no short name", 'write what citations begin with, such as "80D"')
        if not isinstance(lines, int) or isinstance(lines, bool) or lines < 1:
            self._problem(1, "lines is missing or no number", "write how many numbered lines the rulebook has")
        places = self.rows if len(self.rows) == len(rows) else [1] * len(rows)
        entries = [self._entry(row, place) for row, place in zip(rows, places, strict=True)]
        if not self.problems:
            self._numbering(entries, str(rulebook), int(str(lines)))
        if self.problems:
            raise Malformed(self.problems)
        return Ledger(self.file, str(rulebook), int(str(lines)), tuple(entries))

    def _entry(self, row: Mapping[str, Any], line: int) -> Entry:
        id_ = row.get("id")
        called = str(id_) if id_ else "a line"
        for key in sorted(row.keys() - _KEYS):
            self._problem(line, f"{called} has no key {key!r}", "it may have " + ", ".join(sorted(_KEYS)))
        for key in ("id", "note"):
            if not isinstance(row.get(key), str) or not row[key]:
                self._problem(line, f"{called}: {key} is missing or not a text", f'write {key} = "..."')
        lists = {key: self._ids(row, key, called, line) for key in _LISTS}
        kind = next((one for one in LineKind if one.value == row.get("kind")), None)
        if kind is None:
            kinds = ", ".join(one.value for one in LineKind)
            self._problem(line, f"{called}: {row.get('kind')!r} is no kind of line", f"write one of {kinds}")
            kind = LineKind.RULE
        else:
            self._fitting(kind, lists, called, line)
        return Entry(
            called, kind, str(row.get("note", "")), lists["rules"], (*lists["rulings"], *lists["variants"]),
            lists["where"], lists["cases"], Place(self.file, line),
        )

    def _ids(self, row: Mapping[str, Any], key: str, called: str, line: int) -> tuple[str, ...]:
        named = row.get(key, [])
        if not isinstance(named, list) or not all(isinstance(one, str) and one for one in named):
            self._problem(line, f"{called}: {key} is no list of names", f'write {key} = ["..."]')
            return ()
        for one in sorted({one for one in named if named.count(one) > 1}):
            self._problem(line, f"{called}: {key} names {one!r} twice", "name it once")
        return tuple(named)

    def _fitting(self, kind: LineKind, lists: Mapping[str, tuple[str, ...]], called: str, line: int) -> None:
        needs = _NEEDS[kind]
        if needs and not any(lists[key] for key in needs):
            what = f"{called} is listed as {kind.value} and names no {' or '.join(needs)}"
            self._problem(line, what, f"write {needs[0]} = ...")
        if kind is LineKind.FLAVOUR and any(lists.values()):
            self._problem(line, f"{called} is flavour, and nothing can rest on it", "give it another kind")
        if kind is not LineKind.EXAMPLE and lists["cases"]:
            self._problem(line, f"{called} is no example, so no case replays it", "leave out cases")

    def _numbering(self, entries: list[Entry], rulebook: str, lines: int) -> None:
        before: dict[str, int] = {}
        last = 0
        for entry in entries:
            line = entry.place.line if entry.place else 1
            found = re.fullmatch(rf"{rulebook}-([1-9]\d*)", entry.id)
            if not found or int(found[1]) > lines:
                what = f"{entry.id!r} is no line of the rulebook"
                self._problem(line, what, f"its lines are {rulebook}-1 to {rulebook}-{lines}")
                continue
            if entry.id in before:
                self._problem(line, f"{entry.id} is listed twice", f"it stands in line {before[entry.id]} already")
            elif int(found[1]) < last:
                self._problem(line, f"{entry.id} stands too late", "list the lines in the rulebook's order")
            before.setdefault(entry.id, line)
            last = max(last, int(found[1]))

    def _problem(self, line: int, what: str, remedy: str) -> None:
        self.problems.append(Problem(Place(self.file, line), what, remedy))
