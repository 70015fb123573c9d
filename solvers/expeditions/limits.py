"""What can be had, used and carried at most in an expedition."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from solvers.expeditions.dominance import swaps_in
from solvers.expeditions.expedition import Area, Counts, Expedition


def is_priced(expedition: Expedition) -> bool:
    """Whether everything that can be done as often as one likes costs something, so that it has an end."""
    for period in expedition.periods:
        paying = [(way.area, way.coins) for way in period.ways if not way.helps]
        paying += [(offer.area, offer.coins) for offer in period.offers]
        free = {area.name for area in period.areas if not area.price(0)}
        if any(area in free or (area is None and not coins) for area, coins in paying):
            return False
    return True


def most_coins_had(expedition: Expedition) -> int:
    """More coins than can ever be in hand."""
    lying = sum(token.coins + token.bonus + len(expedition.periods) for token in expedition.tokens)
    return 1 + expedition.coins + lying * len(expedition.periods) + sum(
        max(one.income, one.trade_in or 0) + sum(one.finds) for one in expedition.periods
    ) + sum(task.gains for task in expedition.tasks)


def may_be_too_rich(expedition: Expedition) -> bool:
    """Whether somebody may have to be careful not to have too many coins when a period begins."""
    richest = most_coins_had(expedition)
    return any(one.most is not None and one.most < richest for one in expedition.periods)


def area_of(expedition: Expedition, number: int, name: str) -> Area:
    """The area of this name in a period."""
    return next(area for area in expedition.periods[number].areas if area.name == name)


def most_uses(area: Area, besides: int, coins: int) -> int:
    """How often an area can be used for so many coins, so many being paid `besides` each time."""
    times = 0
    while area.total(times + 1) + besides * (times + 1) <= coins:
        times += 1
    return times


def needed_kinds(expedition: Expedition, wants: Counts) -> list[int]:
    """The kinds of items that something asks for; all where some might be bought to have fewer coins."""
    if may_be_too_rich(expedition):
        return list(range(len(expedition.item_kinds)))
    padded = expedition.padded
    asking = [wants, *(padded(task.items) for task in expedition.tasks)]
    for period in expedition.periods:
        asking += [padded(counts) for way in (*period.ways, *period.trips) for counts in (way.items, way.holds)]
        if period.trade_in is not None:
            asking.append((1,) * len(expedition.item_kinds))
    if swaps_in(expedition) and any(map(any, asking)):
        asking.append((1,) * len(expedition.item_kinds))
    return [kind for kind in range(len(expedition.item_kinds)) if any(counts[kind] for counts in asking)]


def carrying(expedition: Expedition, kinds: list[int]) -> Iterable[tuple[tuple[int, ...], int]]:
    """Upper bounds on how many items of some kinds can be carried at once, each kind alone first."""
    everything = tuple(map(int.__add__, expedition.padded(expedition.items), expedition.padded(expedition.spare)))
    bought = sum(len(period.finds) for period in expedition.periods)
    plenty = tuple(has + most_coins_had(expedition) + bought for has in everything)
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
