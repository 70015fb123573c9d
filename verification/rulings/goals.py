"""Situations in which readings of a ruling part, so that a game may be looked for by the distance from them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spec.language.actions import Property
from spec.language.nodes import Node, Op, Param
from spec.language.sorts import Bool
from spec.language.tape import Store, Tape
from spec.language.tracing import Tracer
from verification.free.goals import both, either, is_never
from verification.free.nearing import situation
from verification.rulings.differing import Pair


def partings(pair: Pair) -> Iterator[tuple[Property, ...]]:
    """Each situation but for those that board and choices rule out, with one guide and with another."""
    for key, params, roots in (*_of_actions(pair), *_of_readings(pair)):
        if not is_never(roots):
            yield tuple(situation(key, params, roots, failing) for failing in (1, MORE_THAN_NUMBERS))


MORE_THAN_NUMBERS = 64
"""What a condition that fails counts for a guide that comes to numbers only behind all else."""
_Situation = tuple[tuple[str, str], Sequence[Param], Sequence[Node]]


def _of_actions(pair: Pair) -> Iterator[_Situation]:
    """For each action that turns on the setting: legal under one reading alone, or with another effect or weight."""
    for number, action in enumerate(pair.one.instance.game.actions.values()):
        if number not in pair.touched:
            continue
        one, other = pair.one.instance.tape(action), pair.other.instance.tape(action)
        make = Tracer(one.shape)
        first, second = (both(make, (part.holds for part in tape.requires)) for tape in (one, other))
        for place, (tape, holds) in enumerate(((one, second), (other, first))):
            refused = make.apply(Op.NOT, (holds,), Bool)
            legal = [part.holds for part in tape.requires]
            yield (action.name, f"legal under reading {place + 1} alone"), tape.params, [*legal, refused]
        stored = [*_otherwise(make, one, other)]
        if one.weight is not None and other.weight is not None:
            stored.append(_unlike(make, one.weight, other.weight))
        if stored:
            legal = [part.holds for part in one.requires]
            yield (action.name, "another effect"), one.params, [*legal, second, either(make, stored)]


def _of_readings(pair: Pair) -> Iterator[_Situation]:
    """For each reading that turns on the setting: it differs, and the game is over unless it says just that."""
    over = pair.one.instance.game.readings.get("over")
    for reading in pair.readings:
        one, other = pair.one.instance.tape(reading), pair.other.instance.tape(reading)
        assert one.result is not None and other.result is not None, "a reading has a result"
        make = Tracer(one.shape)
        ended = [] if over is None or reading is over else [pair.one.instance.tape(over).result]
        roots = [*(root for root in ended if root is not None), _unlike(make, one.result, other.result)]
        yield (reading.name, "another answer"), one.params, roots


def _otherwise(make: Tracer, one: Tape, other: Tape) -> Iterator[Node]:
    """That a store is made in one of two tapes alone, in another cell, or of another value."""
    known: dict[int, Store] = {store.number: store for store in other.stores}
    mine: dict[int, Store] = {store.number: store for store in one.stores}
    for number in dict.fromkeys([*mine, *known]):
        if number not in mine or number not in known:
            yield both(make, (mine.get(number) or known[number]).path)
            continue
        first, second = (both(make, store.path) for store in (mine[number], known[number]))
        yield _unlike(make, first, second)
        assert mine[number].field is known[number].field, "a store keeps its number whatever is chosen"
        cells = zip((*mine[number].index, mine[number].value), (*known[number].index, known[number].value), strict=True)
        for one_node, other_node in cells:
            yield both(make, (first, second, _unlike(make, one_node, other_node)))


def _unlike(make: Tracer, one: Node, other: Node) -> Node:
    return make.apply(Op.NOT, (make.apply(Op.EQ, (one, other), Bool),), Bool)
