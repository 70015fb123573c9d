"""Le Tour du Monde en 80 jours: legs paid with cards, a balloon's die, hidden piles, and the clock of the first home.

The board is a shortened route of our own. Bonus chips lie as it says, where the game shuffles them. The detective
and the marker's slot are left out: the first player's marker passes every round.
"""

import sys
from typing import Annotated

from spec.language import (
    Board,
    Bool,
    Element,
    Game,
    Int,
    Maybe,
    Number,
    Sight,
    State,
    Truth,
    Upto,
    action,
    array,
    axiom,
    chance,
    choose,
    conserved,
    deck,
    element_at,
    every,
    first,
    least,
    member,
    most,
    optional,
    printed,
    reading,
    rule,
    scalar,
    stack,
    total,
)
from spec.language.data import BoardData

END_OF_TRACK = 200
HAND = 6


class Player(Element, size="players"):
    """In the order of the table."""


class City(Element, size="board"):
    """The route from London, 0, to London, the last."""


class Mode(Element):
    TRAIN = member()
    SHIP = member()


class Kind(Element, size="board"):
    """A kind of travel card: a mode and its days."""


class Event(Element):
    ELEPHANT = member()
    CONNECTION = member()
    DELAY = member()
    STORM = member()


class Slot(Element, size=6):
    """A place in the row of cards laid out, with an action printed above it."""


class Gain(Element):
    """What slots and bonus chips give."""

    COIN = member()
    CARD = member()
    EVENT = member()
    DAY = member()
    BALLOON = member()


class Due(Element):
    """What must happen before anything else."""

    CARD = member()
    EVENT = member()
    DIE = member()
    KEEP = member()


TURN = rule("turn.order", "Turns", "From the first player on, each takes a card and may travel.", "TDM-8 TDM-16")
ROW = rule("turn.row", "The row", "One card more than players lies out; each takes one and its action.", "TDM-9 TDM-10")
LEG = rule("travel.leg", "A leg", "One leg a turn, with exactly the modes it requires.", "TDM-16 TDM-17")
DAYS = rule("travel.days", "Days", "The marker advances by the days of the cards.", "TDM-17")
PAIR = rule("travel.pair", "Equal pair", "Two cards of one mode and value count once.", "TDM-18")
BALLOON = rule("travel.balloon", "Balloon", "A die roll stands for one card.", "TDM-12")
REROLL = rule("travel.reroll", "Rolling again", "A coin buys another roll, as often as one likes.", "TDM-11")
BUY = rule("turn.buy", "Buying", "Two coins buy a card or an event.", "TDM-11")
OVERLAND = rule("travel.overland", "Overland", "Twelve days without cards, or an elephant: six and a die.", "TDM-19")
BLUE = rule("events.blue", "Blue events", "Everybody loses days, then all events are shuffled.", "TDM-13")
EVENTS = rule("events.played", "Events", "Other events are kept and played when one likes.", "TDM-13")
BONUS = rule("bonus.chips", "Bonus chips", "The first in a city takes its red chip, the last its blue one.", "TDM-20")
LIMIT = rule("turn.limit", "Hand limit", "At the end of a turn six cards may be held, events among them.", "TDM-21")
MARKER = rule("round.marker", "The marker", "After a round the first player's marker passes left.", "TDM-22")
CLOCK = rule("round.clock", "The clock", "Once someone is home, each round costs the others a day.", "TDM-23 TDM-25")
END = rule("round.end", "The end", "The game ends with the round in which the last but one comes home.", "TDM-27")


class Route(Board):
    needs = printed(City, Mode, Int(0, 2))
    overland = printed(City, Bool)
    red = printed(City, optional(Gain))
    blue = printed(City, optional(Gain))
    mode = printed(Kind, Mode)
    value = printed(Kind, Int(1, 8))
    copies = printed(Kind, Int(1, 8))
    events = printed(Event, Int(0, 6), values={"ELEPHANT": 3, "CONNECTION": 1, "DELAY": 1, "STORM": 1})
    above = printed(Slot, Gain)


class Tour(State[Route]):
    first_player = scalar(Player)
    turn = scalar(Player)
    acted = array(Player, Bool)
    taken = scalar(Bool)
    moved = scalar(Bool)
    balloon = scalar(Bool)
    due = stack(Due, 4)

    city = array(Player, City)
    days = array(Player, Int(0, END_OF_TRACK))
    coins = array(Player, Int(0, 24), start=1)
    reached = array(City, Upto(Player))
    ended = scalar(Bool)

    hand = array(Player, Kind, Int(0, 8), sight=Sight.OWNER)
    kept = array(Player, Event, Int(0, 6), sight=Sight.OWNER)
    held = array(Player, Int(0, 40))
    cards = deck(Kind, cards=60, copies=8, holds=lambda board, kind: board.copies[kind])
    events = deck(Event, cards=15, copies=6, holds=lambda board, event: board.events[event])

    row = array(Slot, optional(Kind))
    to_lay = scalar(Upto(Slot), start=lambda board: board.count(Player) + 1)
    rolled = scalar(Int(0, 6))
    die_adds = scalar(Int(0, 6))


OptionalKind = Annotated[Maybe[Kind], optional(Kind)]


# The state of the journey


def london(t: Tour) -> Number:
    """The number of the last city."""
    return t.count(City) - 1


def is_home(t: Tour, p: Player) -> Truth:
    """Whether `p` has come home."""
    return t.city[p].index == london(t)


def lose_days(t: Tour, p: Player, days: Number | int) -> None:
    """Move the time marker of `p`, at most to the end of the track."""
    t.days[p] = least(t.days[p] + days, END_OF_TRACK)


def others_lose_a_day(t: Tour, p: Player) -> None:
    """Everyone but `p` who is not home loses a day."""
    for q in t.each(Player):
        with t.when((q != p) & ~is_home(t, q)):
            lose_days(t, q, 1)


def gain(t: Tour, p: Player, what: Gain) -> None:
    """Take what a slot or chip gives."""
    with t.when((what == Gain.COIN) & (t.coins[p] < 24)):
        t.coins[p] += 1
    with t.when(what == Gain.CARD):
        t.due.push(Due.CARD)
    with t.when(what == Gain.EVENT):
        t.due.push(Due.EVENT)
    with t.when(what == Gain.DAY):
        others_lose_a_day(t, p)
    with t.when(what == Gain.BALLOON):
        t.balloon = True


def require_turn(t: Tour, p: Player) -> None:
    """`p` is at turn, and nothing must happen first."""
    t.require(TURN, p == t.turn)
    t.require(TURN, t.due.top.missing & (t.to_lay == 0))


# The row


@chance(ROW)
def lay_out(t: Tour, kind: Kind) -> None:
    """Lay out the next card of the row."""
    t.require(ROW, t.to_lay > 0)
    t.weight(t.cards.chance_of(kind))
    t.cards.take(kind)
    t.row[element_at(Slot, t.count(Player) + 1 - t.to_lay)] = kind
    t.to_lay -= 1


@action(ROW)
def take(t: Tour, p: Player, slot: Slot, using: Annotated[Truth, Bool]) -> None:
    """Take a card of the row, using the action above it or not."""
    require_turn(t, p)
    t.require(ROW, ~t.taken, "one card a turn")
    t.require(ROW, t.row[slot].exists)
    kind = t.row[slot].value
    t.row[slot] = None
    t.taken = True
    t.hand[p, kind] += 1
    t.held[p] += 1
    with t.when(using):
        gain(t, p, t.board.above[slot])


@action(BUY)
def buy(t: Tour, p: Player, what: Gain) -> None:
    """Buy a card or an event for two coins."""
    require_turn(t, p)
    t.require(BUY, t.coins[p] >= 2)
    t.require(BUY, (what == Gain.CARD) | (what == Gain.EVENT))
    t.coins[p] -= 2
    gain(t, p, what)


@chance(TURN)
def draw_card(t: Tour, kind: Kind) -> None:
    """The travel card that is drawn."""
    t.require(TURN, t.due.top == Due.CARD)
    t.weight(t.cards.chance_of(kind))
    t.cards.take(kind)
    t.due.pop()
    t.hand[t.turn, kind] += 1
    t.held[t.turn] += 1


# Travelling


def travels_by(t: Tour, mode: Mode, balloon: Maybe[Mode], cards: list[Maybe[Kind]]) -> Number:
    """How many of the means of travel are of `mode`."""
    by_card = total((card.exists & (t.board.mode[card.value] == mode)).as_number() for card in cards)
    return by_card + (balloon == mode).as_number()


@action(LEG)
def travel(
    t: Tour, p: Player, balloon: Annotated[Maybe[Mode], optional(Mode)],
    one: OptionalKind, two: OptionalKind, three: OptionalKind,
) -> None:
    """Travel one leg, paying with up to three cards, the later kinds first; a balloon may stand for one of them."""
    require_turn(t, p)
    t.require(LEG, ~is_home(t, p), "{p} is home", p=p)
    t.require(LEG, ~t.moved, "one leg a turn")
    t.require(LEG, t.taken, "a card is taken first")
    here = t.city[p]
    t.require(OVERLAND, ~t.board.overland[here], "this leg goes overland")
    t.require(BALLOON, balloon.exists.implies(t.balloon), "no balloon was taken this turn")
    cards: list[Maybe[Kind]] = [one, two, three]
    for mode in t.each(Mode):
        needed = t.board.needs[here, mode]
        t.require(LEG, travels_by(t, mode, balloon, cards) == needed, "the leg needs {n} of that mode", n=needed)
    for before, after in ((one, two), (two, three)):
        t.require(LEG, after.exists.implies(before.exists & (before.value.index >= after.value.index)))
    for card in cards:
        same = total((other.exists & (other == card)).as_number() for other in cards)
        t.require(LEG, card.exists.implies(t.hand[p, card.value] >= same), "no such card is held")

    t.does(PAIR)
    has_pair = (two.exists & (one == two)) | (three.exists & (two == three))
    t.does(DAYS)
    together = total(choose(card.exists, t.board.value[card.value], 0) for card in cards)
    lose_days(t, p, together - choose(has_pair, t.board.value[two.value], 0))
    for card in cards:
        with t.when(card.exists):
            t.hand[p, card.value] -= 1
            t.held[p] -= 1
            t.cards.discard(card.value)
    arrive(t, p)
    with t.when(balloon.exists):
        throw_die(t, 0)


def arrive(t: Tour, p: Player) -> None:
    """Reach the next city, with its chip for the first and for the last of all players."""
    t.does(LEG)
    t.moved = True
    city = element_at(City, t.city[p].index + 1)
    t.city[p] = city
    t.reached[city] += 1
    t.does(BONUS)
    with t.when((t.reached[city] == 1) & t.board.red[city].exists):
        gain(t, p, t.board.red[city].value)
    with t.when((t.reached[city] == t.count(Player)) & t.board.blue[city].exists):
        gain(t, p, t.board.blue[city].value)


def throw_die(t: Tour, days: int) -> None:
    """Let the die be rolled; its roll and `days` more are lost."""
    t.does(BALLOON)
    t.die_adds = days
    t.due.push(Due.DIE)


@chance(BALLOON)
def roll(t: Tour, die: Annotated[Number, Int(1, 6)]) -> None:
    """The die."""
    t.require(BALLOON, t.due.top == Due.DIE)
    t.rolled = die
    t.due.pop()
    t.due.push(Due.KEEP)


@action(REROLL)
def reroll(t: Tour, p: Player) -> None:
    """Give a coin and roll again."""
    t.require(TURN, (p == t.turn) & (t.due.top == Due.KEEP))
    t.require(REROLL, t.coins[p] > 0)
    t.coins[p] -= 1
    t.due.pop()
    t.due.push(Due.DIE)


@action(DAYS)
def keep(t: Tour, p: Player) -> None:
    """Keep the roll and lose its days."""
    t.require(TURN, (p == t.turn) & (t.due.top == Due.KEEP))
    t.due.pop()
    lose_days(t, p, t.rolled + t.die_adds)
    t.rolled = 0
    t.die_adds = 0


@action(OVERLAND)
def walk(t: Tour, p: Player) -> None:
    """Go overland without cards, in twelve days."""
    require_overland(t, p)
    lose_days(t, p, 12)
    arrive(t, p)


@action(OVERLAND)
def ride(t: Tour, p: Player) -> None:
    """Go overland on an elephant, in six days and those of a die."""
    require_overland(t, p)
    play_event(t, p, Event.ELEPHANT)
    arrive(t, p)
    throw_die(t, 6)


def require_overland(t: Tour, p: Player) -> None:
    """`p` stands before the overland leg and may travel."""
    require_turn(t, p)
    t.require(LEG, ~t.moved & t.taken)
    t.require(OVERLAND, t.board.overland[t.city[p]], "no overland leg begins here")


# Events


def play_event(t: Tour, p: Player, event: Event) -> None:
    """Discard an event that is held."""
    t.require(EVENTS, t.kept[p, event] > 0)
    t.kept[p, event] -= 1
    t.held[p] -= 1
    t.events.discard(event)


@action(EVENTS)
def play_connection(t: Tour, p: Player) -> None:
    """Travel a second time this turn."""
    require_turn(t, p)
    t.require(EVENTS, t.moved)
    play_event(t, p, Event.CONNECTION)
    t.moved = False


@chance(EVENTS)
def draw_event(t: Tour, event: Event) -> None:
    """The event that is drawn: a blue one strikes at once, any other is kept."""
    t.require(TURN, t.due.top == Due.EVENT)
    t.weight(t.events.chance_of(event))
    t.events.take(event)
    t.due.pop()
    is_blue = (event == Event.DELAY) | (event == Event.STORM)
    with t.when(is_blue):
        t.does(BLUE)
        for p in t.each(Player):
            with t.when(~is_home(t, p)):
                lose_days(t, p, choose(event == Event.STORM, Number(2), Number(1)))
        t.events.discard(event)
        for p in t.each(Player):
            for one in t.each(Event):
                t.held[p] -= t.kept[p, one]
                t.events.discard(one, t.kept[p, one])
                t.kept[p, one] = 0
        t.events.shuffle()
    with t.otherwise():
        t.kept[t.turn, event] += 1
        t.held[t.turn] += 1


@chance(EVENTS)
def no_event(t: Tour) -> None:
    """Draw nothing, because every event is held."""
    t.require(TURN, t.due.top == Due.EVENT)
    t.require(EVENTS, t.events.left == 0)
    t.due.pop()


# The end of turns and rounds


@action(LIMIT)
def discard(t: Tour, p: Player, kind: Kind) -> None:
    """Discard a card above the limit."""
    require_turn(t, p)
    t.require(LIMIT, t.taken & (t.held[p] > HAND))
    t.require(LIMIT, t.hand[p, kind] > 0)
    t.hand[p, kind] -= 1
    t.held[p] -= 1
    t.cards.discard(kind)


@action(TURN)
def end_turn(t: Tour, p: Player) -> None:
    """End the turn; after the last one, the round."""
    require_turn(t, p)
    t.require(ROW, t.taken, "a card is taken first")
    t.require(LIMIT, t.held[p] <= HAND, "{n} cards are held", n=t.held[p])
    t.acted[p] = True
    t.taken = False
    t.moved = False
    t.balloon = False
    following = first(others_from(t, p), lambda q: ~t.acted[q] & ~is_home(t, q))
    with t.when(following.exists):
        t.turn = following.value
    with t.otherwise():
        end_round(t)


def others_from(t: Tour, p: Player) -> list[Player]:
    """The players after `p`, clockwise, and `p` at last."""
    return [t.clockwise(p, steps + 1) for steps, _ in enumerate(t.each(Player))]


def end_round(t: Tour) -> None:
    """Pass the marker, run the clock, lay out new cards, or end the game."""
    t.does(END)
    at_home = total(is_home(t, p).as_number() for p in t.each(Player))
    with t.when(at_home >= most(t.count(Player) - 1, 1)):
        t.ended = True
    t.does(CLOCK)
    with t.when((at_home > 0) & ~t.ended):
        for p in t.each(Player):
            with t.when(~is_home(t, p)):
                lose_days(t, p, 1)
    t.does(MARKER)
    t.first_player = t.clockwise(t.first_player)
    in_order = [t.clockwise(t.first_player, steps) for steps, _ in enumerate(t.each(Player))]
    t.turn = first(in_order, lambda q: ~is_home(t, q)).value
    for p in t.each(Player):
        t.acted[p] = False
    t.does(ROW)
    for slot in t.each(Slot):
        with t.when(t.row[slot].exists):
            t.cards.discard(t.row[slot].value)
        t.row[slot] = None
    t.to_lay = t.count(Player) + 1


@reading
def over(t: Tour) -> Truth:
    return t.ended


@conserved("cards.kept", "No travel card of a kind is lost or made.", "TDM-17 TDM-21")
def cards_of_a_kind(t: Tour, kind: Kind) -> Number:
    lying = total((t.row[slot] == kind).as_number() for slot in t.each(Slot))
    return lying + t.cards.copies(kind) + total(t.hand[p, kind] for p in t.each(Player))


@conserved("events.kept", "No event is lost or made.", "TDM-13")
def events_of_a_kind(t: Tour, event: Event) -> Number:
    return t.events.copies(event) + total(t.kept[p, event] for p in t.each(Player))


@axiom("there are cards enough for every hand and row", "add copies of travel cards")
def enough_cards(board: Route) -> Truth:
    return total(board.copies[kind] for kind in board.each(Kind)) >= 7 * (board.count(Player) + 1)


@axiom("a leg that goes overland needs no cards", "remove its needs, or the mark")
def overland_needs_nothing(board: Route, city: City) -> Truth:
    return board.overland[city].implies(every(board.needs[city, mode] == 0 for mode in (Mode.TRAIN, Mode.SHIP)))


MODEL = Game("legs_paid", "Le Tour du Monde en 80 jours, a fragment", Tour, Route, Player, (2, 3, 4, 5),
             (sys.modules[__name__],))

TRAIN_2, TRAIN_4, SHIP_4, SHIP_7 = range(4)

BOARD = BoardData(
    "short", "A short route", {"City": 6, "Kind": 4}, {},
    {
        # from London: a ship and a train, a train, overland, two trains, two ships and a train
        "needs": (1, 1, 1, 0, 0, 0, 2, 0, 1, 2, 0, 0),
        "overland": (0, 0, 1, 0, 0, 0),
        "red": (-1, 0, 1, 2, 3, -1),
        "blue": (-1, 3, 0, 1, 2, -1),
        "mode": (0, 0, 1, 1),
        "value": (2, 4, 4, 7),
        "copies": (8, 8, 8, 6),
        "above": (0, 4, 2, 1, 3, 0),
    },
)
