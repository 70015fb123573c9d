"""Taking a card of the row, and the six actions above the row."""

from __future__ import annotations

from typing import Annotated

from spec.games.tour_du_monde.board import Card, City, Player, Slot
from spec.games.tour_du_monde.hands import HELD, draw_cards, draw_event
from spec.games.tour_du_monde.rulings import EXCHANGE_TAKEN
from spec.games.tour_du_monde.state import Decision, Table
from spec.games.tour_du_monde.turns import GOLD, gain_coin, to_decide, travel_cards_held
from spec.language import Bool, Truth, action, rule

TAKE = rule(
    "actions.take", "Taking a card", "In a turn a player takes one card of the row, before travelling.",
    "TDM-8 TDM-9 TDM-10",
)
ACTION = rule(
    "actions.use", "The action above the card", "Whoever takes a card may use the action above it or not.", "TDM-10"
)
DETECTIVE = rule(
    "actions.detective", "The detective moves", "The detective is moved to another destination, not to London.",
    "TDM-14",
)
START_PLAYER = rule(
    "actions.start-player", "The first player's marker",
    "The marker is taken to begin the next round; the first player of this round cannot use this action.", "TDM-15",
)
EXCHANGE = rule(
    "actions.exchange", "Exchanging travel cards", "One to three travel cards are discarded and as many drawn.",
    "TDM-10",
)
MOST_EXCHANGED = 3


@action(TAKE)
def take(t: Table, p: Player, slot: Slot, using: Annotated[Truth, Bool]) -> None:
    """Take a card of the row, using the action above it or not."""
    to_decide(t, p, Decision.TURN)
    t.require(TAKE, t.took.missing | (p != t.turn), because="{p} has taken a card in this turn", p=p)
    t.require(TAKE, t.row[slot].exists, because="there is no card at {slot}", slot=slot)
    t.require(
        START_PLAYER, ~(using & (slot == Slot.START_PLAYER) & (p == t.first_player)),
        because="{p} is the first player of this round already", p=p,
    )
    nothing_else = t.chosen(EXCHANGE_TAKEN, "b") & (travel_cards_held(t, p) == 0)
    t.require(
        EXCHANGE, ~(using & (slot == Slot.EXCHANGE) & nothing_else), because="{p} has no other card to exchange", p=p
    )
    card = t.row[slot].value
    t.row[slot] = None
    t.took = card
    t.hand[p, card] += 1

    t.does(ACTION)
    with t.when(using & (slot == Slot.COIN)):
        t.does(GOLD)
        gain_coin(t, p)
        t.does(ACTION)
    with t.when(using & (slot == Slot.BALLOON)):
        t.balloon = True
    with t.when(using & (slot == Slot.EVENT)):
        draw_event(t)
    with t.when(using & (slot == Slot.DETECTIVE)):
        t.open = Decision.DETECTIVE
    with t.when(using & (slot == Slot.START_PLAYER)):
        t.does(START_PLAYER)
        t.next_first = p
    with t.when(using & (slot == Slot.EXCHANGE)):
        t.does(EXCHANGE)
        t.open = Decision.EXCHANGE


@action(DETECTIVE)
def move_detective(t: Table, p: Player, city: City) -> None:
    """Move the detective."""
    to_decide(t, p, Decision.DETECTIVE)
    is_destination = (city.index > 0) & (city.index < t.count(City) - 1)
    t.require(DETECTIVE, is_destination, because="the detective is never in London")
    t.require(DETECTIVE, city != t.detective, because="the detective is in {city} already", city=city)
    t.detective = city
    t.open = Decision.TURN


@action(EXCHANGE)
def exchange(t: Table, p: Player, card: Card) -> None:
    """Discard a travel card to be replaced, one after another."""
    to_decide(t, p, Decision.EXCHANGE)
    t.require(EXCHANGE, t.exchanged < MOST_EXCHANGED, because="{n} cards are exchanged at most", n=MOST_EXCHANGED)
    is_locked = t.chosen(EXCHANGE_TAKEN, "b") & (t.took == card)
    t.require(
        HELD, t.hand[p, card] > is_locked.as_number(), because="{p} has no {card} to exchange", p=p, card=card
    )
    t.hand[p, card] -= 1
    t.cards.discard(card)
    t.exchanged += 1


@action(EXCHANGE)
def draw_exchanged(t: Table, p: Player) -> None:
    """Draw as many cards as were discarded."""
    to_decide(t, p, Decision.EXCHANGE)
    t.require(EXCHANGE, (t.exchanged > 0) | (p != t.turn), because="at least one card is exchanged")
    t.open = Decision.TURN
    draw_cards(t, t.exchanged)
    t.exchanged = 0
