"""Two parts that several games share: a pile whose unselected card goes to the bottom, and a deck reshuffled from
its discards.
"""

import sys

from spec.language import (
    Board,
    Element,
    Game,
    Int,
    State,
    Truth,
    action,
    array,
    chance,
    deck,
    optional,
    pile,
    reading,
    rule,
    scalar,
)

ROUNDS = 4
DRAWS = 6


class Player(Element, size="players"):
    """Who keeps cards."""


class Card(Element, size=5):
    """An adventure, each one of its own."""


class Seat(Element, size=2):
    """Where the two cards drawn lie."""


class Kind(Element, size=2):
    """A kind of card in the deck: two copies of the first, one of the second."""


KEEP = rule("pile.keep", "Keeping one of two", "Of two cards drawn one is kept, the other goes under the pile.",
            "80D-25 80D-108")
DRAW = rule("deck.draw", "Drawing", "Cards are drawn in turn; the one before is discarded.", "I80-7 I80-26")


class NoBoard(Board):
    """Nothing is printed."""


class Hands(State[NoBoard]):
    cards = pile(Card)
    drawn = array(Seat, optional(Card))
    kept = array(Int(0, ROUNDS - 1), optional(Card))
    rounds = scalar(Int(0, ROUNDS))

    kinds = deck(Kind, cards=3, copies=2, holds=lambda board, kind: 2 - kind.index)
    shown = array(Int(0, DRAWS - 1), optional(Kind))
    draws = scalar(Int(0, DRAWS))


@chance(KEEP)
def draw(t: Hands, seat: Seat, card: Card) -> None:
    """Draw the first card to seat 0, the second to seat 1."""
    t.require(KEEP, t.rounds < ROUNDS)
    t.require(KEEP, t.drawn[seat].missing)
    t.require(KEEP, (seat == Seat.at(0)) | t.drawn[Seat.at(0)].exists)
    t.weight(t.cards.chance_of(card))
    t.cards.take(card)
    t.drawn[seat] = card


@action(KEEP)
def keep(t: Hands, p: Player, seat: Seat) -> None:
    """Keep one of the two cards and return the other to the bottom of the pile."""
    t.require(KEEP, t.drawn[Seat.at(1)].exists)
    other = t.drawn[t.clockwise(seat)].value
    t.kept[t.rounds % ROUNDS] = t.drawn[seat]
    t.cards.put_under(other)
    t.rounds += 1
    for one in t.each(Seat):
        t.drawn[one] = None


@chance(DRAW)
def draw_kind(t: Hands, kind: Kind) -> None:
    """Draw from the deck when the pile is done with; the card drawn before is discarded then."""
    t.require(DRAW, (t.rounds == ROUNDS) & (t.draws < DRAWS))
    t.weight(t.kinds.chance_of(kind))
    t.kinds.take(kind)
    with t.when(t.draws > 0):
        t.kinds.discard(t.shown[(t.draws + DRAWS - 1) % DRAWS].value)
    t.shown[t.draws % DRAWS] = kind
    t.draws += 1


@reading
def over(t: Hands) -> Truth:
    return t.draws == DRAWS


MODEL = Game("kept_card", "A kept card", Hands, NoBoard, Player, (1,), (sys.modules[__name__],))
