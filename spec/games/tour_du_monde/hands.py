"""Hands of cards: naming cards, discarding and drawing."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated

from spec.games.tour_du_monde.board import Card, Event, Player
from spec.games.tour_du_monde.rulings import BLUE_REPLACED
from spec.games.tour_du_monde.state import Table
from spec.games.tour_du_monde.turns import DECISIONS, PILES, cards_to_be_had, events_to_be_had
from spec.language import Maybe, Number, Truth, chance, choose, least, optional, rule, total

OptionalCard = Annotated[Maybe[Card], optional(Card)]

NAMED = rule(
    "hands.named", "Naming cards",
    "Several cards are named ships first and of one mode the fastest first, so that each choice has one name.",
    "TDM-17",
)
HELD = rule("hands.held", "Cards in the hand", "Only cards in the own hand can be played or discarded.",
            "TDM-13 TDM-17 TDM-21")


def in_order(t: Table, cards: list[Maybe[Card]]) -> None:
    """Refuse cards that are not named in their order, or with a gap."""
    for before, after in pairwise(cards):
        t.require(
            NAMED, after.missing | (before.exists & (before.value.index <= after.value.index)),
            because="{after} is named before {before}", after=after, before=before,
        )


def has_cards(t: Table, p: Player, cards: list[Maybe[Card]], besides: Number | int = 0) -> None:
    """Refuse the last of some cards unless `p` holds as many of its kind as are among them, and `besides`."""
    card = cards[-1]
    needed = total((other.exists & (other == card)).as_number() for other in cards) + besides
    t.require(
        HELD, card.missing | (t.hand[p, card.value] >= needed), because="{p} does not hold {needed} of {card}",
        p=p, needed=needed, card=card,
    )


def discard(t: Table, p: Player, card: Maybe[Card]) -> None:
    """`p` puts a card, if it is one, on the discard pile."""
    with t.when(card.exists):
        t.hand[p, card.value] -= 1
        t.cards.discard(card.value)


def has_event(t: Table, p: Player, event: Event) -> Truth:
    """Whether `p` holds an event card."""
    return t.kept[p, event] > 0


def discard_event_card(t: Table, p: Player, event: Event) -> None:
    """`p` puts an event card on the discard pile."""
    t.kept[p, event] -= 1
    t.events.discard(event)


def draw_cards(t: Table, count: Number | int) -> None:
    """The player whose turn it is draws travel cards, as far as there are any."""
    t.does(PILES)
    t.to_draw = least(count, cards_to_be_had(t))


def draw_event(t: Table) -> None:
    """The player whose turn it is draws an event card, if there is one."""
    t.does(PILES)
    t.events_due = choose(events_to_be_had(t) == 0, 0, choose(t.chosen(BLUE_REPLACED, "b"), Number(2), Number(1)))


@chance(PILES)
def draw_card(t: Table, card: Card) -> None:
    """A travel card is drawn."""
    t.require(DECISIONS, t.to_draw > 0, because="no travel card is to be drawn")
    t.weight(t.cards.chance_of(card))
    t.cards.take(card)
    t.hand[t.turn, card] += 1
    t.to_draw -= 1
