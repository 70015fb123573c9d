"""Situations in which readings of a ruling part, so that a game may be looked for by the distance from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from spec.language.nodes import Node, Op
from spec.language.sorts import Bool
from spec.language.tape import Require, Store, Tape
from spec.language.tracing import Tracer
from verification.free.goals import Goal
from verification.rulings.differing import Pair


def partings(pair: Pair) -> Iterator[Goal]:
    """For each action that turns on the setting: it is legal under one reading alone, or may store something else."""
    for number, action in enumerate(pair.one.instance.game.actions.values()):
        if number not in pair.touched:
            continue
        one, other = pair.one.instance.tape(action), pair.other.instance.tape(action)
        make = Tracer(one.shape)
        both = [_all(make, [part.holds for part in tape.requires]) for tape in (one, other)]
        stored = [*_otherwise(make, one, other)]
        for place, (tape, holds) in enumerate(((one, both[1]), (other, both[0]))):
            refused = make.apply(Op.NOT, (holds,), Bool)
            yield _goal(number, tape, action.name, f"legal under reading {place + 1} alone", refused)
        if stored:
            unlike = make.apply(Op.AND, (both[1], _any(make, stored)), Bool)
            yield _goal(number, one, action.name, "another effect", unlike)


def _goal(number: int, tape: Tape, name: str, what: str, holds: Node) -> Goal:
    first = next(iter(tape.requires))
    more = Require(-1, first.rule, holds, "", (), first.place)
    return Goal((name, what), number, replace(tape, requires=(*tape.requires, more), stores=()))


def _otherwise(make: Tracer, one: Tape, other: Tape) -> Iterator[Node]:
    """That a store is made in one of two tapes alone, or of another value."""
    known: dict[int, Store] = {store.number: store for store in other.stores}
    mine: dict[int, Store] = {store.number: store for store in one.stores}
    for number in dict.fromkeys([*mine, *known]):
        if number not in mine or number not in known:
            yield _all(make, list((mine.get(number) or known[number]).path))
            continue
        first, second = (_all(make, list(store.path)) for store in (mine[number], known[number]))
        yield make.apply(Op.NOT, (make.apply(Op.EQ, (first, second), Bool),), Bool)
        same = make.apply(Op.EQ, (mine[number].value, known[number].value), Bool)
        yield make.apply(Op.AND, (first, second, make.apply(Op.NOT, (same,), Bool)), Bool)


def _all(make: Tracer, nodes: list[Node]) -> Node:
    return make.node(1) if not nodes else nodes[0] if len(nodes) == 1 else make.apply(Op.AND, tuple(nodes), Bool)


def _any(make: Tracer, nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else make.apply(Op.OR, tuple(nodes), Bool)
