"""Drawing adventure cards and keeping one: after the deal, a completed adventure, a search, or the arrival."""

from __future__ import annotations

from spec.games.eighty_days.board import Adventure, Player
from spec.games.eighty_days.rulings import OLD_ADVENTURE, PILE_SHORT
from spec.games.eighty_days.state import Decision, Offer, Phase, Table
from spec.games.eighty_days.turns import to_decide, to_happen
from spec.language import Maybe, Number, Truth, action, chance, choose, least, rule

DRAW = rule(
    "cards.draw", "Drawing adventure cards",
    "Two adventure cards are drawn from the pile; in the arrival city London from the London pile.",
    "80D-25 80D-26 80D-108 80D-109 80D-121 80D-122",
)
KEEP = rule(
    "cards.keep", "Keeping one adventure card",
    "One of the drawn cards is kept and the other goes to the bottom of the pile, so that nobody holds two.",
    "80D-25 80D-108 80D-109 80D-121",
)


def in_london(t: Table, p: Player) -> Truth:
    """Whether `p` has reached the arrival city London."""
    return t.city[p] == t.board.arrival


def cards_to_draw(t: Table, p: Player) -> Number:
    """How many cards `p` would draw: two, unless the pile holds fewer."""
    left = choose(in_london(t, p), t.london_adventures.left, t.adventures.left)
    return choose((left == 1) & t.chosen(PILE_SHORT, "b"), 0, least(left, 2))


def draw_two(t: Table, p: Player, otherwise: Decision) -> None:
    """`p` is to draw two cards next; if there is none to draw, it goes on with `otherwise`."""
    t.does(DRAW)
    count = cards_to_draw(t, p)
    t.to_draw = count
    t.open = choose(count > 0, Decision.DRAW, otherwise)


def offer_card(t: Table, card: Adventure) -> None:
    """The active player has drawn a card; after the last one, one of them is kept."""
    first = t.offered[t.active, Offer.FIRST].missing
    t.offered[t.active, choose(first, Offer.FIRST, Offer.SECOND)] = card
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


def put_under_pile(t: Table, p: Player, card: Maybe[Adventure], kept: Adventure) -> None:
    """A card, if there is one and it was not kept, goes to the bottom of the pile that `p` draws from."""
    returned = card.exists & (card != kept)
    with t.when(returned & in_london(t, p)):
        t.london_adventures.put_under(card.value)
    with t.when(returned & ~in_london(t, p)):
        t.adventures.put_under(card.value)


@action(KEEP)
def keep(t: Table, p: Player, card: Adventure) -> None:
    """Keep one of the drawn cards and return the others to the bottom of the pile."""
    to_decide(t, p, Decision.KEEP)
    # What was offered is read from the one to decide, so that somebody else is refused for that alone.
    decider = t.active
    first, second, old = t.offered[decider, Offer.FIRST], t.offered[decider, Offer.SECOND], t.adventure[decider]
    t.require(
        KEEP, (first == card) | (second == card) | ((old == card) & t.chosen(OLD_ADVENTURE, "b")),
        because="{decider} may keep {first} or {second}, not {card}", decider=decider, first=first, second=second,
        card=card,
    )
    # The old card of a search goes under the pile first, then what was drawn and not kept.
    for one in (old, first, second):
        put_under_pile(t, p, one, card)
    t.adventure[p] = card
    t.offered[p, Offer.FIRST] = None
    t.offered[p, Offer.SECOND] = None
    with t.when(t.phase == Phase.PREPARATION):
        deal_next(t)
    with t.otherwise():
        with t.when(t.draws_again):
            t.draws_again = False
            draw_two(t, p, Decision.ACTION)
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
        draw_two(t, following, Decision.STARTING_PLAYER)
