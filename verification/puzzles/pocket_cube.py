"""The pocket cube, 2 by 2 by 2, in quarter turns, with one of its eight corners held still.

So positions that differ only in how the cube lies in the hand are one; the three faces that do not touch that corner
are turned, and a turn of any other is one of them with the cube in another hand.
"""

import sys

from spec.language import Board, Element, Game, Int, State, action, array, choose, member, rule
from spec.lowering.instance import Instance


class Cuber(Element, size="players"):
    """Whoever turns."""


class Corner(Element):
    """The corners that move, as places and as pieces, by the faces that they touch: up, down, front, back, right, left.

    The corner down, back and left is held still.
    """

    URF = member()
    UFL = member()
    ULB = member()
    UBR = member()
    DFR = member()
    DLF = member()
    DRB = member()


class Way(Element):
    """How a face is turned, seen from outside."""

    CLOCKWISE = member()
    COUNTERCLOCKWISE = member()


TURN = rule("cube.turn", "Quarter turns", "A face is turned by a quarter, either way.", "PC-1")

# What comes where in a clockwise turn: the place, the place that its piece comes from, and by how many thirds of a
# turn the piece is twisted there.
Cycle = tuple[tuple[Corner, Corner, int], ...]
UP: Cycle = (
    (Corner.URF, Corner.UBR, 0), (Corner.UFL, Corner.URF, 0), (Corner.ULB, Corner.UFL, 0), (Corner.UBR, Corner.ULB, 0),
)
RIGHT: Cycle = (
    (Corner.URF, Corner.DFR, 2), (Corner.UBR, Corner.URF, 1), (Corner.DRB, Corner.UBR, 2), (Corner.DFR, Corner.DRB, 1),
)
FRONT: Cycle = (
    (Corner.URF, Corner.UFL, 1), (Corner.UFL, Corner.DLF, 2), (Corner.DLF, Corner.DFR, 1), (Corner.DFR, Corner.URF, 2),
)


class NoBoard(Board):
    """Nothing is printed."""


class Cube(State[NoBoard]):
    piece = array(Corner, Corner, start=lambda board, place: place)
    twist = array(Corner, Int(0, 2))


def turn(t: Cube, way: Way, cycle: Cycle) -> None:
    """Turn a face: each of its four places gets the piece of a neighbour."""
    clockwise = way == Way.CLOCKWISE
    pieces = {place.raw: t.piece[place] for place, _, _ in cycle}
    twists = {place.raw: t.twist[place] for place, _, _ in cycle}
    back = {source.raw: (place, twist) for place, source, twist in cycle}
    for place, source, twist in cycle:
        behind, twisted = back[place.raw]
        t.piece[place] = choose(clockwise, pieces[source.raw], pieces[behind.raw])
        t.twist[place] = choose(clockwise, twists[source.raw] + twist, twists[behind.raw] + (3 - twisted)) % 3


@action(TURN)
def turn_up(t: Cube, p: Cuber, way: Way) -> None:
    """Turn the upper face."""
    turn(t, way, UP)


@action(TURN)
def turn_right(t: Cube, p: Cuber, way: Way) -> None:
    """Turn the right face."""
    turn(t, way, RIGHT)


@action(TURN)
def turn_front(t: Cube, p: Cuber, way: Way) -> None:
    """Turn the front face."""
    turn(t, way, FRONT)


MODEL = Game("pocket_cube", "Pocket cube", Cube, NoBoard, Cuber, (1,), (sys.modules[__name__],))


def instance() -> Instance:
    """The solved cube, as the known numbers count from there."""
    return Instance(MODEL, 1)
