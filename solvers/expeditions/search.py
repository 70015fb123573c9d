"""The exact search: label setting over periods, places, coins, uses of the areas, and what is held.

NOTE(labels): within a period what was paid depends only on how often each area was used, and items may be left behind
at any time. So at the same place in the same period, with the same status, a label with no more actions and payments,
no fewer coins and items, no dearer prices and nothing taken that the other has left can do whatever the other can, as
well; the other is dropped. Items beyond what all ways and the goal could ever take are worth nothing.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, replace

from solvers.expeditions.bounds import Bounds
from solvers.expeditions.dominance import Kept, useful
from solvers.expeditions.expedition import Expedition, Objective
from solvers.expeditions.labels import Following, Label, actions_of, first_label
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
    """One run, by fewest actions or coins.

    `settled` gives the labels that nothing dominates in the order of their values.
    """

    def __init__(self, expedition: Expedition, objective: Objective) -> None:
        self.expedition, self.objective = expedition, objective
        self.bounds = Bounds(expedition)
        self.useful = useful(expedition)
        self.following = Following(expedition, self.useful)
        self.made, self.reached, self.stopped = 0, 0, False

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
        return label.actions + actions, label.period, -label.coins

    def found(self, label: Label) -> int:
        """The coins that lie in the period still to be taken."""
        finds = self.expedition.periods[label.period].finds
        return sum(coins for stack, coins in enumerate(finds) if label.finds >> stack & 1)

    def settled(self, most_labels: int | None) -> Iterator[Label]:
        """Every label that no other dominates, the best first."""
        kept = Kept(self.expedition, self.useful, self.objective)
        waiting: list[tuple[tuple[int, int, int], int, Label]] = []

        def wait(label: Label) -> None:
            value = self.value(label)
            if value is not None:
                self.made += 1
                heapq.heappush(waiting, (value, self.made, label))

        wait(first_label(self.expedition))
        while waiting:
            value, _, label = heapq.heappop(waiting)
            self.reached = value[0]
            if most_labels is not None and self.made > most_labels:
                self.stopped = True
                return
            if kept.add(label):
                yield label
                for following in self.following.of(label):
                    wait(following)
