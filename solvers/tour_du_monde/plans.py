"""A plan: what is done in each coming turn, and the days that it takes."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from solvers.tour_du_monde.dice import Gain, Timeline, expected_days, highest_kept, worst_days
from solvers.tour_du_monde.tour import Counts, Objective, Offer, Payment, Second, Tour


@dataclass(frozen=True)
class Turn:
    """One turn: a card taken, where the detective goes, legs paid, a second leg allowed, and cards not needed.

    `early` tells that the second leg was allowed before the first was travelled. Cards `away` are not used any more;
    those of them that are above the limit at the end of the turn have to be thrown away.
    """

    offer: Offer | None = None
    detective: int | None = None
    second: Second | None = None
    early: bool = False
    paid: tuple[Payment, ...] = ()
    cards_away: Counts = ()
    events_away: Counts = ()

    @property
    def timeline(self) -> Timeline:
        """The coins that come in and the dice, in order."""
        gains: Timeline = (Gain(self.offer.coins),) if self.offer is not None and self.offer.coins else ()
        return gains + tuple(die for payment in self.paid for die in payment.dice)


    @property
    def effort(self) -> int:
        """Cards, events and actions used, to choose between equals."""
        cards = sum(sum(payment.cards) + 2 * (payment.event is not None) for payment in self.paid)
        return cards + 2 * (self.second is not None) + (self.offer is not None and self.offer.using)


@dataclass(frozen=True)
class Plan:
    """Turns that lead to the target, and the days that they cost besides dice."""

    tour: Tour
    turns: tuple[Turn, ...]
    days: int

    @property
    def timeline(self) -> Timeline:
        """The coins that come in and the dice, in order."""
        return tuple(one for turn in self.turns for one in turn.timeline)

    @property
    def expected(self) -> Fraction:
        """The days on average, if dice are rolled again whenever that is better."""
        return self.days + expected_days(self.timeline, self.tour.coins)

    @property
    def worst(self) -> int:
        """The days if every die falls badly."""
        return self.days + worst_days(self.timeline)

    @property
    def thrown(self) -> tuple[tuple[Counts, Counts], ...]:
        """The cards and events that have to be thrown away at the end of each turn: of those not needed the dearest."""
        tour, kinds = self.tour, len(self.tour.hand)
        held, spare = [*tour.hand, *tour.events], [0] * (kinds + len(tour.events))
        order = [*sorted(range(kinds), key=lambda kind: -tour.values[kind]), *range(kinds, len(held))]
        found: list[tuple[Counts, Counts]] = []
        for turn in self.turns:
            if turn.offer is not None:
                held[turn.offer.card] += 1
            for payment in turn.paid:
                held = [has - goes for has, goes in zip(held, (*payment.cards, *(0,) * len(tour.events)), strict=True)]
                if payment.event is not None:
                    held[kinds + payment.event] -= 1
            if turn.second is not None:
                held[kinds + turn.second.event] -= 1
            away = (*turn.cards_away, *turn.events_away) or (0,) * len(held)
            spare = [has + more for has, more in zip(spare, away, strict=True)]
            thrown = [0] * len(held)
            for kind in order:
                thrown[kind] = max(0, min(spare[kind], sum(held) - tour.limit))
                held[kind] -= thrown[kind]
                spare[kind] -= thrown[kind]
            found.append((tuple(thrown[:kinds]), tuple(thrown[kinds:])))
        return tuple(found)

    @property
    def keeping(self) -> tuple[tuple[int, dict[int, int]], ...]:
        """For each die the leg ahead that it belongs to, and the dearest outcome to keep with so many coins left."""
        found: list[tuple[int, dict[int, int]]] = []
        timeline, coins, leg, passed = self.timeline, self.tour.coins, 0, 0
        for turn in self.turns:
            if turn.offer is not None and turn.offer.coins:
                coins += turn.offer.coins
                passed += 1
            for payment in turn.paid:
                for die in payment.dice:
                    passed += 1
                    rest = timeline[passed:]
                    found.append((leg, {has: highest_kept(die, rest, has) for has in range(coins, -1, -1)}))
                leg += 1
        return tuple(found)

    def value(self, objective: Objective) -> Fraction:
        """What the objective compares, the smaller the better."""
        return self.expected if objective is Objective.EXPECTED else Fraction(self.worst)


@dataclass(frozen=True)
class NoPlan:
    """The target cannot be reached with what is known to be at hand."""
