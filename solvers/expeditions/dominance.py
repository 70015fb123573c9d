"""When one label makes another needless: what both have used up, compared at once, and what holding more is worth."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from solvers.expeditions.expedition import Counts, Expedition, Objective, Status
from solvers.expeditions.labels import Label

FIELD = 32
HALF = 1 << (FIELD - 3)
"""Bits for each resource, and what makes it positive: none is beyond that either way."""


class Kept:
    """The labels so far that no other made needless, where an objective counts, or (None) coins and periods alone."""

    def __init__(self, expedition: Expedition, useful: Counts, objective: Objective | None) -> None:
        self.expedition, self.useful, self.objective = expedition, useful, objective
        self.kinds = [kind for kind, most in enumerate(useful) if most]
        self.spares = [kind for kind in self.kinds if expedition.spare and expedition.spare[kind]]
        self.rising = [
            [n for n, area in enumerate(period.areas) if area.fixed is None] for period in expedition.periods
        ]
        self.takeable = [_takeable(expedition, number) for number in range(len(expedition.periods))]
        self._kept: dict[tuple[int, str, int, Status], list[int]] = {}

    def dominate(self, label: Label) -> bool:
        """Whether a label is needless beside one of them."""
        resources, guards = in_one_number(self._resources(label))
        return is_dominated(resources | guards, guards, self._beside(label))

    def add(self, label: Label) -> bool:
        """Whether a label is kept too, as no other makes it needless."""
        resources, guards = in_one_number(self._resources(label))
        here = self._beside(label)
        if is_dominated(resources | guards, guards, here):
            return False
        here.append(resources)
        return True

    def _beside(self, label: Label) -> list[int]:
        return self._kept.setdefault((label.period, label.place, label.done, label.status), [])

    def _resources(self, label: Label) -> Counts:
        """What a label has used up, the smaller the better."""
        counted: list[int] = []
        if self.objective is not None:
            counted.append(label.actions)
        if self.objective is Objective.CHEAPEST:
            counted.append(label.paid)
        lying = label.tokens
        counted += [-label.coins - sum(lying[n] for n in some) for some in self.takeable[label.period]]
        counted += [label.uses[n] for n in self.rising[label.period]]
        counted += [-min(label.case[kind], self.useful[kind]) for kind in self.kinds]
        counted += [-min(label.spare[kind], self.useful[kind]) for kind in self.spares]
        stacks = len(self.expedition.periods[label.period].finds)
        if stacks:
            counted += [1 - (label.finds >> n & 1) for n in range(stacks)]
        if self.expedition.periods[label.period].help:
            counted.append(not label.help)
        return tuple(counted)


def _takeable(expedition: Expedition, number: int) -> list[tuple[int, ...]]:
    """The tokens that can be taken from a period on, in every choice of no more than periods are left.

    NOTE(tokens): two travellers who take the same tokens receive on each another sum at most once, as then nothing
    lies on it for either. So whoever has no less with any choice of tokens is never behind.
    """
    leaving = expedition.periods[number:-1]
    tokens = sorted({token for period in leaving for token in period.tokens})
    return [some for size in range(min(len(leaving), len(tokens)) + 1) for some in combinations(tokens, size)]


def in_one_number(resources: Counts) -> tuple[int, int]:
    """Resources as one number, and the guard bits of its fields.

    NOTE(guards): with the guard bits set, another one is taken off; a field that keeps its guard bit was no smaller.
    So two labels are compared in all resources by one subtraction.
    """
    whole = 0
    for number in resources:
        whole = whole << FIELD | (number + HALF)
    return whole, _guards(len(resources))


def is_dominated(lifted: int, guards: int, kept: list[int]) -> bool:
    """Whether one of the kept numbers is no larger in any field; `lifted` has its guard bits set."""
    for other in kept:  # noqa: SIM110  # a generator is slower, and this is where the time goes
        if (lifted - other) & guards == guards:
            return True
    return False


@lru_cache(maxsize=64)
def _guards(fields: int) -> int:
    return sum(1 << (FIELD * n + FIELD - 1) for n in range(fields))


def useful(expedition: Expedition) -> Counts:
    """How many of each kind could ever be of use; empty if none at all."""
    trades = sum(period.trade_in is not None for period in expedition.periods)
    swaps = swaps_in(expedition)
    found = []
    for kind in range(len(expedition.item_kinds)):
        dearest: dict[str, int] = {}
        most_held = 0
        for period in expedition.periods:
            for way in period.ways:
                takes, holds = expedition.padded(way.items)[kind], expedition.padded(way.holds)[kind]
                key = way.how if way.helps else way.link
                dearest[key] = max(dearest.get(key, 0), takes)
                most_held = max(most_held, holds - takes, 0)
        helps = sum(period.help for period in expedition.periods)
        costs = sum(dearest.values()) + helps * max(
            (expedition.padded(way.items)[kind] for period in expedition.periods for way in period.ways if way.helps),
            default=0,
        )
        costs += sum(expedition.padded(task.items)[kind] for task in expedition.tasks)
        trips = (expedition.padded(way.holds)[kind] for period in expedition.periods for way in period.trips)
        most_held = max(most_held, *trips, 0)
        found.append(costs + most_held + expedition.padded(expedition.goal.items)[kind] + trades + swaps)
    return tuple(found) if any(found) else ()


def swaps_in(expedition: Expedition) -> int:
    """How many items can be swapped at most: once a period by its help, and by a token when it is left."""
    helped = sum(period.swaps for period in expedition.periods)
    return helped + sum(
        any(expedition.tokens[token].swaps for token in period.tokens) for period in expedition.periods[:-1])
