"""Read a board file: TOML checked against a game's board schema, every problem told at once.

A sort's members are the rows `[[city]]`, its tables the keys of each row; constants stand under `[printed]`.
Every datum has a provenance tag: its row's, or the file's default. A file may take sections from another (`sections`).
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from graphs.cells import CellReader, given_tables, suggestion
from graphs.clashes import retold
from graphs.places import Lines, snake
from graphs.projection import DEGREES
from graphs.provenance import read_provenance
from graphs.sections import A_PATH, BASED_ON, Sections, plain_text, read_sections
from spec.language.board import Detail, Printed
from spec.language.data import BoardData, Name
from spec.language.errors import Malformed, Place, Problem
from spec.language.files import parse_toml, read_text
from spec.language.game import Game
from spec.language.sorts import Named
from spec.language.values import Element

_ID = re.compile(r"[a-z0-9_]+")
BOARDS = Path(__file__).parent / "boards"


def board_files(game: Game) -> dict[str, Path]:
    """The boards that come with a game, by name."""
    return {path.stem: path for path in sorted((BOARDS / game.id).glob("*.toml"))}


def load_board(source: Path | str, game: Game) -> BoardData:
    """The board in a file; `Malformed` with every problem found. Derived tables are not yet in it.

    `source` is a path, or the name of a board that comes with the game.
    """
    board, path = _Reader(sections_of(source, game), game).read(), _path(source, game)
    return board if path in board_files(game).values() else replace(board, file=str(path))


def _path(source: Path | str, game: Game, folder: Path = Path()) -> Path:
    if isinstance(source, Path) or "/" in source or source.endswith(".toml"):
        return folder / source
    files = board_files(game)
    if source not in files:
        names = f"it has {', '.join(files)}; or give" if files else "give"
        raise Malformed.one(
            f"{game.title} has no board {source!r}", f"{suggestion(source, files)}{names} a path"
        )
    return files[source]


def sections_of(source: Path | str, game: Game) -> Sections:
    """The sections of a board file as they stand there, unchecked, with those of the board it is based on."""
    path = _path(source, game)
    return _sections(read_text(path, A_PATH), str(path), game)


def _sections(text: str, file: str, game: Game) -> Sections:
    return read_sections(text, file, lambda source, folder: _path(source, game, folder))


def lines_of(source: Path | str, game: Game) -> Lines:
    """Where things stand in a board file that was read before."""
    return sections_of(source, game).lines


def game_of(path: Path) -> str:
    """The game that a board file says it belongs to; `Malformed` if it cannot be read or does not say."""
    content = parse_toml(plain_text(read_text(path, A_PATH)), str(path))
    game = content.get("board", {}).get("game") if isinstance(content.get("board"), dict) else None
    if not isinstance(game, str):
        raise Malformed.one("does not say whose board it is", 'write game = "..." under [board]', Place(str(path), 1))
    return game


def parse_board(text: str, file: str, game: Game) -> BoardData:
    """The board in a text; `file` is what messages call it."""
    return _Reader(_sections(text, file, game), game).read()


class _Reader:
    """Reads one board; problems are collected and raised together."""

    def __init__(self, sections: Sections, game: Game) -> None:
        self.sections = sections
        self.content = sections.content
        self.lines = sections.lines
        self.game = game
        self.problems = list(sections.problems)

    def read(self) -> BoardData:
        heading = self.content.get("board")
        if not isinstance(heading, dict):
            self._problem("there is no [board] section", "begin with [board], game = ..., name = ..., title = ...")
            heading = {}
        for key in ("game", "name", "title", "provenance"):
            if not isinstance(heading.get(key), str) or not heading[key]:
                self._problem("is missing or not a text", f'write {key} = "..." under [board]', "board", 0, key)
        if heading.get("game", self.game.id) != self.game.id:
            what = f"this is a board of {heading['game']!r}, not of {self.game.id!r}"
            self._problem(what, f'write game = "{self.game.id}"', "board", 0, "game")
        rows = {element: self._rows(element) for element in self.game.elements}
        names = {element.__name__: self._names(element, rows[element]) for element in self.game.elements}
        reader = CellReader(names, self.problems, self.lines)
        tables = self._tables(reader, rows, names)
        self.problems += retold(reader.clashes, self.lines)
        details = {detail.name: self._detail(detail, rows) for detail in self.game.board.details}
        self._unknown_sections()
        self._unknown_keys(rows)
        provenance, sources = read_provenance(self.sections, self.problems)
        if self.problems:
            raise Malformed(sorted(self.problems, key=self._order))
        sizes = {name: len(members) for name, members in names.items() if members}
        known = {name: members for name, members in names.items() if members}
        return BoardData(
            heading["name"], heading["title"], sizes, known, tables, details, provenance, sources
        )

    def _rows(self, element: type[Element]) -> list[Mapping[str, Any]]:
        key = snake(element)
        rows = self.content.get(key, [])
        if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
            self._problem(f"[{key}] should be rows", f"write [[{key}]] above each", key)
            return []
        if element.size == "board" and not rows:
            self._problem(f"there is no [[{key}]]", f"the game needs at least one {key}")
        return rows

    def _names(self, element: type[Element], rows: list[Mapping[str, Any]]) -> tuple[Name, ...]:
        if element.size != "board":
            names = tuple(Name(name.lower(), title) for name, title in element.titles())
            ids = [row.get("id") for row in rows]
            if rows and ids != [name.id for name in names]:
                expected = ", ".join(name.id for name in names)
                self._problem(f"the rows must be just {expected}, in this order",
                              f"write one [[{snake(element)}]] for each", snake(element))
            return names
        found: dict[str, Name] = {}
        for number, row in enumerate(rows):
            id_ = row.get("id")
            if not isinstance(id_, str) or not _ID.fullmatch(id_):
                remedy = "use lower-case letters, digits and _"
                self._problem(f"an id is missing or is {id_!r}", remedy, snake(element), number, "id")
                continue
            if id_ in found:
                self._problem(f"id {id_!r} stands twice", "give each its own", snake(element), number, "id")
            found[id_] = Name(id_, str(row.get("name", id_)))
        return tuple(found.values())

    def _tables(
        self, reader: CellReader, rows: Mapping[type[Element], list[Mapping[str, Any]]],
        names: Mapping[str, tuple[Name, ...]],
    ) -> dict[str, tuple[int, ...]]:
        tables: dict[str, tuple[int, ...]] = {}
        for table in given_tables(self.game):
            cells: list[int] = []
            if not table.index:
                printed = self.content.get("printed", {})
                cells.append(reader.cell(table, printed, "printed", 0))
            else:
                element = _row_element(table)
                # Pieces that the rules name may be left out where each of them may leave out everything.
                named: list[Mapping[str, Any]] = [{}] * len(element.members) if table.default is not None else []
                for number, row in enumerate(rows[element] or named):
                    if len(table.index) == 1:
                        cells.append(reader.cell(table, row, snake(element), number))
                    else:
                        cells.extend(reader.row_of_cells(table, row, snake(element), number))
            tables[table.name] = tuple(cells)
        return tables

    def _detail(self, detail: Detail, rows: Mapping[type[Element], list[Mapping[str, Any]]]) -> tuple[Any, ...]:
        if detail.element is None:
            plain = [(key, part) for key, part in self.content.items() if isinstance(part, dict)]
            for section, part in plain:
                if detail.name in part:
                    return (self._of_kind(detail, part[detail.name], section, 0),)
            if detail.default is None:
                self._problem(f"there is no {detail.name}", f"write {detail.name} = ... in a section of its own")
            return (detail.default,)
        found = []
        for number, row in enumerate(rows[detail.element]):
            value = row.get(detail.name, detail.default)
            found.append(self._of_kind(detail, value, snake(detail.element), number))
        return tuple(found)

    def _of_kind(self, detail: Detail, value: Any, section: str, row: int) -> Any:
        number = detail.kind is float and isinstance(value, int) and not isinstance(value, bool)
        if not number and not isinstance(value, detail.kind):
            self._problem(
                f"is {value!r}" if value is not None else "is missing", f"it must be a {detail.kind.__name__}",
                section, row, detail.name,
            )
        elif detail.kind is float:
            lowest, highest = DEGREES.get(detail.name, (-sys.float_info.max, sys.float_info.max))
            if not lowest <= value <= highest:  # not a number fails every comparison
                range_ = f"from {lowest} to {highest}" if detail.name in DEGREES else "that is finite"
                self._problem(f"is {_shown(value)}", f"write a number {range_}", section, row, detail.name)
        return value

    def _unknown_sections(self) -> None:
        """Rows under a misspelt heading would be ignored, and those of another file taken in their stead."""
        known = [snake(element) for element in self.game.elements if element.size == "board" or self._fields(element)]
        for section, part in self.content.items():
            if isinstance(part, list) and section not in known:
                remedy = suggestion(section, known) + "rows: " + ", ".join(known)
                self._problem(f"[[{section}]] are no rows of this game", remedy, section)
        heading = self.content.get("board")
        allowed = ("game", "name", "title", "provenance", BASED_ON)
        for key in heading.keys() - {*allowed} if isinstance(heading, dict) else ():
            remedy = suggestion(key, allowed) + "fields: " + ", ".join(allowed)
            self._problem("is not a field of [board]", remedy, "board", 0, key)

    def _unknown_keys(self, rows: Mapping[type[Element], list[Mapping[str, Any]]]) -> None:
        """A misspelt key would otherwise be silently ignored."""
        for element, found in rows.items():
            allowed = {"id", "name", "provenance", *self._fields(element)}
            for number, row in enumerate(found):
                for key in row.keys() - allowed:
                    remedy = suggestion(key, allowed) + "fields: " + ", ".join(sorted(allowed))
                    self._problem("is not a field of this row", remedy, snake(element), number, key)
        whole = {detail.name for detail in self.game.board.details if detail.element is None}
        single = {table.key for table in given_tables(self.game) if not table.index}
        for section, part in self.content.items():
            if isinstance(part, dict) and section not in ("board", "provenance"):
                allowed = {"provenance", *whole, *(single if section == "printed" else ())}
                for key in part.keys() - allowed:
                    remedy = suggestion(key, allowed) + "fields: " + ", ".join(sorted(allowed))
                    if allowed == {"provenance"}:
                        remedy = "boards of this game have no such section"
                    if section != "printed" and key in single:
                        remedy = "it stands under [printed]"
                    self._problem(f"is not a field of [{section}]", remedy, section, 0, key)
            elif not isinstance(part, dict | list):
                self._problem(f"{section} = stands above every section", "write it under its heading", section)

    def _fields(self, element: type[Element]) -> set[str]:
        """The keys of an element's rows that hold its data."""
        tables = {table.key for table in given_tables(self.game) if table.index and _row_element(table) is element}
        return tables | {detail.name for detail in self.game.board.details if detail.element is element}

    def _problem(self, what: str, remedy: str, section: str = "", row: int = 0, key: str = "") -> None:
        self.problems.append(Problem(self.lines.of(section, row, key), what, remedy, key))

    def _order(self, problem: Problem) -> tuple[bool, str, int]:
        """Problems of the file itself before those of others, each file's in the order of its lines."""
        place = problem.place or self.lines.of("board")
        return place.file != self.lines.file, place.file, place.line


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}..."


def _row_element(table: Printed) -> type[Element]:
    sort = table.index[0]
    assert isinstance(sort, Named), f"table {table.name} has no rows in a board file"
    return sort.element
