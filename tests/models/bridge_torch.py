"""Bridge and torch: four people of different speed cross a bridge for two with one torch."""

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
    every,
    most,
    printed,
    reading,
    rule,
    scalar,
)
from spec.language.data import BoardData


class Guide(Element, size="players"):
    """Whoever carries the torch about."""


class Walker(Element, size="board"):
    """One of the people."""


CROSS = rule("bridge.cross", "Crossing", "One or two people on the torch's side cross, as fast as the slower.", "BT-1")


class Paces(Board):
    minutes = printed(Walker, Int(1, 30))


class Bridge(State[Paces]):
    torch = scalar(Bool)
    across = array(Walker, Bool)
    elapsed = scalar(Int(0, 100))


@action(CROSS)
def cross(t: Bridge, p: Guide, one: Walker, two: Walker) -> None:
    """Cross together; `one` and `two` are the same person for a crossing alone."""
    t.require(CROSS, one.index <= two.index)
    t.require(CROSS, t.across[one].iff(t.torch) & t.across[two].iff(t.torch))
    minutes: Number = most(t.board.minutes[one], t.board.minutes[two])
    t.require(CROSS, t.elapsed + minutes <= 100)
    t.torch = ~t.torch
    t.across[one] = t.torch
    t.across[two] = t.torch
    t.elapsed += minutes


@reading
def over(t: Bridge) -> Truth:
    return every(t.across[one] for one in t.each(Walker))


MODEL = Game("bridge_torch", "Bridge and torch", Bridge, Paces, Guide, (1,), (sys.modules[__name__],))
BOARD = BoardData("four", "Four walkers", {"Walker": 4}, {}, {"minutes": (5, 10, 20, 25)})
