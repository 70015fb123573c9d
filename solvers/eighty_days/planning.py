"""How plans are made in 80 Days: victory points count, and others who stay out of the way pass."""

from __future__ import annotations

from solvers.plans.guides import PlanGuide
from spec.games.eighty_days.assistance import assists
from spec.games.eighty_days.board import Adventure, Arrival, Assistant, Player
from spec.games.eighty_days.scoring import amelie_gives
from spec.games.eighty_days.state import Offer, Table
from spec.games.eighty_days.variants import ASSISTANTS
from spec.language import Maybe, Number, choose, most, total


def most_score(t: Table, player: Player) -> Number:
    """What a player can still come to: every card not yet in a diary, the best arrival card left, and all of Amelie."""
    def worth(card: Maybe[Adventure]) -> Number:
        return choose(card.exists, t.board.worth[card.value], 0)

    adventures, ordinary, london = list(t.each(Adventure)), t.adventures, t.london_adventures
    shuffled = total(
        choose(ordinary.is_shuffled(card) | london.is_shuffled(card), t.board.worth[card], 0) for card in adventures)
    queued = total(worth(one.queued(place)) for one in (ordinary, london) for place in adventures)
    held = total(worth(t.adventure[one]) for one in t.each(Player))
    held += total(worth(t.offered[one, offer]) for one in t.each(Player) for offer in t.each(Offer))
    own = t.arrival_card[player]
    race = choose(own.exists, t.board.arrival_points[own.value], 0)
    for card in t.each(Arrival):
        race = most(race, choose(card.index >= t.arrivals_taken, t.board.arrival_points[card], 0))
    nobody_yet = t.chosen(ASSISTANTS, "yes") & t.assistant[player].missing
    helped = nobody_yet | assists(t, player, Assistant.AMELIE)
    amelie = choose(helped, amelie_gives(t, t.count(Adventure)), 0)
    return t.points[player] + shuffled + queued + held + race + amelie


GUIDE = PlanGuide(
    objective="score",
    promises=("coins_of",),
    idle=(
        "pass", "pass_with", "swap_nothing", "take", "put_back", "stay", "finish", "give_nothing", "give_item",
        "keep", "keep_assistant", "place", "choose_item",
    ),
    most=most_score,
)
