"""A scope: the free constants of one question to z3, and what is known of them because of their sorts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import z3

from spec.language.board import Printed
from spec.language.settings import Setting
from spec.language.sorts import ABSENT, LARGEST_SORT, BoolSort, Int, Named, Opt, Shape, Sort, Upto
from spec.language.values import Element
from verification.z3_lowering import making
from verification.z3_lowering.terms import Term, as_expression, as_number, as_truth, both

Key = tuple[bool, int]


class Scope:
    """Makes constants and functions, and collects the domain of each as a fact.

    `choices` fixes settings; those left out are free within their range. `terms` holds, for each named sort, the
    terms that have stood for its members: what is known of all members of a large sort is said of these. `looked_up`
    holds the cells of open tables that have been read, for axioms likewise.
    """

    def __init__(self, shape: Shape, choices: Mapping[Setting, int] | None = None) -> None:
        self.shape = shape
        self.choices = dict(choices or {})
        self.facts: dict[int, z3.BoolRef] = {}
        self.terms: dict[type[Element], dict[Key, Term]] = {}
        self.looked_up: dict[Printed, dict[tuple[Key, ...], tuple[Term, ...]]] = {}
        self._known: set[int] = set()

    def fork(self) -> Scope:
        """A scope that knows all this one knows, and keeps what it learns to itself."""
        other = self.empty()
        other.facts = dict(self.facts)
        other.terms = {element: dict(terms) for element, terms in self.terms.items()}
        other.looked_up = {table: dict(cells) for table, cells in self.looked_up.items()}
        other._known = set(self._known)
        return other

    def empty(self) -> Scope:
        """A scope over the same sorts and choices that knows nothing yet."""
        return Scope(self.shape, self.choices)

    def learn(self, other: Scope) -> None:
        """Know all that another scope knows too."""
        self.facts.update(other.facts)
        for element, terms in other.terms.items():
            mine = self.terms.setdefault(element, {})
            for one, term in terms.items():
                mine.setdefault(one, term)
        for table, cells in other.looked_up.items():
            read = self.looked_up.setdefault(table, {})
            for at, index in cells.items():
                read.setdefault(at, index)
        self._known |= other._known

    def assume(self, fact: Term) -> None:
        """Add something that is known to hold."""
        if not isinstance(fact, int) or not fact:
            truth = as_truth(fact)
            self.facts[truth.get_id()] = truth

    def constant(self, name: str, sort: Sort) -> Term:
        """A free constant of a sort."""
        return self.known(making.constant(name, isinstance(sort, BoolSort)), sort)

    def known(self, made: Term, sort: Sort) -> Term:
        """The same term; that it lies in its sort becomes a fact, once."""
        if not isinstance(made, int) and made.get_id() not in self._known:
            self._known.add(made.get_id())
            self.assume(self.within(made, sort))
        return made

    def function(self, name: str, index: Sequence[Sort], sort: Sort) -> z3.FuncDeclRef:
        """An uninterpreted function over index sorts."""
        result = z3.BoolSort() if isinstance(sort, BoolSort) else z3.IntSort()
        return z3.Function(name, *(z3.IntSort() for _ in index), result)

    def applied(self, function: z3.FuncDeclRef, index: Sequence[Term], sort: Sort) -> Term:
        """A function's value, within its sort."""
        args = [as_expression(as_number(one)) for one in index]
        return self.known(making.application(function, args, isinstance(sort, BoolSort)), sort)

    def used(self, sort: Sort, term: Term) -> None:
        """Note that `term` stands for a member of a sort."""
        if isinstance(sort, (Named, Opt)):
            self.terms.setdefault(sort.element, {}).setdefault(key(term), term)

    def used_as(self, sort: Sort) -> list[Term]:
        """The terms that have stood for members of a sort."""
        return list(self.terms.get(sort.element, {}).values()) if isinstance(sort, (Named, Opt)) else []

    def look_up(self, table: Printed, index: tuple[Term, ...]) -> None:
        """Note that a cell of a table of which only the axioms are known was read."""
        self.looked_up.setdefault(table, {}).setdefault(tuple(key(one) for one in index), index)

    def setting(self, setting: Setting) -> Term:
        """The number of the choice made for a setting."""
        if setting in self.choices:
            return self.choices[setting]
        return self.constant(f"choice {setting.id}", Int(0, len(setting.choices) - 1))

    def size(self, element: type[Element]) -> Term:
        """The number of members of a sort."""
        known = self.shape[element]
        if known is not None:
            return known
        return self.known(making.constant(f"|{element.__name__}|", False), Int(1, LARGEST_SORT + 1))

    def limits(self, sort: Sort) -> tuple[Term, Term]:
        """The smallest and largest value of a sort."""
        match sort:
            case Int(lo, hi):
                return lo, hi
            case BoolSort():
                return 0, 1
            case Named(element):
                return 0, _last(self.size(element))
            case Opt(element):
                return ABSENT, _last(self.size(element))
            case Upto(element):
                return 0, self.size(element)

    def within(self, term: Term, sort: Sort) -> Term:
        """Whether a term lies in a sort."""
        if isinstance(sort, BoolSort) and isinstance(term, z3.BoolRef):
            return 1
        lo, hi = self.limits(sort)
        return both([self.at_most(lo, term), self.at_most(term, hi)])

    @staticmethod
    def at_most(a: Term, b: Term) -> Term:
        """Whether one number is at most another."""
        left, right = as_number(a), as_number(b)
        if isinstance(left, int) and isinstance(right, int):
            return int(left <= right)
        return making.at_most(left, right)

    def all_facts(self) -> Iterable[z3.BoolRef]:
        """Everything known so far."""
        return self.facts.values()


def _last(size: Term) -> Term:
    """The number of the last of so many members."""
    many = as_number(size)
    return many - 1 if isinstance(many, int) else making.subtracted(many, 1)


def key(term: Term) -> Key:
    """Equal for terms that are the same; a term must be kept for as long as its key is."""
    return (True, term) if isinstance(term, int) else (False, making.identity(term))
