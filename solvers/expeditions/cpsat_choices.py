"""What can be done in one step of an expedition, for the model that goes step by step."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from solvers.expeditions.expedition import Counts, Expedition, Status
from solvers.expeditions.plans import Action, Buy, Complete, Find, Leave, Ride, Swap


@dataclass(frozen=True)
class Choice:
    """Something that can be done in a period, what it costs and brings besides the price of an area."""

    period: int
    action: Action
    area: str | None = None
    coins: int = 0
    gains: int = 0
    items: Counts = ()
    holds: Counts = ()
    takes: int | None = None
    helps: bool = False
    task: int | None = None
    at: str = ""
    leads_out: bool = False


def choices_of(expedition: Expedition) -> list[Choice]:
    """Everything that can be done in some period, wherever and whatever is in hand."""
    none = expedition.no_items
    found: list[Choice] = []
    for number, period in enumerate(expedition.periods):
        for ways in expedition.rides[number].values():
            for one, there in ways:
                way = period.ways[one]
                found.append(Choice(number, Ride(one, there), way.area, way.coins, 0, expedition.padded(way.items),
                                    expedition.padded(way.holds), None, way.helps, leads_out=way.leads_out))
        for one, offer in enumerate(period.offers):
            found.append(Choice(number, Buy(one, none), offer.area, offer.coins, takes=offer.item))
        found += [Choice(number, Find(stack), gains=coins) for stack, coins in enumerate(period.finds) if coins]
        kinds = range(len(expedition.item_kinds))
        if period.swaps and period.help:
            found += [
                Choice(number, Swap(gives, takes, none), items=_one(expedition, gives), takes=takes, helps=True)
                for gives, takes in product(kinds, kinds) if gives != takes
            ]
        found += _tasks(expedition, number)
        if number + 1 < len(expedition.periods):
            following = expedition.periods[number + 1]
            for token in period.tokens or (None,):
                swaps: list[tuple[int, int] | None] = [None]
                if token is not None and expedition.tokens[token].swaps:
                    swaps += [pair for pair in product(kinds, kinds) if pair[0] != pair[1]]
                for swap in swaps:
                    gives, takes = (none, None) if swap is None else (_one(expedition, swap[0]), swap[1])
                    leave = Leave(token, None, None, swap)
                    found.append(Choice(number, leave, gains=following.income, items=gives, takes=takes))
                if following.trade_in is not None:
                    found += [
                        Choice(number, Leave(token, kind), gains=following.trade_in, items=_one(expedition, kind))
                        for kind in kinds
                    ]
    return found


def _tasks(expedition: Expedition, number: int) -> list[Choice]:
    """Every way to do a task in a period: where, with which gift, and with which trip."""
    found = []
    for n, task in enumerate(expedition.tasks):
        gifts = (None, *range(len(expedition.item_kinds))) if task.gift else (None,)
        for place, gift in product(sorted(task.places), gifts):
            for trip in (None, *expedition.rewards(number, place, n, expedition.plenty, Status())):
                found.append(Choice(number, Complete(gift, (), trip), None, task.coins, task.gains,
                                    expedition.padded(task.items), takes=gift, task=n, at=place,
                                    leads_out=trip is None or expedition.periods[number].trips[trip[0]].leads_out))
    return found


def _one(expedition: Expedition, item: int) -> Counts:
    return tuple(int(kind == item) for kind in range(len(expedition.item_kinds)))
