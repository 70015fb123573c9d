"""What a game's own solver tells the front door: how it can be asked for a route, and what it answers.

A game whose routes can be found has a module `solvers.<its id>.asking` with a `GUIDE`; that is all the front door
knows of it.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any

from spec.execution.position import Position
from spec.execution.table import Table
from spec.language.values import Element

if TYPE_CHECKING:
    import drawsvg

HERE = "here"
"""Stands for where the player's pawn is in a record."""


class Kind(Enum):
    """How the words of a wish are read."""

    NUMBER = "a number from 0"
    FLAG = "nothing but its name"
    MEMBER = "a member of a sort"
    COUNTS = "members with counts, repeated: hat, 2xhat; read as counts by member"
    AMOUNTS = "member=number, repeated; read as a mapping"
    PAIRS = "member=other member, repeated; read as a mapping"
    LISTS = "members parted by commas, repeated; `none` leaves a gap, which is read as -1"


@dataclass(frozen=True)
class Wish:
    """An option that describes a position: its name, what follows it, and the sort whose members it names.

    In pairs those of the sort `other` stand after the equals sign.
    """

    name: str
    kind: Kind
    help: str
    metavar: str | None = None
    element: type[Element] | None = None
    other: type[Element] | None = None

    @property
    def key(self) -> str:
        """Under what its value is found."""
        return self.name.lstrip("-").replace("-", "_")


@dataclass(frozen=True)
class Argument:
    """A word that must be there, or need not; `may_be_here` where it may say "here" with a record."""

    name: str
    read: Callable[[Table, str], int]
    required: bool = True
    may_be_here: bool = False


@dataclass(frozen=True)
class Answer:
    """What is shown: lines, a table, lines after it; the same as data; the moves in words; and a map."""

    found: bool
    before: Sequence[str]
    data: Mapping[str, Any]
    draw: Callable[[], drawsvg.Drawing]
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    after: Sequence[str] = ()
    moves: Sequence[str] = ()


@dataclass(frozen=True)
class Reached:
    """A place that can be reached with what is in hand: the fewest coins for it, by how many links, and who agrees."""

    place: str
    coins: int
    links: int
    agreed: Sequence[str]


Values = Mapping[str, Any]
"""What was asked for by key: arguments as members, "by" as its text, wishes as read, None for what was not said;
and "recorded", whether the position is that of a record."""


@dataclass(frozen=True)
class Guide:
    """How to ask: arguments and wishes, the objectives (the first is usual), and what a question begins with.

    `made_up` makes a position of wishes, `standing` one of the position at the end of a record. `asked` are wishes
    about the question, which go with a record too. `reach` lists the places that a player can reach from a position,
    where links cost coins: it is asked with the arguments and wishes `from` and `coins`.
    """

    title: str
    about: str
    examples: Sequence[str]
    arguments: Sequence[Argument]
    objectives: Sequence[str]
    objectives_help: str
    wishes: Sequence[Wish]
    made_up: Callable[[Table, int, Values], Position]
    standing: Callable[[Position, int, Values], Position]
    answer: Callable[[Position, int, Values], Answer]
    asked: Sequence[Wish] = field(default=())
    reach: Callable[[Position, int], Sequence[Reached]] | None = None


def guide_of(game: str) -> Guide | None:
    """The guide of a game by its id; None if no routes can be found in it."""
    name = f"{__package__}.{game}"
    if importlib.util.find_spec(name) is None or importlib.util.find_spec(f"{name}.asking") is None:
        return None
    guide: Guide = importlib.import_module(f"{name}.asking").GUIDE
    return guide
