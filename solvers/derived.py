"""Derived tables about packing: which counts of items fit a case together."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from graphs.places import Lines, snake
from solvers.packing import Case, Packable, Shape, packable
from solvers.packing.errors import PackingError, TooLarge
from solvers.packing.vectors import closed_downward
from spec.language.data import BoardData
from spec.language.derivations import PackedAlone, PackingTable
from spec.language.errors import Malformed, Problem, SpecError
from spec.language.sorts import Int, Sort

MOST_DRAWN = 100
"""The most cells, holes among them, of a case or an item of a board: more are refused before anything is counted."""


def case_and_items(data: BoardData, derivation: PackingTable | PackedAlone) -> tuple[Case, list[Shape]]:
    """A board's case and its items, in the order of their sort."""
    case = Case.from_rows(data.details[derivation.case][0])
    names = data.names[derivation.item.__name__]
    shapes = [Shape.from_rows(name.id, rows) for name, rows in zip(names, data.details[derivation.shape], strict=True)]
    return case, shapes


def misdrawn(data: BoardData, derivation: PackingTable, lines: Lines) -> list[Problem]:
    """What is wrong with the pictures of a board's case and of its items, each with its line."""
    problems: list[Problem] = []
    place, remedy = lines.of_key(derivation.case), 'draw rows such as ["...", "..."]'
    rows = _drawn(data.details[derivation.case][0])
    problems += [Problem(place, what, remedy, derivation.case) for what in _wrong_with_case(rows)]
    item = derivation.item.__name__
    for number, (name, rows) in enumerate(zip(data.names[item], data.details[derivation.shape], strict=True)):
        place = lines.of(snake(derivation.item), number, derivation.shape)
        remedy = 'draw one connected piece such as [".#.", "###"]'
        wrong = _wrong_with_shape(name.id, _drawn(rows))
        problems += [Problem(place, f"{name.id}: {what}", remedy, derivation.shape) for what in wrong]
    return problems


def _wrong_with_case(rows: Sequence[str]) -> Sequence[str]:
    if too_many := _too_many(rows):
        return [too_many]
    try:
        Case.from_rows(rows)
    except PackingError as error:
        return error.problems
    # A case may have holes, but a row that simply ends is more likely a slip.
    return [
        f"row {number} has {len(row)} cells and row 1 has {len(rows[0])}; write '#' for a hole"
        for number, row in enumerate(rows, start=1) if len(row) != len(rows[0])
    ]


def _wrong_with_shape(name: str, rows: Sequence[str]) -> Sequence[str]:
    if too_many := _too_many(rows):
        return [too_many]
    try:
        Shape.from_rows(name, rows)
    except PackingError as error:
        return error.problems
    return []


def _too_many(rows: Sequence[str]) -> str:
    cells = sum(map(len, rows))
    if cells <= MOST_DRAWN:
        return ""
    return f"has {cells} cells in {len(rows)} rows; at most {MOST_DRAWN} can be worked out"


def _drawn(rows: Sequence[object]) -> list[str]:
    """Rows as texts: whatever is no text is drawn by its characters, which are then refused one by one."""
    return [str(row) for row in rows]


def packing_table(data: BoardData, derivation: PackingTable, index: tuple[Sort, ...]) -> Packable:
    """All multisets of the items that fit, each at most the largest index of the table.

    `Malformed`, naming the detail with the case, if they are too many to be worked out.
    """
    case, items = case_and_items(data, derivation)
    try:
        return packable(case.times(derivation.cases), items, [_cap(sort) for sort in index])
    except TooLarge as error:
        times = f", {derivation.cases} times," if derivation.cases > 1 else ""
        size = f"{case.area} cells in {case.height} rows{times}"
        raise Malformed.one(
            f"is too large: {size} have more packings than can be worked out",
            "draw fewer cells, or a longer and narrower case", field=derivation.case,
        ) from error


def packing_cells(data: BoardData, derivation: PackingTable, index: tuple[Sort, ...]) -> bytes:
    """For all counts in row-major order: 1 where they fit together."""
    # In a set of vectors the first count varies fastest, in row-major order the last one does.
    caps = tuple(_cap(sort) for sort in reversed(index))
    largest = (most[::-1] for most in packing_table(data, derivation, index).maximal)
    bits = format(closed_downward(largest, caps), f"0{prod(cap + 1 for cap in caps)}b")
    return bits[::-1].encode().translate(bytes.maketrans(b"01", b"\0\1"))


def packed_alone_cells(data: BoardData, derivation: PackedAlone, sort: Sort) -> tuple[int, ...]:
    """For each item how many of it fit, up to the largest number of the sort."""
    case, items = case_and_items(data, derivation)
    return tuple(packable(case.times(derivation.cases), [item], [_cap(sort)]).maximal[0][0] for item in items)


def _cap(sort: Sort) -> int:
    if isinstance(sort, Int) and sort.lo == 0:
        return sort.hi
    raise SpecError(f"a packing table is indexed by Int(0, n) for each item, not by {sort}")
