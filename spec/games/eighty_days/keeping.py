"""Keeping one of the adventure cards drawn, and what follows then: the next deal, or the turn goes on."""

from __future__ import annotations

from spec.games.eighty_days.board import Adventure, Player
from spec.games.eighty_days.cards import draw, put_under_pile
from spec.games.eighty_days.rulings import OLD_ADVENTURE
from spec.games.eighty_days.state import Decision, Offer, Phase, Table
from spec.games.eighty_days.turns import to_decide
from spec.language import Truth, action, rule, some

KEEP = rule(
    "cards.keep", "Keeping one adventure card",
    "One of the drawn cards is kept and the others go to the bottom of the pile, so that nobody holds two.",
    "80D-25 80D-108 80D-109 80D-121 80D-163 80D-169",
)


@action(KEEP)
def keep(t: Table, p: Player, card: Adventure) -> None:
    """Keep one of the drawn cards and return the others to the bottom of the pile."""
    to_decide(t, p, Decision.KEEP)
    # What was offered is read from the one to decide, so that somebody else is refused for that alone.
    decider = t.active
    old = t.adventure[decider]
    offers = [t.offered[decider, offer] for offer in t.each(Offer)]
    t.require(
        KEEP, some(offer == card for offer in offers) | ((old == card) & t.chosen(OLD_ADVENTURE, "b")),
        because="{decider} may keep {first} or {second} or {third}, not {card}", decider=decider, first=offers[0],
        second=offers[1], third=offers[2], card=card,
    )
    # The old card of a search goes under the pile first, then what was drawn, but for the one card that is kept.
    kept = Truth(0)
    for one in (old, *offers):
        with t.when((one != card) | kept):
            put_under_pile(t, one)
        kept = kept | (one == card)
    t.adventure[p] = card
    for offer in t.each(Offer):
        t.offered[p, offer] = None
    with t.when(t.phase == Phase.PREPARATION):
        deal_next(t)
    with t.otherwise():
        with t.when(t.draws_again):
            t.draws_again = False
            draw(t, p, Decision.ACTION)
        with t.otherwise():
            t.open = Decision.ACTION


def deal_next(t: Table) -> None:
    """The next person is dealt two cards; after the last one the starting player is determined.

    Dealing to one after another is the same as dealing to all first, as long as the pile has two cards for each.
    """
    following = t.clockwise(t.active)
    t.active = following
    with t.when(following.index == 0):
        t.open = Decision.STARTING_PLAYER
    with t.otherwise():
        draw(t, following, Decision.STARTING_PLAYER)
