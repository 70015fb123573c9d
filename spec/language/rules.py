"""Rules: what every requirement and every effect of a spec rests on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from spec.language.errors import SpecError

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)+")
_CITATION = re.compile(r"[A-Z0-9]+-\d+")


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """A rule of a game: `id` such as "travel.price", a title, one sentence of ours, the rulebook lines it rests on."""

    id: str
    title: str
    says: str
    cites: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.id} [{', '.join(self.cites)}]"


def rule(id: str, title: str, says: str, cites: str) -> Rule:
    """Declare a rule; `cites` holds rulebook lines such as "80D-61 80D-66" parted by spaces."""
    lines = tuple(cites.split())
    if not _ID.fullmatch(id):
        raise SpecError(f"rule id {id!r} should look like section.short-name, in lower case")
    if not lines or not all(_CITATION.fullmatch(line) for line in lines):
        raise SpecError(f"rule {id} needs citations such as '80D-61', parted by spaces; found {cites!r}")
    return Rule(id, title, says, lines)
