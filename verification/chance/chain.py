"""The exact probability that an event ever comes about."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from spec.language.errors import Malformed
from verification.chance.graph import Graph, Node
from verification.chance.policy import Policy

Row = dict[int, Fraction]
"""Where a state leads with which probability; `EVENT` stands for the event having come about."""
EVENT = -1


def ever(graph: Graph, holds: Callable[[int], bool], policy: Policy) -> tuple[Fraction, bool]:
    """The probability from the start, and whether the players choose anything on the way.

    Where no state is come back to, it is found backwards. Otherwise the states are eliminated one by one, which needs
    that the players choose at random, or nothing at all; `Malformed` where they do.
    """
    order, cyclic = _order(graph, holds)
    nodes = {number: graph.node(number) for number in order if not holds(number)}
    chosen = any(node.choices > 1 for node in nodes.values())
    if not cyclic:
        return _backwards(order, nodes, policy), chosen
    if chosen and policy is not Policy.RANDOM:
        raise Malformed.one(
            "the players choose and may come back to the same state, so that what ever comes about is not told exactly",
            "ask for what comes about within so many moves, or let the players choose at random",
        )
    return _eliminated(order, nodes), chosen


def _order(graph: Graph, holds: Callable[[int], bool]) -> tuple[list[int], bool]:
    """The states that can be reached before the event, each behind those that it leads to if no state is come back to;
    and whether one is."""
    order: list[int] = []
    begun: dict[int, bool] = {}  # whether all that a state leads to is in the order
    cyclic = False
    waiting = [0]
    while waiting:
        number = waiting[-1]
        if number in begun:
            waiting.pop()
            if not begun[number]:
                begun[number] = True
                order.append(number)
            continue
        begun[number] = False
        if not holds(number):
            node = graph.node(number)
            for target in (*node.moves, *(one for one, _ in node.draw)):
                if target not in begun:
                    waiting.append(target)
                elif not begun[target]:
                    cyclic = True
    return order, cyclic


def _backwards(order: list[int], nodes: dict[int, Node], policy: Policy) -> Fraction:
    values: dict[int, Fraction] = {}
    for number in order:
        node = nodes.get(number)
        if node is None:
            values[number] = Fraction(1)
        elif not node.choices:
            values[number] = Fraction(0)
        else:
            found = [values[target] for target in node.moves]
            if node.draw:
                together = sum((weight * values[target] for target, weight in node.draw), Fraction(0))
                found.append(together / node.weight)
            values[number] = policy.of(found)
    return values[0]


def _eliminated(order: list[int], nodes: dict[int, Node]) -> Fraction:
    """Take the states out of the chain one after another, those that are farthest from the start first."""
    rows = {number: _row(node, nodes) for number, node in nodes.items()}
    if 0 not in rows:
        return Fraction(1)
    sources: dict[int, set[int]] = {}
    for number, row in rows.items():
        for target in row:
            sources.setdefault(target, set()).add(number)
    for number in order:
        if number not in rows:
            continue
        row = rows[number]
        stays = row.pop(number, Fraction(0))
        if stays == 1:
            row.clear()  # it is never left again
        elif stays:
            for target in row:
                row[target] /= 1 - stays
        if number == 0:
            continue
        for source in sources.pop(number, set()) - {number}:
            if source not in rows:
                continue
            share = rows[source].pop(number)
            for target, chance in row.items():
                rows[source][target] = rows[source].get(target, Fraction(0)) + share * chance
                sources.setdefault(target, set()).add(source)
        del rows[number]
    return rows[0].get(EVENT, Fraction(0))


def _row(node: Node, nodes: dict[int, Node]) -> Row:
    """Where a state leads, if each thing that can be chosen is as likely."""
    row: Row = {}

    def add(target: int, chance: Fraction) -> None:
        place = target if target in nodes else EVENT
        row[place] = row.get(place, Fraction(0)) + chance

    for target in node.moves:
        add(target, Fraction(1, node.choices))
    for target, weight in node.draw:
        add(target, Fraction(weight, node.weight * node.choices))
    return row
