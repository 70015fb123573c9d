"""Derived tables about packing: which counts of items fit a case together."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from graphs.loading import snake
from graphs.places import Lines
from solvers.packing import Case, Packable, Shape, packable
from solvers.packing.errors import PackingError
from solvers.packing.vectors import closed_downward
from spec.language.data import BoardData
from spec.language.derivations import PackingTable
from spec.language.errors import Problem, SpecError
from spec.language.sorts import Int, Sort


def case_and_items(data: BoardData, derivation: PackingTable) -> tuple[Case, list[Shape]]:
    """A board's case and its items, in the order of their sort."""
    case = Case.from_rows(data.details[derivation.case][0])
    names = data.names[derivation.item.__name__]
    shapes = [Shape.from_rows(name.id, rows) for name, rows in zip(names, data.details[derivation.shape], strict=True)]
    return case, shapes


def misdrawn(data: BoardData, derivation: PackingTable, lines: Lines) -> list[Problem]:
    """What is wrong with the pictures of a board's case and of its items, each with its line."""
    problems: list[Problem] = []
    rows = data.details[derivation.case][0]
    try:
        Case.from_rows(_drawn(rows))
    except PackingError as error:
        place = lines.of_key(derivation.case)
        problems += [Problem(place, one, 'draw rows such as ["...", "..."]', derivation.case) for one in error.problems]
    item = derivation.item.__name__
    for number, (name, rows) in enumerate(zip(data.names[item], data.details[derivation.shape], strict=True)):
        try:
            Shape.from_rows(name.id, _drawn(rows))
        except PackingError as error:
            place = lines.of(snake(derivation.item), number, derivation.shape)
            remedy = 'draw one connected piece such as [".#.", "###"]'
            problems += [Problem(place, f"{name.id}: {one}", remedy, derivation.shape) for one in error.problems]
    return problems


def _drawn(rows: Sequence[object]) -> list[str]:
    """Rows as texts: whatever is no text is drawn by its characters, which are then refused one by one."""
    return [str(row) for row in rows]


def packing_table(data: BoardData, derivation: PackingTable, index: tuple[Sort, ...]) -> Packable:
    """All multisets of the items that fit, each at most the largest index of the table."""
    case, items = case_and_items(data, derivation)
    return packable(case.times(derivation.cases), items, [_cap(sort) for sort in index])


def packing_cells(data: BoardData, derivation: PackingTable, index: tuple[Sort, ...]) -> bytes:
    """For all counts in row-major order: 1 where they fit together."""
    # In a set of vectors the first count varies fastest, in row-major order the last one does.
    caps = tuple(_cap(sort) for sort in reversed(index))
    largest = (most[::-1] for most in packing_table(data, derivation, index).maximal)
    bits = format(closed_downward(largest, caps), f"0{prod(cap + 1 for cap in caps)}b")
    return bits[::-1].encode().translate(bytes.maketrans(b"01", b"\0\1"))


def _cap(sort: Sort) -> int:
    if isinstance(sort, Int) and sort.lo == 0:
        return sort.hi
    raise SpecError(f"a packing table is indexed by Int(0, n) for each item, not by {sort}")
