"""Die Hard jugs, 3 and 5: the classical model of the TLA+ examples, written in the language."""

import sys

from spec.language import Board, Element, Game, Int, Number, State, action, least, member, rule, scalar


class Hero(Element, size="players"):
    """Whoever pours."""


class Jug(Element):
    SMALL = member()
    BIG = member()


POUR = rule("jugs.pour", "Pouring", "A jug is filled, emptied, or poured into the other.", "DH-1")


class NoBoard(Board):
    """Nothing is printed."""


class Jugs(State[NoBoard]):
    small = scalar(Int(0, 3))
    big = scalar(Int(0, 5))


@action(POUR)
def fill_small(t: Jugs, p: Hero) -> None:
    t.small = 3


@action(POUR)
def fill_big(t: Jugs, p: Hero) -> None:
    t.big = 5


@action(POUR)
def empty_small(t: Jugs, p: Hero) -> None:
    t.small = 0


@action(POUR)
def empty_big(t: Jugs, p: Hero) -> None:
    t.big = 0


@action(POUR)
def small_to_big(t: Jugs, p: Hero) -> None:
    poured: Number = least(t.small, 5 - t.big)
    t.small -= poured
    t.big += poured


@action(POUR)
def big_to_small(t: Jugs, p: Hero) -> None:
    poured: Number = least(t.big, 3 - t.small)
    t.big -= poured
    t.small += poured


MODEL = Game("die_hard", "Die Hard jugs", Jugs, NoBoard, Hero, (1,), (sys.modules[__name__],))
