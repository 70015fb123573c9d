"""The fewest moves to an aim, by models of growing length."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.lowering.terms import Term
from solvers.lowering.unrolled import Moment, Unrolled
from spec.lowering.executor import Disagreement, Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor

Aim = Callable[[Moment], Term]
"""What is to hold of the last state of a plan."""


@dataclass(frozen=True)
class Shortest:
    """What CP-SAT makes of it: a plan that the reference executor has replayed, or None.

    That nothing shorter exists is CP-SAT's claim, made twice for each length that `asked` names; lengths left out
    are ruled out by what the cells can hold at all. `status` is CP-SAT's word where it did not come to an end.
    """

    moves: tuple[Move, ...] | None
    asked: tuple[int, ...]
    status: str = ""


def shortest_plan(
    instance: Instance, aim: Aim, most: int, *, start: Sequence[int] | None = None, effort: float = 30.0
) -> Shortest:
    """A plan of at most `most` moves; `effort` is CP-SAT's deterministic time, roughly seconds, for each length."""
    unrolled = Unrolled(instance, start)
    asked: list[int] = []
    for length in range(most + 1):
        if length and unrolled.grow() is None:
            break
        holds = unrolled.algebra.truth(aim(unrolled.moments[-1]))
        if holds == 0:
            continue
        asked.append(length)
        found = unrolled.solve(effort, holds)
        match found:
            case NoAnswer(status):
                return Shortest(None, tuple(asked), status)
            case ClaimsInfeasible():
                continue
            case moves:
                replayed(instance, moves, start)
                return Shortest(tuple(moves), tuple(asked))
    return Shortest(None, tuple(asked))


def replayed(instance: Instance, moves: Sequence[Move], start: Sequence[int] | None = None) -> list[int]:
    """The state after some moves by the reference executor; `Disagreement` if it refuses one."""
    executor = PythonExecutor(instance)
    row = list(instance.start if start is None else start)
    for move in moves:
        if executor.broken(row, move):
            raise Disagreement(f"CP-SAT plays {move} from {row}, which the reference executor refuses")
        row = executor.apply(row, move)
    return row
