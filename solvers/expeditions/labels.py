"""Labels, and those that follow them by one action each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from solvers.expeditions.expedition import Counts, Expedition, Period, Status, Way
from solvers.expeditions.plans import Action, Buy, Complete, Find, Leave, Ride, Swap

PLAIN = Status()


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
    status: Status = PLAIN


def first_label(one: Expedition) -> Label:
    """Where an expedition begins."""
    first = one.periods[0]
    return Label(
        one.start, 0, 0, 0, one.coins, (0,) * len(first.areas), one.padded(one.items), one.padded(one.spare),
        (1 << len(first.finds)) - 1, first.help, tuple(token.coins for token in one.tokens), None,
        status=one.first_status,
    )


class Following:
    """What an action makes of a label, whatever is worth doing; items count up to what is `useful` of each kind."""

    def __init__(self, expedition: Expedition, useful: Counts, *, finds_first: bool = False) -> None:
        self.expedition, self.useful, self.finds_first = expedition, useful, finds_first
        self.kinds = [kind for kind, most in enumerate(useful) if most]
        self.area = [{area.name: n for n, area in enumerate(period.areas)} for period in expedition.periods]
        self.ways = [self._prepared(number) for number in range(len(expedition.periods))]

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

    def of(self, label: Label) -> Iterator[Label]:
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
            if label.status.led and not way.leads_out:
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
                expedition.moved(label.status, label.place, there, label.done),
            )
        if label.done < len(expedition.tasks) and label.place in expedition.tasks[label.done].places and \
                expedition.is_in_hand(label.status, label.done):
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
                    (label, Find(stack)), label.done, label.status,
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
            for leaves, case, spare in self._taken(label.case, label.spare, item):
                yield Label(
                    label.place, label.period, label.actions + 1, label.paid + price, label.coins - price, uses, case,
                    spare, label.finds, label.help, label.tokens, (label, Buy(number, leaves)), label.done,
                    label.status,
                )
        if period.swaps and label.help:
            for gives, takes, leaves, case, spare in self._swapped(label):
                yield Label(
                    label.place, label.period, label.actions, label.paid, label.coins, label.uses, case, spare,
                    label.finds, False, label.tokens, (label, Swap(gives, takes, leaves)), label.done, label.status,
                )

    def _swapped(self, label: Label) -> Iterator[tuple[int, int, Counts, Counts, Counts]]:
        """What can be swapped for what that is of use, what is left behind for it, and the case and the spare items."""
        for gives, has in enumerate(label.case):
            if has + label.spare[gives]:
                one = tuple(int(kind == gives) for kind in range(len(label.case)))
                case, spare = self._given(label.case, label.spare, one)
                for takes in range(len(label.case)):
                    if takes != gives and case[takes] + spare[takes] < self.useful[takes]:
                        yield from ((gives, takes, *taken) for taken in self._taken(case, spare, takes))

    def _completed(self, label: Label) -> Iterator[Label]:
        """The next task done here, with every choice that its reward gives."""
        expedition, task = self.expedition, self.expedition.tasks[label.done]
        needs = expedition.padded(task.items)
        if label.coins < task.coins or any(map(int.__lt__, map(int.__add__, label.case, label.spare), needs)):
            return
        case, spare = self._given(label.case, label.spare, needs)
        gifts: list[tuple[int | None, Counts, Counts, Counts]] = [(None, (), case, spare)]
        if task.gift:
            gifts += [(item, *taken) for item in self.kinds for taken in self._taken(case, spare, item)]
        coins = label.coins - task.coins + task.gains
        for gift, leaves, packed, besides in gifts:
            held = tuple(map(int.__add__, packed, besides))
            trips = expedition.rewards(label.period, label.place, label.done, held, label.status)
            for trip in (*trips, None) if expedition.may_stay or not trips else trips:
                there = label.place if trip is None else trip[1]
                yield Label(
                    there, label.period, label.actions, label.paid + task.coins, coins, label.uses, packed, besides,
                    label.finds, label.help, label.tokens, (label, Complete(gift, leaves, trip)), label.done + 1,
                    expedition.completed(label.status, label.place, there, label.done),
                )

    def _left(self, label: Label) -> Iterator[Label]:
        expedition, number = self.expedition, label.period + 1
        period, last = expedition.periods[number], expedition.periods[label.period]
        for token in last.tokens or (None,):
            gained, tokens = 0, label.tokens
            if token is not None:
                gained = label.tokens[token] + expedition.tokens[token].bonus
            if tokens:
                tokens = tuple(0 if other == token or other in last.gone else coins + 1
                               for other, coins in enumerate(label.tokens))
            if period.most is not None and label.coins + gained > period.most:
                continue
            for trip, swap, leaves, case, spare in self._passing(label, token):
                there = label.place if trip is None else trip[1]
                status = label.status if trip is None else expedition.moved(
                    label.status, label.place, there, label.done)
                status = expedition.exchanged(status, there, token, label.done)
                for hands_in, income, packed, besides in self._incomes(period, case, spare):
                    coins = label.coins + gained + income
                    if period.most is None or coins <= period.most:
                        yield Label(
                            there, number, label.actions, label.paid, coins, (0,) * len(period.areas), packed, besides,
                            (1 << len(period.finds)) - 1, period.help, tokens,
                            (label, Leave(token, hands_in, trip, swap, leaves)), label.done, status,
                        )

    def _incomes(
        self, period: Period, case: Counts, spare: Counts
    ) -> Iterator[tuple[int | None, int, Counts, Counts]]:
        """What can be handed in when a period begins, the coins received, and what is left."""
        yield None, period.income, case, spare
        if period.trade_in is not None:
            for kind, has in enumerate(case):
                if has + spare[kind]:
                    one = tuple(int(other == kind) for other in range(len(case)))
                    yield kind, period.trade_in, *self._given(case, spare, one)

    def _passing(self, label: Label, token: int | None) -> Iterator[
            tuple[tuple[int, str] | None, tuple[int, int] | None, Counts, Counts, Counts]]:
        """The trips and swaps that can come with leaving, what is left behind for them, and what is held then."""
        expedition = self.expedition
        if token is not None and expedition.tokens[token].swaps:
            if self.useful or expedition.must_swap:
                for gives, takes, leaves, case, spare in self._swapped(label):
                    yield None, (gives, takes), leaves, case, spare
            for swap, leaves, case, spare in self._unchanged(label) if expedition.must_swap else (
                    (None, (), label.case, label.spare),):
                yield None, swap, leaves, case, spare
            return
        held = tuple(map(int.__add__, label.case, label.spare))
        trips = expedition.outings(label.period, label.place, token, label.done, held, label.status)
        for trip in (*trips, None) if expedition.may_stay or not trips else trips:
            yield trip, None, (), label.case, label.spare

    def _unchanged(self, label: Label) -> Iterator[tuple[tuple[int, int] | None, Counts, Counts, Counts]]:
        """How to change as little as can be where a swap must be made: by one of the same kind, or with less in hand.

        Whoever swaps something in the case for its like has what there was before. Otherwise all that might be left
        behind is looked at, as there may be no swap to be made without it.
        """
        expedition, held = self.expedition, tuple(map(int.__add__, label.case, label.spare))
        for kind, has in enumerate(held):
            of_case = label.case[kind] and not (expedition.spare_first and label.spare[kind])
            if of_case and (not expedition.stock or has < expedition.stock[kind]):
                yield (kind, kind), (), label.case, label.spare
                return
        for leaves in product(*(range(count + 1) for count in held)):
            case, spare = self._given(label.case, label.spare, leaves)
            swaps = [*self._swaps(case, spare)]
            if not swaps:
                yield None, leaves, case, spare
            for gives, takes, packed, besides in swaps:
                yield (gives, takes), leaves, packed, besides

    def _swaps(self, case: Counts, spare: Counts) -> Iterator[tuple[int, int, Counts, Counts]]:
        """Every swap that can be made with nothing left behind, and the case and spare items after it."""
        expedition, kinds = self.expedition, range(len(case))
        for gives, takes in product(kinds, kinds):
            has = case[takes] + spare[takes]
            if not case[gives] + spare[gives] or (expedition.stock and has >= expedition.stock[takes]):
                continue
            packed, besides = self._given(case, spare, tuple(int(kind == gives) for kind in kinds))
            after = (*packed[:takes], packed[takes] + 1, *packed[takes + 1:])
            if expedition.fits(after):
                yield gives, takes, after, besides

    def _given(self, case: Counts, spare: Counts, items: Counts) -> tuple[Counts, Counts]:
        """Case and spare items after some are given up; there are enough."""
        if self.expedition.spare_first:
            of_spare = tuple(map(min, spare, items))
            of_case = tuple(map(int.__sub__, items, of_spare))
        else:
            of_case = tuple(map(min, case, items))
            of_spare = tuple(map(int.__sub__, items, of_case))
        return tuple(map(int.__sub__, case, of_case)), tuple(map(int.__sub__, spare, of_spare))

    def _taken(self, case: Counts, spare: Counts, item: int) -> Iterator[tuple[Counts, Counts, Counts]]:
        """The ways to take an item: the least that must be left behind, and what is in the case and spare then."""
        expedition = self.expedition
        if expedition.stock and case[item] + spare[item] >= expedition.stock[item]:
            return
        more = (*case[:item], case[item] + 1, *case[item + 1:])
        if expedition.fits(more):
            yield expedition.no_items, more, spare
            return
        ways = {
            tuple(max(has - fits, 0) for has, fits in zip(more, most, strict=True))
            for most in expedition.room if most[item] >= more[item]
        }
        for leaves in sorted(ways, key=lambda one: (sum(one), one)):
            if not any(other != leaves and all(map(int.__le__, other, leaves)) for other in ways):
                after = tuple(map(int.__sub__, more, leaves))
                if expedition.spare_first:  # spare ones are left behind before any in the case
                    off = tuple(has if left else 0 for has, left in zip(spare, leaves, strict=True))
                    yield tuple(map(int.__add__, leaves, off)), after, tuple(map(int.__sub__, spare, off))
                else:
                    yield leaves, after, spare


def actions_of(label: Label) -> list[Action]:
    """The actions that lead to a label."""
    found: list[Action] = []
    while label.came is not None:
        label, action = label.came
        found.append(action)
    return found[::-1]
