"""The contract of the lowering to CP-SAT: a move is possible for the solver exactly where the reference executor calls
it legal, with the same successor; readings are the same.

It is no `Executor`, since a solver is not asked why a move is refused; so the contract is told in its own words.
"""

from __future__ import annotations

import random

import pytest

from solvers.lowering import grounding
from spec.lowering.executor import Disagreement, Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.contract.agreement import arbitrary, disturbed, visited
from tests.contract.one_move import OneMove, asked_of, by_reference
from tests.contract.specs import instances
from tests.lowering import corners

SMALL = 80
"""A spec with no more cells is also asked in arbitrary states."""


MOST_MOVES = 200
"""A state with more legal moves is left out: CP-SAT is slow to enumerate thousands of solutions."""


def is_quick(spec: str, instance: Instance) -> bool:
    """Whether a spec belongs to the default tests: of each game, its first board with the fewest players."""
    first = next(name for name, other in instances().items() if other.game is instance.game)
    return spec.startswith("tests.") or spec == first


SPECS = [
    pytest.param(spec, marks=() if is_quick(spec, instance) else pytest.mark.slow)
    for spec, instance in instances().items()
]


def told(instance: Instance, seed: int) -> list[str]:
    """Everything on which the solver and the reference differ, in a few states of each kind."""
    rng = random.Random(seed)
    met = visited(instance, seed=seed, moves=100, keep=30)
    rows = [*rng.sample(met, min(2, len(met))), disturbed(rng.choice(met), instance, rng)]
    if instance.width <= SMALL:
        rows += [disturbed(rng.choice(met), instance, rng), arbitrary(instance, rng)]
    reference = PythonExecutor(instance)
    rows = [row for row in rows if len(reference.legal(row)) <= MOST_MOVES]
    assert rows, "some state has few enough moves"
    solver = OneMove(instance, rows)
    found: list[str] = []
    for row in rows:
        theirs, ours = solver(row), by_reference(reference, row)
        found += [f"{move} is legal for one of them only" for move in set(theirs) ^ set(ours)]
        found += [f"{move} leads to {theirs[move]}, not {ours[move]}" for move in set(theirs) & set(ours)
                  if theirs[move] != ours[move]]
        if not ours:
            continue  # a model without a legal move has no solution to read anything from
        read = {asked: int(reference.read(asked[0], row, asked[1])) for asked in asked_of(instance)}
        found += [f"{asked}: {value}, not {read[asked]}" for asked, value in solver.readings(row).items()
                  if value != read[asked]]
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_agrees_with_the_reference(spec: str) -> None:
    """What the solver can choose, and what comes of it, is what the reference executor says."""
    assert told(instances()[spec], seed=11) == []


@pytest.mark.parametrize("seed", range(3))
def test_agrees_at_the_corners_of_the_language(seed: int) -> None:
    """So it is for a spec that was made to hold every operation at the edges of its sorts."""
    assert told(Instance(corners.MODEL, corners.MODEL.counts[0]), seed) == []


class Forgetful(grounding.Grounding):
    """Leaves out all that a move needs."""

    def moves(self, cells: object) -> list[grounding.Ground]:
        found = super().moves(cells)  # type: ignore[arg-type]  # handed on as it came
        return [grounding.Ground(one.move, one.chance, (), one.writes) for one in found]


class LosesAWrite(grounding.Grounding):
    """Leaves out the last cell that a move changes."""

    def moves(self, cells: object) -> list[grounding.Ground]:
        found = super().moves(cells)  # type: ignore[arg-type]  # handed on as it came
        return [grounding.Ground(one.move, one.chance, one.needs, dict(list(one.writes.items())[:-1])) for one in found]


@pytest.mark.parametrize("wrong", [Forgetful, LosesAWrite])
@pytest.mark.parametrize("spec", ["tests.models.missionaries", "tests.models.tic_tac_toe"])
def test_a_wrong_lowering_is_caught(
    wrong: type[grounding.Grounding], spec: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The contract can fail: a lowering that is wrong in one small way differs in some state."""
    instance = instances()[spec]
    monkeypatch.setattr("solvers.lowering.unrolled.Grounding", wrong)
    assert any(told(instance, seed) for seed in range(4))


def test_a_plan_that_the_reference_refuses_is_never_shown() -> None:
    """What the solver plays is replayed; a refusal is a disagreement of two lowerings and told as one."""
    from solvers.lowering.shortest import replayed

    instance = instances()["tests.models.tic_tac_toe"]
    first: Move = PythonExecutor(instance).legal(instance.start)[0]
    with pytest.raises(Disagreement):
        replayed(instance, [first, first])
