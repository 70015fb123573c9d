"""Everything that is wrong with the parts of an expedition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvers.expeditions.expedition import Expedition


def problems_of(expedition: Expedition) -> list[str]:
    """What does not go together, in words."""
    return [*_twice(expedition), *_strangers(expedition), *_wrong_numbers(expedition)]


def _twice(expedition: Expedition) -> Iterator[str]:
    kinds = [("place", expedition.places), ("kind of item", expedition.item_kinds),
             ("token", tuple(token.name for token in expedition.tokens))]
    kinds += [(f"area of {period.name}", tuple(area.name for area in period.areas)) for period in expedition.periods]
    for what, names in kinds:
        yield from (f"{what} {name!r} is there {times} times" for name, times in Counter(names).items() if times > 1)


def _strangers(expedition: Expedition) -> Iterator[str]:
    places = set(expedition.places)
    if not expedition.periods:
        yield "there is no period"
    named = [("start", expedition.start)]
    named += [("goal", place) for place in sorted(expedition.goal.places or ())]
    named += [("closed place", place) for place in sorted(expedition.closed)]
    named += [("final place", place) for place in sorted(expedition.final)]
    named += [("gated place", place) for place in sorted(expedition.gated)]
    named += [("dealing place", place) for place in sorted(expedition.dealing)]
    named += [(f"place of {task.name!r}", place) for task in expedition.tasks for place in sorted(task.places)]
    for period in expedition.periods:
        areas = {area.name for area in period.areas}
        for way in (*period.ways, *period.trips):
            named += [(f"end of {way.link!r}", end) for end in (way.start, way.end)]
            if way.area is not None and way.area not in areas:
                yield f"in {period.name} {way.link!r} is paid on {way.area!r}, which is not an area"
        for offer in period.offers:
            named += [("place of an offer", place) for place in sorted(offer.places or ())]
            if offer.area is not None and offer.area not in areas:
                yield f"in {period.name} an offer is paid on {offer.area!r}, which is not an area"
            if not 0 <= offer.item < len(expedition.item_kinds):
                yield f"in {period.name} an offer is of item number {offer.item}, which is not there"
    unknown = [f"the {what} is {name!r}, which is not a place" for what, name in named if name not in places]
    yield from dict.fromkeys(unknown)


def _wrong_numbers(expedition: Expedition) -> Iterator[str]:
    kinds = len(expedition.item_kinds)
    counts = [("the items in the case", expedition.items), ("the spare items", expedition.spare),
              ("the stock", expedition.stock), ("the items of the goal", expedition.goal.items)]
    counts += [("the room", most) for most in expedition.room]
    counts += [(f"what {task.name!r} needs", task.items) for task in expedition.tasks]
    coins = [("in hand", expedition.coins), ("of the goal", expedition.goal.coins)]
    coins += [(f"of {task.name!r}", min(task.coins, task.gains)) for task in expedition.tasks]
    for period in expedition.periods:
        coins += [(f"of {period.name}", period.income), (f"of {period.name}", period.trade_in or 0)]
        coins += [(f"found in {period.name}", find) for find in period.finds]
        for way in period.ways:
            counts += [(f"the items of {way.link!r}", way.items), (f"what {way.link!r} asks to hold", way.holds)]
            coins.append((f"of {way.link!r}", way.coins))
        coins += [("of an offer", offer.coins) for offer in period.offers]
        coins += [(f"on {area.name!r}", min(area.height, area.fixed or 0)) for area in period.areas]
    for what, given in counts:
        if given and len(given) != kinds:
            yield f"{what}: {len(given)} counts for {kinds} kinds of items"
        elif min(given, default=0) < 0:
            yield f"{what}: {given} has a negative count"
    yield from (f"token {one.name!r} both swaps and rides" for one in expedition.tokens if one.swaps and one.rides)
    yield from dict.fromkeys(f"{number} coins {what}" for what, number in coins if number < 0)
    if not expedition.fits(expedition.padded(expedition.items)):
        yield "the items in hand do not fit the case"
