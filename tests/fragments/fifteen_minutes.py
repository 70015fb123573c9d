"""Around the World in 15 Minutes: the navigator announces, everyone acts on a sheet of their own.

The board is a tiny one of our own: two regions of two cities, and an iconic city without a region.
"""

import sys

from spec.language import (
    Board,
    Bool,
    Element,
    Game,
    Int,
    Maybe,
    Number,
    State,
    Truth,
    action,
    array,
    choose,
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
    total,
)
from spec.language.data import BoardData


class Player(Element, size="players"):
    """Each has a sheet; the first is the first navigator."""


class City(Element, size="board"):
    """Where a player is."""


class Region(Element, size="board"):
    """What must be seen before going home."""


class Route(Element, size="board"):
    """A line between two cities, used once on each sheet."""


class Souvenir(Element, size="board"):
    """At most three boxes on each sheet."""


class Sight(Element, size="board"):
    """At most five boxes on each sheet."""


class Announced(Element):
    TRAVEL = member()
    COLLECT = member()
    EXPLORE = member()


HOME = rule("setup.home", "Starting city", "Each player stars a city that lies in a region.", "15M-17 15M-56")
ANNOUNCE = rule("turn.announce", "Announcing", "The navigator announces what everyone does this turn.", "15M-22")
AGAIN = rule("turn.again", "Once more", "The navigator alone may do it a second time.", "15M-22")
PASSING = rule("turn.navigator", "Passing the role", "When all have acted, the next player navigates.", "15M-32")
TRAVEL = rule("travel.route", "Travel", "A player follows an unused route from the city they are in.", "15M-24")
STUCK = rule("travel.stuck", "Stuck", "Without an open route, one moves to the nearest city that has one.", "15M-25")
COLLECT = rule("collect.mark", "Collect", "A souvenir of the region is marked, each at most three times.", "15M-27")
EXPLORE = rule("explore.mark", "Explore", "A player marks a sight of the city, each at most five times.", "15M-30")
NOTHING = rule("turn.nothing", "Nothing to do", "Who cannot do what was announced does nothing.", "15M-57 15M-58")
END = rule("end.trigger", "The end", "Home again with every region seen, one ends the game with this turn.", "15M-34")

NEAREST_COUNTS = ruling(
    "stuck.visit", "Does a stuck player visit the city they are moved to?",
    {"A": "The city counts as visited.", "B": "Only a city reached by a route counts."}, "A",
    "The rule on passing the same city several times makes no difference how one came there.", "15M-25 15M-34",
)


class Map(Board):
    start = printed(Route, City)
    end = printed(Route, City)
    distance = printed(City, City, Int(0, 50), derived=True)
    region = printed(City, optional(Region))
    sells = printed(Region, Souvenir, Bool)
    shows = printed(City, Sight, Bool)


class Sheets(State[Map]):
    navigator = scalar(Player)
    announced = scalar(optional(Announced))
    owes = array(Player, Int(0, 2))
    home = array(Player, optional(City))
    city = array(Player, City)
    visited = array(Player, City, Bool)
    used = array(Player, Route, Bool)
    souvenirs = array(Player, Souvenir, Int(0, 3))
    sights = array(Player, Sight, Int(0, 5))
    triggered = scalar(Bool)
    ended = scalar(Bool)


def is_open(t: Sheets, p: Player, route: Route, city: City) -> Truth:
    """Whether `p` could leave `city` by `route`."""
    return ~t.used[p, route] & ((t.board.start[route] == city) | (t.board.end[route] == city))


def has_way_out(t: Sheets, p: Player, city: City) -> Truth:
    """Whether some open route leaves `city` on the sheet of `p`."""
    return some(is_open(t, p, route, city) for route in t.each(Route))


def has_open_route(t: Sheets, p: Player) -> Truth:
    """Whether any route is left on the sheet of `p`."""
    return some(~t.used[p, route] for route in t.each(Route))


def may_mark_souvenir(t: Sheets, p: Player, souvenir: Souvenir) -> Truth:
    """Whether the region `p` is in sells it and a box is left."""
    region: Maybe[Region] = t.board.region[t.city[p]]
    return region.exists & t.board.sells[region.value, souvenir] & (t.souvenirs[p, souvenir] < 3)


def may_mark_sight(t: Sheets, p: Player, sight: Sight) -> Truth:
    """Whether the city `p` is in shows it and a box is left."""
    return t.board.shows[t.city[p], sight] & (t.sights[p, sight] < 5)


def can_do(t: Sheets, p: Player, announced: Announced) -> Truth:
    """Whether `p` could do what is announced."""
    marks_souvenir = some(may_mark_souvenir(t, p, one) for one in t.each(Souvenir))
    marks_sight = some(may_mark_sight(t, p, one) for one in t.each(Sight))
    explores_or_travels: Truth = choose(announced == Announced.EXPLORE, marks_sight, has_open_route(t, p))
    return choose(announced == Announced.COLLECT, marks_souvenir, explores_or_travels)


def is_of_use(t: Sheets, announced: Announced) -> Truth:
    """Whether anyone could do it."""
    return some(can_do(t, p, announced) for p in t.each(Player))


def require_turn(t: Sheets, p: Player, announced: Announced) -> None:
    """`p` still owes what was announced."""
    t.require(ANNOUNCE, t.announced == announced)
    t.require(ANNOUNCE, t.owes[p] > 0)


def done_once(t: Sheets, p: Player, all_of_it: bool = False) -> None:
    """`p` has acted; the turn ends when nobody owes anything."""
    t.does(PASSING)
    t.owes[p] = 0 if all_of_it else t.owes[p] - 1
    with t.when(total(t.owes[one] for one in t.each(Player)) == 0):
        t.announced = None
        t.navigator = t.clockwise(t.navigator)
        t.does(END)
        t.ended = t.triggered


@action(HOME)
def choose_home(t: Sheets, p: Player, city: City) -> None:
    """Star a starting city."""
    t.require(HOME, t.home[p].missing)
    t.require(HOME, t.board.region[city].exists)
    t.home[p] = city
    t.city[p] = city
    t.visited[p, city] = True


@action(ANNOUNCE)
def announce(t: Sheets, p: Player, announced: Announced) -> None:
    """Announce what everyone does this turn."""
    t.require(ANNOUNCE, p == t.navigator)
    t.require(HOME, every(t.home[one].exists for one in t.each(Player)))
    t.require(ANNOUNCE, t.announced.missing)
    t.require(ANNOUNCE, is_of_use(t, announced), "nobody could do that")
    t.announced = announced
    for one in t.each(Player):
        t.owes[one] = choose(one == t.navigator, 2, 1)


@action(TRAVEL)
def travel(t: Sheets, p: Player, route: Route) -> None:
    """Follow an open route."""
    require_turn(t, p, Announced.TRAVEL)
    here = t.city[p]
    t.require(TRAVEL, ~t.used[p, route], "the route is used")
    t.require(TRAVEL, is_open(t, p, route, here), "the route does not start here")
    to = choose(t.board.start[route] == here, t.board.end[route], t.board.start[route])
    t.used[p, route] = True
    t.city[p] = to
    t.visited[p, to] = True
    t.does(END)
    with t.when((t.home[p] == to) & every(has_seen(t, p, region) for region in t.each(Region))):
        t.triggered = True
    done_once(t, p)


def has_seen(t: Sheets, p: Player, region: Region) -> Truth:
    """Whether `p` has visited a city of the region."""
    return some(t.visited[p, city] & (t.board.region[city] == region) for city in t.each(City))


@action(STUCK)
def move_on(t: Sheets, p: Player, city: City) -> None:
    """Move to the nearest city with an open route instead of travelling."""
    require_turn(t, p, Announced.TRAVEL)
    here = t.city[p]
    t.require(STUCK, ~has_way_out(t, p, here), "an open route leaves this city")
    t.require(STUCK, has_way_out(t, p, city), "no open route leaves that city")
    t.require(STUCK, every(
        has_way_out(t, p, other).implies(t.board.distance[here, city] <= t.board.distance[here, other])
        for other in t.each(City)
    ), "a nearer city has an open route")
    t.city[p] = city
    with t.when(t.chosen(NEAREST_COUNTS, "A")):
        t.visited[p, city] = True
    done_once(t, p, all_of_it=True)


@action(COLLECT)
def collect(t: Sheets, p: Player, souvenir: Souvenir) -> None:
    """Mark a souvenir of the region."""
    require_turn(t, p, Announced.COLLECT)
    t.require(COLLECT, may_mark_souvenir(t, p, souvenir))
    t.souvenirs[p, souvenir] += 1
    done_once(t, p)


@action(EXPLORE)
def explore(t: Sheets, p: Player, sight: Sight) -> None:
    """Mark the leftmost free box of a sight of the city."""
    require_turn(t, p, Announced.EXPLORE)
    t.require(EXPLORE, may_mark_sight(t, p, sight))
    t.sights[p, sight] += 1
    done_once(t, p)


@action(AGAIN)
def leave_it(t: Sheets, p: Player) -> None:
    """Do not take the action a second time."""
    t.require(AGAIN, p == t.navigator)
    t.require(AGAIN, t.announced.exists & (t.owes[p] == 1))
    done_once(t, p, all_of_it=True)


@action(NOTHING)
def do_nothing(t: Sheets, p: Player) -> None:
    """Let the announced action go, unable to do it."""
    t.require(ANNOUNCE, t.announced.exists & (t.owes[p] > 0))
    t.require(NOTHING, ~can_do(t, p, t.announced.value))
    done_once(t, p, all_of_it=True)


@reading
def over(t: Sheets) -> Truth:
    everyone_home = every(t.home[p].exists for p in t.each(Player))
    stalled = everyone_home & t.announced.missing & ~some(is_of_use(t, one) for one in t.each(Announced))
    return t.ended | stalled


@reading
def columns(t: Sheets, p: Player) -> Number:
    """How many columns of the sights are complete."""
    return total(every(t.sights[p, sight] >= box for sight in t.each(Sight)).as_number() for box in range(1, 6))


@invariant("sheets.home", "Every visit but the first came by a route, if being moved on is no visit.", "15M-24")
def visits_need_routes(t: Sheets, p: Player, city: City) -> Truth:
    reached = some(t.used[p, route] & ((t.board.start[route] == city) | (t.board.end[route] == city))
                   for route in t.each(Route))
    by_route_only = t.chosen(NEAREST_COUNTS, "B")
    return (by_route_only & t.visited[p, city]).implies((t.home[p] == city) | reached)


MODEL = Game("fifteen_minutes", "Around the World in 15 Minutes, a fragment", Sheets, Map, Player, (2, 3),
             (sys.modules[__name__],))

BOARD = BoardData(
    "tiny", "A tiny map", {"City": 5, "Region": 2, "Route": 6, "Souvenir": 2, "Sight": 2}, {},
    {
        # 0 and 1 lie in region 0, 2 and 3 in region 1; 4 is iconic
        "start": (0, 0, 1, 2, 3, 1),
        "end": (1, 2, 2, 3, 4, 4),
        "distance": (0, 1, 1, 2, 2, 1, 0, 1, 2, 1, 1, 1, 0, 1, 2, 2, 2, 1, 0, 1, 2, 1, 2, 1, 0),
        "region": (0, 0, 1, 1, -1),
        "sells": (1, 0, 1, 1),
        "shows": (1, 0, 0, 1, 1, 1, 1, 0, 0, 0),
    },
)
