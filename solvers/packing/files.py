"""A case and its items from a TOML file: `grid` under [case], and `id` and `shape` of each [[item]].

A board file may be given too: it calls its case [suitcase].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solvers.packing.cases import Case
from solvers.packing.errors import PackingError
from solvers.packing.placements import placements
from solvers.packing.shapes import Shape
from spec.language.errors import Malformed, Problem
from spec.language.files import parse_toml, read_text

CASES = ("case", "suitcase")
EXAMPLE = 'grid = ["...", "..."]'


@dataclass(frozen=True)
class CaseFile:
    """What a file holds: a case, its items, and what a piece of each is worth (None if none says so)."""

    case: Case
    items: tuple[Shape, ...]
    values: tuple[int, ...] | None


def read_case(path: Path | str) -> CaseFile:
    """The case and the items of a file; `Malformed` with every problem found.

    `flips = false` in an item says that it may be turned but not turned over, `value = 3` what a piece is worth
    (1 where others have a value and it has none).
    """
    path = Path(path)
    content = parse_toml(read_text(path, "give the path of a TOML file"), str(path))
    problems: list[Problem] = []
    case = _case(content, problems)
    items, values = _items(content, problems)
    if case is not None:
        problems += _too_large(case, items)
    if problems or case is None:
        raise Malformed([Problem(None, f"{path}: {one.what}", one.remedy, one.field) for one in problems])
    worth = None if all(value is None for value in values) else tuple(1 if one is None else one for one in values)
    return CaseFile(case, tuple(items), worth)


def _too_large(case: Case, items: list[Shape]) -> list[Problem]:
    """The items that lie nowhere in the case, not even alone."""
    return [
        Problem(None, f"{item.name} is larger than the case: it can lie nowhere in it, however it is turned",
                "draw a larger case, or leave the item out", "item")
        for item, masks in zip(items, placements(case, items).masks, strict=True) if not masks
    ]


def _case(content: Mapping[str, Any], problems: list[Problem]) -> Case | None:
    section = next((content[name] for name in CASES if isinstance(content.get(name), dict)), None)
    rows = section.get("grid") if section is not None else None
    if not isinstance(rows, list) or not _are_rows(rows):
        problems.append(Problem(None, "there is no grid", f"write [case] and {EXAMPLE}", "case.grid"))
        return None
    try:
        return Case.from_rows(rows)
    except PackingError as error:
        problems += [Problem(None, one, "", "case.grid") for one in error.problems]
        return None


def _items(content: Mapping[str, Any], problems: list[Problem]) -> tuple[list[Shape], list[int | None]]:
    rows = content.get("item")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows) or not rows:
        problems.append(Problem(None, "there are no items", 'write [[item]], id = "hat", shape = [".#.", "###"]'))
        return [], []
    items: list[Shape] = []
    values: list[int | None] = []
    for number, row in enumerate(rows, 1):
        where, id_ = f"item {number}", row.get("id")
        if not isinstance(id_, str) or not id_:
            problems.append(Problem(None, "has no id", 'write id = "hat"', where))
            continue
        if id_ in (item.name for item in items):
            problems.append(Problem(None, f"{id_!r} is there twice", "give each item its own id", where))
        if not _are_rows(row.get("shape")):
            problems.append(Problem(None, f"{id_} has no shape", 'write shape = [".#.", "###"]', where))
            continue
        flips = row.get("flips", True)
        if not isinstance(flips, bool):
            problems.append(Problem(None, f"flips is {flips!r}", "write true or false", where))
        value = row.get("value")
        if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 0):
            problems.append(Problem(None, f"value is {value!r}", "write a whole number from 0", where))
            value = None
        try:
            items.append(Shape.from_rows(id_, row["shape"], flips=bool(flips)))
            values.append(value)
        except PackingError as error:
            problems += [Problem(None, one, "", f"{where} ({id_})") for one in error.problems]
    return items, values


def _are_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, str) for row in value)
