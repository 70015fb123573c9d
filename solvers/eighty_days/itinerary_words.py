"""The steps of plans in words and as data."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from solvers.eighty_days.journeys import Area, City
from solvers.expeditions import Buy, Complete, Counts, Expedition, Find, Leave, Ride, Step, Swap
from solvers.routes import in_words
from spec.execution.position import Position


def kind_of(expedition: Expedition, step: Step) -> str:
    """What kind of action a step is, in one word."""
    match step.action:
        case Ride(way, _):
            return expedition.periods[step.period].ways[way].how
        case Buy(offer, _):
            return expedition.periods[step.period].offers[offer].how
        case Find():
            return "juggle"
        case Swap():
            return "swap"
        case Leave():
            return "pass"
        case Complete():
            return "complete"


def details(expedition: Expedition, step: Step) -> Mapping[str, Any]:
    """What there is to say of a step besides what is in hand after it, as data."""
    period, kinds = expedition.periods[step.period], expedition.item_kinds
    match step.action:
        case Ride(number, _):
            way = period.ways[number]
            return {"line": way.link, "area": way.area, "coins": way.coins,
                    "items_paid": named(expedition, expedition.padded(way.items))}
        case Buy(number, leaves):
            offer = period.offers[number]
            return {"item": kinds[offer.item], "area": offer.area, "left_behind": named(expedition, leaves)}
        case Find(stack):
            return {"coins_found": period.finds[stack]}
        case Swap(gives, takes, leaves):
            return {"gives": kinds[gives], "takes": kinds[takes], "left_behind": named(expedition, leaves)}
        case Leave(token, hands_in, trip, swap, leaves):
            before = expedition.periods[step.period - 1]
            swapped = {} if swap is None else {"gives": kinds[swap[0]], "takes": kinds[swap[1]],
                                               "left_behind": named(expedition, leaves)}
            return {**swapped, "newspaper": period.name,
                    "tile": None if token is None else expedition.tokens[token].name,
                    "free_trip": None if trip is None else before.trips[trip[0]].link,
                    "handed_in": None if hands_in is None else kinds[hands_in]}
        case Complete(gift, leaves, trip):
            return {"gift": None if gift is None else kinds[gift], "left_behind": named(expedition, leaves),
                    "free_trip": None if trip is None else period.trips[trip[0]].link}


def in_a_line(position: Position, expedition: Expedition, step: Step) -> str:
    """A step as people say it."""
    period, kinds = expedition.periods[step.period], expedition.item_kinds
    match step.action:
        case Ride(number, _):
            way = period.ways[number]
            costs = expedition.padded(way.items)
            paid = f", giving up {in_words(kinds, costs)}" if any(costs) else ""
            return f"{way.how} {way.link}{paid}"
        case Buy(number, leaves):
            offer = period.offers[number]
            where = "from Paul" if offer.area is None else f"in the {area_title(position, offer.area)}"
            left = f", leaving {in_words(kinds, leaves)}" if any(leaves) else ""
            return f"buy {kinds[offer.item]} {where}{left}"
        case Find(stack):
            return f"take {period.finds[stack]} coin{'s' if period.finds[stack] > 1 else ''} of the juggler"
        case Swap(gives, takes, leaves):
            left = f", leaving {in_words(kinds, leaves)}" if any(leaves) else ""
            return f"Jill swaps {kinds[gives]} for {kinds[takes]}{left}"
        case Leave(token, hands_in, trip, swap, leaves):
            tile = "" if token is None else f" with {expedition.tokens[token].name}"
            if any(leaves):
                tile += f", leaving {in_words(kinds, leaves)}"
            if swap is not None:
                tile += f", swapping {kinds[swap[0]]} for {kinds[swap[1]]}"
            if trip is not None:
                tile += f", then freely by {expedition.periods[step.period - 1].trips[trip[0]].link}"
            given = "" if hands_in is None else f", handing in {kinds[hands_in]}"
            return f"pass{tile}; {period.name}{given}"
        case Complete(gift, leaves, trip):
            won = "" if gift is None else f", choosing {kinds[gift]}"
            left = f", leaving {in_words(kinds, leaves)}" if any(leaves) else ""
            free = "" if trip is None else f", then freely by {period.trips[trip[0]].link}"
            return f"complete {step.task}{won}{left}{free}"


def paid_in_words(expedition: Expedition, step: Step) -> str:
    """The price of a step, and what was paid besides."""
    match step.action:
        case Ride(number, _):
            besides = expedition.periods[step.period].ways[number].coins
        case Buy(number, _):
            besides = expedition.periods[step.period].offers[number].coins
        case _:
            return ""
    return f"{step.price} + {besides}" if step.price and besides else str(step.price + besides)


def named(expedition: Expedition, counts: Counts) -> dict[str, int]:
    """Counts by the ids of the items, those of which there are any."""
    return {kind: count for kind, count in zip(expedition.item_kinds, expedition.padded(counts), strict=True) if count}


def city_title(position: Position, place: str) -> str:
    """What a city is called."""
    return next(name.title for name in position.table.names.of(City) if name.id == place)


def area_title(position: Position, area: str) -> str:
    """What an area is called."""
    return next(name.title for name in position.table.names.of(Area) if name.id == area)
