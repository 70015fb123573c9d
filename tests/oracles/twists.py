"""What is hard to write in another language, in a few hundred states: negative numbers everywhere, rounding down,
indices that are computed or that only a condition keeps inside, values that change places, stores that overrule each
other, truths counted as numbers, weights that depend on the state, and names that other languages reserve."""

import sys
from typing import Annotated

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
    chance,
    choose,
    element_at,
    least,
    most,
    optional,
    printed,
    reading,
    rule,
    scalar,
)
from spec.language.data import BoardData
from spec.lowering.instance import Instance


class Player(Element, size="players"):
    """Whoever moves."""


class Piece(Element, size=3):
    """Something to pick."""


ANY = rule("twists.any", "Twists", "Everything here is twisted.", "TW-1")


class Tables(Board):
    toll = printed(Piece, Piece, Int(-2, 2))
    next = printed(Piece, optional(Piece))


class Twists(State[Tables]):
    init = scalar(Int(-3, 3))
    max = scalar(Bool)
    rule = scalar(optional(Piece))
    full = array(Piece, Int(-1, 2), start=lambda board, piece: piece.index - 1)
    end = array(Int(-1, 1), Bool)
    array = scalar(Int(0, 9))


@action(ANY)
def shift(t: Twists, p: Player, by: Annotated[Number, Int(-2, 2)]) -> None:
    after = t.init + by
    t.require(ANY, t.array < 9, "the end")
    t.require(ANY, (after >= -3) & (after <= 3) & (by != 0))
    t.init = after
    t.end[after % 3 - 1] = (after // 2 + t.max.as_number()) % 2 == 0
    t.array += 1


@action(ANY)
def swap(t: Twists, p: Player, one: Piece, two: Piece) -> None:
    t.require(ANY, one.index < two.index)
    t.require(ANY, t.array < 8)
    kept = t.full[one]
    t.full[one] = t.full[two]
    t.full[two] = kept
    with t.when(t.full[one] > t.full[two]):
        t.full[one] = least(t.full[one], most(t.board.toll[one, two], -1))
    t.array += 2


@action(ANY)
def follow(t: Twists, p: Player) -> None:
    t.require(ANY, t.array < 9)
    with t.when(t.rule.exists):
        here = t.rule.value
        t.require(ANY, t.full[here] + t.board.toll[here, element_at(Piece, t.init + 1)] >= -2)
        t.rule = t.board.next[here]
        t.full[here] = -t.full[here] // 2
    with t.otherwise():
        t.rule = Piece.at(0)
    t.array += 1


@action(ANY)
def inside(t: Twists, p: Player) -> None:
    piece = Piece(t.init.raw, t.session)
    t.require(ANY, t.array < 7)
    with t.when((t.init >= 0) & (t.init <= 2)):
        t.require(ANY, t.full[piece] != 0)
        t.full[Piece.at(0)] = t.full[piece] - choose(t.full[piece] > 0, 1, 0)
        t.full[piece] = most(t.full[piece] - 1, -1)
        t.max = t.full[piece] > t.full[Piece.at(2)]
    t.array += 3


@chance(ANY)
def fall(t: Twists, piece: Piece) -> None:
    t.weight(t.full[piece] * 2 + 1)
    t.require(ANY, t.array == 9)
    t.require(ANY, t.init != 0)
    t.init = t.init // 2
    t.full[piece] = -1


@chance(ANY)
def rise(t: Twists, by: Annotated[Number, Int(0, 1)]) -> None:
    t.weight(2)
    t.require(ANY, (t.array == 9) & (t.init < 0))
    t.init = t.init + 1 + by


@reading
def over(t: Twists) -> Truth:
    return (t.array == 9) & (t.init >= 0) & (t.full[Piece.at(0)] <= t.full[element_at(Piece, t.init)])


MODEL = Game("twists", "Twists", Twists, Tables, Player, (2,), (sys.modules[__name__],))
BOARD = BoardData(
    "twists", "Twists", {}, {}, {"toll": (-2, 1, 0, 2, -1, 1, 0, -2, 2), "next": (1, 2, -1)},
)
INSTANCE = Instance(MODEL, 2, BOARD)
