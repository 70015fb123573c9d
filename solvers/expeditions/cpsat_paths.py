"""A second engine where nothing is bought on the way: the expedition as a CP-SAT circuit over places and periods.

Without purchases a best plan never comes back to a place, as whoever does might have waited there. So it is a path:
one boolean for each way, direction and period; each period has its own uses of the areas and its own purse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.expeditions.cpsat_tokens import Tokens
from solvers.expeditions.expedition import Expedition, Objective
from solvers.expeditions.plans import Action, Leave, Plan, Ride, played

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


def is_bare(expedition: Expedition) -> bool:
    """Whether nothing can be bought, found, swapped or handed in, and no items are asked for."""
    stays = not any(token.rides for token in expedition.tokens) and not any(
        way.leads_out for period in expedition.periods for way in period.ways)
    idle = all(not (one.offers or any(one.finds) or one.swaps) for one in expedition.periods)
    trades = any(one.trade_in is not None for one in expedition.periods) or any(
        token.swaps for token in expedition.tokens)
    owns = any(expedition.items) or any(expedition.spare)
    return idle and stays and not any(expedition.goal.items) and not (trades and owns) and not expedition.tasks


@dataclass(frozen=True)
class Arc:
    """A way, by its number in a period, taken to a place."""

    period: int
    way: int
    start: str
    end: str


class PathModel:
    """The model; `taken` holds a boolean for each arc."""

    def __init__(self, expedition: Expedition, objective: Objective) -> None:
        from ortools.sat.python import cp_model

        self.expedition, self.model = expedition, cp_model.CpModel()
        self.arcs = [
            Arc(number, way, here, there)
            for number, rides in enumerate(expedition.rides)
            for here, ways in rides.items()
            for way, there in ways if there != expedition.start
        ]
        self.taken = [self.model.new_bool_var(f"{arc}") for arc in self.arcs]
        self._path()
        self.spent = [self._spent(number) for number in range(len(expedition.periods))]
        self._purse()
        for kind in range(len(expedition.item_kinds)):
            self._items(kind)
        actions, paid, periods = sum(self.taken), sum(self.spent), self.last
        many, most = len(expedition.periods) + 1, len(expedition.places) + 1
        match objective:
            case Objective.FEWEST:
                self.model.minimize((actions * many + periods) * self.dear - self.left)
            case Objective.CHEAPEST:
                self.model.minimize((paid * most + actions) * many + periods)
            case Objective.FASTEST:
                self.model.minimize((periods * most + actions) * self.dear - self.left)

    def _path(self) -> None:
        """A path from the start to a goal; `entered` is the period in which a place is reached, never falling.

        The goal may be reached before the `last` period: whoever waits there has more coins in the end.
        """
        expedition, last = self.expedition, len(self.expedition.periods) - 1
        number = {place: n for n, place in enumerate(expedition.places)}
        self.entered = {place: self.model.new_int_var(0, last, f"entered {place}") for place in expedition.places}
        circuit = [(number[arc.start], number[arc.end], one) for arc, one in zip(self.arcs, self.taken, strict=True)]
        goals = expedition.places if expedition.goal.places is None else sorted(expedition.goal.places)
        ends = {place: self.model.new_bool_var(f"ends in {place}") for place in goals}
        self.model.add_exactly_one(ends.values())
        circuit += [(number[place], number[expedition.start], one) for place, one in ends.items()]
        circuit += [
            (number[place], number[place], self.model.new_bool_var(f"not {place}"))
            for place in expedition.places if place != expedition.start
        ]
        self.model.add_circuit(circuit)
        self.last = self.model.new_int_var(0, last, "last period")
        for place, one in ends.items():
            self.model.add(self.last >= self.entered[place]).only_enforce_if(one)
        self.model.add(self.entered[expedition.start] == 0)
        for arc, one in zip(self.arcs, self.taken, strict=True):
            self.model.add(self.entered[arc.end] == arc.period).only_enforce_if(one)
            self.model.add(self.entered[arc.start] <= arc.period).only_enforce_if(one)
        for n, period in enumerate(expedition.periods):
            helped = [one for arc, one in zip(self.arcs, self.taken, strict=True)
                      if arc.period == n and period.ways[arc.way].helps]
            self.model.add(sum(helped) <= int(period.help))

    def _spent(self, number: int) -> cp_model.IntVar:
        """The coins paid in a period: the n-th use of an area costs its n-th price."""
        from ortools.sat.python import cp_model

        period, longest = self.expedition.periods[number], len(self.expedition.places) - 1
        here = [(period.ways[arc.way], one) for arc, one in zip(self.arcs, self.taken, strict=True)
                if arc.period == number]
        paid, prices = [one for _, one in here], [way.coins for way, _ in here]
        most = longest * max(prices, default=0)
        for area in period.areas:
            uses = [one for way, one in here if way.area == area.name]
            used = [self.model.new_bool_var(f"use {n + 1} of {area.name} in {number}") for n in range(longest)]
            self.model.add(sum(used) == sum(uses))
            for one, following in pairwise(used):
                self.model.add_implication(following, one)
            paid += used
            prices += [area.price(n) for n in range(longest)]
            most += area.total(longest)
        spent = self.model.new_int_var(0, most, f"spent in {number}")
        self.model.add(cp_model.LinearExpr.weighted_sum(paid, prices) == spent)
        return spent

    def _purse(self) -> None:
        """What is in hand when each period begins; `left` is what is in hand at the end."""
        expedition, model = self.expedition, self.model
        lying_in_all = sum(token.coins + token.bonus + len(expedition.periods) for token in expedition.tokens)
        incomes = sum(period.income for period in expedition.periods)
        self.dear = 1 + expedition.coins + incomes + lying_in_all * len(expedition.periods)
        purse: cp_model.IntVar | int = expedition.coins
        self.tokens = Tokens(model, expedition, self.dear)
        self.left = model.new_int_var(expedition.goal.coins, self.dear, "left")
        for number, spent in enumerate(self.spent):
            model.add(spent <= purse)
            ends_here = model.new_bool_var(f"ends in {number}")
            model.add(self.last == number).only_enforce_if(ends_here)
            model.add(self.last != number).only_enforce_if(~ends_here)
            model.add(self.left == purse - spent).only_enforce_if(ends_here)
            if number + 1 == len(expedition.periods):
                break
            following = expedition.periods[number + 1]
            gained = self.tokens.leave()
            after = model.new_int_var(0, self.dear, f"purse of {number + 1}")
            model.add(after == purse - spent + gained + following.income)
            if following.most is not None:
                goes_on = model.new_bool_var(f"goes on to {number + 1}")
                model.add(self.last > number).only_enforce_if(goes_on)
                model.add(self.last <= number).only_enforce_if(~goes_on)
                model.add(after <= following.most).only_enforce_if(goes_on)
            purse = after

    def _items(self, kind: int) -> None:
        """What is spent of a kind is in hand, and what a way asks to hold is left when it is taken."""
        expedition = self.expedition
        owned = expedition.padded(expedition.items)[kind] + expedition.padded(expedition.spare)[kind]
        spent = {place: self.model.new_int_var(0, owned, f"spent at {place}") for place in expedition.places}
        self.model.add(spent[expedition.start] == 0)
        for arc, one in zip(self.arcs, self.taken, strict=True):
            way = expedition.periods[arc.period].ways[arc.way]
            costs, holds = expedition.padded(way.items)[kind], expedition.padded(way.holds)[kind]
            if max(costs, holds) > owned:
                self.model.add(one == 0)
                continue
            self.model.add(spent[arc.end] == spent[arc.start] + costs).only_enforce_if(one)
            self.model.add(spent[arc.start] + max(costs, holds) <= owned).only_enforce_if(one)

    def extract(self, solver: cp_model.CpSolver) -> Plan:
        """The plan that the solver has found, played through."""
        leaving = {
            arc.start: arc for arc, one in zip(self.arcs, self.taken, strict=True) if solver.boolean_value(one)
        }
        actions: list[Action] = []
        here, number = self.expedition.start, 0

        def wait(period: int) -> Iterator[Action]:
            for one in range(number, period):
                token = next((n for n, taken in self.tokens.taken[one].items() if solver.boolean_value(taken)), None)
                yield Leave(token, None)

        while here in leaving:
            arc = leaving[here]
            actions += wait(arc.period)
            number = arc.period
            actions.append(Ride(arc.way, arc.end))
            here = arc.end
        actions += wait(solver.value(self.last))
        return played(self.expedition, actions)


def path_with_cpsat(
    expedition: Expedition, objective: Objective, *, effort: float = 10.0
) -> Plan | ClaimsInfeasible | NoAnswer[Plan]:
    """Ask CP-SAT for the best plan of a bare expedition; `effort` is its deterministic time, roughly seconds.

    That it is the best is CP-SAT's claim; that it can be done is not, as it was played.
    """
    problem = PathModel(expedition, objective)
    return ask(problem.model, problem.extract, effort)
