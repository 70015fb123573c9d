"""The exact search: label setting over periods, places, coins, uses of the areas, and what is held.

NOTE(labels): within a period what was paid depends only on how often each area was used, and items may be left behind
at any time. So at the same place in the same period a label with no more actions and payments, no fewer coins and
items, no dearer prices and nothing taken that the other has left can do whatever the other can, as well; the other is
dropped. Items beyond what all ways and the goal could ever take are worth nothing.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product

from solvers.expeditions.bounds import Bounds
from solvers.expeditions.dominance import in_one_number, is_dominated, useful
from solvers.expeditions.expedition import Counts, Expedition, Objective, Way
from solvers.expeditions.plans import Action, Buy, Complete, Find, Leave, Plan, Ride, Swap, played


@dataclass(frozen=True)
class NoPlan:
    """There is no plan; `labels` were looked at. Where `cut` is true the ways alone never lead to the goal."""

    labels: int
    cut: bool = False


@dataclass(frozen=True)
class Stopped:
    """The search stopped after so many labels; no plan has a value whose first number is below `bound`."""

    labels: int
    bound: int


@dataclass(frozen=True, slots=True)
class Label:
    """Where the traveller is; `finds` has a bit for each stack that is left."""

    place: str
    period: int
    actions: int
    paid: int
    coins: int
    uses: Counts
    case: Counts
    spare: Counts
    finds: int
    help: bool
    tokens: Counts
    came: tuple[Label, Action] | None
    done: int = 0


def search_plan(
    expedition: Expedition, objective: Objective, *, most_labels: int | None = None
) -> Plan | NoPlan | Stopped:
    """The best plan, or that there is none, exactly; `Stopped` after `most_labels` labels (no limit unless given).

    >>> from solvers.expeditions.expedition import Area, Goal, Period
    >>> ways = (Way("ab", "a", "b", area="rail"), Way("bc", "b", "c", area="rail"))
    >>> periods = tuple(Period(name, (Area("rail"),), ways, income=2) for name in ("I", "II"))
    >>> expedition = Expedition(("a", "b", "c"), periods, "a", Goal(frozenset({"c"})), coins=1)
    >>> plan = search_plan(expedition, Objective.FEWEST)
    >>> plan.actions, plan.periods, plan.paid, plan.coins
    (2, 2, 2, 1)
    """
    if objective is not Objective.FASTEST:
        return _searched(expedition, objective, most_labels)
    # The fewest periods: with each number of them the fewest actions are looked for until there is a plan.
    made = 0
    for number in range(1, len(expedition.periods) + 1):
        shorter = replace(expedition, periods=expedition.periods[:number])
        found = _searched(shorter, Objective.FEWEST, None if most_labels is None else most_labels - made)
        match found:
            case Plan():
                return played(expedition, [step.action for step in found.steps])
            case Stopped():
                return Stopped(made + found.labels, number)
            case NoPlan():
                made += found.labels
    return NoPlan(made, cut=(expedition.start, 0) not in Bounds(expedition).rides)


def _searched(expedition: Expedition, objective: Objective, most_labels: int | None) -> Plan | NoPlan | Stopped:
    search = Search(expedition, objective)
    if (expedition.start, 0) not in search.bounds.rides:
        return NoPlan(0, cut=True)
    for label in search.settled(most_labels):
        if search.is_goal(label):
            return played(expedition, actions_of(label))
    return Stopped(search.made, search.reached) if search.stopped else NoPlan(search.made)


class Search:
    """One run, by fewest actions or coins, or (None) for all that can be reached.

    `settled` gives the labels that nothing dominates in the order of their values.
    """

    def __init__(self, expedition: Expedition, objective: Objective | None) -> None:
        self.expedition, self.objective = expedition, objective
        self.bounds = Bounds(expedition)
        self.useful = useful(expedition)
        self.kinds = [kind for kind, most in enumerate(self.useful) if most]
        self.spares = [kind for kind in self.kinds if expedition.spare and expedition.spare[kind]]
        self.made, self.reached, self.stopped = 0, 0, False
        self.area = [{area.name: n for n, area in enumerate(period.areas)} for period in expedition.periods]
        self.rising = [
            [n for n, area in enumerate(period.areas) if area.fixed is None] for period in expedition.periods
        ]
        self.ways = [self._prepared(number) for number in range(len(expedition.periods))]
        self.finds_first = objective is None and not self._may_be_too_rich()

    def _may_be_too_rich(self) -> bool:
        """Whether somebody may have to be careful not to have too many coins when a period begins."""
        richest = self.expedition.coins + sum(self.expedition.periods[0].finds) + self.bounds.gains[0]
        return any(one.most is not None and one.most < richest for one in self.expedition.periods)

    def _prepared(self, number: int) -> dict[str, list[tuple[int, str, int, Way, Counts, Counts]]]:
        """For each place: number, end, area and way, with what it takes and asks to hold."""
        expedition, period = self.expedition, self.expedition.periods[number]
        found = {}
        for place, rides in expedition.rides[number].items():
            ways = []
            for way_number, there in rides:
                way = period.ways[way_number]
                takes = expedition.padded(way.items)
                holds = tuple(map(max, expedition.padded(way.holds), takes))
                area = -1 if way.area is None else self.area[number][way.area]
                takes, holds = takes if any(takes) else (), holds if any(holds) else ()
                ways.append((way_number, there, area, way, takes, holds))
            found[place] = ways
        return found

    def start(self) -> Label:
        """Where it begins."""
        one = self.expedition
        first = one.periods[0]
        return Label(
            one.start, 0, 0, 0, one.coins, (0,) * len(first.areas), one.padded(one.items), one.padded(one.spare),
            (1 << len(first.finds)) - 1, first.help, tuple(token.coins for token in one.tokens), None,
        )

    def is_goal(self, label: Label) -> bool:
        """Whether the goal is reached."""
        goal = self.expedition.goal
        if goal.tasks and label.done < len(self.expedition.tasks):
            return False
        if goal.places is not None and label.place not in goal.places:
            return False
        if label.coins < goal.coins:
            return False
        return not goal.items or all(
            one + other >= wants for one, other, wants in zip(label.case, label.spare, goal.items, strict=True)
        )

    def value(self, label: Label) -> tuple[int, int, int] | None:
        """What the best plan through a label can be worth at best; None if its coins cannot be enough for any."""
        rides = self.bounds.rides.get((label.place, label.done))
        if rides is None:
            return None
        missing = 0
        if self.expedition.goal.items:
            missing = self.bounds.missing(tuple(map(int.__add__, label.case, label.spare)))
        actions = self.bounds.actions(label.place, label.done, sum(label.case) + sum(label.spare), missing)
        rest = self.bounds.prices(label.period, label.uses, rides, actions)
        rest += self.bounds.line_coins[label.place, label.done]
        if rest + self.expedition.goal.coins > label.coins + self.bounds.gains[label.period] and \
                rest + self.expedition.goal.coins > label.coins + self.bounds.gains[label.period] + self.found(label):
            return None
        if self.objective is Objective.CHEAPEST:
            return label.paid + rest, label.actions + actions, label.period
        if self.objective is Objective.FEWEST:
            return label.actions + actions, label.period, -label.coins
        # Everything that can be reached, by what was spent: of plans that come to the same, the richest comes first.
        return -label.coins - self.bounds.gains[label.period] - self.found(label), label.period, 0

    def found(self, label: Label) -> int:
        """The coins that lie in the period still to be taken."""
        finds = self.expedition.periods[label.period].finds
        return sum(coins for stack, coins in enumerate(finds) if label.finds >> stack & 1)

    def settled(
        self, most_labels: int | None, useless: Callable[[Label], bool] | None = None
    ) -> Iterator[Label]:
        """Every label that no other dominates, the best first; none that follow one that is `useless`."""
        kept: dict[tuple[int, str, int], list[int]] = {}
        waiting: list[tuple[tuple[int, int, int], int, Label]] = []

        def wait(label: Label) -> None:
            value = self.value(label)
            if value is not None:
                self.made += 1
                heapq.heappush(waiting, (value, self.made, label))

        wait(self.start())
        while waiting:
            value, _, label = heapq.heappop(waiting)
            self.reached = value[0]
            if most_labels is not None and self.made > most_labels:
                self.stopped = True
                return
            resources, guards = in_one_number(self.resources(label))
            here = kept.setdefault((label.period, label.place, label.done), [])
            lifted = resources | guards
            if is_dominated(lifted, guards, here):
                continue
            here.append(resources)
            yield label
            if useless is not None and useless(label):
                continue
            for following in self.following(label):
                wait(following)

    def resources(self, label: Label) -> Counts:
        """What a label has used up, the smaller the better."""
        counted: list[int] = []
        if self.objective is not None:
            counted.append(label.actions)
        if self.objective is Objective.CHEAPEST:
            counted.append(label.paid)
        counted.append(-label.coins)
        counted += [label.uses[n] for n in self.rising[label.period]]
        counted += [-min(label.case[kind], self.useful[kind]) for kind in self.kinds]
        counted += [-min(label.spare[kind], self.useful[kind]) for kind in self.spares]
        stacks = len(self.expedition.periods[label.period].finds)
        if stacks:
            counted += [1 - (label.finds >> n & 1) for n in range(stacks)]
        if self.expedition.periods[label.period].help:
            counted.append(not label.help)
        counted += [-coins for coins in label.tokens]
        return tuple(counted)

    def following(self, label: Label) -> Iterator[Label]:
        """The labels one action on."""
        expedition, period = self.expedition, self.expedition.periods[label.period]
        found = self._found(label)
        if self.finds_first and (first := next(found, None)):  # where actions do not count nothing speaks against it
            yield first
            return
        yield from found
        for number, there, area, way, takes, holds in self.ways[label.period][label.place]:
            if (way.helps and not label.help) or not expedition.is_open(there, label.done):
                continue
            price = way.coins if area < 0 else way.coins + period.areas[area].price(label.uses[area])
            if price > label.coins:
                continue
            if holds and any(map(int.__lt__, map(int.__add__, label.case, label.spare), holds)):
                continue
            case, spare = self._given(label.case, label.spare, takes) if takes else (label.case, label.spare)
            uses = label.uses if area < 0 else (*label.uses[:area], label.uses[area] + 1, *label.uses[area + 1:])
            yield Label(
                there, label.period, label.actions + 1, label.paid + price, label.coins - price, uses, case, spare,
                label.finds, label.help and not way.helps, label.tokens, (label, Ride(number, there)), label.done,
            )
        if label.done < len(expedition.tasks) and label.place in expedition.tasks[label.done].places:
            yield from self._completed(label)
        if self.useful:
            yield from self._bought(label)
        if label.period + 1 < len(expedition.periods):
            yield from self._left(label)

    def _found(self, label: Label) -> Iterator[Label]:
        for stack, coins in enumerate(self.expedition.periods[label.period].finds):
            if label.finds >> stack & 1 and coins:
                yield Label(
                    label.place, label.period, label.actions + 1, label.paid, label.coins + coins, label.uses,
                    label.case, label.spare, label.finds & ~(1 << stack), label.help, label.tokens,
                    (label, Find(stack)), label.done,
                )

    def _bought(self, label: Label) -> Iterator[Label]:
        period = self.expedition.periods[label.period]
        for number, offer in enumerate(period.offers):
            item = offer.item
            if offer.places is not None and label.place not in offer.places:
                continue
            if label.case[item] + label.spare[item] >= self.useful[item]:
                continue
            area = -1 if offer.area is None else self.area[label.period][offer.area]
            price = offer.coins if area < 0 else offer.coins + period.areas[area].price(label.uses[area])
            if price > label.coins:
                continue
            uses = label.uses if area < 0 else (*label.uses[:area], label.uses[area] + 1, *label.uses[area + 1:])
            for leaves, case in self._taken(label.case, label.spare, item):
                yield Label(
                    label.place, label.period, label.actions + 1, label.paid + price, label.coins - price, uses, case,
                    label.spare, label.finds, label.help, label.tokens, (label, Buy(number, leaves)),
                    label.done,
                )
        if period.swaps and label.help:
            for gives, has in enumerate(label.case):
                if not has + label.spare[gives]:
                    continue
                one = tuple(int(kind == gives) for kind in range(len(label.case)))
                case, spare = self._given(label.case, label.spare, one)
                for takes in range(len(label.case)):
                    if takes != gives and case[takes] + spare[takes] < self.useful[takes]:
                        for leaves, after in self._taken(case, spare, takes):
                            yield Label(
                                label.place, label.period, label.actions, label.paid, label.coins, label.uses, after,
                                spare, label.finds, False, label.tokens, (label, Swap(gives, takes, leaves)),
                                label.done,
                            )

    def _completed(self, label: Label) -> Iterator[Label]:
        """The next task done here, with every choice that its reward gives."""
        expedition, task = self.expedition, self.expedition.tasks[label.done]
        needs = expedition.padded(task.items)
        if label.coins < task.coins or any(map(int.__lt__, map(int.__add__, label.case, label.spare), needs)):
            return
        case, spare = self._given(label.case, label.spare, needs)
        gifts: list[tuple[int | None, Counts, Counts]] = [(None, (), case)]
        if task.gift:
            gifts += [(item, *taken) for item in self.kinds for taken in self._taken(case, spare, item)]
        coins = label.coins - task.coins + task.gains
        for gift, leaves, packed in gifts:
            held = tuple(map(int.__add__, packed, spare))
            trips = expedition.rewards(label.period, label.place, label.done, held)
            for trip in (*trips, None) if expedition.may_stay or not trips else trips:
                yield Label(
                    label.place if trip is None else trip[1], label.period, label.actions, label.paid + task.coins,
                    coins, label.uses, packed, spare, label.finds, label.help, label.tokens,
                    (label, Complete(gift, leaves, trip)), label.done + 1,
                )

    def _left(self, label: Label) -> Iterator[Label]:
        expedition, number = self.expedition, label.period + 1
        period, last = expedition.periods[number], expedition.periods[label.period]
        held = tuple(map(int.__add__, label.case, label.spare))
        choices: list[tuple[int | None, int, Counts, tuple[tuple[int, str] | None, ...]]] = []
        for n in last.tokens or (None,):
            gained = 0 if n is None else label.tokens[n] + expedition.tokens[n].bonus
            tokens = tuple(0 if other == n or other in last.gone else coins + 1
                           for other, coins in enumerate(label.tokens))
            trips = expedition.outings(label.period, label.place, n, label.done, held)
            choices.append((n, gained, tokens, (*trips, None) if expedition.may_stay or not trips else trips))
        handed: list[tuple[int | None, int, Counts, Counts]] = [(None, period.income, label.case, label.spare)]
        if period.trade_in is not None:
            for kind in range(len(label.case)):
                if label.case[kind] + label.spare[kind]:
                    one = tuple(int(other == kind) for other in range(len(label.case)))
                    handed.append((kind, period.trade_in, *self._given(label.case, label.spare, one)))
        for token, gained, tokens, ways in choices:
            for (hands_in, income, case, spare), trip in product(handed, ways):
                if period.most is not None and label.coins + gained + income > period.most:
                    continue
                yield Label(
                    label.place if trip is None else trip[1], number, label.actions, label.paid,
                    label.coins + gained + income,
                    (0,) * len(period.areas), case, spare, (1 << len(period.finds)) - 1, period.help, tokens,
                    (label, Leave(token, hands_in, trip)), label.done,
                )

    def _given(self, case: Counts, spare: Counts, items: Counts) -> tuple[Counts, Counts]:
        """Case and spare items after some are given up; there are enough."""
        if self.expedition.spare_first:
            of_spare = tuple(map(min, spare, items))
            of_case = tuple(map(int.__sub__, items, of_spare))
        else:
            of_case = tuple(map(min, case, items))
            of_spare = tuple(map(int.__sub__, items, of_case))
        return tuple(map(int.__sub__, case, of_case)), tuple(map(int.__sub__, spare, of_spare))

    def _taken(self, case: Counts, spare: Counts, item: int) -> Iterator[tuple[Counts, Counts]]:
        """The ways to take an item: the least that must be left behind, and what is in the case then."""
        expedition = self.expedition
        if expedition.stock and case[item] + spare[item] >= expedition.stock[item]:
            return
        more = (*case[:item], case[item] + 1, *case[item + 1:])
        if expedition.fits(more):
            yield expedition.no_items, more
            return
        ways = {
            tuple(max(has - fits, 0) for has, fits in zip(more, most, strict=True))
            for most in expedition.room if most[item] >= more[item]
        }
        for leaves in sorted(ways, key=lambda one: (sum(one), one)):
            if not any(other != leaves and all(map(int.__le__, other, leaves)) for other in ways):
                yield leaves, tuple(map(int.__sub__, more, leaves))


def actions_of(label: Label) -> list[Action]:
    """The actions that lead to a label."""
    found: list[Action] = []
    while label.came is not None:
        label, action = label.came
        found.append(action)
    return found[::-1]
