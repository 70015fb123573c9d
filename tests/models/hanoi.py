"""The towers of Hanoi: discs on three pegs, one moved at a time, none ever on a smaller one."""

import sys

from spec.language import Board, Element, Game, State, Truth, action, array, every, reading, rule
from spec.language.data import BoardData


class Monk(Element, size="players"):
    """Whoever moves the discs."""


class Peg(Element, size=3):
    """All discs start on peg 0."""


class Disc(Element, size="board"):
    """The smallest first."""


MOVE = rule("towers.move", "Moving", "One disc at a time moves to another peg.", "HAN-1")
TOP = rule("towers.top", "On top", "Only the top disc of a peg moves, and only onto a larger disc or an empty peg.",
           "HAN-2")


class NoBoard(Board):
    """Only the number of discs is printed."""


class Towers(State[NoBoard]):
    peg = array(Disc, Peg)


@action(MOVE)
def move(t: Towers, p: Monk, disc: Disc, to: Peg) -> None:
    """Move a disc to another peg."""
    here = t.peg[disc]
    t.require(MOVE, here != to)
    t.require(TOP, every(
        (other.index < disc.index).implies((t.peg[other] != here) & (t.peg[other] != to)) for other in t.each(Disc)
    ))
    t.peg[disc] = to


@reading
def over(t: Towers) -> Truth:
    return every(t.peg[disc] == Peg.at(2) for disc in t.each(Disc))


def discs(number: int) -> BoardData:
    """A board with so many discs."""
    return BoardData(f"discs{number}", f"{number} discs", {"Disc": number}, {}, {})


MODEL = Game("hanoi", "Towers of Hanoi", Towers, NoBoard, Monk, (1,), (sys.modules[__name__],))
BOARD = discs(3)
"""Three discs, for whoever needs some board."""
