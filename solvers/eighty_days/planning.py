"""How plans are made in 80 Days: victory points count, and others who stay out of the way pass."""

from __future__ import annotations

from solvers.plans.guides import PlanGuide
from spec.games.eighty_days.assistance import assists
from spec.games.eighty_days.board import Adventure, Arrival, Assistant, Player
from spec.games.eighty_days.scoring import amelie_gives
from spec.games.eighty_days.state import Decision, Offer, Table
from spec.games.eighty_days.variants import ASSISTANTS
from spec.language import Maybe, Number, choose, most, some, total

UNTIL_ASSISTANTS = (Decision.LINE_TILE, Decision.PASS_TILE, Decision.DEAL_ASSISTANT, Decision.KEEP_ASSISTANT)
"""What is decided before everybody has an Assistant."""


def places(t: Table) -> list[Maybe[Adventure]]:
    """Wherever a card may lie that is in no diary: under the piles, in hand, or on offer."""
    piles, cards = (t.adventures, t.london_adventures), list(t.each(Adventure))
    found = [pile.queued(place) for pile in piles for place in cards] + [t.adventure[one] for one in t.each(Player)]
    return found + [t.offered[one, offer] for one in t.each(Player) for offer in t.each(Offer)]


def worth(t: Table, card: Maybe[Adventure]) -> Number:
    """The points of a card, if there is one."""
    return choose(card.exists, t.board.worth[card.value], 0)


def shuffled(t: Table, card: Adventure) -> Number:
    """The points of a card that is in a shuffled pile still."""
    return total(choose(pile.is_shuffled(card), t.board.worth[card], 0) for pile in (t.adventures, t.london_adventures))


def besides_cards(t: Table, player: Player) -> Number:
    """What a player has and can still come to but for the cards: the best arrival card left, and all of Amelie."""
    own = t.arrival_card[player]
    race = choose(own.exists, t.board.arrival_points[own.value], 0)
    for card in t.each(Arrival):
        race = most(race, choose(card.index >= t.arrivals_taken, t.board.arrival_points[card], 0))
    # Whoever has no Assistant later had Matilda, who has left.
    to_come = some(t.open == one for one in UNTIL_ASSISTANTS) & t.chosen(ASSISTANTS, "yes")
    helped = (to_come & t.assistant[player].missing) | assists(t, player, Assistant.AMELIE)
    return t.points[player] + race + choose(helped, amelie_gives(t, t.count(Adventure)), 0)


def most_score(t: Table, player: Player) -> Number:
    """What a player can still come to: every card not yet in a diary, the best arrival card left, and all of Amelie."""
    cards = total(worth(t, card) for card in places(t)) + total(shuffled(t, card) for card in t.each(Adventure))
    return besides_cards(t, player) + cards


GUIDE = PlanGuide(
    objective="score",
    promises=("coins_of",),
    idle=(
        "pass", "pass_with", "swap_nothing", "take", "put_back", "stay", "finish", "give_nothing", "give_item",
        "keep", "keep_assistant", "place", "choose_item",
    ),
    most=most_score,
)
