"""The state of the game: everything on the table, and what must be decided now."""

from __future__ import annotations

from spec.games.tour_du_monde.board import (
    EVENT_CARDS,
    LONGEST_ROUTE,
    MOST_ALIKE,
    MOST_CHIPS,
    MOST_COINS,
    TRAVEL_CARDS,
    Card,
    Chip,
    City,
    Colour,
    Event,
    Player,
    Printed,
    Slot,
)
from spec.language import (
    Bool,
    Element,
    Int,
    Number,
    Sight,
    State,
    Truth,
    Upto,
    array,
    choose,
    deck,
    member,
    optional,
    scalar,
)

LAST_DAY = 999
"""Time markers may go around the track as often as it takes; they are counted up to here."""
LAST_ROUND = 999
"""Rounds are counted up to here."""
LONGEST_STANDSTILL = 40


class Decision(Element):
    """What must happen next: up to `NOTHING` something left to chance or nothing, then decisions of the player whose
    turn it is.
    """

    CHIPS = member("laying out the bonus chips")
    DEAL = member("dealing the travel cards")
    STARTING_PLAYER = member("determining the first player")
    LAY_OUT = member("laying out travel cards")
    ROLL = member("rolling the die")
    NOTHING = member("nothing, the game is over")
    TURN = member("the turn")
    DETECTIVE = member("moving the detective")
    EXCHANGE = member("exchanging travel cards")
    KEEP = member("keeping the roll or rolling again")
    CHIP = member("using the bonus chip")
    DISCARD = member("discarding down to six cards")


def events_in_play(board: Printed, event: Event) -> Number:
    """How many copies of an event are in the game: with two players there is no Relation (the publisher's sheet)."""
    return choose((event == Event.RELATION) & (board.count(Player) == 2), 0, board.event_copies[event])


class Table(State[Printed]):
    """Everything on the table."""

    # The course of the game.
    open = scalar(Decision)
    round = scalar(Int(1, LAST_ROUND), start=1)
    without_leg = scalar(Int(0, LONGEST_STANDSTILL), start=1)  # rounds in a row without a leg, this one included
    turn = scalar(Player)
    first_player = scalar(Player)
    next_first = scalar(optional(Player))  # who has taken the first player's marker in this round
    acted = array(Player, Bool)  # who has had the turn in this round

    # The turn of the player whose turn it is.
    took = scalar(optional(Card))
    balloon = scalar(Bool)  # the balloon of the action, until it is used
    legs = scalar(Int(0, 2))
    relation = scalar(Bool)  # whether Relation was played in this turn
    dice = scalar(Int(0, 2))  # dice still to be rolled for this leg
    rolled = scalar(Int(0, 6))
    pair_value = scalar(Int(0, 8))  # a roll that would make a pair with the other card, or 0
    offered = scalar(optional(Chip))
    exchanged = scalar(Int(0, 3))  # cards discarded to be replaced
    to_draw = scalar(Int(0, 3))
    events_due = scalar(Int(0, 2))  # 2: if the next is blue, one more

    # The cards.
    hand = array(Player, Card, Int(0, MOST_ALIKE), sight=Sight.OWNER)
    kept = array(Player, Event, Int(0, EVENT_CARDS), sight=Sight.OWNER)
    cards = deck(Card, cards=TRAVEL_CARDS, copies=MOST_ALIKE, holds=lambda board, card: board.copies[card])
    events = deck(Event, cards=EVENT_CARDS, copies=EVENT_CARDS, holds=events_in_play)
    row = array(Slot, optional(Card))
    laid = scalar(Upto(Slot))
    to_lay = scalar(Upto(Slot))
    last_played = scalar(optional(Event))

    # The journey.
    city = array(Player, City)
    days = array(Player, Int(0, LAST_DAY))
    coins = array(Player, Int(0, MOST_COINS), start=1)
    bank = scalar(Int(0, MOST_COINS), start=lambda board: board.coins - board.count(Player))
    detective = scalar(City, start=lambda board: board.detective)
    reached = array(City, Upto(Player))  # how many have come there
    second_legs = array(Player, Int(0, LONGEST_ROUTE))  # legs travelled thanks to Relation
    home = scalar(Upto(Player))
    arrival = array(Player, Upto(Player))  # 1 for the first to come home, 0 for nobody yet

    # The bonus chips.
    bag = array(
        Colour, Chip, Int(0, MOST_CHIPS), start=lambda board, colour, chip: board.chips[colour, chip],
        sight=Sight.NOBODY,
    )
    chip = array(Colour, City, optional(Chip))
    laying = scalar(City, start=lambda board: City.at(1))  # the next destination to get chips
    won = array(Player, Chip, Int(0, LONGEST_ROUTE))


def is_home(t: Table, p: Player) -> Truth:
    """Whether `p` has come home to London."""
    return t.arrival[p] > 0
