"""A tiny game in which something happens with three players that never happens with two: for what some game shows."""

import sys

from spec.language import Board, Element, Game, Int, State, action, rule, scalar


class Player(Element, size="players"):
    """Who rings."""


RING = rule("bells.ring", "Ringing", "Everybody may ring three times in all, one after another.", "BELL-1")
THIRD = rule("bells.third", "The third", "The third player may ring thrice before anybody has rung.", "BELL-2")


class NoBoard(Board):
    """Nothing is printed."""


class Bells(State[NoBoard]):
    rung = scalar(Int(0, 3))


@action(RING)
def ring(t: Bells, p: Player) -> None:
    """Ring the bell."""
    t.require(RING, t.rung < 3, because="it was rung three times")
    t.rung += 1


@action(THIRD)
def ring_thrice(t: Bells, p: Player) -> None:
    """Ring it three times at once."""
    t.require(THIRD, p.index == 2, because="{p} is not the third", p=p)
    t.require(RING, t.rung == 0, because="it was rung before")
    t.rung = 3


MODEL = Game("bells", "Bells", Bells, NoBoard, Player, (2, 3), (sys.modules[__name__],))
