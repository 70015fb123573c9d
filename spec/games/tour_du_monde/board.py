"""What the box prints: the route, the cards, the chips and the action spaces, and what every board must meet."""

from __future__ import annotations

from spec.language import (
    Board,
    Bool,
    Element,
    Int,
    Legs,
    Number,
    Truth,
    axiom,
    detail,
    every,
    member,
    printed,
    total,
)


class Player(Element, size="players"):
    """The people at the table, in clockwise order."""


class City(Element, size="board"):
    """The stops of the journey in its order, from London to London."""


class Mode(Element):
    """The modes of transport of travel cards."""

    SHIP = member()
    TRAIN = member()


class Card(Element):
    """The travel cards, by mode and days; ships first, and of one mode the fastest first."""

    SHIP_4 = member("ship 4")
    SHIP_5 = member("ship 5")
    SHIP_6 = member("ship 6")
    SHIP_7 = member("ship 7")
    SHIP_8 = member("ship 8")
    TRAIN_2 = member("train 2")
    TRAIN_3 = member("train 3")
    TRAIN_4 = member("train 4")
    TRAIN_5 = member("train 5")
    TRAIN_6 = member("train 6")


class Event(Element):
    """The event cards; the last two are the blue ones."""

    ELEPHANT = member()
    RELATION = member()
    PRINCESS = member()
    BALLOON = member()
    SUBMARINE = member()
    DELAY = member()
    STORM = member("bad weather")


class Colour(Element):
    """The colours of bonus chips: red for the first in a city, blue for the last."""

    RED = member()
    BLUE = member()


class Chip(Element):
    """What a bonus chip offers."""

    COIN = member("a gold coin")
    TRAVEL_CARD = member("a travel card")
    EVENT_CARD = member("an event card")
    DAY = member("a day for all opponents")


class Slot(Element):
    """The spaces at the edge of the board, from left to right, named for the actions above them.

    The rulebook tells what four of them do (TDM-12 to TDM-15); coin, exchange and the order of all six are published in
    boardgamegeek.com/thread/91584, mobius-games.co.jp/Kosmos/In80TagenUmDieWelt.htm and reich-der-spiele.de.
    """

    COIN = member("gold coin")
    BALLOON = member()
    EVENT = member()
    DETECTIVE = member()
    START_PLAYER = member("start player")
    EXCHANGE = member()


SHIPS = dict(SHIP_4=4, SHIP_5=5, SHIP_6=6, SHIP_7=7, SHIP_8=8)
TRAINS = dict(TRAIN_2=2, TRAIN_3=3, TRAIN_4=4, TRAIN_5=5, TRAIN_6=6)
MOST_ALIKE = 15
"""The most copies of one travel card that a board may have; also the most copies of one event card."""
TRAVEL_CARDS = 60
EVENT_CARDS = 15
MOST_COINS = 60
MOST_CHIPS = 20
LONGEST_ROUTE = 20


class Printed(Board):
    """The tables of the game; a board file holds those that the rules cannot do without and do not print."""

    needs = printed(City, Mode, Int(0, 2), default=0)  # for the leg that begins here
    overland = printed(City, Bool)
    detective = printed(City)
    legs = Legs(City)
    lon = detail(City, float)
    lat = detail(City, float)

    mode = printed(Card, Mode, values=dict.fromkeys(SHIPS, 0) | dict.fromkeys(TRAINS, 1))
    days = printed(Card, Int(2, 8), values=SHIPS | TRAINS)
    copies = printed(Card, Int(0, MOST_ALIKE))

    event_copies = printed(Event, Int(0, EVENT_CARDS), rename="copies")
    submarine_days = printed(Int(0, 8))

    chips = printed(Colour, Chip, Int(0, MOST_CHIPS), default=0)
    coins = printed(Int(0, MOST_COINS))


def cards() -> list[Card]:
    """Every kind of travel card in order."""
    return [Card.at(number) for number in range(len(Card.members))]


def events() -> list[Event]:
    """Every kind of event card in order."""
    return [Event.at(number) for number in range(len(Event.members))]


def is_blue(event: Event) -> Truth:
    """Whether an event card is blue: it strikes at once."""
    return (event == Event.DELAY) | (event == Event.STORM)


def destinations(board: Printed) -> Number:
    """How many cities lie between London and London."""
    return board.count(City) - 2


@axiom("the journey has at least two destinations, so that the detective can move", "add cities between the Londons")
def there_are_destinations(board: Printed) -> Truth:
    return destinations(board) >= 2


@axiom("the journey has at most twenty stops", "leave cities out")
def the_journey_is_short(board: Printed) -> Truth:
    return board.count(City) <= LONGEST_ROUTE


@axiom("a leg needs one to three cards, and the overland leg none", "check its needs, or whether it is overland")
def legs_need_cards(board: Printed, city: City) -> Truth:
    needs = board.needs[city, Mode.SHIP] + board.needs[city, Mode.TRAIN]
    is_last = city.index == board.count(City) - 1
    no_cards = needs == 0
    return (is_last & no_cards & ~board.overland[city]) | (
        ~is_last & board.overland[city].iff(no_cards) & (needs <= 3)
    )


@axiom("the detective begins at a destination, not in London", "write another city as detective")
def detective_is_on_the_way(board: Printed) -> Truth:
    return (board.detective.index > 0) & (board.detective.index < board.count(City) - 1)


@axiom("each destination gets one chip of each colour", "give as many chips of each colour as there are destinations")
def chips_are_as_many_as_destinations(board: Printed, colour: Colour) -> Truth:
    return total(board.chips[colour, Chip.at(n)] for n in range(len(Chip.members))) == destinations(board)


@axiom("there are at most 60 travel cards, and three for each player", "change how many copies there are")
def travel_cards_of_one_box(board: Printed) -> Truth:
    together = total(board.copies[card] for card in cards())
    return (together <= TRAVEL_CARDS) & (together >= 3 * board.count(Player))


@axiom("there are at most 15 event cards", "use fewer copies")
def event_cards_of_one_box(board: Printed) -> Truth:
    return total(board.event_copies[event] for event in events()) <= EVENT_CARDS


@axiom("there is a coin for each player", "add coins")
def coins_can_be_given(board: Printed) -> Truth:
    return board.coins >= board.count(Player)


@axiom("each mode of transport has travel cards", "add copies")
def every_mode_has_cards(board: Printed, mode: Mode) -> Truth:
    return ~every(((board.mode[card] != mode) | (board.copies[card] == 0)) for card in cards())
