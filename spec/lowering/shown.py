"""What a state or move shows of a property, asked of any executor: the meaning that compiled checks are held to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import assert_never

from spec.language.actions import Kind, Property
from spec.language.sorts import bounds
from spec.lowering.executor import Executor


def shown(
    executor: Executor, declared: Property, before: Sequence[int] | None, after: Sequence[int]
) -> tuple[int, ...] | None:
    """The first parameters for which the move between two states violates a property, or None.

    For a property that must be reachable: for which it holds. `before` is None for the start of a game.
    """
    for args in _arguments(executor, declared):
        if _shows(executor, declared, args, before, after):
            return args
    return None


def _arguments(executor: Executor, declared: Property) -> Iterator[tuple[int, ...]]:
    limits = [bounds(sort, executor.instance.shape) for sort in declared.params.values()]
    return product(*[range(lo, hi + 1) for lo, hi in limits])


def _shows(
    executor: Executor, declared: Property, args: tuple[int, ...], before: Sequence[int] | None, after: Sequence[int]
) -> bool:
    name = declared.name
    match declared.kind:
        case Kind.INVARIANT:
            return not executor.read(name, after, args)
        case Kind.REACHABLE:
            return bool(executor.read(name, after, args))
        case Kind.STEP:
            return before is not None and not executor.read(name, before, args, after)
        case Kind.CONSERVED:
            return before is not None and executor.read(name, before, args) != executor.read(name, after, args)
        case Kind.TERMINATES:
            value = executor.read(name, after, args)
            return value < 0 or (before is not None and value >= executor.read(name, before, args))
        case _:
            assert_never(declared.kind)
