"""When one label makes another needless: what both have used up, compared at once, and what holding more is worth."""

from __future__ import annotations

from functools import lru_cache

from solvers.expeditions.expedition import Counts, Expedition

FIELD = 32
HALF = 1 << (FIELD - 3)
"""Bits for each resource, and what makes it positive: none is beyond that either way."""


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
