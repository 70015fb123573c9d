"""A journey along the lines of any board into a gate that opens for four points; each trip draws a card of a pile."""

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
    invariant,
    least,
    optional,
    pile,
    printed,
    relation,
    rule,
    scalar,
    step,
    total,
)
from spec.language.data import BoardData, Name


class Walker(Element, size="players"):
    """Whoever travels."""


class Town(Element, size="board"):
    """A place of the board."""


class Path(Element, size="board"):
    """A line between two towns."""


class Letter(Element, size=5):
    """A card of the pile."""


WALK = rule("journey.walk", "Walking", "A walker moves along a line to its other end.", "GJ-1")
GATE = rule("journey.gate", "The gate", "Only who has four points may enter the gate.", "GJ-2")
POINTS = rule("journey.points", "Points", "A letter brings a point.", "GJ-3")
TURN = rule("journey.turn", "Turns", "A letter is drawn before anybody walks on.", "GJ-4")
LOAD = rule("journey.load", "Load", "What is carried must fit.", "GJ-5")


class Map(Board):
    home = printed(Town)
    gate = printed(Town)
    start = printed(Path, Town)
    end = printed(Path, Town)
    toll = printed(Path, Int(0, 2))
    fits = relation(Int(0, 4), Int(0, 4))


class Journey(State[Map]):
    at = array(Walker, Town, start=lambda board, p: board.home)
    been = array(Walker, Town, Bool, start=lambda board, p, town: town == board.home)
    points = array(Walker, Int(0, 9))
    paid = array(Walker, Int(0, 1000))
    drawing = scalar(optional(Walker), start=-1)
    letters = pile(Letter)
    hats = scalar(Int(0, 4))
    coats = scalar(Int(0, 4))


@axiom("every line joins two different towns", "give its ends")
def joins(board: Map, path: Path) -> Truth:
    return board.start[path] != board.end[path]


@axiom("home is not the gate", "choose another town")
def home_is_outside(board: Map) -> Truth:
    return board.home != board.gate


@axiom("nobody carries four hats and four coats", "check the case")
def not_everything(board: Map) -> Truth:
    return ~board.fits(4, 4)


def other_end(t: Journey, p: Walker, path: Path) -> Town:
    """Where a line leads from a walker's town."""
    return choose(t.board.start[path] == t.at[p], t.board.end[path], t.board.start[path])


@action(WALK)
def walk(t: Journey, p: Walker, path: Path) -> None:
    t.require(TURN, t.drawing.missing)
    there = other_end(t, p, path)
    t.require(WALK, (t.board.start[path] == t.at[p]) | (t.board.end[path] == t.at[p]), "the line is elsewhere")
    t.require(GATE, (there != t.board.gate) | (t.points[p] >= 4), "the gate is shut")
    t.require(WALK, t.paid[p] <= 990)
    t.at[p] = there
    t.been[p, there] = True
    t.paid[p] += 2 * t.board.toll[path]
    t.drawing = p


@chance(POINTS)
def draw(t: Journey, card: Letter) -> None:
    t.require(TURN, t.drawing.exists)
    t.weight(t.letters.chance_of(card))
    t.letters.take(card)
    t.letters.put_under(card)
    with t.when(t.points[t.drawing.value] < 9):
        t.points[t.drawing.value] += 1
    t.drawing = None


@action(LOAD)
def pack(t: Journey, p: Walker) -> None:
    t.require(LOAD, t.hats < 4)
    t.require(LOAD, t.board.fits(least(t.hats + 1, 4), t.coats), "no room")
    t.hats += 1


@action(LOAD)
def dress(t: Journey, p: Walker) -> None:
    t.require(LOAD, t.coats < 4)
    t.require(LOAD, t.board.fits(t.hats, least(t.coats + 1, 4)), "no room")
    t.coats += 1


@invariant("gate", "who stands in the gate has four points", "GJ-2")
def gate_is_earned(t: Journey, p: Walker) -> Truth:
    return (t.at[p] == t.board.gate).implies(t.points[p] >= 4)


@step("moving", "who walks leaves the town", "GJ-1")
def leaves(before: Journey, after: Journey, p: Walker) -> Truth:
    return (after.paid[p] == before.paid[p]) | (after.at[p] != before.at[p])


@step("moving", "nobody forgets a town", "GJ-1")
def remembers(before: Journey, after: Journey, p: Walker, town: Town) -> Truth:
    return before.been[p, town].implies(after.been[p, town])


@invariant("memory", "a walker has been where she is", "GJ-1")
def been_here(t: Journey, p: Walker) -> Truth:
    return t.been[p, t.at[p]]


@invariant("memory", "everybody has been at home", "GJ-1")
def been_home(t: Journey, p: Walker) -> Truth:
    return t.been[p, t.board.home]


@invariant("letters", "the letters not seen are counted", "GJ-3")
def unseen_counted(t: Journey) -> Truth:
    return t.letters.left == 5


@invariant("even", "what was paid is never 701: true, but only because it is even", "GJ-1")
def never_701(t: Journey, p: Walker) -> Truth:
    return t.paid[p] != 701


@invariant("load", "nobody carries everything", "GJ-5")
def not_all(t: Journey) -> Truth:
    return ~((t.hats == 4) & (t.coats == 4))


@invariant("wrong", "nobody pays more than three coins", "GJ-1")
def cheap(t: Journey, p: Walker) -> Truth:
    return t.paid[p] <= 3


@invariant("every-town", "of the towns nobody has seen more than there are", "GJ-1")
def towns_counted(t: Journey, p: Walker) -> Truth:
    seen: Number = total(t.been[p, town].as_number() for town in t.each(Town))
    return seen <= t.count(Town)


FITS = tuple(int(hats + coats <= 5) for hats in range(5) for coats in range(5))

BOARD = BoardData(
    "square", "A square with a gate", {"Town": 4, "Path": 4},
    {"Town": tuple(Name(id, id.title()) for id in ("home", "north", "south", "gate"))},
    {"home": (0,), "gate": (3,), "start": (0, 0, 1, 2), "end": (1, 2, 3, 3), "toll": (0, 1, 2, 1), "fits": FITS},
)

MODEL = Game("gated_journey", "A gated journey", Journey, Map, Walker, (2,), (sys.modules[__name__],))
