"""A suitcase to ask about: a case with its items, from a board or from anywhere, and all there is to say of some items.

Where a board has its own table of what fits, computed by the dynamic programme, it is one more witness.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from solvers.derived import case_and_items
from solvers.packing import (
    Arrangement,
    Case,
    DoesNotFit,
    Engine,
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
from solvers.packing.confirming import could_add_confirmed, give_back_confirmed, is_confirmed
from solvers.packing.search import MOST_CELLS
from solvers.packing.values import BestSubset, best_subset
from solvers.packing.vectors import Counts
from spec.language.data import BoardData
from spec.language.derivations import PackingTable
from spec.language.errors import Malformed
from spec.language.game import Game
from spec.language.sorts import Int

TABLE = "the board's table"
PROGRAMME = "dynamic programme"
SEARCH, CP_SAT = Engine.SEARCH.value, Engine.CP_SAT.value


@dataclass(frozen=True)
class Suitcase:
    """A case (or several equal ones as one) and its items.

    `caps` is how many of each the box has, `fits` the board's table in row-major order, `values` what each is worth.
    """

    case: Case
    items: tuple[Shape, ...]
    title: str = ""
    caps: Counts | None = None
    fits: bytes | None = None
    values: Counts | None = None

    def without_flips(self, items: Sequence[int]) -> Suitcase:
        """The same with some items that may be turned but not turned over; the board's table knows nothing of it."""
        if not items:
            return self
        shapes = tuple(replace(one, flips=one.flips and n not in items) for n, one in enumerate(self.items))
        return replace(self, items=shapes, fits=None)

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
    agreed_about: Mapping[str, tuple[str, ...]]

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


def ask(suitcase: Suitcase, counts: Sequence[int], *, listing: bool = True) -> Packed:
    """Pack `counts[i]` of each item, or say why that cannot be, and what could be added or must be given back.

    Without `listing` the full suitcases are not confirmed by a second engine.

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
    about: dict[str, tuple[str, ...]] = {}
    back: tuple[Counts, ...] = ()
    if isinstance(packing.answer, DoesNotFit):
        back = smallest_give_back(suitcase.case, suitcase.items, wanted)
        second = give_back_confirmed(suitcase.case, suitcase.items, wanted, sum(back[0]))
        about["give_backs"] = (PROGRAMME, CP_SAT) if second else (PROGRAMME,)
    every = _all(suitcase)
    could_add = every.could_add(wanted) if every is not None and packing.verdict is Verdict.FITS else None
    if could_add is not None:
        second = could_add_confirmed(suitcase.case, suitcase.items, wanted, could_add, suitcase.caps)
        about["could_add"] = (PROGRAMME, SEARCH) if second else (PROGRAMME,)
    maximal = None
    if every is not None:
        maximal = tuple(most for most in every.maximal if all(map(int.__le__, wanted, most)))
        if listing:
            about["maximal"] = (PROGRAMME, SEARCH) if is_confirmed(every) else (PROGRAMME,)
    return Packed(suitcase, packing, tuple(agreed), back, could_add, maximal, about)


def best(suitcase: Suitcase, counts: Sequence[int], values: Sequence[int]) -> BestSubset:
    """Of so many of each item those that are worth most together and fit; of each at most what the box has."""
    caps = suitcase.caps or tuple(counts)
    return best_subset(suitcase.case, suitcase.items, tuple(map(min, counts, caps)), values)


def as_many_as_can_be(suitcase: Suitcase) -> Counts:
    """All that the box has of each item, or without a box as many as the case has room for."""
    room = tuple(suitcase.case.area // item.size for item in suitcase.items)
    return room if suitcase.caps is None else tuple(map(min, suitcase.caps, room))


def _all(suitcase: Suitcase) -> Packable | None:
    try:
        return packable(suitcase.case, suitcase.items, suitcase.caps)
    except TooLarge:
        return None
