"""The exact search: label setting over periods, places, coins, uses of the areas, and what is held.

NOTE(labels): within a period what was paid depends only on how often each area was used, and items may be left behind
at any time. So at the same place in the same period, with the same status, a label with no more actions and payments,
no fewer coins and items, no dearer prices and nothing taken that the other has left can do whatever the other can, as
well; the other is dropped. Items beyond what all ways and the goal could ever take are worth nothing.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from solvers.expeditions.bounds import Bounds
from solvers.expeditions.dominance import in_one_number, is_dominated, useful
from solvers.expeditions.expedition import Counts, Expedition, Objective, Status
from solvers.expeditions.labels import Following, Label, actions_of
from solvers.expeditions.plans import Plan, played


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
        self.rising = [
            [n for n, area in enumerate(period.areas) if area.fixed is None] for period in expedition.periods
        ]
        self.following = Following(
            expedition, self.useful, finds_first=objective is None and not self._may_be_too_rich())

    def _may_be_too_rich(self) -> bool:
        """Whether somebody may have to be careful not to have too many coins when a period begins."""
        richest = self.expedition.coins + sum(self.expedition.periods[0].finds) + self.bounds.gains[0]
        return any(one.most is not None and one.most < richest for one in self.expedition.periods)

    def start(self) -> Label:
        """Where it begins."""
        one = self.expedition
        first = one.periods[0]
        return Label(
            one.start, 0, 0, 0, one.coins, (0,) * len(first.areas), one.padded(one.items), one.padded(one.spare),
            (1 << len(first.finds)) - 1, first.help, tuple(token.coins for token in one.tokens), None,
            status=one.first_status,
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
        kept: dict[tuple[int, str, int, Status], list[int]] = {}
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
            here = kept.setdefault((label.period, label.place, label.done, label.status), [])
            lifted = resources | guards
            if is_dominated(lifted, guards, here):
                continue
            here.append(resources)
            yield label
            if useless is not None and useless(label):
                continue
            for following in self.following.of(label):
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
