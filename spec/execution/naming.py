"""Names of members: how they are written in records, shown to people, and read back forgivingly."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from functools import lru_cache

from spec.language.data import BoardData, Name
from spec.language.errors import Ambiguous, Malformed, Problem
from spec.language.nodes import Const
from spec.language.printing import literal_text
from spec.language.sorts import BoolSort, Int, Named, Opt, Sort, Upto, bounds
from spec.language.values import Element


@lru_cache(maxsize=1 << 16)
def plain(text: str) -> str:
    """Text without case, accents of punctuation, spaces, dashes and underscores, to compare names by.

    >>> plain("New-York")
    'newyork'
    """
    return "".join(char for char in text.casefold() if char.isalnum())


RESERVED = ("bystander", "referee", "hidden", "none")
"""Words that mean somebody or something else wherever a player could be named."""

_MARKS = '#":;,=[]\\'
"""Characters that mean something in a record."""


def wrong_name(name: str) -> Problem | None:
    """What is wrong with a player's name: a record has to say it in one word that means nothing else."""
    what = f"{name!r} cannot be a player's name"
    if not plain(name) or any(char.isspace() for char in name):
        return Problem(None, what, "use one word with a letter in it")
    if not name.isprintable():
        return Problem(None, f"{what}: nobody could read it", "use letters")
    marks = [mark for mark in _MARKS if mark in name]
    if marks:
        return Problem(None, f"{what}: a record could not be read with {' '.join(marks)} in it", "leave it out")
    if plain(name) in RESERVED:
        return Problem(None, f"{what}: it stands for something else", f"use another word than {', '.join(RESERVED)}")
    return None


class Names:
    """The names of every member at a table: the board's, the spec's own, and the players'."""

    def __init__(
        self, elements: Sequence[type[Element]], board: BoardData, players: Mapping[type[Element], Sequence[str]],
        sizes: Mapping[type[Element], int | None],
    ) -> None:
        self._names: dict[type[Element], tuple[Name, ...]] = {}
        self._shape = sizes
        self._read_before: dict[tuple[Sort, str], int] = {}
        for element in elements:
            if element in players:
                self._names[element] = tuple(Name(name, name) for name in players[element])
            elif element.members:
                self._names[element] = tuple(Name(name.lower(), title) for name, title in element.titles())
            elif element.__name__ in board.names:
                self._names[element] = board.names[element.__name__]
            else:
                self._names[element] = tuple(Name(str(n + 1), str(n + 1)) for n in range(sizes[element] or 0))

    def of(self, element: type[Element]) -> tuple[Name, ...]:
        """The names of a sort's members in order."""
        return self._names[element]

    def id(self, sort: Sort, value: int) -> str:
        """A value as records write it."""
        match sort:
            case Named(element) | Opt(element):
                return self._names[element][value].id if value >= 0 else "none"
            case _:
                return literal_text(Const(value, sort))

    def title(self, sort: Sort, value: int) -> str:
        """A value as people read it."""
        match sort:
            case Named(element) | Opt(element):
                return self._names[element][value].title if value >= 0 else "none"
            case _:
                return literal_text(Const(value, sort))

    def read(self, sort: Sort, text: str) -> int:
        """The value that a text names: its id or title, in any case, or the start of just one of them.

        `Malformed` if nothing is named so, `Ambiguous` if more than one member is.
        """
        match sort:
            case Int() | Upto():
                try:
                    return int(text)
                except ValueError:
                    raise Malformed.one(f"{text!r} is not a number") from None
            case BoolSort():
                if text.casefold() in _TRUTHS:
                    return _TRUTHS[text.casefold()]
                raise Malformed.one(f"{text!r} is neither yes nor no")
            case Named(element) | Opt(element):
                if isinstance(sort, Opt) and plain(text) == "none":
                    return -1
                return self._member(element, text)

    def read_within(self, sort: Sort, text: str) -> int:
        """The same, but `Malformed` also for a number outside the sort."""
        value = self._read_before.get((sort, text))
        if value is None:
            value = self.read(sort, text)
            lo, hi = bounds(sort, self._shape)
            if not lo <= value <= hi:
                raise Malformed.one(f"{value} is out of range", f"write a number from {lo} to {hi}")
            self._read_before[sort, text] = value
        return value

    def _member(self, element: type[Element], text: str) -> int:
        names = self._names[element]
        wanted = plain(text)
        exact = [n for n, name in enumerate(names) if wanted in (plain(name.id), plain(name.title))]
        if exact and len({names[n].id for n in exact}) >= 1:
            by_id = [n for n in exact if plain(names[n].id) == wanted]
            if len(by_id) == 1 or len(exact) == 1:
                return (by_id or exact)[0]
        found = exact or [
            n for n, name in enumerate(names)
            if wanted and (plain(name.id).startswith(wanted) or plain(name.title).startswith(wanted))
        ]
        if len(found) == 1:
            return found[0]
        kind = element.__name__
        if found:
            which = ", ".join(names[n].id for n in found)
            raise Ambiguous.one(f"{text!r} could be {which}", "write enough letters to tell them apart")
        close = difflib.get_close_matches(text.casefold(), [name.id.casefold() for name in names], n=1)
        known = ", ".join(name.id for name in names[:12]) + (", ..." if len(names) > 12 else "")
        hint = f"did you mean {close[0]!r}? " if close else ""
        raise Malformed.one(f"there is no {kind} {text!r}", f"{hint}known: {known}")


_TRUTHS = {"yes": 1, "true": 1, "1": 1, "no": 0, "false": 0, "0": 0}

