"""Missionaries and cannibals: three of each cross a river in a boat for two."""

import sys
from typing import Annotated

from spec.language import Board, Bool, Element, Game, Int, Number, State, Truth, action, choose, reading, rule, scalar

Seats = Annotated[Number, Int(0, 2)]


class Guide(Element, size="players"):
    """Whoever sends the boat."""


CROSS = rule("river.cross", "Crossing", "The boat crosses with one or two people from its bank.", "MC-1")
SAFE = rule("river.safe", "Safety", "Nowhere may cannibals outnumber missionaries, where there are any.", "MC-2")


class NoBoard(Board):
    """Nothing is printed."""


class River(State[NoBoard]):
    missionaries = scalar(Int(0, 3), start=3)
    cannibals = scalar(Int(0, 3), start=3)
    crossed = scalar(Bool)


def safe(missionaries: Number, cannibals: Number) -> Truth:
    """Whether nobody is eaten on a bank."""
    return (missionaries == 0) | (missionaries >= cannibals)


@action(CROSS)
def cross(t: River, p: Guide, missionaries: Seats, cannibals: Seats) -> None:
    """Send the boat across."""
    aboard = missionaries + cannibals
    t.require(CROSS, (aboard >= 1) & (aboard <= 2))
    there: Number = choose(t.crossed, 3 - t.missionaries, t.missionaries)
    here: Number = choose(t.crossed, 3 - t.cannibals, t.cannibals)
    t.require(CROSS, (missionaries <= there) & (cannibals <= here))
    with t.when(t.crossed):
        t.missionaries += missionaries
        t.cannibals += cannibals
    with t.otherwise():
        t.missionaries -= missionaries
        t.cannibals -= cannibals
    t.crossed = ~t.crossed
    t.require(SAFE, safe(t.missionaries, t.cannibals) & safe(3 - t.missionaries, 3 - t.cannibals))


@reading
def over(t: River) -> Truth:
    return (t.missionaries == 0) & (t.cannibals == 0)


MODEL = Game("missionaries", "Missionaries and cannibals", River, NoBoard, Guide, (1,), (sys.modules[__name__],))
