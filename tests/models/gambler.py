"""A gambler with a purse of three coins plays for one coin a round on a weighted wheel, up to ten coins or none."""

import sys

from spec.language import Board, Element, Game, Int, State, Truth, chance, choose, member, reading, rule, scalar

GOAL, PURSE = 10, 3
WINS, LOSES = 4, 5
"""The weights of winning and of losing a round."""


class Gambler(Element, size="players"):
    """Whoever cannot stop."""


class Result(Element):
    WON = member()
    LOST = member()


ROUND = rule("gambler.round", "A round", "A coin is won or lost, until the purse holds ten or none.", "GR-1")


class NoBoard(Board):
    """Nothing is printed."""


class Purse(State[NoBoard]):
    coins = scalar(Int(0, GOAL), start=PURSE)


@chance(ROUND)
def turn_the_wheel(t: Purse, result: Result) -> None:
    """The wheel stops at a win or a loss."""
    t.weight(choose(result == Result.WON, WINS, LOSES))
    t.require(ROUND, (t.coins > 0) & (t.coins < GOAL))
    t.coins += choose(result == Result.WON, 1, -1)


@reading
def rich(t: Purse) -> Truth:
    return t.coins == GOAL


@reading
def over(t: Purse) -> Truth:
    return (t.coins == GOAL) | (t.coins == 0)


MODEL = Game("gambler", "The gambler's ruin", Purse, NoBoard, Gambler, (1,), (sys.modules[__name__],))
