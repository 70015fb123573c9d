"""A little game with rulings: their readings come to the same, to other moves, other effects or another winner."""

import sys
from typing import Annotated

from spec.language import (
    Board,
    Element,
    Game,
    Int,
    Number,
    State,
    Truth,
    action,
    array,
    chance,
    choose,
    invariant,
    reading,
    rule,
    ruling,
    scalar,
)


class Player(Element, size="players"):
    """Whoever counts."""


Step = Annotated[Number, Int(1, 2)]
LENGTH = 6

COUNT = rule("count.step", "Counting", "A player counts on by one or two.", "TWO-1")
SIX = rule("count.end", "The end", "Counting ends at six.", "TWO-2")
LUCK = rule("luck.coin", "The coin", "A coin decides who counts next.", "TWO-3")

NEVER = ruling("beyond-seven", "What happens at seven?", {"a": "the game ends", "b": "one counts on"}, "a",
               "Nobody gets there.", "TWO-2")
FIVE = ruling("at-five", "May one count by two at four?", {"a": "yes", "b": "no"}, "a", "Nothing forbids it.", "TWO-1")
SCORE = ruling("bonus", "Does a step of two count double?", {"a": "no", "b": "yes"}, "a", "It is not said.", "TWO-1")
COIN = ruling("coin", "Is the coin fair?", {"a": "yes", "b": "two to one"}, "a", "Coins are.", "TWO-3")
BEGIN = ruling("begin", "What has everybody at first?", {"a": "nothing", "b": "a point"}, "a", "It is not said.",
               "TWO-1")
OWNER = ruling("owner", "Who has the points of a step of two from four?", {"a": "who counts", "b": "the starter"}, "a",
               "It is not said.", "TWO-1")
WINNER = ruling("winner", "Who wins a draw?", {"a": "the first player", "b": "the last player"}, "a", "", "TWO-4")


class NoBoard(Board):
    """Nothing is printed."""


class Counting(State[NoBoard]):
    starter = scalar(Player)
    turn = scalar(Player)
    tossed = scalar(Int(0, 1), start=1)
    counted = scalar(Int(0, 8))
    points = array(Player, Int(0, 12), start=lambda board, p: board.chosen(BEGIN, "b").as_number())


@action(COUNT)
def count(t: Counting, p: Player, step: Step) -> None:
    """Count on."""
    t.require(COUNT, (p == t.turn) & (t.tossed == 1), "the coin says who counts")
    t.require(SIX, (t.counted < LENGTH) | (t.chosen(NEVER, "b") & (t.counted == 7)), "counting is over")
    t.require(SIX, t.counted + step <= LENGTH, "nobody counts beyond {end}", end=LENGTH)
    with t.when(t.chosen(FIVE, "b") & (t.counted == 4)):
        t.require(COUNT, step == 1, "nobody counts by two at four")
    t.counted += step
    owner = choose(t.chosen(OWNER, "b") & (t.counted == LENGTH) & (step == 2), t.starter, p)
    t.points[owner] += choose(t.chosen(SCORE, "b") & (step == 2), 4, step)
    t.tossed = 0


@chance(LUCK)
def toss(t: Counting, first: Player) -> None:
    """Toss the coin."""
    t.require(LUCK, t.tossed == 0, "nobody has counted")
    t.weight(choose(t.chosen(COIN, "b") & (first == t.starter), 2, 1))
    t.tossed = 1
    t.turn = first


@reading
def over(t: Counting) -> Truth:
    return t.counted >= LENGTH


@reading
def wins(t: Counting, p: Player) -> Truth:
    mine, other = t.points[p], t.points[t.clockwise(p, 1)]
    first = p == t.starter
    return (mine > other) | ((mine == other) & choose(t.chosen(WINNER, "a"), first, ~first))


@invariant("limit", "Nobody counts beyond six.", "TWO-2")
def limit(t: Counting) -> Truth:
    return t.counted <= LENGTH


MODEL = Game("two_readings", "Two readings", Counting, NoBoard, Player, (2, 2), (sys.modules[__name__],))
