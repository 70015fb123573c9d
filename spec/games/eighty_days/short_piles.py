"""How many moves it takes at least until a pile of cards has too few: of those drawn, all but one come back.

A pile has one card less for each that is kept: in the deals, on arrival, for an adventure completed, which takes four
moves, or where nothing is given back for it.
These numbers fall by at most one in any move, like those of `shortfalls.py`.
"""

from __future__ import annotations

from spec.games.eighty_days.board import Adventure, Bonus, City, Player, Side, Symbol
from spec.games.eighty_days.cards import in_london
from spec.games.eighty_days.rulings import CIRCLE_COUNTS, FOURTH_ADVENTURE, PILE_SHORT
from spec.games.eighty_days.shortfalls import FARTHEST, FOR_LONDON, deals, is_open, preparing
from spec.games.eighty_days.state import Decision, Offer, Phase, Table
from spec.games.eighty_days.variants import ASSISTANTS
from spec.language import Maybe, Number, Truth, choose, invariant, least, most, some, total

COMPLETION = 4  # moves: an adventure is completed, and then as for a deal
LAST_CARD = 2  # moves: it is drawn and kept
FREE_TRIPS = (Bonus.SHIP, Bonus.TRAIN, Bonus.SPECIAL, Bonus.ANY_LINE)


def is_drawing(t: Table) -> Truth:
    """Whether the active player is drawing adventure cards, or to keep one of them."""
    return is_open(t, Decision.DRAW, Decision.KEEP)


def is_of(t: Table, card: Maybe[Adventure], london: bool) -> Truth:
    """Whether there is a card, and it is one of London or none of them."""
    return card.exists & t.board.london[card.value].iff(london)


def left_after_keeping(t: Table, london: bool) -> Number:
    """The cards of a pile when those of it that are drawn now are back, but for the one that is kept."""
    left = t.london_adventures.left if london else t.adventures.left
    out = is_of(t, t.adventure[t.active], london).as_number() + total(
        is_of(t, t.offered[t.active, offer], london).as_number() for offer in t.each(Offer)
    )
    return left + choose(is_drawing(t) & in_london(t, t.active).iff(london), out - 1, 0)


def before_the_actions(t: Table) -> Number:
    """The moves until somebody may act: those of the preparation, and the newspaper."""
    waiting = (t.phase == Phase.PREPARATION) | (t.open == Decision.NEWSPAPER)
    return preparing(t) + waiting.as_number()


def drawing(t: Table) -> Number:
    """The moves until the card is kept that is drawn in a turn."""
    return choose(is_drawing(t) & (t.phase == Phase.ACTIONS), t.to_draw + 1, 0)


def undealt(t: Table) -> Number:
    """The cards of the ordinary pile once all are dealt theirs."""
    return left_after_keeping(t, london=False) - deals(t)


def replaced(t: Table) -> Number:
    """The completed adventures for which the ordinary pile has new cards to choose from, once all are dealt theirs."""
    return most(undealt(t) - 1, 0)


def moves_to_complete(t: Table, count: Number) -> Number:
    """The moves of so many adventures, each with what is surely drawn for it: where one card is left, that one.

    Under a ruling nobody draws from a pile that has fewer cards than are to be drawn, with Alex fewer than three.
    """
    all_or_none, alex = t.chosen(PILE_SHORT, "b"), t.chosen(ASSISTANTS, "yes")
    chosen = choose(all_or_none & alex, most(replaced(t) - 1, 0), replaced(t))
    last = ~all_or_none & (undealt(t) >= 1) & (count >= undealt(t))
    return count + (COMPLETION - 1) * least(count, chosen) + choose(last, LAST_CARD, 0)


def moves_until_pile_is_short(t: Table) -> Number:
    """All cards but one are kept: in the deals, or in no fewer moves than an adventure takes, after a newspaper."""
    draws = choose(in_london(t, t.active), 0, drawing(t))
    return before_the_actions(t) + COMPLETION * replaced(t) + draws


def has_won_a_trip(t: Table, player: Player) -> Truth:
    """Whether somebody is to make a free trip next."""
    return (t.open == Decision.FREE_TRIP) & (player == t.active)


def gives_a_trip(t: Table, city: City) -> Truth:
    """Whether anything done in a city, but the action Travel, may take a pawn on from there."""
    shown = t.board.symbol[city]
    circle = (shown == Symbol.CIRCLE) & t.chosen(CIRCLE_COUNTS, "b")
    by_card = some(
        some(t.board.bonus[card] == trip for trip in FREE_TRIPS)
        & (t.board.asks_symbol[card].missing | (t.board.asks_symbol[card] == shown) | circle)
        & (t.board.asks_city[card].missing | (t.board.asks_city[card] == city))
        for card in t.each(Adventure)
    )
    return by_card | (t.board.side == Side.B)


def turns_between(t: Table, player: Player) -> Number:
    """The moves that somebody must wait for before London: others' turns, and the end of the own one.

    In a turn a pawn goes on by one action. More it goes by free trips alone; the card for one into London is completed
    besides those that London needs.
    """
    mine, away = player == t.active, t.board.distance[t.city[player]]
    acting, won = t.phase == Phase.ACTIONS, has_won_a_trip(t, player)
    ends = acting & mine & t.acted & ~(won & (away == 1))
    by_action = (away > 1) & ~gives_a_trip(t, t.city[player]) & ~won
    return choose(away > 0, (acting & ~mine).as_number() + (ends | by_action).as_number(), 0)


def moves_to_london(t: Table, player: Player) -> Number:
    """Adventures, lines and turns until somebody is before London; a free trip is counted as soon as it is won."""
    needed: Number = choose(t.chosen(FOURTH_ADVENTURE, "b"), FOR_LONDON, FOR_LONDON + 1)
    missing = most(needed - t.diary[player], 0)
    lines = most(t.board.distance[t.city[player]] - 1 - has_won_a_trip(t, player).as_number(), 0)
    return moves_to_complete(t, missing) + lines + turns_between(t, player)


def moves_until_london_pile_is_short(t: Table) -> Number:
    """Somebody gets before London, and then all cards but one are kept, on arrival or for completed adventures."""
    nearest = Number(FARTHEST)
    for player in t.each(Player):
        nearest = least(nearest, moves_to_london(t, player))
    cards = COMPLETION * most(left_after_keeping(t, london=True) - 1, 0)
    return before_the_actions(t) + nearest + cards + drawing(t)


@invariant("shortfalls", "Each pile is shuffled of the cards that belong to it.", "80D-25 80D-26")
def cards_are_shuffled_into_their_pile(t: Table, card: Adventure) -> Truth:
    ordinary, london = t.adventures.is_shuffled(card), t.london_adventures.is_shuffled(card)
    return ordinary.implies(~t.board.london[card]) & london.implies(t.board.london[card])


@invariant("shortfalls", "Cards are put under the pile that they belong to.", "80D-109 80D-121")
def cards_are_put_under_their_pile(t: Table, place: Adventure) -> Truth:
    ordinary, london = t.adventures.queued(place), t.london_adventures.queued(place)
    return (ordinary.missing | is_of(t, ordinary, london=False)) & (london.missing | is_of(t, london, london=True))
