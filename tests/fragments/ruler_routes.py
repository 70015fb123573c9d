"""Around the World in 80 Days (2024): cards as rulers, a calendar with stacks, a market that shifts.

The map is a finite set of points with printed distances and printed masks of what a straight line between two
points stays on; a continuous map is made into one by choosing the points and measuring. The board is a tiny one.
"""

import sys

from spec.language import (
    Board,
    Bool,
    Element,
    Game,
    Int,
    Number,
    State,
    Truth,
    action,
    array,
    axiom,
    chance,
    choose,
    deck,
    element_at,
    every,
    invariant,
    least,
    member,
    most,
    optional,
    printed,
    reading,
    relation,
    rule,
    ruling,
    scalar,
    some,
    total,
)
from spec.language.data import BoardData

LAST_DAY = 30
END_OF_CALENDAR = 60


class Player(Element, size="players"):
    """The first player's token lies on top at the start."""


class Point(Element, size="board"):
    """A point of the map where a route may end."""


class Kind(Element, size="board"):
    """A kind of location that an income card pays for."""


class Card(Element, size="board"):
    """A transport card, a train on one side and a ship on the other."""


class Balloon(Element, size="board"):
    """One of the balloons, each used once by each player."""


class Slot(Element, size=3):
    """A place of the market's rows: departing today, tomorrow, the day after."""


class Piece(Element, size=3):
    """A stretch of a ruler, ended by a mark."""


class Medium(Element):
    LAND = member()
    SEA = member()
    AIR = member()


TURN = rule("calendar.turn", "Whose turn", "The token furthest back moves, the top one of a stack.", "ATW-35 ATW-57")
DAYS = rule("calendar.days", "Days", "The token advances by travel, waiting and missing pounds.", "ATW-56 ATW-58")
MARKET = rule("market.take", "The market", "A row offers today's, tomorrow's and the next day's card.", "ATW-46 ATW-49")
SHIFT = rule("market.shift", "Shifting", "The row shifts left and is filled from the deck.", "ATW-51")
TOP = rule("market.top", "The deck's top", "The deck's top card is known and waits three days.", "ATW-22 ATW-49")
BALLOON = rule("market.balloon", "Balloons", "Each balloon flies each player once, without waiting.", "ATW-52 ATW-88")
PRICE = rule("ticket.price", "The ticket", "A card costs its pounds, one more if flipped.", "ATW-54 ATW-58")
LINE = rule("route.line", "Straight lines", "A line stays on its medium, within its stretch.", "ATW-65 ATW-68")
DETOUR = rule("route.detour", "Detours", "At a mark the ruler may be turned.", "ATW-69")
PACIFIC = rule("route.antimeridian", "Antimeridian", "Crossing it eastwards gives a day back.", "ATW-73")
INCOME = rule("income.location", "Income", "A route's end pays what the income card shows for it.", "ATW-76 ATW-78")
ARRIVAL = rule("end.arrival", "Arrival", "Who starts a turn in London scores 12 if first, else 5.", "ATW-94 ATW-96")

EITHER_WAY = ruling(
    "antimeridian.back", "Does crossing the antimeridian westwards also give a day back?",
    {"A": "Every crossing gives a day back.", "B": "Only a crossing eastwards does."}, "A",
    "The rule names the line and no direction.", "ATW-73",
)


class Map(Board):
    """Lengths are in tenths of a card's width; `east` is how far right a point lies."""

    london = printed(Point)
    distance = printed(Point, Point, Int(0, 200))
    crosses = printed(Point, Point, Bool)
    east = printed(Point, Int(0, 100))
    stays = relation(Medium, Point, Point)
    kind = printed(Point, optional(Kind))
    pounds = printed(Kind, Int(0, 10))
    price = printed(Card, Int(0, 12))
    days = printed(Card, Int(0, 20))
    stretch = printed(Card, Piece, Int(0, 90))
    flight_days = printed(Balloon, Int(0, 20))
    flight = printed(Balloon, Piece, Int(0, 90))


def height_at_start(board: Map, p: Player) -> Number:
    """The first player's token on top, the last one's at the bottom."""
    return board.count(Player) - 1 - p.index


class Journey(State[Map]):
    day = array(Player, Int(0, END_OF_CALENDAR))
    height = array(Player, Int(0, 3), start=height_at_start)
    pounds = array(Player, Int(0, 80), start=10)
    earned = array(Player, Int(0, 80), start=10)
    point = array(Player, Point)
    arrived = array(Player, Bool)
    fame = array(Player, Int(0, 12))
    flown = array(Player, Balloon, Bool)

    cards = deck(Card, cards=30, copies=1, holds=lambda board, card: 1)
    market = array(Medium, Slot, optional(Card))
    top = scalar(optional(Card))

    laid_out = scalar(Int(0, 6))

    drawer = scalar(optional(Player))
    card = scalar(optional(Card))
    medium = scalar(Medium)
    ruler = array(Piece, Int(0, 90))
    drawn = scalar(Int(0, 3))


# The calendar


def is_travelling(t: Journey, p: Player) -> Truth:
    """Whether the token of `p` is still on the calendar."""
    return ~t.arrived[p] & (t.day[p] <= LAST_DAY)


def is_ahead(t: Journey, p: Player, q: Player) -> Truth:
    """Whether `p` moves before `q`: further back, or above on the same day."""
    return (t.day[p] < t.day[q]) | ((t.day[p] == t.day[q]) & (t.height[p] > t.height[q]))


def has_turn(t: Journey, p: Player) -> Truth:
    """Whether it is the turn of `p`."""
    return is_travelling(t, p) & every((q == p) | ~is_travelling(t, q) | is_ahead(t, p, q) for q in t.each(Player))


def move_token(t: Journey, p: Player, to: Number) -> None:
    """Lift the token of `p` out of its stack and lay it on top of the tokens on the day `to`."""
    before, height = t.day[p], t.height[p]
    for q in t.each(Player):
        with t.when((q != p) & (t.day[q] == before) & (t.height[q] > height)):
            t.height[q] -= 1
    t.height[p] = total(((q != p) & (t.day[q] == to)).as_number() for q in t.each(Player))
    t.day[p] = to


# 1 and 2: choose a transport, pay for it in pounds and days


@chance(TOP)
def turn_up(t: Journey, card: Card) -> None:
    """Turn up the deck's next card; the first six are laid out, trains above ships."""
    t.require(TOP, t.top.missing)
    t.weight(t.cards.chance_of(card))
    t.cards.take(card)
    with t.when(t.laid_out < 6):
        row = choose(t.laid_out < 3, Medium.LAND, Medium.SEA)
        t.market[row, element_at(Slot, t.laid_out % 3)] = card
        t.laid_out += 1
    with t.otherwise():
        t.top = card


def require_choosing(t: Journey, p: Player) -> None:
    """`p` chooses a transport now."""
    t.require(TURN, t.drawer.missing & has_turn(t, p))
    t.require(TOP, t.top.exists | (t.cards.left == 0), "the deck's next card is turned up first")
    t.require(ARRIVAL, t.point[p] != t.board.london, "the journey ends here")


def pay(t: Journey, p: Player, price: Number, days: Number) -> None:
    """Pay for the ticket and count the days; pounds that are missing are paid in days."""
    t.does(PRICE)
    missing = most(price - t.pounds[p], 0)
    t.pounds[p] = most(t.pounds[p] - price, 0)
    t.does(DAYS)
    move_token(t, p, least(t.day[p] + days + missing, END_OF_CALENDAR))


def set_out(t: Journey, p: Player, medium: Medium) -> None:
    """Begin to draw."""
    t.does(LINE)
    t.drawer = p
    t.medium = medium
    t.drawn = 0


def use_card(t: Journey, p: Player, card: Card, side: Medium, medium: Medium, waiting: Number) -> None:
    """Pay for a card that shows `side`, to be used on `medium`."""
    t.require(MARKET, medium != Medium.AIR)
    flipping = (medium != side).as_number()
    pay(t, p, t.board.price[card] + flipping, t.board.days[card] + waiting)
    set_out(t, p, medium)
    t.card = card
    for piece in t.each(Piece):
        t.ruler[piece] = t.board.stretch[card, piece]


@action(MARKET)
def take_from_row(t: Journey, p: Player, row: Medium, slot: Slot, medium: Medium) -> None:
    """Take a card from a row of the market, to be used on land or at sea."""
    require_choosing(t, p)
    t.require(MARKET, t.market[row, slot].exists, "no card lies there")
    card = t.market[row, slot].value
    t.does(SHIFT)
    first_slot, second, last = t.each(Slot)
    with t.when(slot == first_slot):
        t.market[row, first_slot] = t.market[row, second]
    with t.when(slot != last):
        t.market[row, second] = t.market[row, last]
    t.market[row, last] = t.top
    t.top = None
    use_card(t, p, card, row, medium, slot.index)


@action(TOP)
def take_top(t: Journey, p: Player, medium: Medium) -> None:
    """Take the deck's top card, which shows a train and waits three days."""
    require_choosing(t, p)
    t.require(TOP, t.top.exists)
    card = t.top.value
    t.top = None
    use_card(t, p, card, Medium.LAND, medium, Number(3))


@action(BALLOON)
def take_balloon(t: Journey, p: Player, balloon: Balloon) -> None:
    """Fly with a balloon for 12 pounds."""
    require_choosing(t, p)
    t.require(BALLOON, ~t.flown[p, balloon], "that balloon is used")
    t.flown[p, balloon] = True
    pay(t, p, Number(12), t.board.flight_days[balloon])
    set_out(t, p, Medium.AIR)
    for piece in t.each(Piece):
        t.ruler[piece] = t.board.flight[balloon, piece]


# 3 and 4: draw the route, collect income


def next_stretch(t: Journey) -> Number:
    """How long the next straight line may be; 0 after the last."""
    return choose(t.drawn == 3, 0, t.ruler[element_at(Piece, t.drawn)])


@action(LINE)
def draw_line(t: Journey, p: Player, to: Point) -> None:
    """Draw a straight line to a point; the next one starts there, if the ruler has a mark."""
    here = t.point[p]
    t.require(TURN, t.drawer == p)
    t.require(LINE, to != here)
    t.require(DETOUR, t.board.distance[here, to] <= next_stretch(t), "the ruler has {left} left", left=next_stretch(t))
    t.require(LINE, t.board.stays(t.medium, here, to), "the line leaves the transport's medium")
    t.point[p] = to
    t.drawn += 1
    t.does(PACIFIC)
    eastwards = t.board.east[here] < t.board.east[to]
    with t.when(t.board.crosses[here, to] & (t.chosen(EITHER_WAY, "A") | eastwards)):
        move_token(t, p, most(t.day[p] - 1, 0))


@action(INCOME)
def stop(t: Journey, p: Player) -> None:
    """End the route here and collect what its end pays."""
    t.require(TURN, t.drawer == p)
    kind = t.board.kind[t.point[p]]
    earned = choose(kind.exists, least(t.board.pounds[kind.value], 80 - t.earned[p]), 0)
    t.earned[p] += earned
    t.pounds[p] += earned
    with t.when(t.card.exists):
        t.cards.discard(t.card.value)
    t.card = None
    t.drawer = None


@action(ARRIVAL)
def arrive(t: Journey, p: Player) -> None:
    """Start a turn in London and end the journey."""
    t.require(TURN, t.drawer.missing & has_turn(t, p))
    t.require(ARRIVAL, t.point[p] == t.board.london)
    t.fame[p] = choose(some(t.arrived[q] for q in t.each(Player)), 5, 12)
    t.arrived[p] = True


@reading
def over(t: Journey) -> Truth:
    return t.drawer.missing & ~some(is_travelling(t, p) for p in t.each(Player))


@invariant("calendar.stacks", "Tokens on one day lie at different heights.", "ATW-57")
def stacks(t: Journey, p: Player, q: Player) -> Truth:
    return ((p != q) & (t.day[p] == t.day[q])).implies(t.height[p] != t.height[q])


@axiom("a transport takes more days than its lines can win back at the antimeridian", "raise its days")
def time_passes(board: Map, card: Card) -> Truth:
    return board.days[card] > total((board.stretch[card, piece] > 0).as_number() for piece in board.each(Piece))


MODEL = Game("ruler_routes", "Around the World in 80 Days (2024), a fragment", Journey, Map, Player, (2, 3, 4),
             (sys.modules[__name__],))


def tiny() -> BoardData:
    """Six points on a line from west to east, 30 apart; 2-3 is sea, 3-4 crosses the antimeridian, 5 is London."""
    points = range(6)
    pairs = [(a, b) for a in points for b in points]
    land = [abs(a - b) == 1 and {a, b} != {2, 3} for a, b in pairs]
    sea = [abs(a - b) == 1 and {a, b} not in ({0, 1}, {4, 5}) for a, b in pairs]
    air = [abs(a - b) <= 2 for a, b in pairs]
    return BoardData(
        "tiny", "Six points", {"Point": 6, "Kind": 2, "Card": 9, "Balloon": 1}, {},
        {
            "london": (5,),
            "distance": [30 * abs(a - b) for a, b in pairs],
            "crosses": [int({a, b} == {3, 4}) for a, b in pairs],
            "east": [10 * point for point in points],
            "stays": [int(one) for one in (*land, *sea, *air)],
            "kind": (-1, 0, 1, 0, -1, -1),
            "pounds": (7, 3),
            "price": (2, 3, 4, 5, 6, 2, 3, 4, 5),
            "days": (4, 4, 5, 5, 6, 4, 4, 5, 5),
            "stretch": (30, 0, 0) * 3 + (30, 30, 0) * 3 + (30, 30, 30) * 3,
            "flight_days": (9,),
            "flight": (60, 60, 0),
        },
    )


BOARD = tiny()
