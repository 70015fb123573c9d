"""Every way to spend one turn, for the searches that go through them all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cache

from solvers.tour_du_monde.plans import Turn
from solvers.tour_du_monde.tour import Counts, Offer, Payment, Tour


@dataclass(frozen=True)
class Standing:
    """Where the player stands between two turns: legs done, what is held, what was played last, the detective."""

    done: int
    hand: Counts
    events: Counts
    last: int | None
    detective: int


@dataclass(frozen=True)
class Moment:
    """The same within a turn: legs of this turn, whether a second one is allowed, and whether a balloon is there."""

    standing: Standing
    legs: int
    second: bool
    balloon: bool
    turn: Turn = field(default_factory=Turn)


def beginning(tour: Tour) -> Standing:
    """Where the player stands at the beginning."""
    return Standing(0, tour.hand, tour.events, tour.last, tour.detective)


def openings(tour: Tour, number: int, here: Standing) -> Iterator[Moment]:
    """The moments after a card was taken, if one is to be taken, and the detective was moved."""
    first = number == 0
    legs, second = (tour.legs, tour.second) if first else (0, False)
    balloon = first and tour.balloon
    offers: tuple[Offer | None, ...] = tour.rows[number]
    if (first and tour.took) or not offers:
        offers = (None,)
    for offer in offers:
        if offer is None:
            yield Moment(here, legs, second, balloon)
            continue
        there = replace(here, hand=_changed(here.hand, offer.card, 1))
        places = tour.hideouts(tour.city + here.done, here.detective) if offer.detective else (None,)
        for place in places:
            moved = there if place is None else replace(there, detective=place)
            yield Moment(moved, legs, second, balloon or offer.balloon, Turn(offer, place))


def legs_from(tour: Tour, moment: Moment) -> Iterator[tuple[Payment, Moment]]:
    """Every payment of the next leg that can be made now, perhaps after allowing a second leg."""
    here = moment.standing
    if here.done == len(tour.payments):
        return
    if moment.legs < 1 + moment.second:
        for payment in tour.payments[here.done]:
            if _can_pay(moment, payment):
                yield payment, _paid(moment, payment)
    is_early = moment.legs == 0
    if moment.second or (is_early and here.done + 2 > len(tour.payments)) or moment.legs > 1:
        return
    for second in tour.seconds:
        if here.events[second.event] and second.copies in (None, here.last):
            events = _changed(here.events, second.event, -1)
            turn = replace(moment.turn, second=second, early=is_early)
            allowed = replace(here, events=events, last=second.effect)
            yield from legs_from(tour, replace(moment, standing=allowed, second=True, turn=turn))


def endings(tour: Tour, moment: Moment) -> Iterator[tuple[Turn, Standing]]:
    """The turn may end here: with every choice of cards that will not be used any more, so that the rest may be kept.

    Cards that no later leg can use are among them; only those above the limit have to be thrown away.
    """
    here = moment.standing
    travelled = bool(moment.turn.paid) or moment.legs > 0
    if not travelled and not tour.may_stay(here.done, here.hand):
        return
    held, kinds = here.hand + here.events, len(here.hand)
    useful = tuple(has * use for has, use in zip(held, tour.useful[here.done], strict=True))
    for left in _kept(useful, tour.limit):
        away = tuple(has - stays for has, stays in zip(held, left, strict=True))
        turn = replace(moment.turn, cards_away=away[:kinds], events_away=away[kinds:])
        yield turn, replace(here, hand=left[:kinds], events=left[kinds:])


def is_worthwhile(moment: Moment) -> bool:
    """Whether nothing was done for a second leg that is not travelled."""
    turn = moment.turn
    return turn.second is None or not turn.early or len(turn.paid) == 2


def _can_pay(moment: Moment, payment: Payment) -> bool:
    here = moment.standing
    return (
        all(has >= needs for has, needs in zip(here.hand, payment.cards, strict=True))
        and (payment.event is None or here.events[payment.event] > 0)
        and payment.copies in (None, here.last)
        and (moment.balloon or not payment.balloon)
    )


def _paid(moment: Moment, payment: Payment) -> Moment:
    here = moment.standing
    events = here.events if payment.event is None else _changed(here.events, payment.event, -1)
    hand = tuple(has - goes for has, goes in zip(here.hand, payment.cards, strict=True))
    last = here.last if payment.effect is None else payment.effect
    return Moment(
        replace(here, done=here.done + 1, hand=hand, events=events, last=last), moment.legs + 1, moment.second,
        moment.balloon and not payment.balloon, replace(moment.turn, paid=(*moment.turn.paid, payment)),
    )


@cache
def _kept(held: Counts, limit: int) -> tuple[Counts, ...]:
    """Every choice of as many cards as may be kept."""

    def choose(kind: int, excess: int) -> Iterator[Counts]:
        if kind == len(held):
            if excess == 0:
                yield ()
            return
        for goes in range(min(excess, held[kind]) + 1):
            for rest in choose(kind + 1, excess - goes):
                yield (held[kind] - goes, *rest)

    return tuple(choose(0, max(0, sum(held) - limit)))


def _changed(counts: Counts, kind: int, by: int) -> Counts:
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1:])
