"""A small game of hidden cards for testing what players can know: one card each, one face up, the rest in a pile."""

import sys

from spec.execution.table import set_up
from spec.language import (
    Board,
    Bool,
    Element,
    Game,
    Int,
    Number,
    Sight,
    State,
    Truth,
    action,
    array,
    chance,
    choose,
    every,
    invariant,
    optional,
    pile,
    reading,
    rule,
    ruling,
    scalar,
)


class Player(Element, size="players"):
    """Who whispers."""


class Card(Element, size=5):
    """A card; its number is its rank, from 1."""


DEAL = rule("whispers.deal", "Dealing", "Everybody is dealt a card, and one lies face up.", "WHI-1")
CLAIM = rule("whispers.claim", "Claiming", "A claimed card must be the one that is held.", "WHI-2")
BEAT = rule("whispers.beat", "Beating", "A card beats those below it.", "WHI-3")
EVEN = rule("whispers.even", "Even cards", "An even card cannot be beaten by an odd one.", "WHI-4")
BURY = rule("whispers.bury", "Burying", "The card held goes under the pile, face down.", "WHI-5")
TIES = ruling("ties", "Does a card next below count as beaten?", {"a": "yes", "b": "no"}, "a", "It is below.", "WHI-3")


class NoBoard(Board):
    """Nothing is printed."""


class Whispers(State[NoBoard]):
    cards = pile(Card)
    face_up = scalar(optional(Card))
    held = array(Player, optional(Card), sight=Sight.OWNER)
    dealt = array(Player, Bool)
    buried = array(Player, Bool)
    points = array(Player, Int(0, 9))
    rounds = scalar(Int(0, 6))


def ready(t: Whispers) -> Truth:
    """Whether all cards are dealt."""
    return t.face_up.exists & every(t.dealt[p] for p in t.each(Player))


@chance(DEAL)
def deal(t: Whispers, p: Player, card: Card) -> None:
    """Deal a card to a player."""
    t.require(DEAL, ~t.dealt[p])
    t.weight(t.cards.chance_of(card))
    t.cards.take(card)
    t.held[p] = card
    t.dealt[p] = True


@chance(DEAL)
def turn_up(t: Whispers, card: Card) -> None:
    """Turn a card up."""
    t.require(DEAL, t.face_up.missing)
    t.weight(t.cards.chance_of(card))
    t.cards.take(card)
    t.face_up = card


@action(CLAIM)
def claim(t: Whispers, p: Player, card: Card) -> None:
    """Claim to hold a card."""
    t.require(DEAL, ready(t) & (t.rounds < 6))
    t.require(CLAIM, t.held[p] == card, "{p} holds {held}, not {card}", p=p, held=t.held[p], card=card)
    t.points[p] = choose(t.points[p] < 9, t.points[p] + 1, 9)
    t.rounds += 1


@action(BEAT)
def beat(t: Whispers, p: Player, q: Player) -> None:
    """Beat the card of another player."""
    t.require(DEAL, ready(t) & (t.rounds < 6))
    t.require(BEAT, t.held[q].exists, "{q} holds no card", q=q)
    mine, theirs = t.held[p].value.index, t.held[q].value.index
    t.require(BEAT, mine > theirs, "{mine} is not above {theirs}", mine=mine, theirs=theirs)
    with t.when(t.chosen(TIES, "b")):
        t.require(BEAT, mine > theirs + 1, "{mine} is next above {theirs}", mine=mine, theirs=theirs)
    t.require(EVEN, (theirs % 2 == 0) | (mine % 2 == 1), "{theirs} is even", theirs=theirs + 1)
    t.rounds += 1


@action(BURY)
def bury(t: Whispers, p: Player, card: Card) -> None:
    """Bury the card held, or say so."""
    t.require(DEAL, ready(t) & (t.rounds < 6))
    t.require(BURY, t.held[p] == card, "{p} does not hold {card}", p=p, card=card)
    t.cards.put_under(card)
    t.held[p] = None
    t.buried[p] = True
    t.rounds += 1


@action(DEAL)
def stop(t: Whispers, p: Player) -> None:
    """Stop."""
    t.require(DEAL, ready(t) & (t.rounds < 6))
    t.rounds = 6


@reading
def over(t: Whispers) -> Truth:
    return t.rounds == 6


@reading
def rank(t: Whispers, p: Player) -> Number:
    return choose(t.held[p].exists, t.held[p].value.index + 1, 0)


@invariant("cards", "Nobody holds the card that lies face up.", "WHI-1")
def face_up_is_not_held(t: Whispers, p: Player) -> Truth:
    return t.held[p].missing | (t.held[p] != t.face_up)


@invariant("cards", "No two hold the same card.", "WHI-1")
def held_once(t: Whispers, p: Player, q: Player) -> Truth:
    return (p == q) | t.held[p].missing | (t.held[p] != t.held[q])


@invariant("cards", "Whoever was dealt a card holds it until it is buried.", "WHI-1 WHI-5")
def the_dealt_hold_cards(t: Whispers, p: Player) -> Truth:
    return t.held[p].exists == (t.dealt[p] & ~t.buried[p])


MODEL = Game("whispers", "Whispers", Whispers, NoBoard, Player, (2, 3), (sys.modules[__name__],))
TABLE = set_up(MODEL, players=["Antonia", "Ben"])
