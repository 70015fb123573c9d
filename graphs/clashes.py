"""What a section of a file breaks in sections that it takes from the board it is based on, told at that section.

Where a file replaces `[[city]]`, the lines and cards of the other board may name cities that are gone. The other file
is not at fault, so all of it is one message at the section that stands in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from graphs.places import Lines
from spec.language.errors import Place, Problem

_SHOWN = 3


@dataclass(frozen=True)
class Cause:
    """A section of a board file, or a key of it, on which data elsewhere depend."""

    section: str
    key: str = ""


@dataclass(frozen=True)
class Clash:
    """What `cause` breaks at `place`, in a section taken from another file: what it `says`, and `whom` it is about."""

    cause: Cause
    section: str
    place: Place
    says: str
    whom: str
    lead: str = ""
    remedy: str = ""


def cause_among(causes: Iterable[Cause], section: str, lines: Lines) -> Cause | None:
    """The first cause that stands in a file based on the one where a section stands."""
    return next((cause for cause in causes if lines.is_above(cause.section, section)), None)


def retold(clashes: Sequence[Clash], lines: Lines) -> list[Problem]:
    """A problem for each cause, at the place of the cause, with the first of what it breaks."""
    return [
        _told(cause, [clash for clash in clashes if clash.cause == cause], lines)
        for cause in dict.fromkeys(clash.cause for clash in clashes)
    ]


def _told(cause: Cause, clashes: Sequence[Clash], lines: Lines) -> Problem:
    mine = lines.standing(cause.section)
    kinds = list(dict.fromkeys(clash.says for clash in clashes))
    shown = _SHOWN if len(kinds) == 1 else 1
    broken = "; ".join(
        _kind(says, [clash for clash in clashes if clash.says == says], shown) for says in kinds[:_SHOWN]
    )
    subject = "" if cause.key else f"{mine.heading(cause.section)} here "
    what = (
        f"{subject}replaces that of {lines.replaced(cause.section, cause.key)} "
        f"(based_on at {mine.of('board', 0, 'based_on')}), and what is taken from there does not agree with it: "
        f"{broken}{_more(len(kinds) - _SHOWN)}"
    )
    taken = ", ".join(dict.fromkeys(lines.heading(clash.section) for clash in clashes))
    remedies = [clashes[0].remedy] if len(kinds) == 1 and clashes[0].remedy else ["keep what is used there"]
    return Problem(mine.of(cause.section, 0, cause.key), what, f"{remedies[0]}; or write {taken} here too", cause.key)


def _kind(says: str, clashes: Sequence[Clash], shown: int) -> str:
    places = ", ".join(f"{clash.whom} at {clash.place}" for clash in clashes[:shown])
    return f"{says} ({clashes[0].lead}{places}{_more(len(clashes) - shown)})"


def _more(number: int) -> str:
    return f" and {number} more" if number > 0 else ""
