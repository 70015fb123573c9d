"""A case and its items from a TOML file: `grid` under [case], and `id` and `shape` of each [[item]].

A board file may be given too: it calls its case [suitcase].
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from solvers.packing.cases import Case
from solvers.packing.errors import PackingError
from solvers.packing.shapes import Shape
from spec.language.errors import Malformed, Problem
from spec.language.files import parse_toml, read_text

CASES = ("case", "suitcase")
EXAMPLE = 'grid = ["...", "..."]'


def read_case(path: Path | str) -> tuple[Case, list[Shape]]:
    """The case and the items of a file; `Malformed` with every problem found.

    `flips = false` in an item says that it may be turned but not turned over.
    """
    path = Path(path)
    content = parse_toml(read_text(path, "give the path of a TOML file"), str(path))
    problems: list[Problem] = []
    case = _case(content, problems)
    items = _items(content, problems)
    if problems or case is None:
        raise Malformed([Problem(None, f"{path}: {one.what}", one.remedy, one.field) for one in problems])
    return case, items


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


def _items(content: Mapping[str, Any], problems: list[Problem]) -> list[Shape]:
    rows = content.get("item")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows) or not rows:
        problems.append(Problem(None, "there are no items", 'write [[item]], id = "hat", shape = [".#.", "###"]'))
        return []
    items: list[Shape] = []
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
        try:
            items.append(Shape.from_rows(id_, row["shape"], flips=bool(flips)))
        except PackingError as error:
            problems += [Problem(None, one, "", f"{where} ({id_})") for one in error.problems]
    return items


def _are_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(row, str) for row in value)
