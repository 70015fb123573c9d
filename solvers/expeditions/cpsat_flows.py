"""A second engine that refutes: whatever an expedition allows is a flow, so where there is no flow there is no plan.

A plan walks through stages, one for each period and number of tasks done. How often it takes each way, what it buys
where and what it carries along are whole numbers that balance at every place; each period has its own prices, and is
paid from what is in hand. What is lost is the order within a stage; that flows hold together needs no saying, since
what does not hang together with the rest carries nothing to it. So a flow may be no plan; but where no flow is
better than a plan, that plan is the best, however many steps it has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from solvers.expeditions.cpsat_tokens import Tokens
from solvers.expeditions.expedition import Area, Counts, Expedition

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Number = cp_model.LinearExpr | int

Spot = tuple[int, int, str]
"""A place in a stage: period, number of tasks done, place."""


@dataclass(frozen=True)
class Arc:
    """Going on from a spot to another by way, task or the end of the period."""

    start: Spot
    end: Spot


class FlowModel:
    """The model; `ends` are places and numbers of tasks done where it may end, with so many coins and items at least.

    `acted` and `paid` are what a plan counts, `comes` says for each period whether it begins, `left` what is in hand.
    """

    def __init__(
        self, expedition: Expedition, ends: Iterable[tuple[str, int]], coins: int = 0, items: Counts = ()
    ) -> None:
        from ortools.sat.python import cp_model

        self.expedition, self.model = expedition, cp_model.CpModel()
        self.dear = _most_coins(expedition)
        wants = expedition.padded(items)
        self.kinds = _needed_kinds(expedition, wants)
        self._limits = list(_carrying(expedition, self.kinds))
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
        self._arrived: dict[Spot, list[Number]] = defaultdict(list)
        self._departed: dict[Spot, list[Number]] = defaultdict(list)
        self._had: dict[tuple[Spot, int], list[Number]] = defaultdict(list)
        self._given: dict[tuple[Spot, int], list[Number]] = defaultdict(list)
        self._only_there: list[tuple[cp_model.IntVar, int, Spot]] = []
        start = (0, 0, expedition.start)
        self._arrived[start].append(1)
        for kind in self.kinds:
            self._had[start, kind].append(
                expedition.padded(expedition.items)[kind] + expedition.padded(expedition.spare)[kind])
        ending = {(number, done, place): self.model.new_bool_var(f"ends {number} {done} {place}")
                  for place, done in ends for number in many}
        self.model.add_exactly_one(ending.values())
        for spot, one in ending.items():
            self._departed[spot].append(one)
            for kind in self.kinds:
                self._given[spot, kind].append(wants[kind] * one)
        stages = [(number, done) for number in many for done in range(len(expedition.tasks) + 1)]
        for number, done in stages:
            self._rides(number, done)
            self._buys(number, done)
            self._swaps(number, done)
            self._completes(number, done)
            self._leaves(number, done)
        for number, done in stages:
            self._balance(number, done)
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
        return _most_uses(_area(self.expedition, number, area), coins, self.dear)

    def _rides(self, number: int, done: int) -> None:
        expedition, period = self.expedition, self.expedition.periods[number]
        for place, rides in expedition.rides[number].items():
            for n, there in rides:
                way = period.ways[n]
                if expedition.is_open(there, done):
                    most = 1 if way.helps else self._most_times(number, way.area, way.coins)
                    arc = Arc((number, done, place), (number, done, there))
                    passes = self.model.new_int_var(0, most, f"{arc} by {n}")
                    self._arrive(arc, self._go(arc, passes, most, way.items, way.holds))
                    self._act(number, way.area, way.coins, passes)
                    if way.helps:
                        self._helps[number].append(passes)

    def _buys(self, number: int, done: int) -> None:
        for n, offer in enumerate(self.expedition.periods[number].offers):
            if offer.item in self.kinds:
                most = self._most_times(number, offer.area, offer.coins)
                for place in sorted(self.expedition.places if offer.places is None else offer.places):
                    spot = number, done, place
                    bought = self.model.new_int_var(0, most, f"{n} bought at {spot}")
                    self._had[spot, offer.item].append(bought)
                    self._act(number, offer.area, offer.coins, bought)
                    self._only_there.append((bought, most, spot))

    def _swaps(self, number: int, done: int) -> None:
        period = self.expedition.periods[number]
        for place in self.expedition.places if period.swaps and period.help else ():
            spot = number, done, place
            for gives in range(len(self.expedition.item_kinds)):
                for takes in self.kinds:
                    if gives != takes and gives in self.kinds:
                        swapped = self.model.new_bool_var(f"{gives} for {takes} at {spot}")
                        self._had[spot, takes].append(swapped)
                        self._given[spot, gives].append(swapped)
                        self._helps[number].append(swapped)
                        self._only_there.append((swapped, 1, spot))

    def _completes(self, number: int, done: int) -> None:
        """The next task; a trip is taken where one can be, whatever is held."""
        expedition, model = self.expedition, self.model
        if done == len(expedition.tasks):
            return
        task, ways = expedition.tasks[done], expedition.periods[number].trips
        for place in sorted(task.places):
            trips = expedition.rewards(number, place, done, (99,) * len(expedition.item_kinds))
            stays = expedition.may_stay or all(any(expedition.padded(ways[n].holds)) for n, _ in trips)
            choices: list[tuple[str, Counts]] = [(place, ())] * stays + [(there, ways[n].holds) for n, there in trips]
            for there, holds in choices:
                arc = Arc((number, done, place), (number, done + 1, there))
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

    def _leaves(self, number: int, done: int) -> None:
        expedition = self.expedition
        if number + 1 == len(expedition.periods):
            return
        for place in expedition.places:
            stays = self._leave(number, done, place, place)
            for token in expedition.periods[number].tokens:
                trips = expedition.outings(number, place, token, done, expedition.plenty)
                for way, there in trips:
                    holds = expedition.padded(expedition.periods[number].trips[way].holds)
                    self._trips[number].append((token, self._leave(number, done, place, there, holds)))
                    if not expedition.may_stay and not any(holds):
                        self._stays[number].append((token, stays))

    def _leave(self, number: int, done: int, place: str, there: str, holds: Counts = ()) -> cp_model.IntVar:
        """Whether the period is left at a place, to go on elsewhere after a trip."""
        model, following = self.model, self.expedition.periods[number + 1]
        arc = Arc((number, done, place), (number + 1, done, there))
        once = model.new_bool_var(f"{arc}")
        carried = self._go(arc, once, 1, (), holds)
        income: Number = following.income * once
        if following.trade_in is not None:
            handed = {kind: model.new_bool_var(f"{kind} handed in on {arc}") for kind in self.kinds}
            model.add(sum(handed.values()) <= once)
            income += (following.trade_in - following.income) * sum(handed.values())
            carried = [(kind, held - handed[kind]) for kind, held in carried]
        self._arrive(arc, carried)
        self._coming[number + 1].append(once)
        self._incomes[number + 1].append(income)
        return once

    def _balance(self, number: int, done: int) -> None:
        for place in self.expedition.places:
            spot = number, done, place
            self.model.add(sum(self._arrived[spot]) == sum(self._departed[spot]))
            for kind in self.kinds:
                self.model.add(sum(self._had[spot, kind]) >= sum(self._given[spot, kind]))
        for times, most, spot in self._only_there:
            if spot[:2] == (number, done):
                self.model.add(times <= most * sum(self._arrived[spot]))

    def _purse(self, goal: int) -> None:
        expedition, model = self.expedition, self.model
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
        most = _most_uses(area, 0, self.dear)
        used = [self.model.new_bool_var(f"use {n + 1} of {area.name} in {number}") for n in range(most if uses else 0)]
        self.model.add(sum(uses) == sum(used))
        for one, following in pairwise(used):
            self.model.add_implication(following, one)
        return sum(area.price(n) * one for n, one in enumerate(used))


def is_priced(expedition: Expedition) -> bool:
    """Whether everything that can be done as often as one likes costs something, so that it has an end."""
    for period in expedition.periods:
        paying = [(way.area, way.coins) for way in period.ways if not way.helps]
        paying += [(offer.area, offer.coins) for offer in period.offers]
        free = {area.name for area in period.areas if not area.price(0)}
        if any(area in free or (area is None and not coins) for area, coins in paying):
            return False
    return True


def _most_coins(expedition: Expedition) -> int:
    lying = sum(token.coins + token.bonus + len(expedition.periods) for token in expedition.tokens)
    return 1 + expedition.coins + lying * len(expedition.periods) + sum(
        max(one.income, one.trade_in or 0) + sum(one.finds) for one in expedition.periods
    ) + sum(task.gains for task in expedition.tasks)


def _area(expedition: Expedition, number: int, name: str) -> Area:
    return next(area for area in expedition.periods[number].areas if area.name == name)


def _most_uses(area: Area, besides: int, coins: int) -> int:
    times = 0
    while area.total(times + 1) + besides * (times + 1) <= coins:
        times += 1
    return times


def _needed_kinds(expedition: Expedition, wants: Counts) -> list[int]:
    """The kinds of items that something asks for."""
    padded = expedition.padded
    asking = [wants, *(padded(task.items) for task in expedition.tasks)]
    for period in expedition.periods:
        asking += [padded(counts) for way in (*period.ways, *period.trips) for counts in (way.items, way.holds)]
        if period.trade_in is not None:
            asking.append((1,) * len(expedition.item_kinds))
    if any(period.swaps for period in expedition.periods) and any(map(any, asking)):
        asking.append((1,) * len(expedition.item_kinds))
    return [kind for kind in range(len(expedition.item_kinds)) if any(counts[kind] for counts in asking)]


def _carrying(expedition: Expedition, kinds: list[int]) -> Iterable[tuple[tuple[int, ...], int]]:
    """Upper bounds on how many items of some kinds can be carried at once, each kind alone first."""
    everything = tuple(map(int.__add__, expedition.padded(expedition.items), expedition.padded(expedition.spare)))
    bought = sum(len(period.finds) for period in expedition.periods)
    plenty = tuple(has + _most_coins(expedition) + bought for has in everything)
    spare, stock = expedition.padded(expedition.spare), expedition.stock or plenty
    alone = {
        kind: min(stock[kind], max((room[kind] for room in expedition.room), default=plenty[kind]) + spare[kind])
        for kind in kinds
    }
    for kind in kinds:
        yield (kind,), alone[kind]
    for some in (*combinations(kinds, 2), tuple(kinds)):
        together = max((sum(room[kind] for kind in some) for room in expedition.room), default=None)
        if together is not None and together + sum(spare[kind] for kind in some) < sum(alone[kind] for kind in some):
            yield some, together + sum(spare[kind] for kind in some)
