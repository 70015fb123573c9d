"""Cells of a state in words: `coins[Antonia] = 3`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spec.execution.naming import plain
from spec.execution.table import Table
from spec.language.errors import Ambiguous, Malformed, Problem
from spec.language.state import Field

_CELL = re.compile(r"\s*([^\[\]=]+?)\s*(?:\[([^\]]*)\])?\s*")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of the state: its field, its indices, and its slot in a row."""

    field: Field
    index: tuple[int, ...]
    slot: int


def every_cell(table: Table) -> Iterator[Cell]:
    """Every cell in the order of a row."""
    for slots in table.instance.layout.values():
        for index in slots.indices():
            yield Cell(slots.field, index, slots.slot(index))


def cell_of(table: Table, field: str, index: tuple[int, ...]) -> Cell:
    """The cell of a field by name and indices."""
    slots = next(one for one in table.instance.layout.values() if one.field.name == field)
    return Cell(slots.field, index, slots.slot(index))


def cell_text(table: Table, cell: Cell) -> str:
    """A cell as records write it: `bag[Antonia, hat]`."""
    if not cell.index:
        return cell.field.name
    members = (table.names.id(sort, value) for sort, value in zip(cell.field.index, cell.index, strict=True))
    return f"{cell.field.name}[{', '.join(members)}]"


def cell_words(table: Table, cell: Cell) -> str:
    """A cell as people read it: `bag of Antonia, hat`."""
    name = cell.field.name.replace("_", " ")
    if not cell.index:
        return name
    members = (table.names.title(sort, value) for sort, value in zip(cell.field.index, cell.index, strict=True))
    return f"{name} of {', '.join(members)}"


def value_text(table: Table, cell: Cell, value: int) -> str:
    """A cell's value as records write it."""
    return table.names.id(cell.field.sort, value)


def assignment_text(table: Table, cell: Cell, value: int) -> str:
    """A cell and its value as records write them: `bag[Antonia, hat] = 2`."""
    return f"{cell_text(table, cell)} = {value_text(table, cell, value)}"


def changed_cells(table: Table, before: Sequence[int], after: Sequence[int]) -> tuple[tuple[Cell, int], ...]:
    """The cells in which two states differ, with their values in the second."""
    return tuple((cell, after[cell.slot]) for cell in every_cell(table) if before[cell.slot] != after[cell.slot])


def read_cell(table: Table, text: str) -> Cell:
    """The cell that a text names, in any case and by unmistakable beginnings; `Malformed` with all that is wrong."""
    match = _CELL.fullmatch(text)
    missing = next((one for one, other in ("][", "[]") if one not in text and other in text), None)
    if missing is not None:
        remedy = "write field[member, ...]"
        raise Malformed.one(f"{missing!r} is missing", remedy, field=text.partition("[")[0].strip("[] "))
    if match is None:
        raise Malformed.one(f"{text.strip()!r} is not a cell", "write field or field[member, ...]")
    field = _field(table, match[1])
    words = [word.strip() for word in match[2].split(",")] if match[2] is not None else []
    if len(words) != len(field.index):
        needs = ", ".join(str(sort) for sort in field.index)
        remedy = f"write {field.name}[{needs}]" if needs else f"write {field.name} alone"
        raise Malformed.one(f"{field.name} has {len(field.index)} indices, and {len(words)} are given", remedy)
    index: list[int] = []
    problems: list[Problem] = []
    for sort, word in zip(field.index, words, strict=True):
        try:
            index.append(table.names.read_within(sort, word))
        except Malformed as error:
            problems.extend(error.problems)
    if problems:
        raise Malformed(problems)
    return cell_of(table, field.name, tuple(index))


def read_assignment(table: Table, text: str) -> tuple[Cell, int]:
    """A cell and its value from `field[member, ...] = value`.

    A number outside the cell's sort is read as it stands: a position may be impossible, and judging says so.
    """
    left, equals, right = text.partition("=")
    if not equals or not right.strip():
        raise Malformed.one(f"{text.strip()!r} gives no value", "write field[member, ...] = value")
    cell = read_cell(table, left)
    return cell, table.names.read(cell.field.sort, right.strip())


def _field(table: Table, word: str) -> Field:
    fields = {field.name: field for field in table.instance.layout}
    wanted = plain(word)
    exact = [field for name, field in fields.items() if plain(name) == wanted]
    found = exact or [field for name, field in fields.items() if wanted and plain(name).startswith(wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        which = ", ".join(field.name for field in found)
        raise Ambiguous.one(f"{word!r} could be {which}", "write enough letters to tell them apart")
    raise Malformed.one(f"there is no field {word!r}", "the fields are " + ", ".join(fields))
