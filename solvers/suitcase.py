"""A suitcase to ask about: a case with its items, from a board or from anywhere, and all there is to say of some items.

Where a board has its own table of what fits, computed by the dynamic programme, it is one more witness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solvers.derived import case_and_items
from solvers.packing import (
    Arrangement,
    Case,
    DoesNotFit,
    EnginesDisagree,
    MalformedRequest,
    Packable,
    Packing,
    Shape,
    TooLarge,
    Verdict,
    pack,
    packable,
    smallest_give_back,
)
from solvers.packing.search import MOST_CELLS
from solvers.packing.vectors import Counts
from spec.language.data import BoardData
from spec.language.derivations import PackingTable
from spec.language.errors import Malformed
from spec.language.game import Game
from spec.language.sorts import Int

TABLE = "the board's table"


@dataclass(frozen=True)
class Suitcase:
    """A case (or several equal ones as one) and its items.

    `caps` is how many of each the box has, `fits` the board's table in row-major order.
    """

    case: Case
    items: tuple[Shape, ...]
    title: str = ""
    caps: Counts | None = None
    fits: bytes | None = None

    def tabled(self, counts: Counts) -> bool | None:
        """What the board's own table says of the items; None without one."""
        if self.fits is None or self.caps is None:
            return None
        place = 0
        for count, cap in zip(counts, self.caps, strict=True):
            place = place * (cap + 1) + count
        return bool(self.fits[place])


@dataclass(frozen=True)
class Packed:
    """Everything there is to say of some items in a suitcase.

    `could_add` is how many more of each item, that item alone, would fit; `maximal` what can be completed from these
    items and to which nothing can be added. Both are None where they would take too long to compute.
    """

    suitcase: Suitcase
    packing: Packing
    agreed: tuple[str, ...]
    give_backs: tuple[Counts, ...]
    could_add: Counts | None
    maximal: tuple[Counts, ...] | None

    @property
    def is_packed(self) -> bool:
        """Whether the items certainly fit."""
        return isinstance(self.packing.answer, Arrangement)


def suitcase_of(game: Game, data: BoardData, cases: int = 1) -> Suitcase:
    """The suitcase of a game's board, or several equal ones; `Malformed` if the game has none, or on too many."""
    tables = [table for table in game.board.tables if isinstance(table.derived, PackingTable)]
    if not tables or not isinstance(first := tables[0].derived, PackingTable):
        raise Malformed.one(f"{game.title} has no suitcase to pack", "give any other case as a file")
    single, items = case_and_items(data, first)
    case = several(single, cases)
    caps = tuple(sort.hi for sort in tables[0].index if isinstance(sort, Int))
    asked = replace(first, cases=cases)
    fits = next((bytes(data.tables[table.name]) for table in tables if table.derived == asked), None)
    return Suitcase(case, tuple(items), data.title, caps, fits)


def several(case: Case, cases: int) -> Case:
    """So many equal cases as one; `Malformed` on fewer than one, or on more than the search takes.

    >>> several(Case.rectangle(4, 5), 2).area
    40
    """
    if cases < 1:
        raise Malformed.one(f"{cases} cases hold nothing", "ask about 1 or more")
    if cases > 1 and cases * case.area > MOST_CELLS:
        most = max(1, MOST_CELLS // case.area)
        raise Malformed.one(f"{cases} cases have {cases * case.area} cells together", f"ask about at most {most} cases")
    return case.times(cases)


def ask(suitcase: Suitcase, counts: Sequence[int]) -> Packed:
    """Pack `counts[i]` of each item, or say why that cannot be, and what could be added or must be given back.

    Raises `MalformedRequest` on more items than the box has, and `EnginesDisagree` when the board's table and the
    engines differ.

    >>> bar = Shape.from_rows("bar", ["##"])
    >>> ask(Suitcase(Case.rectangle(2, 2), (bar,)), [3]).give_backs
    ((1,),)
    """
    wanted = tuple(counts)
    over = [
        f"the box has {cap} x {item.name}, not {count}"
        for item, count, cap in zip(suitcase.items, wanted, suitcase.caps or wanted, strict=True) if count > cap
    ]
    if over:
        raise MalformedRequest("counts", over)
    packing = pack(suitcase.case, suitcase.items, wanted)
    agreed = [engine.value for engine in packing.agreed]
    tabled = suitcase.tabled(wanted)
    if tabled is not None and packing.verdict is not Verdict.UNDECIDED:
        if tabled != (packing.verdict is Verdict.FITS):
            raise EnginesDisagree("packing", [f"{TABLE} says {tabled}, the engines say {packing}"])
        agreed.append(TABLE)
    back: tuple[Counts, ...] = ()
    if isinstance(packing.answer, DoesNotFit):
        back = smallest_give_back(suitcase.case, suitcase.items, wanted)
    every = _all(suitcase)
    could_add = every.could_add(wanted) if every is not None and packing.verdict is Verdict.FITS else None
    maximal = None
    if every is not None:
        maximal = tuple(most for most in every.maximal if all(map(int.__le__, wanted, most)))
    return Packed(suitcase, packing, tuple(agreed), back, could_add, maximal)


def _all(suitcase: Suitcase) -> Packable | None:
    try:
        return packable(suitcase.case, suitcase.items, suitcase.caps)
    except TooLarge:
        return None
