"""The exact probability of an event within so many moves: backwards from the last move, in whole numbers.

With so many moves left the probability of a state is a whole number over `unit` to that power, where `unit` is a
common multiple of what every draw and every choice divides by; so nothing is ever reduced or rounded.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm

from verification.chance.graph import Graph, Node
from verification.chance.policy import Policy


def within_moves(graph: Graph, holds: Callable[[int], bool], moves: int, policy: Policy) -> tuple[Fraction, bool]:
    """The probability from the start, and whether the players choose anything on the way."""
    layers = [[0]]  # the rows that the game can be in after so many moves without the event having come about
    for _ in range(moves):
        onward: dict[int, None] = {}
        for number in layers[-1]:
            if not holds(number):
                node = graph.node(number)
                onward.update(dict.fromkeys([*node.moves, *(target for target, _ in node.draw)]))
        layers.append(list(onward))
    open_rows = {number for layer in layers[:-1] for number in layer if not holds(number)}
    nodes = {number: graph.node(number) for number in open_rows}
    unit = lcm(*(_divides(node, policy) for node in nodes.values())) if nodes else 1
    values: dict[int, int] = {}
    whole = 1
    for left, layer in enumerate(reversed(layers)):
        before, whole = values, unit**left
        values = {
            number: whole if holds(number) else _value(nodes[number], before, unit, policy) if left else 0
            for number in layer
        }
    return Fraction(values[0], whole), any(node.choices > 1 for node in nodes.values())


def _divides(node: Node, policy: Policy) -> int:
    """What a state's probability divides those of the states after it by."""
    among = node.choices if policy is Policy.RANDOM and node.choices > 1 else 1
    return among * max(node.weight, 1)


def _value(node: Node, after: dict[int, int], unit: int, policy: Policy) -> int:
    """A state's probability, times one `unit` more than those of the states after it."""
    if not node.choices:
        return 0
    values = [after[target] * unit for target in node.moves]
    if node.draw:
        values.append(sum(weight * after[target] for target, weight in node.draw) * (unit // node.weight))
    return policy.of_whole(values) if len(values) > 1 else values[0]
