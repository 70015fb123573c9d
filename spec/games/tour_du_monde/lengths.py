"""What brings every game to an end."""

from __future__ import annotations

from spec.games.tour_du_monde.board import EVENT_CARDS, MOST_COINS, TRAVEL_CARDS, City, Player
from spec.games.tour_du_monde.properties import is_rolling
from spec.games.tour_du_monde.state import LONGEST_STANDSTILL, Decision, Table
from spec.language import Number, choose, least, terminates, total

DEALT = 3
COIN, EVENT, CARD = 4, 5, 1
"""Weights of what a player has: two coins are worth more than the card they buy, an event more than a coin."""


def way_left(t: Table) -> Number:
    """Twice the legs left to all players, less one that waits for the die, and the destinations without chips."""
    last = t.count(City) - 1
    legs = total(last - t.city[player].index for player in t.each(Player))
    return 2 * legs - is_rolling(t).as_number() + last - t.laying.index


def preparation_left(t: Table) -> Number:
    """The cards still to be dealt, and the first player to be determined."""
    to_deal = DEALT * (t.count(Player) - t.turn.index) - t.laid
    dealing = choose(t.open == Decision.DEAL, 1 + to_deal, (t.open == Decision.STARTING_PLAYER).as_number())
    return choose(t.open == Decision.CHIPS, Number(32), dealing)


def means(t: Table) -> Number:
    """What coins, cards and draws are worth that players have or wait for, up to a constant: what the supplies lack."""
    coins = MOST_COINS - t.bank
    cards = 2 * TRAVEL_CARDS - t.cards.left
    events = 2 * EVENT_CARDS - t.events.left
    event_drawn = choose(t.events_due > 0, EVENT + t.events_due, 0)
    return COIN * coins + CARD * cards + EVENT * events + (CARD + 1) * t.to_draw + event_drawn


def stage(t: Table) -> Number:
    """How far the open decision is from the end of the turn."""
    plain = (t.open == Decision.TURN).as_number() + 2 * (t.open == Decision.DETECTIVE).as_number()
    rolling = 1 + 2 * t.dice + (t.open == Decision.ROLL).as_number()
    return choose(is_rolling(t), rolling, plain)


@terminates(
    "termination",
    "Every game ends: legs are travelled, rounds without one pass, turns are taken, cards laid out and taken, gifts "
    "used, means spent, decisions made; whatever a move makes more of, it makes less of something before it.",
    "TDM-16 TDM-27",
)
def every_game_ends(t: Table) -> Number:
    """The list as digits of one number, each but the first below its base."""
    gift = (t.open == Decision.CHIP) | (t.open == Decision.EXCHANGE)
    digits = (
        (way_left(t), 0),
        (preparation_left(t), 64),
        (LONGEST_STANDSTILL - t.without_leg, 64),
        (total((~t.acted[player]).as_number() for player in t.each(Player)), 8),
        (t.to_lay, 8),
        (t.took.missing.as_number(), 2),
        (gift.as_number(), 2),
        (means(t), 1024),
        (stage(t), 8),
    )
    rank = Number(0)
    for digit, base in digits:
        rank = base * rank + (least(digit, base - 1) if base else digit)
    return rank
