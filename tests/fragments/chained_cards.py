"""In 80 Tagen um die Erde: turns that chain cards, a defence out of turn, and the jump of an emptied hand.

What is open is a stack of decisions: a card or a field puts decisions on it. When a move leaves it empty, the turn
passes; so a turn begins with an empty stack.
The track is a short one of our own; events are two, one forward and one back.
"""

import sys
from typing import Annotated

from spec.language import (
    Board,
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
    conserved,
    deck,
    element_at,
    every,
    invariant,
    member,
    optional,
    printed,
    reading,
    rule,
    ruling,
    scalar,
    some,
    stack,
    total,
)
from spec.language.data import BoardData

BACK = 3
JUMP = 5
NEW_CARDS = 5


class Player(Element, size="players"):
    """In the order of play."""


class Space(Element, size="board"):
    """A field of the track; the last one is the goal."""


class Transport(Element):
    CARRIAGE = member()
    TRAIN = member()
    SHIP = member()
    ELEPHANT = member()


class Special(Element):
    WIND_ROSE = member()
    HANDCUFFS = member()
    MONEY_BAG = member()


class Kind(Element, size="board"):
    """A kind of card: a transport with a number, or a special card."""


class Field(Element):
    WIND_ROSE = member()
    TELESCOPE = member()
    HANDCUFFS = member()
    STATION = member()


class Event(Element):
    FORWARD = member()
    BACKWARD = member()


class Decision(Element):
    """What is open, the innermost on top of the stack."""

    PLAY_ON = member()
    MAY_PLAY_ON = member()
    SET_ROSE = member()
    EVENT = member()
    DEFEND = member()
    JUMP = member()
    DRAW = member()


ORDER = rule("turn.order", "Turns", "Players take turns; open decisions come first, the innermost before all.", "I80-2")
DRAW = rule("turn.draw", "Drawing", "Instead of playing, one or two cards are drawn.", "I80-5")
PLAY = rule("turn.play", "Playing", "A card that is held is played and discarded.", "I80-6 I80-7")
ROSE = rule("cards.rose", "The wind rose", "Only cards of the transport it shows may be played.", "I80-9")
EXACT = rule("cards.exact", "Exact moves", "The figure moves as far as the card says, not past the goal.", "I80-11")
TURN_ROSE = rule("cards.turn-rose", "Turning the rose", "It may be turned; then a card is played.", "I80-14 I80-19")
CUFFS = rule("cards.handcuffs", "Handcuffs", "The next player goes back three fields.", "I80-15 I80-32")
BAG = rule("cards.money-bag", "Money bag", "One to three fields forward, or no going back.", "I80-16 I80-33")
TELESCOPE = rule("fields.telescope", "Telescope", "An event is drawn and carried out.", "I80-20")
CELL = rule("fields.handcuffs", "Handcuff field", "The figure goes back three, once.", "I80-21 I80-36")
STATION = rule("fields.station", "Station", "One may play on, or draws where no card fits.", "I80-22")
REFILL = rule("deck.refill", "Supply", "The discards become the new draw pile.", "I80-26")
LEAP = rule("turn.jump", "The jump", "An emptied hand jumps five fields and draws five cards.", "I80-28")

CUFFED_TWICE = ruling(
    "handcuffs.chain", "A figure sent back onto a handcuff field goes back again; and from a second one?",
    {"A": "No, once is all.", "B": "Yes, until it stands elsewhere."}, "A",
    "The rule says that other fields do nothing then and speaks of one further move back.", "I80-15",
)


class Track(Board):
    field = printed(Space, optional(Field))
    transport = printed(Kind, optional(Transport))
    special = printed(Kind, optional(Special))
    number = printed(Kind, Int(0, 5))
    copies = printed(Kind, Int(0, 10))
    dealt = printed(Kind, Int(0, 5))


class Race(State[Track]):
    turn = scalar(Player)
    rose = scalar(Transport)
    at = array(Player, Space)
    hand = array(Player, Kind, Int(0, 10), start=lambda board, p, kind: board.dealt[kind], sight=Sight.OWNER)
    held = array(Player, Int(0, 60), start=lambda board, p: total(board.dealt[kind] for kind in board.each(Kind)))
    cards = deck(Kind, cards=60, copies=10, holds=lambda board, kind: board.copies[kind])
    open = stack(Decision, 4)
    to_draw = scalar(Int(0, NEW_CARDS))
    chased = scalar(Player)


# Moving


def goal(t: Race) -> Number:
    """The number of the last field."""
    return t.count(Space) - 1


def move(t: Race, p: Player, steps: Number | int) -> None:
    """Move a figure, backwards if `steps` is negative, never before the start or past the goal."""
    t.at[p] = element_at(Space, t.at[p].index + steps)


def is_on(t: Race, p: Player, field: Field) -> Truth:
    """Whether `p` stands on such a field."""
    return t.board.field[t.at[p]] == field


def land(t: Race, p: Player, emptied: Truth) -> None:
    """Do what the field does; before a jump, only telescope and handcuffs count."""
    with t.when(is_on(t, p, Field.TELESCOPE)):
        t.does(TELESCOPE)
        t.open.push(Decision.EVENT)
    with t.when(~emptied & is_on(t, p, Field.WIND_ROSE)):
        t.does(TURN_ROSE)
        t.open.push(Decision.PLAY_ON)
        t.open.push(Decision.SET_ROSE)
    with t.when(~emptied & is_on(t, p, Field.STATION)):
        t.does(STATION)
        t.open.push(Decision.MAY_PLAY_ON)
    with t.when(is_on(t, p, Field.HANDCUFFS)):
        t.does(CELL)
        move(t, p, -BACK)


def pass_turn_if_done(t: Race) -> None:
    """The turn passes when no decision is left open."""
    t.does(ORDER)
    with t.when(t.open.top.missing):
        t.turn = t.clockwise(t.turn)


# Playing cards


def may_play(t: Race) -> Truth:
    """Whether a card may be played now: at the start of a turn, or to play on."""
    top = t.open.top
    return top.missing | (top == Decision.PLAY_ON) | (top == Decision.MAY_PLAY_ON)


def reaches(t: Race, p: Player, steps: Number | int) -> Truth:
    """Whether so many steps do not lead past the goal."""
    return t.at[p].index + steps <= goal(t)


def fits(t: Race, p: Player, kind: Kind) -> Truth:
    """Whether `p` holds such a card and the rose and the track let it be played."""
    travels = (t.board.transport[kind] == t.rose) & reaches(t, p, t.board.number[kind])
    is_special = t.board.special[kind].exists
    return (t.hand[p, kind] > 0) & (travels | (is_special & reaches(t, p, 1)))


def nothing_fits(t: Race, p: Player) -> Truth:
    """Whether no card of `p` can be played."""
    return every(~fits(t, p, kind) for kind in t.each(Kind))


def lay_down(t: Race, p: Player, kind: Kind) -> None:
    """Discard a card from the hand."""
    t.require(PLAY, t.hand[p, kind] > 0, "no such card is held")
    t.hand[p, kind] -= 1
    t.held[p] -= 1
    t.cards.discard(kind)


def play(t: Race, p: Player, kind: Kind) -> Truth:
    """Play a card in one's turn; gives whether that emptied the hand, which opens the jump."""
    t.require(ORDER, (p == t.turn) & may_play(t))
    with t.when(t.open.top.exists):
        t.open.pop()
    lay_down(t, p, kind)
    emptied = t.held[p] == 0
    with t.when(emptied):
        t.does(LEAP)
        t.open.push(Decision.JUMP)
    return emptied


@action(PLAY)
def play_travel(t: Race, p: Player, kind: Kind) -> None:
    """Play a travel card of the transport that the wind rose shows."""
    t.require(ROSE, t.board.transport[kind] == t.rose)
    t.require(EXACT, reaches(t, p, t.board.number[kind]))
    emptied = play(t, p, kind)
    t.does(EXACT)
    move(t, p, t.board.number[kind])
    land(t, p, emptied)
    pass_turn_if_done(t)


@action(TURN_ROSE)
def play_rose(t: Race, p: Player, kind: Kind) -> None:
    """Play a wind rose card."""
    t.require(TURN_ROSE, t.board.special[kind] == Special.WIND_ROSE)
    emptied = play(t, p, kind)
    t.does(TURN_ROSE)
    with t.when(~emptied):
        t.open.push(Decision.PLAY_ON)
    t.open.push(Decision.SET_ROSE)


@action(CUFFS)
def play_handcuffs(t: Race, p: Player, kind: Kind) -> None:
    """Play a handcuffs card against the next player."""
    t.require(CUFFS, t.board.special[kind] == Special.HANDCUFFS)
    play(t, p, kind)
    t.does(CUFFS)
    t.chased = t.clockwise(p)
    t.open.push(Decision.DEFEND)


@action(BAG)
def play_bag(t: Race, p: Player, kind: Kind, steps: Annotated[Number, Int(1, 3)]) -> None:
    """Play a money bag to move one to three fields."""
    t.require(BAG, t.board.special[kind] == Special.MONEY_BAG)
    t.require(EXACT, reaches(t, p, steps))
    emptied = play(t, p, kind)
    t.does(BAG)
    move(t, p, steps)
    land(t, p, emptied)
    pass_turn_if_done(t)


# Open decisions


@action(TURN_ROSE)
def set_rose(t: Race, p: Player, transport: Transport) -> None:
    """Turn the wind rose, or leave it as it is."""
    t.require(ORDER, (p == t.turn) & (t.open.top == Decision.SET_ROSE))
    t.rose = transport
    t.open.pop()


@action(BAG)
def fend_off(t: Race, p: Player, kind: Kind) -> None:
    """Give a money bag instead of going back, out of turn."""
    t.require(ORDER, (p == t.chased) & (t.open.top == Decision.DEFEND))
    t.require(BAG, t.board.special[kind] == Special.MONEY_BAG)
    lay_down(t, p, kind)
    t.open.pop()
    pass_turn_if_done(t)


@action(CUFFS)
def go_back(t: Race, p: Player) -> None:
    """Go back three fields, and three more from a handcuff field."""
    t.require(ORDER, (p == t.chased) & (t.open.top == Decision.DEFEND))
    move(t, p, -BACK)
    with t.when(is_on(t, p, Field.HANDCUFFS)):
        move(t, p, -BACK)
    for _ in range(2):
        with t.when(t.chosen(CUFFED_TWICE, "B") & is_on(t, p, Field.HANDCUFFS)):
            move(t, p, -BACK)
    t.open.pop()
    pass_turn_if_done(t)


@chance(TELESCOPE)
def draw_event(t: Race, event: Event) -> None:
    """Draw an event: two fields forward, or three back."""
    t.require(ORDER, t.open.top == Decision.EVENT)
    t.open.pop()
    with t.when(event == Event.FORWARD):
        move(t, t.turn, 2)
    with t.otherwise():
        t.chased = t.turn
        t.open.push(Decision.DEFEND)
    pass_turn_if_done(t)


@chance(LEAP)
def jump(t: Race) -> None:
    """Five fields forward; the field reached counts fully, and five cards are drawn before the goal."""
    t.require(ORDER, t.open.top == Decision.JUMP)
    t.open.pop()
    p = t.turn
    move(t, p, JUMP)
    land(t, p, Truth(0))
    t.does(LEAP)
    with t.when(t.at[p].index < goal(t)):
        start_drawing(t, Number(NEW_CARDS))
    pass_turn_if_done(t)


@action(STATION)
def stop(t: Race, p: Player) -> None:
    """Do not play on, though a card fits."""
    t.require(ORDER, (p == t.turn) & (t.open.top == Decision.MAY_PLAY_ON))
    t.require(STATION, ~nothing_fits(t, p), "no card fits, so cards are drawn")
    t.open.pop()
    pass_turn_if_done(t)


@action(TURN_ROSE)
def give_up(t: Race, p: Player) -> None:
    """End the turn, where a card must be played and none fits."""
    t.require(ORDER, (p == t.turn) & (t.open.top == Decision.PLAY_ON))
    t.require(TURN_ROSE, nothing_fits(t, p), "a card fits and must be played")
    t.open.pop()
    pass_turn_if_done(t)


# Drawing cards


def start_drawing(t: Race, cards: Number) -> None:
    """Open the drawing of so many cards."""
    t.to_draw = cards
    t.open.push(Decision.DRAW)


@action(DRAW)
def draw(t: Race, p: Player, cards: Annotated[Number, Int(1, 2)]) -> None:
    """Draw one or two cards instead of playing, or because none fits at a station."""
    at_station = (t.open.top == Decision.MAY_PLAY_ON) & nothing_fits(t, p)
    t.require(ORDER, (p == t.turn) & (t.open.top.missing | at_station))
    with t.when(t.open.top.exists):
        t.open.pop()
    start_drawing(t, cards)


@chance(DRAW)
def draw_card(t: Race, kind: Kind) -> None:
    """The card that is drawn."""
    t.require(ORDER, t.open.top == Decision.DRAW)
    t.weight(t.cards.chance_of(kind))
    t.does(REFILL)
    t.cards.take(kind)
    t.does(DRAW)
    t.hand[t.turn, kind] += 1
    t.held[t.turn] += 1
    t.to_draw -= 1
    with t.when(t.to_draw == 0):
        t.open.pop()
        pass_turn_if_done(t)


@chance(REFILL)
def run_out(t: Race) -> None:
    """Stop drawing, because both piles are empty."""
    t.require(ORDER, t.open.top == Decision.DRAW)
    t.require(REFILL, t.cards.left == 0)
    t.to_draw = 0
    t.open.pop()
    pass_turn_if_done(t)


@reading
def over(t: Race) -> Truth:
    return some(t.at[p].index == goal(t) for p in t.each(Player))


@invariant("cards.held", "The number of cards held is the number of cards in the hand.", "I80-28")
def held_is_hand(t: Race, p: Player) -> Truth:
    return t.held[p] == total(t.hand[p, kind] for kind in t.each(Kind))


@conserved("cards.kept", "No card of a kind is lost or made.", "I80-7 I80-26")
def cards_of_a_kind(t: Race, kind: Kind) -> Number:
    return total(t.hand[p, kind] for p in t.each(Player)) + t.cards.copies(kind)


MODEL = Game("chained_cards", "In 80 Tagen um die Erde, a fragment", Race, Track, Player, (2, 3, 4),
             (sys.modules[__name__],))

CARDS = {
    # kind: transport, special, number, copies in the pile, dealt to each player
    "carriage 2": (0, -1, 2, 3, 1), "carriage 4": (0, -1, 4, 2, 0), "train 1": (1, -1, 1, 3, 0),
    "train 3": (1, -1, 3, 2, 1), "ship 2": (2, -1, 2, 3, 0), "elephant 3": (3, -1, 3, 2, 0),
    "wind rose": (-1, 0, 0, 2, 1), "handcuffs": (-1, 1, 0, 2, 1), "money bag": (-1, 2, 0, 2, 1),
}
CARRIAGE_2, CARRIAGE_4, TRAIN_1, TRAIN_3, SHIP_2, ELEPHANT_3, WIND_ROSE, HANDCUFFS, MONEY_BAG = range(9)
TRACK = "..w..t..h..s..h..hw..t..h.h.s...."

BOARD = BoardData(
    "short", "A short track", {"Space": len(TRACK), "Kind": len(CARDS)}, {},
    {
        "field": ["wths".find(letter) for letter in TRACK],
        **{name: [card[column] for card in CARDS.values()]
           for column, name in enumerate(("transport", "special", "number", "copies", "dealt"))},
    },
)
