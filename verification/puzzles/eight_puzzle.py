"""The 8-puzzle: a tile next to the empty square slides into it. The start has the empty square in a corner."""

import sys

from spec.language import Board, Element, Game, Int, Number, State, Truth, action, array, choose, rule, scalar
from spec.lowering.instance import Instance


class Hero(Element, size="players"):
    """Whoever slides."""


class Square(Element, size=9):
    """A square of the frame, row by row."""


SLIDE = rule("puzzle.slide", "Sliding", "A tile slides into the empty square beside it.", "EP-1")


class NoBoard(Board):
    """Nothing is printed."""


class Frame(State[NoBoard]):
    tile = array(Square, Int(0, 8), start=lambda board, square: choose(square == Square.at(8), 0, square.index + 1))
    empty = scalar(Square, start=8)


def distance(a: Number, b: Number) -> Number:
    """How far two numbers are apart."""
    return choose(a < b, b - a, a - b)


def beside(a: Square, b: Square) -> Truth:
    """Whether two squares share a side."""
    rows = distance(a.index // 3, b.index // 3)
    columns = distance(a.index % 3, b.index % 3)
    return rows + columns == 1


@action(SLIDE)
def slide(t: Frame, p: Hero, square: Square) -> None:
    t.require(SLIDE, beside(square, t.empty), "that tile is not beside the empty square")
    t.tile[t.empty] = t.tile[square]
    t.tile[square] = 0
    t.empty = square


MODEL = Game("eight_puzzle", "8-puzzle", Frame, NoBoard, Hero, (1,), (sys.modules[__name__],))


def instance() -> Instance:
    """The puzzle in its goal position, as the known numbers count from there."""
    return Instance(MODEL, 1)
