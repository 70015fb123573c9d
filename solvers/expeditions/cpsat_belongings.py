"""Items in the model that goes step by step: what is in the case, what is spare, and what is left behind."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from solvers.expeditions.cpsat_choices import Choice
from solvers.expeditions.expedition import Counts, Expedition

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Number = cp_model.LinearExpr | int


class Belongings:
    """The items after the steps so far; `left_behind` holds for each step the items left behind in it, by kind."""

    def __init__(self, model: cp_model.CpModel, expedition: Expedition) -> None:
        self.model, self.expedition = model, expedition
        self.kinds = range(len(expedition.item_kinds))
        self.fitting = _fitting(expedition)
        self.case: list[Number] = list(expedition.padded(expedition.items))
        self.spare: list[Number] = list(expedition.padded(expedition.spare))
        self.left_behind: list[list[Number]] = []

    @property
    def held(self) -> list[Number]:
        """How many there are of each kind."""
        return [case + spare for case, spare in zip(self.case, self.spare, strict=True)]

    def hold(self, step: int, pairs: list[tuple[Choice, cp_model.IntVar]]) -> None:
        """A further step: what it asks for is there, what it takes is given up, and what it brings is put in."""
        expedition, model = self.expedition, self.model
        may_leave = sum(one for choice, one in pairs if choice.takes is not None)
        case: list[Number] = []
        behind: list[Number] = []
        for kind in self.kinds:
            most = max([has[kind] for has in self.fitting] or [99])
            given = sum(one * choice.items[kind] for choice, one in pairs if choice.items)
            taken = sum(one for choice, one in pairs if choice.takes == kind)
            for choice, one in pairs:
                needs = max(choice.items[kind] if choice.items else 0, choice.holds[kind] if choice.holds else 0)
                if needs:
                    model.add(self.case[kind] + self.spare[kind] >= needs).only_enforce_if(one)
            left = model.new_int_var(0, most, f"left behind of {kind} in {step}")
            model.add(left <= most * may_leave)
            behind.append(left)
            of_spare: Number = 0
            if expedition.spare and expedition.spare[kind]:
                of_spare = self._of_spare(step, kind, given)
                spare = model.new_int_var(0, expedition.spare[kind], f"spare {kind} after {step}")
                off = self._left_of_spare(step, kind, self.spare[kind] - of_spare, left)
                model.add(spare == self.spare[kind] - of_spare - off)
                self.spare[kind] = spare
                behind[-1] = left + off
            model.add(left <= self.case[kind] - (given - of_spare))  # what is taken in this step stays
            has = model.new_int_var(0, most, f"{kind} after {step}")
            model.add(has == self.case[kind] - (given - of_spare) - left + taken)
            if expedition.stock:
                model.add(has + self.spare[kind] <= expedition.stock[kind])
            case.append(has)
        if self.fitting and case:
            model.add_allowed_assignments(case, self.fitting)
        self.case = case
        self.left_behind.append(behind)

    def _of_spare(self, step: int, kind: int, given: Number) -> cp_model.IntVar:
        """How many of those that are given up are spare ones."""
        model = self.model
        found = model.new_int_var(0, self.expedition.spare[kind], f"spare {kind} given in {step}")
        if self.expedition.spare_first:
            model.add_min_equality(found, [self.spare[kind], given])
        else:
            model.add_max_equality(found, [0, given - self.case[kind]])
        return found

    def _left_of_spare(self, step: int, kind: int, has: Number, left: cp_model.IntVar) -> Number:
        """How many spare items are left behind: all of them, where they go first, before any in the case."""
        if not self.expedition.spare_first:
            return 0
        off = self.model.new_int_var(0, self.expedition.spare[kind], f"spare {kind} left behind in {step}")
        any_left = self.model.new_bool_var(f"{kind} left behind in {step}")
        self.model.add(left >= 1).only_enforce_if(any_left)
        self.model.add(left == 0).only_enforce_if(~any_left)
        self.model.add(off == has).only_enforce_if(any_left)
        self.model.add(off == 0).only_enforce_if(~any_left)
        return off


def _fitting(expedition: Expedition) -> list[Counts]:
    """Every multiset that fits the case; none listed means that everything does."""
    found: set[Counts] = set()
    for most in expedition.room:
        found.update(product(*(range(count + 1) for count in most)))
    return sorted(found)
