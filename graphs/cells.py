"""Read single cells of a board file into integers, by the sort of their table."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any

from graphs.clashes import Cause, Clash, cause_among
from graphs.places import Lines, snake
from spec.language.board import Printed
from spec.language.data import Name
from spec.language.errors import Problem
from spec.language.game import Game
from spec.language.sorts import ABSENT, BoolSort, Int, Named, Opt, Sort, Upto
from spec.language.values import Element


def suggestion(text: str, known: Iterable[str]) -> str:
    """`did you mean 'x'? ` if a known name is close, else nothing.

    >>> suggestion("pariss", ["paris", "rome"])
    "did you mean 'paris'? "
    """
    close = difflib.get_close_matches(text, list(known), n=1)
    return f"did you mean {close[0]!r}? " if close else ""


def told(value: object) -> str:
    """A value as a board file writes it, near enough to be found there.

    >>> told(True), told("two")
    ('true', "'two'")
    """
    return str(value).lower() if isinstance(value, bool) else repr(value)


def given_tables(game: Game) -> list[Printed]:
    """The tables that a board file gives: those that nothing derives and no rulebook prints."""
    return [table for table in game.board.tables if not table.derived and table.values is None]


class CellReader:
    """Turns values of a board file into cells, collecting what is wrong with them."""

    def __init__(self, names: Mapping[str, tuple[Name, ...]], problems: list[Problem], lines: Lines) -> None:
        self.names = names
        self.problems = problems
        self.lines = lines
        self.clashes: list[Clash] = []

    def cell(self, table: Printed, row: Mapping[str, Any], section: str, number: int) -> int:
        """The one cell of a row under the table's key."""
        return self._read(table, table.sort, row.get(table.key), section, number)

    def row_of_cells(self, table: Printed, row: Mapping[str, Any], section: str, number: int) -> list[int]:
        """The cells of a row for every member of the table's second sort: `cost = {hat = 1}`."""
        second = table.index[1]
        assert isinstance(second, Named), f"table {table.name}: its second index must be a named sort"
        given = row.get(table.key, {})
        members = [name.id for name in self.names[second.element.__name__]]
        if not isinstance(given, dict):
            self._problem(f"is {given!r}", f"write {table.key} = {{{members[0]} = 1}}", section, number, table.key)
            given = {}
        for key in given.keys() - set(members):
            what = f"there is no {second} {key!r}"
            remedy = suggestion(key, members) + "known: " + ", ".join(members)
            self._missing(second.element, what, remedy, section, number, table.key)
        return [self._read(table, table.sort, given.get(one, table.default or 0), section, number) for one in members]

    def _read(self, table: Printed, sort: Sort, value: object, section: str, number: int) -> int:
        if value is None:
            if isinstance(sort, Opt):
                return ABSENT
            if table.default is not None:
                return table.default
            whole = f"; {self.lines.heading(section)} here replaces all of that of {self.lines.replaced(section)}"
            remedy = f"write {table.key} = ..." + (whole if self.lines.replaces(section) else "")
            self._problem("is missing", remedy, section, number, table.key)
            return 0
        match sort:
            case BoolSort():
                if isinstance(value, bool):
                    return int(value)
                self._problem(f"is {told(value)}", "write true or false", section, number, table.key)
            case Int(lo, hi):
                if isinstance(value, int) and not isinstance(value, bool) and lo <= value <= hi:
                    return value
                self._problem(f"is {told(value)}", f"write a whole number from {lo} to {hi}", section, number,
                              table.key)
            case Upto(element):
                if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
                    return value
                self._problem(f"is {told(value)}", f"write a number of {element.__name__}", section, number, table.key)
            case Named(element) | Opt(element):
                return self._member(table, element, value, section, number)
        return 0

    def _member(self, table: Printed, element: type[Element], value: object, section: str, number: int) -> int:
        ids = [name.id for name in self.names[element.__name__]]
        if value in ids:
            return ids.index(str(value))
        what = f"there is no {element.__name__} {value!r}"
        remedy = suggestion(str(value), ids) + ("known: " + ", ".join(ids) if len(ids) <= 40 else "")
        self._missing(element, what, remedy, section, number, table.key)
        return 0

    def _missing(
        self, element: type[Element], what: str, remedy: str, section: str, number: int, key: str
    ) -> None:
        """A member that is not there is told where it is named, unless a file took it away by replacing its section."""
        if cause := cause_among([Cause(snake(element))], section, self.lines):
            self.clashes.append(Clash(cause, section, self.lines.of(section, number, key), what, key))
        else:
            self._problem(what, remedy, section, number, key)

    def _problem(self, what: str, remedy: str, section: str, row: int, key: str) -> None:
        self.problems.append(Problem(self.lines.of(section, row, key), what, remedy, key))
