"""Candidates for facts about single cells and pairs of them: bounds seen, and what else is so while something is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spec.language.actions import Kind, Property
from spec.language.game import Game
from spec.language.nodes import Const
from spec.language.printing import literal_text
from spec.language.sorts import BoolSort, Int, Named, Opt, Shape, Sort, Upto, bounds
from spec.language.state import Field
from spec.language.values import Element, Truth, some
from verification.discovery import DISCOVERED
from verification.discovery.sampling import Sample

FEW_VALUES = 24
"""A field whose sort has at most so many values is looked at value by value."""


@dataclass(frozen=True, eq=False)
class View:
    """A small number about a cell: its value, or for an optional member of many only whether it is there.

    For a number it is 0, 1 or more: `most` is the last value that is told apart.
    """

    field: Field
    only_whether: bool
    most: int

    @property
    def about(self) -> type[Element] | None:
        """The sort whose members the field has a cell for, if it has one cell for each."""
        return self.field.index[0].element if self.field.index and isinstance(self.field.index[0], Named) else None

    def of(self, cell: int) -> int:
        """The number, given what the cell holds."""
        return int(cell >= 0) if self.only_whether else min(cell, self.most)

    def holds(self, cell: Any, number: int) -> Truth:
        """Whether a cell, as an expression, has the number."""
        sort = self.field.sort
        if self.only_whether:
            found: Truth = cell.exists if number else cell.missing
            return found
        match sort:
            case BoolSort():
                found = cell if number else ~cell
            case Named(element):
                found = cell == element.at(number)
            case Opt(element):
                found = cell.missing if number < 0 else cell == element.at(number)
            case _:
                found = cell >= number if number == self.most else cell == number
        return found

    @property
    def values(self) -> range:
        """Every number that there can be."""
        return range(-1 if isinstance(self.field.sort, Opt) and not self.only_whether else 0, self.most + 1)

    def words(self, numbers: Sequence[int]) -> str:
        """That the cell has one of some numbers, in words; where they are most, that it has none of the others."""
        name = self.field.name.replace("_", " ") + (" of it" if self.field.index else "")
        others = [number for number in self.values if number not in numbers]
        if isinstance(self.field.sort, BoolSort):
            return f"{name} is so" if numbers[0] else f"{name} is not so"
        if self.only_whether:
            return f"there is a {name}" if numbers[0] else f"there is no {name}"
        if 0 < len(others) < len(numbers):
            return f"{name} is not {' or '.join(map(self._text, others))}"
        return f"{name} is {' or '.join(map(self._text, numbers))}"

    def _text(self, number: int) -> str:
        sort = self.field.sort
        if isinstance(sort, (Int, Upto)):
            return f"{number} or more" if number == self.most else str(number)
        return f'"{literal_text(Const(number, sort))}"' if number >= 0 else "none"


def views(game: Game, shape: Shape) -> Iterator[View]:
    """The numbers that implications speak of: about scalars, and about fields with a cell for each member of a sort."""
    for field in game.state.fields:
        if len(field.index) > 1 or (field.index and not isinstance(field.index[0], Named)):
            continue
        match field.sort:
            case BoolSort():
                yield View(field, False, 1)
            case Named(element) | Opt(element):
                size = shape[element]
                if size is not None and size <= FEW_VALUES and isinstance(element.size, int):
                    yield View(field, False, size - 1)
                elif isinstance(field.sort, Opt):
                    yield View(field, True, 1)
            case Int(lo, hi) if lo in (0, 1) and hi <= 6:
                yield View(field, False, hi)
            case Int(lo, _) if lo == 0:
                yield View(field, False, 1)
            case Upto():
                yield View(field, False, 1)
            case _:
                pass


def limits(game: Game, samples: Sequence[Sample]) -> Iterator[Property]:
    """For each field of numbers: the least and the most that was seen in a cell, where its sort allows more."""
    for field in game.state.fields:
        if not isinstance(field.sort, (Int, Upto)):
            continue
        least = most = None
        lo, hi = bounds(field.sort, samples[0].instance.shape)
        for one in samples:
            slots = one.instance.layout[field]
            for row in one.rows:
                cells = row[slots.offset:slots.offset + slots.cells]
                least = min(cells) if least is None else min(least, min(cells))
                most = max(cells) if most is None else max(most, max(cells))
        if least is not None and least > lo:
            yield _bound(field, least, True)
        if most is not None and most < hi:
            yield _bound(field, most, False)


def _bound(field: Field, number: int, is_least: bool) -> Property:
    def bound(t: Any, *index: Any) -> Truth:
        cell = t.read(field, index)
        found: Truth = cell >= number if is_least else cell <= number
        return found

    what = "at least" if is_least else "at most"
    params = {f"index{place}": sort for place, sort in enumerate(field.index)}
    says = f"{field.name.replace('_', ' ')} is {what} {number}"
    name = f"{field.name}_{what.replace(' ', '_')}_{number}"
    return Property(name, bound, params, Kind.INVARIANT, DISCOVERED, says, ())


def implications(game: Game, shape: Shape, samples: Sequence[Sample]) -> dict[Property, list[Property]]:
    """While one field has one of some values, another had only some of its values in all states seen.

    Each is given with the same facts about single values, for where it is not so of all of them.
    """
    found: dict[Property, list[Property]] = {}
    looked = list(views(game, shape))
    states = list(dict.fromkeys((number, tuple(row)) for number, one in enumerate(samples) for row in one.rows))
    columns = {view: _column(view, states, samples) for view in looked}
    for one in looked:
        if isinstance(one.field.sort, (Int, Upto)):
            continue  # what is counted depends on what goes on, and seldom the other way round
        for other in looked:
            if one is not other and (one.about is None or other.about in (None, one.about)):
                seen = _seen(columns[one], columns[other], one, other)
                found.update(_implications(one, other, seen))
    return found


def _column(
    view: View, states: Sequence[tuple[int, tuple[int, ...]]], samples: Sequence[Sample]
) -> list[tuple[int, ...]]:
    """The numbers of a field's cells in each state."""
    places = [one.instance.layout[view.field] for one in samples]
    return [
        tuple(view.of(cell) for cell in row[places[at].offset:places[at].offset + places[at].cells])
        for at, row in states
    ]


def _seen(
    ones: Sequence[tuple[int, ...]], others: Sequence[tuple[int, ...]], one: View, other: View
) -> Mapping[int, set[int]]:
    """For each value of one cell the values that the other had beside it."""
    seen: dict[int, set[int]] = {}
    pairs = set(zip(ones, others, strict=True))
    for mine, theirs in pairs:
        if one.about is not None and other.about is one.about:
            for a, b in zip(mine, theirs, strict=True):
                seen.setdefault(a, set()).add(b)
        else:
            for a in mine:
                seen.setdefault(a, set()).update(theirs)
    return seen


def _implications(
    one: View, other: View, seen: Mapping[int, set[int]]
) -> Iterator[tuple[Property, list[Property]]]:
    everywhere: set[int] = set().union(*seen.values())
    alike: dict[tuple[int, ...], list[int]] = {}
    for value, beside in sorted(seen.items()):
        if beside != everywhere:
            alike.setdefault(tuple(sorted(beside)), []).append(value)
    for values, mine in alike.items():
        singles = [_implication(one, (value,), other, values) for value in mine]
        yield (singles[0], []) if len(singles) == 1 else (_implication(one, tuple(mine), other, values), singles)


def _implication(one: View, values: tuple[int, ...], other: View, beside: tuple[int, ...]) -> Property:
    def implied(t: Any, *it: Any) -> Truth:
        mine = t.read(one.field, it if one.about is not None else ())
        theirs = t.read(other.field, it if other.about is not None else ())
        here = some(one.holds(mine, value) for value in values)
        return here.implies(some(other.holds(theirs, number) for number in beside))

    about = one.about or other.about
    params: dict[str, Sort] = {} if about is None else {"it": Named(about)}
    of = "" if about is None else f"for each {about.__name__}: "
    says = f"{of}while {one.words(values)}, {other.words(beside)}"
    name = f"while_{one.field.name}_{_and(values)}_{other.field.name}_{_and(beside)}"
    return Property(name, implied, params, Kind.INVARIANT, DISCOVERED, says, ())


def _and(numbers: Sequence[int]) -> str:
    return "_".join("none" if number < 0 else str(number) for number in numbers)
