"""Where things stand in a TOML file: the line of a table, a row or a key, for messages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from spec.language.errors import Place
from spec.language.values import Element

_ROW = re.compile(r"\s*\[\[\s*([\w.-]+)\s*\]\]")
_TABLE = re.compile(r"\s*\[\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")


def snake(element: type[Element]) -> str:
    """The key of a sort's rows: `BlackCard` has the rows `[[black_card]]`."""
    name = element.__name__
    return "".join(f"_{char.lower()}" if char.isupper() and at else char.lower() for at, char in enumerate(name))


class Lines:
    """The lines of a file's tables, rows and keys, also of sections that it takes from other files.

    >>> lines = Lines("b.toml", "[board]\\nname = 'x'\\n[[city]]\\nid = 'a'\\n[[city]]\\nid = 'b'")
    >>> str(lines.of("city", 1, "id"))
    'b.toml:6'
    """

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self._lines: dict[tuple[str, int, str], int] = {}
        self._taken: dict[str, Lines] = {}
        self._rows: set[str] = set()
        self._base: Lines | None = None
        counts: dict[str, int] = {}
        section, row = "", 0
        for number, line in enumerate(text.splitlines(), start=1):
            if match := _ROW.match(line):
                section = match[1]
                self._rows.add(section)
                row = counts[section] = counts.get(section, -1) + 1
                self._lines[section, row, ""] = number
            elif match := _TABLE.match(line):
                section, row = match[1], 0
                self._lines.setdefault((section, 0, ""), number)
            elif match := _KEY.match(line):
                self._lines.setdefault((section, row, match[1]), number)

    def taking(self, sections: Iterable[str], other: Lines) -> Lines:
        """The lines of the same file, where these sections stand in another one."""
        found = Lines(self.file, "")
        found._lines, found._rows, found._base = self._lines, self._rows, other
        found._taken = {**self._taken, **dict.fromkeys(sections, other)}
        return found

    @property
    def files(self) -> tuple[Lines, ...]:
        """This file, the one that it is based on, and so on."""
        return (self, *self._base.files) if self._base else (self,)

    def standing(self, section: str) -> Lines:
        """The lines of the file where a section stands."""
        return self._taken[section].standing(section) if section in self._taken else self

    def is_above(self, section: str, other: str) -> bool:
        """Whether a section stands in a file that is based on the one where another stands."""
        mine, theirs = self.standing(section), self.standing(other)
        return mine._holds(section) and self.files.index(mine) < self.files.index(theirs)

    def replaced(self, section: str, key: str = "") -> str:
        """The file of the section, or of the key in whatever section, in whose stead this one stands, or nothing."""
        base = self.standing(section)._base
        if base is None:
            return ""
        return base.of_key(key).file if key else base.standing(section).file

    def replaces(self, section: str) -> bool:
        """Whether a section of this file stands in the stead of one in a file that it is based on."""
        base = self.standing(section)._base
        return base is not None and base.standing(section)._holds(section)

    def heading(self, section: str) -> str:
        """A section as its heading is written."""
        return f"[[{section}]]" if section in self.standing(section)._rows else f"[{section}]"

    def section_of_key(self, key: str) -> str:
        """The section of a key that may stand in any, or nothing."""
        own = (section for section, _, name in self._lines if name == key)
        return next(own, next((section for section, other in self._taken.items() if other._has(section, key)), ""))

    def of_key(self, key: str) -> Place:
        """The first line of a key that may stand in any section, or else the first line."""
        if own := [line for (_, _, name), line in self._lines.items() if name == key]:
            return Place(self.file, min(own))
        places = (other.of(section, 0, key) for section, other in self._taken.items() if other._has(section, key))
        return next(places, Place(self.file, 1))

    def of(self, section: str, row: int = 0, key: str = "") -> Place:
        """The line of a key, or else of its row or table, or else the first line."""
        if section in self._taken:
            return self._taken[section].of(section, row, key)
        for known in ((section, row, key), (section, row, ""), (section, 0, "")):
            if known in self._lines:
                return Place(self.file, self._lines[known])
        return Place(self.file, 1)

    def _holds(self, section: str) -> bool:
        return any(found == section for found, _, _ in self._lines)

    def _has(self, section: str, key: str) -> bool:
        if section in self._taken:
            return self._taken[section]._has(section, key)
        return (section, 0, key) in self._lines
