"""A second engine that refutes: whatever an expedition allows is a flow, so where there is no flow there is no plan.

A plan walks through stages, one for each period, number of tasks done and status. How often it takes each way, what it
buys where and what it carries along are whole numbers that balance at every place; each period has its own prices, and
is paid from what is in hand. What is lost is the order within a stage; that flows hold together needs no saying, since
what does not hang together with the rest carries nothing to it. So a flow may be no plan; but where no flow is
better than a plan, that plan is the best, however many steps it has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from solvers.expeditions.cpsat_tokens import Tokens
from solvers.expeditions.expedition import Area, Counts, Expedition
from solvers.expeditions.limits import area_of, carrying, most_coins_had, most_uses, needed_kinds
from solvers.expeditions.spots import End, Spot, after_leaving, reachable

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Number = cp_model.LinearExpr | int

@dataclass(frozen=True)
class Arc:
    """Going on from a spot to another by way, task or the end of the period."""

    start: Spot
    end: Spot


class FlowModel:
    """The model; `ends` are where it may end, with so many coins and items at least.

    `acted` and `paid` are what a plan counts, `comes` says for each period whether it begins, `left` what is in hand.
    """

    def __init__(
        self, expedition: Expedition, ends: Iterable[End], coins: int = 0, items: Counts = ()
    ) -> None:
        from ortools.sat.python import cp_model

        self.expedition, self.model = expedition, cp_model.CpModel()
        self.dear = most_coins_had(expedition)
        wants = expedition.padded(items)
        self.kinds = needed_kinds(expedition, wants)
        self._limits = list(carrying(expedition, self.kinds))
        many = range(len(expedition.periods))
        self._coming: list[list[Number]] = [[] for _ in many]
        self.acted: Number = 0
        self.paid: Number = 0
        self._uses: dict[tuple[int, str], list[Number]] = defaultdict(list)
        self._helps: list[list[Number]] = [[] for _ in many]
        self._spent: list[list[Number]] = [[] for _ in many]
        self._gained: list[list[Number]] = [[] for _ in many]
        self._incomes: list[list[Number]] = [[] for _ in many]
        self._trips: list[list[tuple[int, cp_model.IntVar]]] = [[] for _ in many]
        self._stays: list[list[tuple[int, cp_model.IntVar]]] = [[] for _ in many]
        self._swapped: list[list[cp_model.IntVar]] = [[] for _ in many]
        self._arrived: dict[Spot, list[Number]] = defaultdict(list)
        self._departed: dict[Spot, list[Number]] = defaultdict(list)
        self._had: dict[tuple[Spot, int], list[Number]] = defaultdict(list)
        self._given: dict[tuple[Spot, int], list[Number]] = defaultdict(list)
        self._only_there: list[tuple[cp_model.IntVar, int, Spot]] = []
        start = Spot(0, 0, expedition.start, expedition.first_status)
        self.spots = reachable(expedition)
        self._arrived[start].append(1)
        for kind in self.kinds:
            self._had[start, kind].append(
                expedition.padded(expedition.items)[kind] + expedition.padded(expedition.spare)[kind])
        wanted = set(ends)
        ending = {spot: self.model.new_bool_var(f"ends {spot}") for spot in self.spots
                  if End(spot.place, spot.done, spot.status.led) in wanted}
        self.model.add_exactly_one(ending.values())
        for spot, one in ending.items():
            self._departed[spot].append(one)
            for kind in self.kinds:
                self._given[spot, kind].append(wants[kind] * one)
        for spot in self.spots:
            self._rides(spot)
            self._buys(spot)
            self._swaps(spot)
            self._completes(spot)
            self._leaves(spot)
        for spot in self.spots:
            self._balance(spot)
        self._purse(coins)

    def _go(self, arc: Arc, passes: cp_model.IntVar, most: int, needs: Counts = (), holds: Counts = (), /) -> list[
            tuple[int, Number]]:
        """Passages of an arc, at which `needs` are given up and `holds` are there: what is carried on, by kind."""
        self._departed[arc.start].append(passes)
        self._arrived[arc.end].append(passes)
        held = {kind: self.model.new_int_var(0, upto * most, f"{kind} along {arc}")
                for (kind, *others), upto in self._limits if not others}
        for kinds, upto in self._limits:
            self.model.add(sum(held[kind] for kind in kinds) <= upto * passes)
        for kind, carried in held.items():
            gives = needs[kind] if needs else 0
            if holds and holds[kind] > gives:
                self.model.add(carried >= (holds[kind] - gives) * passes)
            self._given[arc.start, kind].append(carried + gives * passes)
        return list(held.items())

    def _arrive(self, arc: Arc, carried: Iterable[tuple[int, Number]]) -> None:
        for kind, held in carried:
            self._had[arc.end, kind].append(held)

    def _act(self, number: int, area: str | None, coins: int, times: cp_model.IntVar) -> None:
        self.acted += times
        if area is not None:
            self._uses[number, area].append(times)
        if coins:
            self._spent[number].append(coins * times)

    def _most_times(self, number: int, area: str | None, coins: int) -> int:
        """How often something can be paid for in a period."""
        if area is None:
            return self.dear // coins
        return most_uses(area_of(self.expedition, number, area), coins, self.dear)

    def _rides(self, spot: Spot) -> None:
        expedition, period = self.expedition, self.expedition.periods[spot.period]
        for n, there in expedition.rides[spot.period][spot.place]:
            way = period.ways[n]
            if expedition.is_open(there, spot.done) and (way.leads_out or not spot.status.led):
                most = 1 if way.helps else self._most_times(spot.period, way.area, way.coins)
                arc = Arc(spot, spot.at(there, expedition.moved(spot.status, spot.place, there, spot.done)))
                passes = self.model.new_int_var(0, most, f"{arc} by {n}")
                self._arrive(arc, self._go(arc, passes, most, way.items, way.holds))
                self._act(spot.period, way.area, way.coins, passes)
                if way.helps:
                    self._helps[spot.period].append(passes)

    def _buys(self, spot: Spot) -> None:
        for n, offer in enumerate(self.expedition.periods[spot.period].offers):
            if offer.item in self.kinds and (offer.places is None or spot.place in offer.places):
                most = self._most_times(spot.period, offer.area, offer.coins)
                bought = self.model.new_int_var(0, most, f"{n} bought at {spot}")
                self._had[spot, offer.item].append(bought)
                self._act(spot.period, offer.area, offer.coins, bought)
                self._only_there.append((bought, most, spot))

    def _swaps(self, spot: Spot) -> None:
        period = self.expedition.periods[spot.period]
        if not (period.swaps and period.help):
            return
        for gives in self.kinds:
            for takes in self.kinds:
                if gives != takes:
                    swapped = self.model.new_bool_var(f"{gives} for {takes} at {spot}")
                    self._had[spot, takes].append(swapped)
                    self._given[spot, gives].append(swapped)
                    self._helps[spot.period].append(swapped)
                    self._only_there.append((swapped, 1, spot))

    def _completes(self, spot: Spot) -> None:
        """The next task; a trip is taken where one can be, whatever is held."""
        expedition, model = self.expedition, self.model
        number, done, place, status = spot
        if done == len(expedition.tasks) or not expedition.is_in_hand(status, done):
            return
        task, ways = expedition.tasks[done], expedition.periods[number].trips
        if place not in task.places:
            return
        trips = expedition.rewards(number, place, done, expedition.plenty, status)
        stays = expedition.may_stay or all(any(expedition.padded(ways[n].holds)) for n, _ in trips)
        choices: list[tuple[str, Counts]] = [(place, ())] * stays + [(there, ways[n].holds) for n, there in trips]
        for there, holds in choices:
            arc = Arc(spot, Spot(number, done + 1, there, expedition.completed(status, place, there, done)))
            once = model.new_bool_var(f"{arc}")
            carried = self._go(arc, once, 1, expedition.padded(task.items))
            if task.gift and carried:
                gifts = {kind: model.new_bool_var(f"{kind} as gift for {arc}") for kind in self.kinds}
                model.add(sum(gifts.values()) <= once)
                carried = [(kind, held + gifts[kind]) for kind, held in carried]
            for kind, held in carried:
                if holds and holds[kind]:
                    model.add(held >= holds[kind] * once)
            self._arrive(arc, carried)
            self._spent[number].append(task.coins * once)
            self._gained[number].append(task.gains * once)

    def _leaves(self, spot: Spot) -> None:
        """Leaving a period at a place, perhaps to go on elsewhere by a trip; some trips and draws must be made."""
        expedition, number = self.expedition, spot.period
        if number + 1 == len(expedition.periods):
            return
        stays: cp_model.IntVar | None = None
        for token, trip, after in after_leaving(expedition, spot):
            holds = () if trip is None else expedition.padded(expedition.periods[number].trips[trip].holds)
            once = self._leave(spot, after, holds)
            if token is None:
                stays = once
                continue
            self._trips[number].append((token, once))
            if stays is not None and (trip is None or not (expedition.may_stay or any(holds))):
                self._stays[number].append((token, stays))

    def _leave(self, spot: Spot, after: Spot, holds: Counts = ()) -> cp_model.IntVar:
        """Whether the period is left at a spot, to go on at another."""
        model, following = self.model, self.expedition.periods[after.period]
        arc = Arc(spot, after)
        once = model.new_bool_var(f"{arc}")
        carried = self._go(arc, once, 1, (), holds)
        if any(self.expedition.tokens[token].swaps for token in self.expedition.periods[spot.period].tokens):
            carried = self._swap_on(arc, once, carried)
        income: Number = following.income * once
        if following.trade_in is not None:
            handed = {kind: model.new_bool_var(f"{kind} handed in on {arc}") for kind in self.kinds}
            model.add(sum(handed.values()) <= once)
            income += (following.trade_in - following.income) * sum(handed.values())
            carried = [(kind, held - handed[kind]) for kind, held in carried]
        self._arrive(arc, carried)
        self._coming[after.period].append(once)
        self._incomes[after.period].append(income)
        return once

    def _swap_on(
        self, arc: Arc, once: cp_model.IntVar, carried: list[tuple[int, Number]]
    ) -> list[tuple[int, Number]]:
        """The swap that a token gives: one of what is carried for another one."""
        model = self.model
        swapped = model.new_bool_var(f"swap on {arc}")
        model.add_implication(swapped, once)
        gives = {kind: model.new_bool_var(f"{kind} swapped on {arc}") for kind in self.kinds}
        takes = {kind: model.new_bool_var(f"{kind} taken on {arc}") for kind in self.kinds}
        model.add(sum(gives.values()) == swapped)
        model.add(sum(takes.values()) == swapped)
        for kind, held in carried:
            model.add(gives[kind] <= held)
        self._swapped[arc.start.period].append(swapped)
        return [(kind, held - gives[kind] + takes[kind]) for kind, held in carried]

    def _balance(self, spot: Spot) -> None:
        self.model.add(sum(self._arrived[spot]) == sum(self._departed[spot]))
        for kind in self.kinds:
            self.model.add(sum(self._had[spot, kind]) >= sum(self._given[spot, kind]))

    def _purse(self, goal: int) -> None:
        expedition, model = self.expedition, self.model
        for times, most, spot in self._only_there:
            model.add(times <= most * sum(self._arrived[spot]))
        self.comes: list[cp_model.IntVar] = []
        tokens = Tokens(model, expedition, self.dear)
        purse: Number = expedition.coins
        for number, period in enumerate(expedition.periods):
            comes = model.new_bool_var(f"period {number} comes")
            model.add(comes == (sum(self._coming[number]) if number else 1))
            self.comes.append(comes)
            if number:
                purse += tokens.leave(comes) + sum(self._incomes[number])
                for token, trip in self._trips[number - 1]:
                    model.add_implication(trip, tokens.taken[-1][token])
                for token, stays in self._stays[number - 1]:
                    model.add_implication(stays, ~tokens.taken[-1][token])
                swapping = [one for n, one in tokens.taken[-1].items() if expedition.tokens[n].swaps]
                if self._swapped[number - 1]:
                    model.add(sum(self._swapped[number - 1]) <= sum(swapping))
                if period.most is not None:
                    model.add(purse <= period.most).only_enforce_if(comes)
            for stack, coins in enumerate(period.finds):
                if coins:
                    taken = model.new_bool_var(f"stack {stack} of {number}")
                    model.add(taken <= comes)
                    self._act(number, None, 0, taken)
                    self._gained[number].append(coins * taken)
            if self._helps[number]:
                model.add(sum(self._helps[number]) <= int(period.help))
            spent = sum(self._spent[number]) + sum(self._price(number, area) for area in period.areas)
            self.paid += spent
            left = model.new_int_var(0, self.dear, f"left of {number}")
            model.add(left == purse + sum(self._gained[number]) - spent)
            purse = left
        self.left = purse
        model.add(purse >= goal)

    def _price(self, number: int, area: Area) -> Number:
        """What the uses of an area cost in a period: the n-th its n-th price."""
        uses = self._uses[number, area.name]
        most = most_uses(area, 0, self.dear)
        used = [self.model.new_bool_var(f"use {n + 1} of {area.name} in {number}") for n in range(most if uses else 0)]
        self.model.add(sum(uses) == sum(used))
        for one, following in pairwise(used):
            self.model.add_implication(following, one)
        return sum(area.price(n) * one for n, one in enumerate(used))
