"""Exceptions that a spec knows of: where a property that every game should have is meant not to hold."""

from __future__ import annotations

from dataclasses import dataclass
from fnmatch import fnmatchcase

from spec.language.errors import SpecError


@dataclass(frozen=True, slots=True, eq=False)
class Noted:
    """Parts of a property of every game that do not hold, and why that is meant so.

    `property` is its name, such as "free.requirements-differ"; each of `parts` names one part or, with *, several.
    """

    property: str
    parts: tuple[str, ...]
    why: str

    def covers(self, property: str, part: str) -> bool:
        """Whether it speaks of a part of a property."""
        return property == self.property and any(fnmatchcase(part, one) for one in self.parts)


def noted(property: str, parts: str, why: str) -> Noted:
    """Note that parts of a property of every game are meant not to hold; `parts` are names parted by spaces."""
    named = tuple(parts.split())
    if not named or not why:
        raise SpecError(f"a note about {property} needs the parts that it speaks of, and a reason")
    return Noted(property, named, why)
