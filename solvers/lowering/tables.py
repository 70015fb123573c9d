"""Reading a cell whose place is not known: of the state, or of a table of the board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import product
from math import prod
from typing import cast

from solvers.lowering.algebra import Algebra
from solvers.lowering.errors import Unsupported
from solvers.lowering.terms import Affine, Domain, Term, clipped, key_of, negated, scaled, values_of
from spec.language.board import Printed
from spec.language.data import strides
from spec.language.errors import Place
from spec.language.sorts import BoolSort, bounds
from spec.lowering.instance import Instance

MOST_PLACES = 20_000
"""So many combinations of what the indices can be are told apart."""
FEW_PLACES = 256
"""A table of truths is only looked at for being closed downwards where it has more."""

Limits = Sequence[tuple[int, int]]


def selected(
    algebra: Algebra, index: Sequence[Term], limits: Limits, cell: Callable[[tuple[int, ...]], Term],
    place: Place | None,
) -> Term:
    """The cell at some indices. Where they leave their sorts nothing reads the answer, which then is any."""
    terms = [algebra.single(one) for one in index]
    boxes = [clipped(values_of(one), lo, hi) for one, (lo, hi) in zip(terms, limits, strict=True)]
    inside = [box for box in boxes if box is not None]
    if len(inside) < len(boxes):
        return 0
    if prod(map(len, inside)) > MOST_PLACES:
        raise Unsupported(f"{prod(map(len, inside))} places that one index may mean", place)
    cells = {at: cell(at) for at in product(*inside)}
    first = next(iter(cells.values()))
    if len({key_of(one) for one in cells.values()}) == 1:
        return first
    opened = [number for number, box in enumerate(inside) if len(box) > 1]
    if all(isinstance(one, int) for one in cells.values()):
        return _constants(algebra, terms, opened, cast("dict[tuple[int, ...], int]", cells))
    leaves = any(len(box) < len(values_of(one)) for box, one in zip(inside, terms, strict=True))
    return _variables(algebra, terms, opened, cells, leaves)


def _constants(
    algebra: Algebra, terms: Sequence[Term], opened: Sequence[int], cells: dict[tuple[int, ...], int]
) -> Term:
    first = next(iter(cells))
    default = cells[first]

    def result(at: Sequence[int]) -> int:
        whole = list(first)
        for number, value in zip(opened, at, strict=True):
            whole[number] = value
        return cells.get(tuple(whole), default)

    opens = [term for number, term in enumerate(terms) if number in opened and isinstance(term, Affine)]
    if len(opens) == 1:
        ((variable, factor),) = opens[0].parts
        return algebra.mapped(
            variable, {value: result([value * factor + opens[0].constant]) for value in variable.values}
        )
    return algebra.related(opens, {at: result(at) for at in product(*(one.values for one in opens))})


def _variables(
    algebra: Algebra, terms: Sequence[Term], opened: Sequence[int], cells: dict[tuple[int, ...], Term], leaves: bool
) -> Term:
    """One of some cells; where the indices `leave` their sorts it is the first, so that every answer is one number."""
    if len(opened) > 1:
        cases: list[tuple[list[Term], Term]] = [
            ([algebra.is_equal(terms[number], at[number]) for number in opened], term) for at, term in cells.items()
        ]
        if leaves:
            outside = negated(algebra.either(algebra.both(where) for where, _ in cases))
            cases.append(([outside], cases[0][1]))
        return algebra.one_of(cases)
    (number,) = opened
    groups: dict[Hashable, list[int]] = {}
    meant: dict[Hashable, Term] = {}
    for at, term in cells.items():
        groups.setdefault(key_of(term), []).append(at[number])
        meant[key_of(term)] = term
    index = terms[number]
    assert isinstance(index, Affine), "an open index is no number"
    ((variable, factor),) = index.parts

    def is_one_of(places: Sequence[int]) -> Term:
        return algebra.is_among(variable, [(place - index.constant) // factor for place in places])

    *others, last = groups.items()
    if len(others) == 1:
        (key, places), = others
        return algebra.chosen(is_one_of(places), meant[key], meant[last[0]])
    among = [is_one_of(places) for _, places in others]
    rest = negated(algebra.either(among))
    return algebra.one_of([
        *(([one], meant[key]) for one, (key, _) in zip(among, others, strict=True)), ([rest], meant[last[0]])
    ])


class Tables:
    """The tables of one instance's board."""

    def __init__(self, instance: Instance) -> None:
        self._instance = instance
        self._maximal: dict[Hashable, list[tuple[int, ...]] | None] = {}

    def looked_up(self, algebra: Algebra, table: Printed, index: Sequence[Term], place: Place | None) -> Term:
        """The cell of a table at some indices."""
        shape = self._instance.shape
        cells = self._instance.data.tables[table.name]
        steps, lows, _ = strides(table.index, shape)
        limits = [bounds(sort, shape) for sort in table.index]

        def cell(at: tuple[int, ...]) -> int:
            return int(cells[sum(step * (one - low) for step, one, low in zip(steps, at, lows, strict=True))])

        if isinstance(table.sort, BoolSort):
            boxes = [clipped(values_of(one), lo, hi) for one, (lo, hi) in zip(index, limits, strict=True)]
            inside = [box for box in boxes if box is not None]
            if len(inside) == len(boxes) and prod(map(len, inside)) > FEW_PLACES:
                largest = self._largest(table, inside, cell)
                if largest is not None:
                    return algebra.either(
                        algebra.both(
                            algebra.is_at_most_zero(scaled(one, 1, -top)) for one, top in zip(index, at, strict=True)
                        )
                        for at in largest
                    )
        return selected(algebra, index, limits, cell, place)

    def _largest(
        self, table: Printed, boxes: Sequence[Domain], cell: Callable[[tuple[int, ...]], int]
    ) -> list[tuple[int, ...]] | None:
        """The largest indices with a true cell, if below every true cell all are true; else None."""
        key = table.name, tuple((box[0], box[-1]) for box in boxes)
        if key not in self._maximal:
            full = [range(box[0], box[-1] + 1) for box in boxes]
            self._maximal[key] = _maximal(full, {at: cell(at) for at in product(*full)})
        return self._maximal[key]


def _maximal(boxes: Sequence[range], cells: dict[tuple[int, ...], int]) -> list[tuple[int, ...]] | None:
    found: list[tuple[int, ...]] = []
    for at, true in cells.items():
        if not true:
            continue
        sides = list(enumerate(zip(at, boxes, strict=True)))
        if any(one > box[0] and not cells[_stepped(at, place, -1)] for place, (one, box) in sides):
            return None
        if not any(one < box[-1] and cells[_stepped(at, place, 1)] for place, (one, box) in sides):
            found.append(at)
    return found


def _stepped(at: tuple[int, ...], place: int, by: int) -> tuple[int, ...]:
    return (*at[:place], at[place] + by, *at[place + 1:])

