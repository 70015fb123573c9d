"""The question: legs ahead, what each may be paid with, what is in hand, and the rows of cards of the coming turns.

The player is alone at the table: the others take nothing that is wanted, and leave the detective where he stands.
Nothing random is counted on: no cards are drawn, no chips are used, nothing is bought or sold.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from solvers.tour_du_monde.dice import Die

Counts = tuple[int, ...]
"""How many of each kind, in the order of the kinds."""


class Objective(Enum):
    """What is to be as small as possible: the days on average, or the days if every die falls badly."""

    EXPECTED = "expected"
    WORST = "worst"


@dataclass(frozen=True)
class Payment:
    """One way to pay for a leg: travel cards and perhaps an event, for `days` and those of `dice`.

    `move` is the move that pays so, without the player. `effect` is what the Princess would copy after it, and
    `copies` what she must have to copy before it; None where neither matters.
    """

    move: tuple[int, ...]
    cards: Counts
    event: int | None
    days: int
    dice: tuple[Die, ...]
    balloon: bool
    effect: int | None
    copies: int | None

    @property
    def worst(self) -> int:
        """The most days that it can cost."""
        return self.days + sum(die.worst for die in self.dice)


@dataclass(frozen=True)
class Second:
    """One event that allows a second leg in a turn, and what the Princess would copy after it or must copy for it."""

    event: int
    effect: int
    copies: int | None


@dataclass(frozen=True)
class Offer:
    """A card of a row, perhaps with the action over it: coins, the balloon, or moving the detective."""

    slot: int
    card: int
    using: bool
    coins: int = 0
    balloon: bool = False
    detective: bool = False


@dataclass(frozen=True)
class Tour:
    """Everything that the answer depends on; members are numbers.

    The first turn may have begun: `took` a card, `legs` travelled, a second one allowed (`second`). `rows` has the
    offers of each turn that may be taken; `payments` those of each leg, from `city` on. `seconds` are the events that
    allow a second leg. `round_days` are lost with each further round, and `detective_days` at the end of a turn
    in the detective's city. Where nobody may stay who could pay, `must_move` has the cards of each mode that would
    do for each leg. `modes` and `values` are those of each kind of card.
    """

    city: int
    cities: int
    hand: Counts
    events: Counts
    coins: int
    last: int | None
    payments: tuple[tuple[Payment, ...], ...]
    seconds: tuple[Second, ...]
    rows: tuple[tuple[Offer, ...], ...]
    limit: int
    detective: int
    detective_days: int
    round_days: int
    modes: Counts
    values: Counts
    must_move: tuple[Counts, ...] | None = None
    took: bool = False
    legs: int = 0
    second: bool = False
    balloon: bool = False

    @property
    def target(self) -> int:
        """The city that is to be reached."""
        return self.city + len(self.payments)

    def behind(self, number: int, events: Counts) -> int:
        """The legs that must be done after a turn, for the target to be reached in the turns that are left."""
        seconds = sum(events[one.event] for one in {second.event: second for second in self.seconds}.values())
        left = len(self.rows) - 1 - number
        return len(self.payments) - left - min(left, seconds)

    def may_stay(self, done: int, hand: Counts) -> bool:
        """Whether a turn may end without a leg after so many legs, with these cards in hand."""
        if self.must_move is None:
            return True
        held = [sum(count for count, of in zip(hand, self.modes, strict=True) if of == mode) for mode in (0, 1)]
        return any(has < needs for has, needs in zip(held, self.must_move[done], strict=True))

    def caught(self, city: int, detective: int) -> int:
        """The days lost by ending a turn in a city, with the detective where he is."""
        return self.detective_days if city == detective else 0

    def hideouts(self, city: int, detective: int) -> tuple[int, ...]:
        """Where the detective may be moved to from before a turn that begins in a city; equals are named once."""
        places = [place for place in range(1, self.cities - 1) if place != detective]
        harmless = [place for place in places if place < city or place > self.target]
        return tuple(harmless[:1] or places)

    @cached_property
    def useful(self) -> tuple[Counts, ...]:
        """After each number of legs: for each kind of card, then of event, 1 if a later leg can use it, else 0."""
        if self.must_move is not None:  # then cards count that are not used
            return ((1,) * len(self.hand + self.events),) * (len(self.payments) + 1)
        seconds, found = {second.event for second in self.seconds}, []
        for done in range(len(self.payments) + 1):
            later = [payment for leg in self.payments[done:] for payment in leg]
            cards = (any(payment.cards[kind] for payment in later) for kind in range(len(self.hand)))
            played = {payment.event for payment in later} | (seconds if done + 2 <= len(self.payments) else set())
            found.append((*map(int, cards), *(int(event in played) for event in range(len(self.events)))))
        return tuple(found)

    @cached_property
    def coins_at_most(self) -> int:
        """The coins in hand and all that the rows offer."""
        return self.coins + sum(max((offer.coins for offer in row), default=0) for row in self.rows)

    @cached_property
    def dice_at_most(self) -> int:
        """The most dice that can be rolled: an event or balloon is used up by each."""
        balloons = int(self.balloon) + sum(any(offer.balloon for offer in row) for row in self.rows)
        rolling = {p.event for leg in self.payments for p in leg if p.dice and p.event is not None}
        return balloons + sum(self.events[event] for event in rolling)
