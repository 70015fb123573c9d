"""The data of one board: a value for every cell of every printed table, the members' names, and provenance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from spec.language.board import Board, Printed
from spec.language.errors import Malformed, Problem, SpecError
from spec.language.sorts import Named, Opt, Shape, Sort, bounds
from spec.language.values import Element


@dataclass(frozen=True, slots=True)
class Name:
    """What a member of a board's sort is called: `id` in records, `title` for people."""

    id: str
    title: str


@dataclass(frozen=True, eq=False)
class BoardData:
    """One board. `tables` maps a table's name to its cells, row by row in the order of the index sorts.

    `file` is where it was read, empty for one that comes with its game.
    """

    name: str
    title: str
    sizes: Mapping[str, int]
    names: Mapping[str, tuple[Name, ...]]
    tables: Mapping[str, Sequence[int]]
    details: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    provenance: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    file: str = field(default="", compare=False)

    def with_table(self, table: Printed, cells: Sequence[int]) -> BoardData:
        """The same board with a derived table filled in."""
        return replace(self, tables={**self.tables, table.name: cells})


EMPTY = BoardData("empty", "No board", {}, {}, {})
"""For games that print nothing."""


def strides(index: Sequence[Sort], shape: Shape) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Row-major strides, the smallest index of each sort, and the number of cells of a table or array."""
    sizes: list[int] = []
    lows: list[int] = []
    for sort in index:
        lo, hi = bounds(sort, shape)
        lows.append(lo)
        sizes.append(hi - lo + 1)
    steps: list[int] = []
    cells = 1
    for size in reversed(sizes):
        steps.append(cells)
        cells *= size
    return tuple(reversed(steps)), tuple(lows), cells


def member_number(element: type[Element], text: str) -> int:
    """The number of a fixed member by its name; `SpecError` if there is none."""
    names = [name.lower() for name in element.members]
    if text.lower() not in names:
        raise SpecError(f"{element.__name__} has no member {text!r}; it has {', '.join(names)}")
    return names.index(text.lower())


def fixed_tables(board: type[Board], shape: Shape) -> dict[str, tuple[int, ...]]:
    """The tables whose values the spec itself prints, as cells."""
    found: dict[str, tuple[int, ...]] = {}
    for table in board.tables:
        if table.values is not None:
            found[table.name] = _fixed(table, table.values, shape)
    return found


def with_fixed_tables(board: type[Board], data: BoardData, shape: Shape) -> BoardData:
    """A board with the tables whose values the spec itself prints."""
    return replace(data, tables={**data.tables, **fixed_tables(board, shape)})


def _fixed(table: Printed, values: Mapping[str, Any], shape: Shape) -> tuple[int, ...]:
    (sort,) = table.index
    if not isinstance(sort, Named):
        raise SpecError(f"{table.name}: values by name need one index sort with named members", table.place)
    element = sort.element
    lo, hi = bounds(table.sort, shape)
    missing = table.default if table.default is not None else (-1 if isinstance(table.sort, Opt) else lo)
    cells = [missing] * len(element.members)
    for name, value in values.items():
        raw = value.raw if hasattr(value, "raw") else int(value)
        if not lo <= raw <= hi:
            raise SpecError(f"{table.name}: {name} has {raw}, outside {lo}..{hi}", table.place)
        cells[member_number(element, name)] = raw
    return tuple(cells)


def check_cells(board: type[Board], data: BoardData, shape: Shape) -> None:
    """Raise `Malformed`, naming every table of `data` that is missing or has cells outside its sort."""
    problems: list[Problem] = []
    for table in board.tables:
        if table.name not in data.tables:
            problems.append(Problem(None, f"board {data.name} has no table {table.name}", "fill it before play"))
            continue
        _, _, count = strides(table.index, shape)
        lo, hi = bounds(table.sort, shape)
        cells = data.tables[table.name]
        if len(cells) != count:
            problems.append(Problem(None, f"table {table.name} needs {count} cells, has {len(cells)}"))
        elif cells and not lo <= min(cells) <= max(cells) <= hi:
            problems.append(Problem(None, f"table {table.name} has a cell outside {lo}..{hi}"))
    if problems:
        raise Malformed(problems)
