"""Where things stand in a TOML file: the line of a table, a row or a key, for messages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from spec.language.errors import Place

_ROW = re.compile(r"\s*\[\[\s*([\w.-]+)\s*\]\]")
_TABLE = re.compile(r"\s*\[\s*([\w.-]+)\s*\]")
_KEY = re.compile(r"\s*([\w-]+)\s*=")


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
        counts: dict[str, int] = {}
        section, row = "", 0
        for number, line in enumerate(text.splitlines(), start=1):
            if match := _ROW.match(line):
                section = match[1]
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
        found._lines = self._lines
        found._taken = {**self._taken, **dict.fromkeys(sections, other)}
        return found

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

    def _has(self, section: str, key: str) -> bool:
        if section in self._taken:
            return self._taken[section]._has(section, key)
        return (section, 0, key) in self._lines
