"""Numbers that can be read off a state, for a member of a sort or for the whole table: what laws are sums of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from spec.language.sorts import BoolSort, Int, Named, Opt, Shape, Sort, Upto, bounds
from spec.language.state import Field
from spec.language.values import Element, Maybe, Number, Truth, total
from spec.lowering.instance import Instance

MOST_CELLS = 400
"""No sum is written out over more cells."""


@dataclass(frozen=True, eq=False)
class Feature:
    """A number about a state and (unless `about` is None) a member of a sort.

    It is the sum of the cells of `field` whose index at `place` is the member, or of all; or with `counts` the number
    of its cells that hold the member, or anything.
    """

    field: Field
    about: type[Element] | None
    place: int | None
    counts: bool

    @property
    def words(self) -> str:
        """The number as a person reads it."""
        name = self.field.name.replace("_", " ")
        if self.counts:
            what = "it" if self.about is not None else "something"
            return f"how often {name} is {what}"
        if not self.field.index:
            return name
        return f"{name} of it" if self.place is not None and len(self.field.index) == 1 else (
            f"all {name} of it" if self.place is not None else f"all {name}"
        )

    def in_row(self, instance: Instance, row: Sequence[int], member: int) -> int:
        """The number in a state."""
        slots = instance.layout[self.field]
        if self.counts:
            cells = row[slots.offset:slots.offset + slots.cells]
            return sum(one == member if self.about is not None else one >= 0 for one in cells)
        if self.place is None:
            return sum(row[slots.offset:slots.offset + slots.cells])
        return sum(row[slots.slot(index)] for index in slots.indices() if index[self.place] == member)

    def read(self, read: Callable[..., Any], shape: Shape, member: Any) -> Number:
        """The number as an expression; `read` gives a cell by its indices."""
        ranges: list[Sequence[Any]] = []
        for place, sort in enumerate(self.field.index):
            ranges.append([member] if place == self.place else _members(sort, shape))
        cells = [read(*index) for index in product(*ranges)]
        if self.counts:
            return total(self._is(cell, member).as_number() for cell in cells)
        return total(cell.as_number() if isinstance(cell, Truth) else cell for cell in cells)

    def _is(self, cell: Any, member: Any) -> Truth:
        if self.about is None:
            return cell.exists if isinstance(cell, Maybe) else Truth(1)
        found: Truth = cell == member
        return found


def features(fields: Sequence[Field], about: type[Element] | None, shape: Shape) -> Iterator[Feature]:
    """Every number about a member of a sort (about the whole table, for None) that the fields give."""
    for field in fields:
        numeric = isinstance(field.sort, (Int, Upto, BoolSort))
        if about is None:
            if _cells(field.index, shape, None) <= MOST_CELLS:
                if numeric:
                    yield Feature(field, None, None, False)
                elif isinstance(field.sort, Opt):
                    yield Feature(field, None, None, True)
            continue
        places = [place for place, sort in enumerate(field.index) if sort == Named(about)]
        if numeric and len(places) == 1 and _cells(field.index, shape, places[0]) <= MOST_CELLS:
            yield Feature(field, about, places[0], False)
        if field.sort in (Named(about), Opt(about)) and _cells(field.index, shape, None) <= MOST_CELLS:
            yield Feature(field, about, None, True)


def _cells(index: Sequence[Sort], shape: Shape, place: int | None) -> int:
    """How many cells a sum runs over; more than can be if a size is open."""
    count = 1
    for at, sort in enumerate(index):
        if at == place:
            continue
        element = getattr(sort, "element", None)
        if element is not None and shape[element] is None:
            return MOST_CELLS + 1
        lo, hi = bounds(sort, shape)
        count *= hi - lo + 1
    return count


def _members(sort: Sort, shape: Shape) -> list[Any]:
    lo, hi = bounds(sort, shape)
    if isinstance(sort, Named):
        return [sort.element(number) for number in range(lo, hi + 1)]
    return [Number(number) for number in range(lo, hi + 1)]
