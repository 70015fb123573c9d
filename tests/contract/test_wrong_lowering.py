"""The contract must be able to fail: lowerings that are wrong in one small way are caught."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from spec.lowering.executor import Executor, Move
from spec.lowering.instance import Row
from spec.lowering.python import PythonExecutor
from tests.contract.agreement import disagreements, visited
from tests.contract.specs import instances


class LosesAMove(PythonExecutor):
    """Forgets the last legal move where there are several."""

    def legal(self, row: Sequence[int]) -> list[Move]:
        moves = super().legal(row)
        return moves[:-1] if len(moves) > 1 else moves


class ForgetsARule(PythonExecutor):
    """Never mentions a move's first broken rule."""

    def broken(self, row: Sequence[int], move: Move) -> tuple[int, ...]:
        return super().broken(row, move)[1:]


class LosesAStore(PythonExecutor):
    """Leaves the last changed slot as it was."""

    def apply(self, row: Sequence[int], move: Move) -> Row:
        after = super().apply(row, move)
        changed = [slot for slot, value in enumerate(after) if value != row[slot]]
        if changed:
            after[changed[-1]] = row[changed[-1]]
        return after


@pytest.mark.parametrize("wrong", [LosesAMove, ForgetsARule, LosesAStore])
@pytest.mark.parametrize("spec", ["tests.models.missionaries", "tests.models.tic_tac_toe"])
def test_a_wrong_lowering_is_caught(wrong: type[Executor], spec: str) -> None:
    """Some state met in play shows the fault."""
    instance = instances()[spec]
    right, suspect, rng = PythonExecutor(instance), wrong(instance), random.Random(5)
    rows = visited(instance, seed=2, moves=60, keep=30)
    assert any(disagreements(right, suspect, row, rng) for row in rows)
    assert not any(disagreements(right, PythonExecutor(instance), row, rng) for row in rows)
