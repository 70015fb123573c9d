"""The small family of errors: malformed, illegal, ambiguous, and a bug in a spec.

Library code raises these; only the command line turns them into an exit status.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

_INNER = (str(Path(__file__).parent), contextlib.__file__)
"""Frames of these files stand between a line of a spec and what notices that it is wrong."""


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file: where a node, a datum or a move was written."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with an input: where, what, and what to do about it."""

    place: Place | None
    what: str
    remedy: str = ""
    field: str = ""

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        field = f"{self.field}: " if self.field else ""
        remedy = f" ({self.remedy})" if self.remedy else ""
        return _in_one_line(f"{where}{field}{self.what}{remedy}")


def _in_one_line(text: str) -> str:
    """A text that quotes what was typed, with what ends a line or steers a terminal as an escape."""
    return text if text.isprintable() else "".join(one if one.isprintable() else repr(one)[1:-1] for one in text)


class FoggError(Exception):
    """Base of every error this project raises on purpose."""


class Malformed(FoggError):
    """An input that cannot be read; carries every problem found, not only the first."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    @classmethod
    def one(cls, what: str, remedy: str = "", place: Place | None = None, field: str = "") -> Malformed:
        return cls([Problem(place, what, remedy, field)])


class Illegal(FoggError):
    """A move that the rules refuse in this position."""


class Ambiguous(Malformed):
    """A text that could mean more than one thing."""


class SpecError(FoggError):
    """A bug in a spec; the message begins with the file and line that hold it."""

    def __init__(self, what: str, place: Place | None = None) -> None:
        self.place = place or spec_place()
        self.what = what
        super().__init__(f"{self.place}: {what}")


def spec_place() -> Place:
    """The nearest line outside the language package: the line of the spec that is being traced."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_INNER):
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno)
