"""What two executors of one instance must agree on, told as a list of disagreements."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

from spec.language.errors import SpecError
from spec.language.sorts import bounds
from spec.lowering.executor import Executor, Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor


def visited(instance: Instance, seed: int, moves: int, keep: int) -> list[tuple[int, ...]]:
    """States met in random play from the start, `keep` of them spread over the play, the first included."""
    rng = random.Random(seed)
    executor = PythonExecutor(instance)
    row = instance.start
    found = [row]
    for _ in range(moves):
        legal = executor.legal(row)
        if not legal:
            row = instance.start
            continue
        row = tuple(executor.apply(row, rng.choice(legal)))
        found.append(row)
    step = max(1, len(found) // keep)
    return found[::step][:keep]


def arbitrary(instance: Instance, rng: random.Random) -> tuple[int, ...]:
    """A state with any value of its sort in every slot, often the smallest or largest."""
    return tuple(
        rng.choice((lo, hi)) if rng.random() < 0.5 else rng.randint(lo, hi) for lo, hi in instance.domains
    )


def disturbed(row: Sequence[int], instance: Instance, rng: random.Random) -> tuple[int, ...]:
    """A state like `row` with a few slots changed within their sorts."""
    changed = list(row)
    for _ in range(rng.randint(1, 4)):
        slot = rng.randrange(len(changed))
        changed[slot] = rng.randint(*instance.domains[slot])
    return tuple(changed)


def sampled_moves(executor: Executor, row: Sequence[int], rng: random.Random, per_action: int) -> Iterator[Move]:
    """For each action some moves with parameters anywhere in their sorts, and all of them if they are few."""
    shape = executor.instance.shape
    for number, action in enumerate(executor.actions):
        domains = [range(lo, hi + 1) for lo, hi in (bounds(sort, shape) for sort in action.params.values())]
        every = 1
        for domain in domains:
            every *= len(domain)
        if every <= per_action:
            yield from ((number, *args) for args in product(*domains))
        else:
            yield from ((number, *(rng.choice(domain) for domain in domains)) for _ in range(per_action))


def outcome(executor: Executor, row: Sequence[int], move: Move) -> object:
    """The successor, or that a store left its sort."""
    try:
        return list(executor.apply(row, move))
    except SpecError:
        return "a store left its sort"


def disagreements(
    reference: Executor, other: Executor, row: Sequence[int], rng: random.Random, *, whole: bool = True,
    per_action: int = 12,
) -> list[str]:
    """Everything on which two executors differ in the state `row`; with `whole`, all legal moves are compared."""
    found: list[str] = []
    legal = reference.legal(row)
    if whole and (theirs := other.legal(row)) != legal:
        found.append(f"legal moves: {legal} against {theirs}")
    tried = dict.fromkeys([*sampled_moves(reference, row, rng, per_action), *rng.sample(legal, min(len(legal), 8))])
    for move in tried:
        name = reference.actions[move[0]].name
        broken = reference.broken(row, move)
        if other.broken(row, move) != broken:
            found.append(f"{name} {move}: breaks {broken} against {other.broken(row, move)}")
        if not broken:
            if other.weight(row, move) != reference.weight(row, move):
                found.append(f"{name} {move}: weights differ")
            if outcome(other, row, move) != outcome(reference, row, move):
                found.append(f"{name} {move}: successors differ")
    found.extend(_readings(reference, other, row, rng))
    return found


def _readings(reference: Executor, other: Executor, row: Sequence[int], rng: random.Random) -> Iterator[str]:
    game, shape = reference.instance.game, reference.instance.shape
    for name, declared in {**game.readings, **game.properties}.items():
        args = [rng.randint(*bounds(sort, shape)) for sort in declared.params.values()]
        after = row if name in game.properties and game.properties[name].kind.value == "step" else ()
        if int(reference.read(name, row, args, after)) != int(other.read(name, row, args, after)):
            yield f"{name}{args}: readings differ"
