"""Where each datum of a board comes from: the rulebook, a public source, or an assumption of ours.

A tag is `rulebook LINE...`, or one that `[provenance]` explains, beginning with `public` or `assumed`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from graphs.places import Lines
from graphs.sections import Sections
from spec.language.errors import Problem

_RULEBOOK = re.compile(r"rulebook( [A-Z0-9]+-\d+)+")
_NOT_DATA = {"id", "provenance"}


def read_provenance(sections: Sections, problems: list[Problem]) -> tuple[dict[str, str], dict[str, str]]:
    """The tag of every datum by its path (`city.paris.symbol`), and what each tag means.

    Tags that nothing explains are added to `problems`. Those that another file explains are told where they are used.
    """
    lines = sections.lines
    sources = {tag: text for tag, text in sections.sources.items() if isinstance(text, str) and text.strip()}
    for tag in sections.sources.keys() - sources.keys() - sections.borrowed:
        problems.append(Problem(lines.of("provenance", 0, tag), "explains nothing",
                                f'write {tag} = "where it is from"', tag))
    found: dict[str, str] = {}
    for section, number, path, row in _rows(sections.content):
        default = sections.tags[section]
        if not isinstance(default, str):
            default = ""  # told with the heading
        given = row.get("provenance", default)
        tags = given if isinstance(given, dict) else {}
        whole = given if isinstance(given, str) else default
        if not isinstance(given, str | dict):
            place = lines.of(section, number, "provenance")
            remedy = 'write a tag, or {field = "tag"}'
            problems.append(Problem(place, f"is {given!r}", remedy, "provenance"))
        used = {*([whole] if whole or (given == "" and default) else []), *(str(tag) for tag in tags.values())}
        for tag in used:
            _check(tag, sources, problems, lines, section, number)
        for key in tags.keys() - row.keys() - {"exists"}:
            place = lines.of(section, number, "provenance")
            problems.append(Problem(place, f"there is no field {key!r} in this row", "tag only fields that stand here"))
        found[path] = str(tags.get("exists", whole))
        for key in row.keys() - _NOT_DATA:
            found[f"{path}.{key}"] = str(tags.get(key, whole))
    unused = sections.borrowed - set(found.values())
    return found, {tag: text for tag, text in sources.items() if tag not in unused}


def _rows(content: Mapping[str, Any]) -> Iterator[tuple[str, int, str, Mapping[str, Any]]]:
    for section, part in content.items():
        if section in ("board", "provenance"):
            continue
        if isinstance(part, dict):
            yield section, 0, section, part
        elif isinstance(part, list):
            for number, row in enumerate(part):
                if isinstance(row, dict):
                    yield section, number, f"{section}.{row.get('id', number)}", row


def _check(
    tag: str, sources: Mapping[str, str], problems: list[Problem], lines: Lines, section: str, row: int
) -> None:
    if _RULEBOOK.fullmatch(tag):
        return
    place = lines.of(section, row, "provenance")
    if not tag.startswith(("public", "assumed")):
        problems.append(Problem(
            place, f"provenance {tag!r} is of no known kind", "begin with rulebook, public or assumed", "provenance"
        ))
    elif tag not in sources:
        problems.append(Problem(
            place, f"provenance {tag!r} is not explained", f"add {tag} = \"...\" under [provenance]", "provenance"
        ))
