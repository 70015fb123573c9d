"""What gold coins buy: cards, for two coins each.

The rulebook does not say when; the publisher's sheet says, at any time in the own turn (fdokument.com,
A1T5TsdB6DS.pdf).
"""

from __future__ import annotations

from spec.games.tour_du_monde.board import Player
from spec.games.tour_du_monde.hands import draw_cards, draw_event
from spec.games.tour_du_monde.state import Table
from spec.games.tour_du_monde.turns import PILES, cards_to_be_had, events_to_be_had, in_own_turn, pay_coins
from spec.language import action, rule

PRICE = 2

BUY = rule(
    "coins.buy", "Buying cards", "Two coins buy a travel card or an event card, at any time in the own turn.", "TDM-11"
)


@action(BUY)
def buy_card(t: Table, p: Player) -> None:
    """Draw a travel card for two coins."""
    in_own_turn(t, p)
    t.require(BUY, t.coins[p] >= PRICE, because="it takes two coins, and {p} has {has}", p=p, has=t.coins[p])
    t.require(PILES, cards_to_be_had(t) > 0, because="there is no travel card to draw")
    pay_coins(t, p, PRICE)
    draw_cards(t, 1)


@action(BUY)
def buy_event(t: Table, p: Player) -> None:
    """Draw an event card for two coins."""
    in_own_turn(t, p)
    t.require(BUY, t.coins[p] >= PRICE, because="it takes two coins, and {p} has {has}", p=p, has=t.coins[p])
    t.require(PILES, events_to_be_had(t) > 0, because="there is no event card to draw")
    pay_coins(t, p, PRICE)
    draw_event(t)
