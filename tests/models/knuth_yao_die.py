"""Knuth and Yao's die: six equally likely faces from flips of a fair coin."""

import sys

from spec.language import Board, Element, Game, State, Truth, chance, choose, member, printed, reading, rule, scalar


class Roller(Element, size="players"):
    """Whoever wants a die."""


class Coin(Element):
    HEADS = member()
    TAILS = member()


class Node(Element):
    """The faces stand last."""

    ROOT = member()
    LOW = member()
    HIGH = member()
    LOW_HEADS = member()
    LOW_TAILS = member()
    HIGH_HEADS = member()
    HIGH_TAILS = member()
    ONE = member()
    TWO = member()
    THREE = member()
    FOUR = member()
    FIVE = member()
    SIX = member()


FLIP = rule("die.flip", "Flipping", "A flip leads from an inner node to one of its two successors.", "KY-1")


class Tree(Board):
    heads = printed(Node, Node, values={
        "ROOT": Node.LOW, "LOW": Node.LOW_HEADS, "HIGH": Node.HIGH_HEADS, "LOW_HEADS": Node.LOW,
        "LOW_TAILS": Node.TWO, "HIGH_HEADS": Node.FOUR, "HIGH_TAILS": Node.HIGH,
    })
    tails = printed(Node, Node, values={
        "ROOT": Node.HIGH, "LOW": Node.LOW_TAILS, "HIGH": Node.HIGH_TAILS, "LOW_HEADS": Node.ONE,
        "LOW_TAILS": Node.THREE, "HIGH_HEADS": Node.FIVE, "HIGH_TAILS": Node.SIX,
    })


class Die(State[Tree]):
    node = scalar(Node)


@chance(FLIP)
def flip(t: Die, coin: Coin) -> None:
    """Flip the coin once more."""
    t.weight(1)
    t.require(FLIP, t.node.index < Node.ONE.index)
    t.node = choose(coin == Coin.HEADS, t.board.heads[t.node], t.board.tails[t.node])


@reading
def shows(t: Die, node: Node) -> Truth:
    return t.node == node


@reading
def over(t: Die) -> Truth:
    return t.node.index >= Node.ONE.index


MODEL = Game("knuth_yao_die", "Knuth and Yao's die", Die, Tree, Roller, (1,), (sys.modules[__name__],))
