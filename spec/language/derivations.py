"""How a derived table of a board is computed: named here by the spec, done by `graphs` and `solvers`.

A table names other tables and details of the same board by their attribute names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from spec.language.errors import SpecError
from spec.language.values import Element


class Derived:
    """How a table is computed from others.

    One that is `closed_downward` has with every true cell all those of smaller indices. Proofs for every board assume
    that of it.
    """

    __slots__ = ()
    closed_downward: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class FewestLinks(Derived):
    """For each place: the number of links on a shortest way to `target`, links going both ways.

    `place` and `link` are the sorts of the places and links, `start` and `end` the tables of a link's places,
    `target` a constant place.
    """

    place: type[Element]
    link: type[Element]
    start: str
    end: str
    target: str


@dataclass(frozen=True, slots=True)
class PackingTable(Derived):
    """For counts of each item: whether so many of each fit a case together, turned and flipped at will.

    `item` is the sort of the items, `shape` the detail with their rows of cells, `case` the detail with the
    rows of the case. With `cases` equal cases the items may be shared out among them at will. What fits does so with
    less. Raises `SpecError` on fewer than one case.
    """

    closed_downward: ClassVar[bool] = True
    item: type[Element]
    shape: str
    case: str
    cases: int = 1

    def __post_init__(self) -> None:
        if self.cases < 1:
            raise SpecError(f"a packing table needs at least one case, not {self.cases}")


@dataclass(frozen=True, slots=True)
class PackedAlone(Derived):
    """For each item: how many of it fit a case with no other items, as far as the table counts.

    The names are those of a `PackingTable`.
    """

    item: type[Element]
    shape: str
    case: str
    cases: int = 1


@dataclass(frozen=True, slots=True)
class LinkOnward(Derived):
    """For each place and each kind of link: some link of that kind that leads on from there, or none.

    With `into` it leads to `target`, without it to any other place. `kind` is the table of a link's kind and
    `kinds` its sort; the others are as in `FewestLinks`. The first such link in the order of their sort counts.
    """

    place: type[Element]
    link: type[Element]
    kinds: type[Element]
    start: str
    end: str
    kind: str
    target: str
    into: bool


@dataclass(frozen=True, slots=True)
class MemberCount(Derived):
    """How many members of a sort have `value` in a table with one index, such as the cards of a pile.

    A proof for every board may use the number where it could not loop over the members.
    """

    table: str
    value: int


@dataclass(frozen=True, slots=True)
class Legs:
    """The places are a journey: from each but the last a leg leads to the next, in the order of their sort.

    A board says so as an attribute of its class, for pictures and graphs; a table over the places and another sort
    tells what the leg from a place needs.
    """

    place: type[Element]


Derivation = FewestLinks | PackingTable | PackedAlone | LinkOnward | MemberCount
