"""What the box prints: the pieces by name, the board and the cards, and what every board must meet."""

from __future__ import annotations

from typing import Annotated

from spec.language import (
    Board,
    Bool,
    Element,
    FewestLinks,
    Int,
    LinkOnward,
    MemberCount,
    Number,
    PackedAlone,
    PackingTable,
    Truth,
    Upto,
    axiom,
    choose,
    detail,
    every,
    least,
    member,
    optional,
    printed,
    relation,
    some,
    total,
)


class Player(Element, size="players"):
    """The people at the table, in clockwise order."""


class City(Element, size="board"):
    """The cities of the map, with both Londons."""


class Line(Element, size="board"):
    """The lines between cities."""


class Adventure(Element, size="board"):
    """The adventure cards, ordinary ones and those of London."""


class Arrival(Element, size="board"):
    """The arrival cards, the one with the most points first."""


class Face(Element, size="board"):
    """The faces of the black market die."""


class Area(Element):
    """The areas of the game board on which coins are stacked: three for travel, three for buying."""

    SHIP = member("shipping")
    TRAIN = member("train ride")
    SPECIAL = member("special trip")
    BOUTIQUE = member()
    BAZAAR = member()
    BLACK_MARKET = member()


class Symbol(Element):
    """The symbols of cities: boutique, bazaar, or both."""

    TRIANGLE = member("blue triangle")
    SQUARE = member("red square")
    CIRCLE = member("two-coloured circle")


class Item(Element):
    """The items that go into suitcases."""

    SHOES = member()
    REVOLVER = member()
    HAT = member()
    UMBRELLA = member()
    COAT = member()


class Side(Element):
    """The sides of the game board."""

    A = member("side A")
    B = member("side B")


class LineTile(Element):
    """The line tiles of side B, each with the costs of a line."""

    T1 = member("line tile 1")
    T2 = member("line tile 2")
    T3 = member("line tile 3")
    T4 = member("line tile 4")
    T5 = member("line tile 5")
    T6 = member("line tile 6")
    T7 = member("line tile 7")
    T8 = member("line tile 8")
    T9 = member("line tile 9")
    T10 = member("line tile 10")
    T11 = member("line tile 11")
    T12 = member("line tile 12")
    T13 = member("line tile 13")
    T14 = member("line tile 14")
    T15 = member("line tile 15")
    T16 = member("line tile 16")


class PassTile(Element):
    """The pass tiles of side B."""

    ME_FIRST = member("Me first!")
    NEW_ADVENTURES = member("New adventures!")
    AND_BYE = member("And bye!")
    MONEY = member("Give me the money!")
    ON_OFFER = member("What do you have on offer?")
    SWAP = member("Time for a swap!")


class Assistant(Element):
    """The Assistants of the module."""

    PAUL = member("Paul")
    LEONARD = member("Leonard")
    MARY = member("Mary")
    JILL = member("Jill")
    LUIGI = member("Luigi")
    ALBERT = member("Albert")
    ALEX = member("Alex")
    AMELIE = member("Amelie")
    JEAN = member("Jean")
    MATILDA = member("Matilda")


class Bonus(Element):
    """The bonus effects of adventure cards."""

    NONE = member("no bonus")
    ROLL = member("roll of the die")
    ITEM = member("any item")
    COINS = member()
    SHIP = member("free trip by ship")
    TRAIN = member("free trip by train")
    SPECIAL = member("free special trip")
    ANY_LINE = member("free trip on any line")


class Newspaper(Element):
    """The newspaper cards."""

    STORMY_TODAY = member("Stormy Today")
    BROKEN_MIRROR = member("The Broken Mirror")
    FOGGY_JOURNAL = member("The Foggy Journal")
    GOOD_TIMES = member("Good Times")
    SANTA_EXPRESS = member("Santa Express")
    INDEPENDENT = member("The Independent")
    SUNDAY_EXPRESS = member("Sunday Express")
    GUARDIAN = member("The Guardian")
    OBSERVER = member("The Observer")


TRAVEL_AREAS = (Area.SHIP, Area.TRAIN, Area.SPECIAL)
MARKET_AREAS = (Area.BOUTIQUE, Area.BAZAAR)
PIECES = dict(SHOES=12, REVOLVER=8, HAT=8, UMBRELLA=8, COAT=8)  # of each item (80D-4)
MOST_PIECES = max(PIECES.values())
MONEY = 125
"""75 grey coins and 10 yellow ones worth 5 (80D-3). Money is counted by its value: whoever has a yellow coin may
change it at any time (80D-60), so changing is no move and the value is all that matters."""
LARGEST_BOX = 38  # adventure cards of one language, those of London among them (80D-2)


class Printed(Board):
    """The tables of 80 Days; a board file holds those that the rulebook does not print itself."""

    side = printed(Side)
    departure = printed(City)
    arrival = printed(City)

    symbol = printed(City, Symbol)
    lon = detail(City, float)
    lat = detail(City, float)

    start = printed(Line, City)
    end = printed(Line, City)
    kind = printed(Line, Area)
    cost = printed(Line, Item, Int(0, 2), default=0)
    toll = printed(Line, Int(0, 9), default=0, rename="coins")

    # Side B: the lines with a marked square, and what the tiles that are laid there show.
    marked = printed(Line, Bool, default=0)
    marked_lines = printed(Upto(Line), derived=MemberCount("marked", 1))
    tile_cost = printed(LineTile, Item, Int(0, 2), default=0, rename="cost")
    tile_toll = printed(LineTile, Int(0, 9), default=0, rename="coins")

    money = printed(Int(0, MONEY), default=MONEY)  # a made-up box may hold less
    stock = printed(Item, Int(0, MOST_PIECES), values=PIECES)
    boutique_sells = printed(Item, Bool, values=dict(SHOES=1, HAT=1, COAT=1))  # 80D-72
    bazaar_sells = printed(Item, Bool, values=dict(SHOES=1, REVOLVER=1, UMBRELLA=1))  # 80D-73
    shape = detail(Item, list)
    grid = detail(None, list)

    shows = printed(Face, optional(Item), rename="item")

    london = printed(Adventure, Bool)
    ordinary_cards = printed(Upto(Adventure), derived=MemberCount("london", 0))
    london_cards = printed(Upto(Adventure), derived=MemberCount("london", 1))
    asks_symbol = printed(Adventure, optional(Symbol), rename="symbol")
    asks_city = printed(Adventure, optional(City), rename="city")
    needs = printed(Adventure, Item, Int(0, 4), default=0)
    needs_coins = printed(Adventure, Int(0, 9), default=0)
    worth = printed(Adventure, Int(0, 9), rename="points")
    bonus = printed(Adventure, Bonus)
    bonus_coins = printed(Adventure, Int(0, 9), default=0)

    arrival_points = printed(Arrival, Int(0, 20), rename="points")

    newspaper_coins = printed(  # 80D-143 to 80D-151; The Observer's 13 for a returned item is in newspapers.py
        Newspaper, Int(0, 14),
        values=dict(
            STORMY_TODAY=12, BROKEN_MIRROR=12, FOGGY_JOURNAL=13, GOOD_TIMES=14, SANTA_EXPRESS=11, INDEPENDENT=12,
            SUNDAY_EXPRESS=11, GUARDIAN=12, OBSERVER=10,
        ),
    )

    distance = printed(City, Int(0, 99), derived=FewestLinks(City, Line, "start", "end", "arrival"))
    onward = printed(
        City, Area, optional(Line), derived=LinkOnward(City, Line, Area, "start", "end", "kind", "arrival", into=False)
    )
    homeward = printed(
        City, Area, optional(Line), derived=LinkOnward(City, Line, Area, "start", "end", "kind", "arrival", into=True)
    )
    fits = relation(*(Int(0, most) for most in PIECES.values()), derived=PackingTable(Item, "shape", "grid"))
    fits_two = relation(
        *(Int(0, most) for most in PIECES.values()), derived=PackingTable(Item, "shape", "grid", cases=2)
    )
    alone = printed(Item, Int(0, MOST_PIECES), derived=PackedAlone(Item, "shape", "grid"))
    alone_in_two = printed(Item, Int(0, MOST_PIECES), derived=PackedAlone(Item, "shape", "grid", cases=2))


def items() -> list[Item]:
    """Every item in order."""
    return [Item.at(number) for number in range(len(Item.members))]


def destination(board: Printed, line: Line, here: City) -> City:
    """The city at the other end of a line."""
    return choose(board.start[line] == here, board.end[line], board.start[line])


def touches(board: Printed, line: Line, city: City) -> Truth:
    """Whether a line begins or ends in a city."""
    return (board.start[line] == city) | (board.end[line] == city)


@axiom("every line joins two different cities", "give the line another start or end")
def line_joins_two_cities(board: Printed, line: Line) -> Truth:
    return board.start[line] != board.end[line]


@axiom("every line is travelled by ship, train or special trip", 'write kind = "ship", "train" or "special"')
def line_is_a_way_to_travel(board: Printed, line: Line) -> Truth:
    return some(board.kind[line] == area for area in TRAVEL_AREAS)


@axiom("only side B has marked squares", 'write side = "b", or leave marked = out')
def marked_on_side_b(board: Printed, line: Line) -> Truth:
    return board.marked[line].implies(board.side == Side.B)


@axiom("on side B a line costs only what its tile shows", "leave out cost = and coins =")  # 80D-67
def tile_gives_the_costs(board: Printed, line: Line) -> Truth:
    free = every(board.cost[line, item] == 0 for item in items()) & (board.toll[line] == 0)
    return (board.side == Side.B).implies(free)


@axiom("there are no more marked squares than line tiles, which are 16", "mark fewer lines")
def tiles_for_all_squares(board: Printed) -> Truth:
    return board.marked_lines <= len(LineTile.members)


@axiom("the marked squares are as many as there are lines with one", "count them again")
def marked_squares_are_counted(board: Printed) -> Truth:
    return board.marked_lines == total(board.marked[line].as_number() for line in board.each(Line))


@axiom("the two Londons are two cities", "give departure and arrival each a city of its own")
def two_londons(board: Printed) -> Truth:
    return board.departure != board.arrival


@axiom("an adventure card asks for a symbol or for a city, not for both or neither", "write symbol = or city =")
def adventure_has_one_place(board: Printed, card: Adventure) -> Truth:
    return board.asks_symbol[card].exists.iff(board.asks_city[card].missing)


@axiom("a London adventure is completed in the arrival city London", "write the arrival city as its city")
def london_adventure_is_in_london(board: Printed, card: Adventure) -> Truth:
    return board.london[card].implies(board.asks_city[card] == board.arrival)


@axiom("what an adventure asks for fits into a suitcase", "lower what it needs, or check the shapes and the grid")
def adventure_can_be_packed(board: Printed, card: Adventure) -> Truth:
    return board.fits(*(board.needs[card, item] for item in items()))


@axiom("the box has 38 adventure cards and no more", "use the cards of one language only")
def adventures_of_one_box(board: Printed) -> Truth:
    return board.count(Adventure) <= LARGEST_BOX


@axiom("two ordinary adventure cards can be dealt to begin with", "add adventures with london = false")
def adventures_can_be_dealt(board: Printed) -> Truth:
    return board.ordinary_cards >= 2


@axiom("every adventure card is an ordinary one or one of London", "count the cards again")
def cards_are_of_two_kinds(board: Printed) -> Truth:
    return board.ordinary_cards + board.london_cards == board.count(Adventure)


@axiom("an earlier arrival card is worth more", "order the arrival cards by their points, the most first")
def earlier_arrival_is_worth_more(board: Printed, one: Arrival, other: Arrival) -> Truth:
    return (one.index < other.index).implies(board.arrival_points[one] > board.arrival_points[other])


@axiom("just the arrival city London is no line away from it", "compute the distances again")
def nothing_to_go_in_london(board: Printed, city: City) -> Truth:
    return (board.distance[city] == 0).iff(city == board.arrival)


@axiom("a line brings a pawn one city nearer or farther, or neither", "compute the distances again")
def neighbours_differ_by_one(board: Printed, line: Line) -> Truth:
    start, end = board.distance[board.start[line]], board.distance[board.end[line]]
    return (start <= end + 1) & (end <= start + 1)


@axiom("a line that is named as a way on is one", "compute the ways on again")
def named_way_is_one(board: Printed, city: City, area: Area) -> Truth:
    def is_way(line: Line) -> Truth:
        return touches(board, line, city) & (board.kind[line] == area)

    onward, homeward = board.onward[city, area], board.homeward[city, area]
    return (onward.missing | is_way(onward.value) & (destination(board, onward.value, city) != board.arrival)) & (
        homeward.missing | is_way(homeward.value) & (destination(board, homeward.value, city) == board.arrival)
    )


@axiom("where a line leads on, one is named as a way on", "compute the ways on again")
def every_way_is_named(board: Printed, line: Line) -> Truth:
    def named(here: City, there: City) -> Truth:
        kind = board.kind[line]
        return choose(there == board.arrival, board.homeward[here, kind].exists, board.onward[here, kind].exists)

    return named(board.start[line], board.end[line]) & named(board.end[line], board.start[line])


Shoes = Annotated[Number, Int(0, PIECES["SHOES"])]
Others = Annotated[Number, Int(0, PIECES["HAT"])]  # there are as many of each other kind


@axiom("an empty suitcase is packed", "compute what fits again")
def empty_suitcase_is_packed(board: Printed) -> Truth:
    return board.fits(0, 0, 0, 0, 0)


@axiom("no more of a kind are packed among others than fit alone", "compute how many fit alone again")
def no_more_than_alone(board: Printed, a: Shoes, b: Others, c: Others, d: Others, e: Others) -> Truth:
    counts = [a, b, c, d, e]
    alone = every(count <= board.alone[item] for count, item in zip(counts, items(), strict=True))
    in_two = every(count <= board.alone_in_two[item] for count, item in zip(counts, items(), strict=True))
    return board.fits(*counts).implies(alone & in_two) & board.fits_two(*counts).implies(in_two)


def fits_with(board: Printed, counts: list[Number], two_suitcases: Truth) -> Truth:
    """Whether so many of each item fit a suitcase, or two of them; no kind has more pieces than the box."""
    known = [least(count, pieces) for count, pieces in zip(counts, PIECES.values(), strict=True)]
    return board.fits(*known) | (two_suitcases & board.fits_two(*known))
