"""Tic-tac-toe: two players mark a square of nine in turn, three in a line win."""

import sys

from spec.language import (
    Board,
    Element,
    Game,
    State,
    Truth,
    action,
    array,
    every,
    optional,
    reading,
    rule,
    scalar,
    some,
)

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Player(Element, size="players"):
    """X begins, O follows."""


class Square(Element, size=9):
    """Row by row from the top left."""


TURN = rule("mark.turn", "Taking turns", "X marks first, then the players alternate.", "TTT-1")
EMPTY = rule("mark.empty", "Empty squares", "Only an empty square may be marked.", "TTT-2")
END = rule("mark.end", "The end", "Three marks in a line end the game.", "TTT-3")


class NoBoard(Board):
    """Nothing is printed."""


class Grid(State[NoBoard]):
    turn = scalar(Player)
    mark = array(Square, optional(Player))


def has_line(t: Grid, p: Player) -> Truth:
    """Whether `p` has three marks in a line."""
    return some(every(t.mark[Square.at(square)] == p for square in line) for line in LINES)


@action(TURN)
def mark(t: Grid, p: Player, square: Square) -> None:
    """Mark an empty square."""
    t.require(TURN, p == t.turn)
    t.require(END, ~some(has_line(t, one) for one in t.each(Player)))
    t.require(EMPTY, t.mark[square].missing)
    t.mark[square] = p
    t.turn = t.clockwise(p)


@reading
def wins(t: Grid, p: Player) -> Truth:
    return has_line(t, p)


@reading
def over(t: Grid) -> Truth:
    return some(has_line(t, one) for one in t.each(Player)) | every(t.mark[one].exists for one in t.each(Square))


MODEL = Game("tic_tac_toe", "Tic-tac-toe", Grid, NoBoard, Player, (2,), (sys.modules[__name__],))
