"""Facts about few cells, made from those of one state: what random games never show beside what is so there.

The members that the cells are of become "any member", and a value gives way to the bounds of what was seen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any

from spec.language.actions import Kind, Property
from spec.language.printing import member_text
from spec.language.sorts import BoolSort, Int, Named, Opt, Sort, Upto, bounds
from spec.language.state import Field
from spec.language.values import Element, Truth, truth
from spec.lowering.instance import Instance
from verification.counterexamples import Held

NAMES = ("it", "another", "a third", "a fourth")
MOST_CHOICES = 200
"""At most so many choices of members are looked at in each state."""
MODULI = (2, 3, 4, 5)

Spot = int | str
"""A number, or the name of a member that may be any."""
Members = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a field, of certain members or of any."""

    field: Field
    index: tuple[Spot, ...]

    def slot(self, instance: Instance, members: Mapping[str, int]) -> int:
        """Where it lies, for certain members."""
        index = [members[one] if isinstance(one, str) else one for one in self.index]
        return instance.layout[self.field].slot(index)

    def read(self, state: Any, members: Members) -> Any:
        """It as an expression."""
        index = tuple(
            members[one] if isinstance(one, str) else (sort.element.at(one) if isinstance(sort, Named) else one)
            for sort, one in zip(self.field.index, self.index, strict=True)
        )
        return state.read(self.field, index)

    def words(self, instance: Instance) -> str:
        """It in words."""
        index = [one if isinstance(one, str) else member_text(sort, one, instance.data)
                 for sort, one in zip(self.field.index, self.index, strict=True)]
        return f"{self.field.name}[{', '.join(index)}]" if index else self.field.name


@dataclass(frozen=True, slots=True)
class Test:
    """That a cell is so: a sign and what it is compared with. "mod 3" means what it leaves when divided by 3."""

    cell: Cell
    sign: str
    than: Spot

    def holds(self, value: int, members: Mapping[str, int]) -> bool:
        """Whether it is so where the cell holds a value."""
        than = members[self.than] if isinstance(self.than, str) else self.than
        match self.sign:
            case "=":
                return value == than
            case "/=":
                return value != than
            case "<=":
                return value <= than
            case ">=":
                return value >= than
            case _:
                return value % int(self.sign.removeprefix("mod ")) == than

    def truth(self, state: Any, members: Members) -> Truth:
        """The same as an expression."""
        cell = self.cell.read(state, members)
        match self.sign:
            case "=":
                return self._equal(cell, members)
            case "/=":
                return ~self._equal(cell, members)
            case "<=":
                return truth(cell <= self.than)
            case ">=":
                return truth(cell >= self.than)
            case _:
                return truth(cell % int(self.sign.removeprefix("mod ")) == self.than)

    def _equal(self, cell: Any, members: Members) -> Truth:
        sort = self.cell.field.sort
        if isinstance(sort, Opt) and self.than == -1:
            return truth(cell.missing)
        if isinstance(sort, BoolSort):
            return truth(cell) if self.than else ~truth(cell)
        if isinstance(sort, (Named, Opt)):
            return truth(cell == (members[self.than] if isinstance(self.than, str) else sort.element.at(self.than)))
        return truth(cell == self.than)

    def words(self, instance: Instance) -> str:
        """It in words."""
        sort, cell = self.cell.field.sort, self.cell.words(instance)
        if isinstance(self.than, str):
            return f"{cell} {self.sign} {self.than}"
        if self.sign.startswith("mod"):
            return f"{cell} leaves {self.than} when divided by {self.sign.removeprefix('mod ')}"
        value = ("no", "yes")[self.than] if isinstance(sort, BoolSort) else member_text(sort, self.than, instance.data)
        return f"{cell} {self.sign} {value}"


@dataclass(frozen=True, eq=False)
class Patterns:
    """Facts that hold in all of some states and not where the `held` cells are as they are."""

    instance: Instance
    rows: Sequence[Sequence[int]]
    held: Sequence[Held]

    def facts(self, most_premises: int) -> list[Property]:
        """Facts about one cell under up to so many premises, then about two numbers together; equalities first."""
        ranked = [one for premises in range(most_premises + 1) for one in self._of_one(premises)]
        for one, other in combinations([one for one in self.held if _is_number(one)], 2):
            ranked += [(1, fact) for fact in self._related(one, other)]
        return [fact for _, fact in sorted(ranked, key=lambda one: one[0])]

    def _of_one(self, premises: int) -> Iterator[tuple[int, Property]]:
        for number, concluded in enumerate(self.held):
            others = [*self.held[:number], *self.held[number + 1:]]
            for given in combinations(others, premises):
                yield from self._facts(given, concluded)

    def _facts(self, given: Sequence[Held], concluded: Held) -> Iterator[tuple[int, Property]]:
        names = _named([*given, concluded])
        tests = [self._test(one, names) for one in given]
        about = self._test(concluded, names)
        if about is None or any(one is None for one in tests):
            return
        premises = [one for one in tests if one is not None]
        seen: set[int] = set()
        for row in self.rows:
            for members in self._choices(names):
                if all(one.holds(row[one.cell.slot(self.instance, members)], members) for one in premises):
                    value = row[about.cell.slot(self.instance, members)]
                    seen.add(int(about.holds(value, members)) if isinstance(about.than, str) else value)
        for conclusion in _conclusions(about, seen):
            yield int(conclusion.sign in ("/=", "<=", ">=")), self._property(names, premises, conclusion)

    def _test(self, held: Held, names: Mapping[tuple[type[Element], int], str]) -> Test | None:
        """That a cell holds what it does; None if that cannot be said of any board."""
        assert isinstance(held.where, Field)
        index = tuple(
            names.get((sort.element, one), one) if isinstance(sort, Named) else one
            for sort, one in zip(held.where.index, held.index, strict=True)
        )
        cell, sort = Cell(held.where, index), held.where.sort
        if isinstance(sort, (Named, Opt)) and held.value >= 0:
            name = names.get((sort.element, held.value))
            if name is not None:
                return Test(cell, "=", name)
            if not sort.element.members:
                return Test(cell, "/=", -1) if isinstance(sort, Opt) else None
        return Test(cell, "=", held.value)

    def _related(self, one: Held, other: Held) -> Iterator[Property]:
        names = _named([one, other])
        first, second = self._test(one, names), self._test(other, names)
        assert first is not None and second is not None
        sums: list[int] = []
        differences: list[int] = []
        for row in self.rows:
            for members in self._choices(names):
                a, b = (row[each.cell.slot(self.instance, members)] for each in (first, second))
                sums.append(a + b)
                differences.append(a - b)
        words = [each.cell.words(self.instance) for each in (first, second)]
        for sign, values, here in (("+", sums, one.value + other.value), ("-", differences, one.value - other.value)):
            if values and not min(values) <= here <= max(values):
                limit, most = (max(values), True) if here > max(values) else (min(values), False)
                yield self._said(names, _sum_within(first.cell, second.cell, sign, limit, most),
                                 f"{words[0]} {sign} {words[1]} {'<=' if most else '>='} {limit}")

    def _property(
        self, names: Mapping[tuple[type[Element], int], str], premises: Sequence[Test], conclusion: Test
    ) -> Property:
        def holds(state: Any, members: Members) -> Truth:
            found = conclusion.truth(state, members)
            for one in premises:
                found = one.truth(state, members).implies(found)
            return found

        given = " and ".join(one.words(self.instance) for one in premises)
        return self._said(names, holds, f"{conclusion.words(self.instance)}{f' while {given}' if given else ''}")

    def _said(
        self, names: Mapping[tuple[type[Element], int], str], holds: Callable[[Any, Members], Truth], says: str
    ) -> Property:
        def fact(state: Any, *chosen: Any) -> Truth:
            members = dict(zip(names.values(), chosen, strict=True))
            found = holds(state, members)
            for (one, first), (other, second) in combinations(list(names.items()), 2):
                if one[0] is other[0]:
                    found = (members[first] == members[second]) | found
            return found

        params = {name: Named(element) for (element, _), name in names.items()}
        every = " and ".join(f"{element.__name__} {name}" for (element, _), name in names.items())
        sentence = f"for every {every}: {says}" if every else says
        return Property(f"fact: {sentence}", fact, params, Kind.INVARIANT, "stronger", sentence, ())

    def _choices(self, names: Mapping[tuple[type[Element], int], str]) -> Sequence[Mapping[str, int]]:
        key = tuple((element, name) for (element, _), name in names.items())
        if key not in self._chosen:
            ranges = [range(bounds(Named(element), self.instance.shape)[1] + 1) for element, _ in key]
            every = [
                dict(zip([name for _, name in key], chosen, strict=True)) for chosen in product(*ranges)
                if all(chosen[one] != chosen[other] for one, other in combinations(range(len(key)), 2)
                       if key[one][0] is key[other][0])
            ]
            self._chosen[key] = every if len(every) <= MOST_CHOICES else random.Random(1).sample(every, MOST_CHOICES)
        return self._chosen[key]

    @cached_property
    def _chosen(self) -> dict[tuple[Any, ...], Sequence[Mapping[str, int]]]:
        return {}


def _named(cells: Sequence[Held]) -> dict[tuple[type[Element], int], str]:
    """Names for the members that cells are of."""
    found: dict[tuple[type[Element], int], str] = {}
    for one in cells:
        for sort, number in zip(one.where.index, one.index, strict=True):
            if isinstance(sort, Named) and (sort.element, number) not in found:
                found[sort.element, number] = NAMES[min(len(found), len(NAMES) - 1)]
    return found


def _conclusions(about: Test, seen: set[int]) -> Iterator[Test]:
    """What was always seen of a cell and is not so where a test holds."""
    if not seen or (isinstance(about.than, int) and about.sign == "=" and about.than in seen):
        return
    sort, here = about.cell.field.sort, about.than
    if isinstance(here, str):
        if seen == {0}:
            yield Test(about.cell, "/=", here)
    elif about.sign == "/=":  # somebody of a board's sort, where nobody was seen
        if seen == {-1}:
            yield Test(about.cell, "=", -1)
    elif isinstance(sort, (Int, Upto)):
        for modulus in MODULI:
            left = {one % modulus for one in seen}
            if len(left) == 1 and len(seen) > MODULI[-1] and here % modulus not in left:
                yield Test(about.cell, f"mod {modulus}", left.pop())
        if len(seen) == 1:
            yield Test(about.cell, "=", next(iter(seen)))
        elif here > max(seen):
            yield Test(about.cell, "<=", max(seen))
        elif here < min(seen):
            yield Test(about.cell, ">=", min(seen))
        else:
            yield Test(about.cell, "/=", here)
    elif len(seen) == 1 and (isinstance(sort, BoolSort) or seen == {-1} or _has_names(sort)):
        yield Test(about.cell, "=", next(iter(seen)))
    else:
        yield Test(about.cell, "/=", here)


def _has_names(sort: Sort) -> bool:
    return isinstance(sort, (Named, Opt)) and bool(sort.element.members)


def _is_number(held: Held) -> bool:
    return isinstance(held.where.sort, (Int, Upto))


def _sum_within(
    first: Cell, second: Cell, sign: str, limit: int, most: bool
) -> Callable[[Any, Members], Truth]:
    def holds(state: Any, members: Members) -> Truth:
        a, b = first.read(state, members), second.read(state, members)
        whole = a + b if sign == "+" else a - b
        return truth(whole <= limit if most else whole >= limit)

    return holds
