"""Known puzzles' shortest solutions by the lowering to CP-SAT equal those of breadth-first search.

The numbers are classical (see `tests/models/test_known_numbers.py` for their sources); here two methods that share
only the tapes must find the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pytest

from solvers.lowering import Moment, shortest_plan
from solvers.lowering.terms import Term, scaled
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import bridge_torch, die_hard, eight_puzzle, hanoi, missionaries, wolf_goat_cabbage

Holds = Callable[[Sequence[int]], bool]


def breadth_first(instance: Instance, holds: Holds, start: Sequence[int] | None = None) -> int:
    """The number of moves to the nearest state where something holds."""
    executor = PythonExecutor(instance)
    layer = [tuple(instance.start if start is None else start)]
    seen, depth = set(layer), 0
    while not any(holds(row) for row in layer):
        layer = list(dict.fromkeys(
            after for row in layer for move in executor.legal(row)
            if (after := tuple(executor.apply(row, move))) not in seen
        ))
        seen.update(layer)
        depth += 1
    return depth


def is_over(moment: Moment) -> Term:
    return moment.reading("over")


def over_in(instance: Instance) -> Holds:
    executor = PythonExecutor(instance)
    return lambda row: bool(executor.read("over", row))


def four_gallons(moment: Moment) -> Term:
    return moment.unrolled.algebra.is_equal(moment.cells[1], 4)


PUZZLES = {
    "die hard": (Instance(die_hard.MODEL, 1), four_gallons, lambda row: row[1] == 4, 6),
    "hanoi": (Instance(hanoi.MODEL, 1, hanoi.BOARD), is_over, over_in(Instance(hanoi.MODEL, 1, hanoi.BOARD)), 7),
    "missionaries": (
        Instance(missionaries.MODEL, 1), lambda moment: moment.is_row((0, 0, 1)), lambda row: row == (0, 0, 1), 11
    ),
    "wolf, goat and cabbage": (
        Instance(wolf_goat_cabbage.MODEL, 1), lambda moment: moment.is_row((1, 1, 1, 1)), all, 7
    ),
}


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_shortest_solution(puzzle: str) -> None:
    """The plan has as many moves as breadth-first search finds, and as are known; the reference has replayed it."""
    instance, aim, holds, known = PUZZLES[puzzle]
    found = shortest_plan(instance, aim, known + 2)
    assert found.moves is not None
    assert (known, known) == (len(found.moves), breadth_first(instance, holds))


def test_bridge_and_torch() -> None:
    """All are across after five crossings; in 60 minutes too, and in 59 never, however many crossings are made."""
    instance = Instance(bridge_torch.MODEL, 1, bridge_torch.BOARD)

    def across_within(minutes: int) -> Callable[[Moment], Term]:
        def aim(moment: Moment) -> Term:
            algebra = moment.unrolled.algebra
            in_time = algebra.is_at_most_zero(scaled(moment.cells[-1], 1, -minutes))
            return algebra.both([moment.reading("over"), in_time])

        return aim

    executor = PythonExecutor(instance)
    fewest = breadth_first(instance, lambda row: row[-1] <= 60 and bool(executor.read("over", row)))
    within = shortest_plan(instance, across_within(60), 7).moves
    assert within is not None
    assert (fewest, len(within)) == (5, 5)
    assert shortest_plan(instance, across_within(59), 7).moves is None


@pytest.mark.parametrize("seed", range(4))
def test_eight_puzzle_scrambles(seed: int) -> None:
    """A scramble of ten random slides is solved in as many slides as breadth-first search needs."""
    instance = eight_puzzle.instance()
    executor, rng = PythonExecutor(instance), random.Random(seed)
    row: Sequence[int] = instance.start
    for _ in range(10):
        row = executor.apply(row, rng.choice(executor.legal(row)))
    found = shortest_plan(instance, lambda moment: moment.is_row(instance.start), 10, start=row)
    assert found.moves is not None
    assert breadth_first(instance, lambda at: tuple(at) == tuple(instance.start), row) == len(found.moves)


@pytest.mark.slow
@pytest.mark.parametrize("discs", [4])
def test_longer_towers(discs: int) -> None:
    """Four discs are moved in fifteen moves."""
    instance = Instance(hanoi.MODEL, 1, hanoi.discs(discs))
    found = shortest_plan(instance, is_over, 2**discs - 1, effort=60.0)
    assert found.moves is not None
    assert 2**discs - 1 == len(found.moves)
