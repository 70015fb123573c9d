"""Drawing adventure cards: for the deal, a completed adventure, a search, the arrival, or a pass tile."""

from __future__ import annotations

from spec.games.eighty_days.assistance import assists
from spec.games.eighty_days.board import Adventure, Assistant, Player
from spec.games.eighty_days.rulings import ALEX_AT_THE_DEAL, PILE_SHORT
from spec.games.eighty_days.state import CARDS_DRAWN, Decision, Offer, Phase, Table
from spec.games.eighty_days.turns import to_happen
from spec.language import Maybe, Number, Truth, chance, choose, least, rule

DRAW = rule(
    "cards.draw", "Drawing adventure cards",
    "Two adventure cards are drawn from the pile; in the arrival city London from the London pile.",
    "80D-25 80D-26 80D-108 80D-109 80D-121 80D-122",
)
ALEX = rule(
    "assistants.alex", "Alex, the scout", "With Alex three new adventure cards are drawn instead of two.", "80D-163"
)
DRAWN = 2


def in_london(t: Table, p: Player) -> Truth:
    """Whether `p` has reached the arrival city London."""
    return t.city[p] == t.board.arrival


def number_drawn(t: Table, p: Player) -> Number:
    """How many cards `p` may draw at a time: two, or three with Alex."""
    helps = (t.phase != Phase.PREPARATION) | t.chosen(ALEX_AT_THE_DEAL, "b")
    return choose(assists(t, p, Assistant.ALEX) & helps, CARDS_DRAWN, DRAWN)


def cards_to_draw(t: Table, p: Player, wanted: Number | int) -> Number:
    """How many cards `p` draws of those wanted: fewer if the pile holds fewer."""
    left = choose(in_london(t, p), t.london_adventures.left, t.adventures.left)
    return choose((left < wanted) & t.chosen(PILE_SHORT, "b"), 0, least(left, wanted))


def draw(t: Table, p: Player, otherwise: Decision, wanted: Number | int | None = None) -> None:
    """`p` is to draw cards next, if there are any, and else goes on with `otherwise`."""
    t.does(DRAW)
    count = cards_to_draw(t, p, number_drawn(t, p) if wanted is None else wanted)
    t.to_draw = count
    t.open = choose(count > 0, Decision.DRAW, otherwise)


def offer_card(t: Table, card: Adventure) -> None:
    """The active player has drawn a card; after the last one, one of them is kept."""
    first, second = t.offered[t.active, Offer.FIRST].missing, t.offered[t.active, Offer.SECOND].missing
    t.offered[t.active, choose(first, Offer.FIRST, choose(second, Offer.SECOND, Offer.THIRD))] = card
    t.to_draw -= 1
    with t.when(t.to_draw == 0):
        t.open = Decision.KEEP


@chance(DRAW)
def draw_adventure(t: Table, card: Adventure) -> None:
    """The active player draws a card from the pile of adventures."""
    to_happen(t, Decision.DRAW)
    t.require(
        DRAW, ~in_london(t, t.active), because="{active} has arrived in London and draws from the London pile",
        active=t.active,
    )
    t.weight(t.adventures.chance_of(card))
    t.adventures.take(card)
    offer_card(t, card)


@chance(DRAW)
def draw_london(t: Table, card: Adventure) -> None:
    """The active player draws a card from the pile of London adventures."""
    to_happen(t, Decision.DRAW)
    t.require(
        DRAW, in_london(t, t.active), because="{active} has not arrived in London and draws from the other pile",
        active=t.active,
    )
    t.weight(t.london_adventures.chance_of(card))
    t.london_adventures.take(card)
    offer_card(t, card)


def put_under_pile(t: Table, card: Maybe[Adventure]) -> None:
    """A card, if there is one, goes to the bottom of the pile that it belongs to."""
    of_london = card.exists & t.board.london[card.value]
    with t.when(of_london):
        t.london_adventures.put_under(card.value)
    with t.when(card.exists & ~of_london):
        t.adventures.put_under(card.value)
