"""One contract for every lowering: the same legal moves, broken rules, weights, successors and readings as the
reference, on every spec, in states met in play and in arbitrary states of the right sorts."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spec.lowering.executor import Executor
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from spec.lowering.registry import LOWERINGS, lowering
from tests.contract.agreement import arbitrary, disagreements, disturbed, visited
from tests.contract.specs import instances
from verification.z3_lowering.executor import Z3Executor

ALL = (*LOWERINGS, "z3")
"""The registered lowerings, and the one to z3, which stands above the spec and so is in no registry of its own."""

LARGE = 200
"""A state with more cells takes z3 long: it meets those in the slow tests, under one choice of variants."""



def is_left_to_slow_tests(name: str, instance: Instance) -> bool:
    """Large boards in z3, and with compiled lowerings the numbers of players between the fewest and the most."""
    if name == "z3" and instance.width > LARGE:
        return True
    counts = instance.game.counts
    return name != "direct" and not instance.choices and counts[0] < instance.players < counts[-1]


PAIRS = [
    pytest.param(name, spec, marks=pytest.mark.slow if is_left_to_slow_tests(name, instance) else ())
    for name in ALL if name != "python" for spec, instance in instances().items()
    if name != "z3" or instance.width <= LARGE or not instance.choices
]


@cache
def reference(spec: str) -> PythonExecutor:
    return PythonExecutor(instances()[spec])


@cache
def executor(name: str, spec: str) -> Executor:
    return Z3Executor(instances()[spec]) if name == "z3" else lowering(name)(instances()[spec])


def is_slow(name: str) -> bool:
    """Whether trying every parameter in every state would take too long: moves are sampled instead."""
    return name in ("direct", "z3")


def test_every_lowering_meets_every_spec() -> None:
    """There are other lowerings than the reference, and specs of all three kinds."""
    assert {"python", "direct", "llvm"} <= set(LOWERINGS)
    assert {spec.split(".")[1] for spec in instances() if spec.startswith("tests.")} == {"models", "fragments"}
    assert any(not spec.startswith("tests.") for spec in instances())


@pytest.mark.parametrize(("name", "spec"), PAIRS)
def test_agrees(name: str, spec: str) -> None:
    """A lowering agrees with the reference in states met in random play, and in any state of the right sorts.

    One test for both, so that a spec is compiled once.
    """
    agrees_in_states_met_in_play(name, spec)
    agrees_in_arbitrary_states(name, spec)


def agrees_in_states_met_in_play(name: str, spec: str) -> None:
    """A lowering agrees with the reference in states met in random play."""
    rng = random.Random(7)
    instance = instances()[spec]
    small = instance.width <= 40
    keep = {"direct": 40 if small else 6, "z3": 10 if small else 1}.get(name, 120)
    for row in visited(instance, seed=11, moves=400, keep=keep):
        found = disagreements(reference(spec), executor(name, spec), row, rng, whole=small or not is_slow(name),
                              per_action=3 if name == "z3" else 12)
        assert found == []


def agrees_in_arbitrary_states(name: str, spec: str) -> None:
    """A lowering agrees with the reference in any state of the right sorts, at the edges of the sorts too."""
    instance = instances()[spec]
    tries = {"direct": 8, "z3": 2 if instance.width <= 40 else 1}.get(name, 40)
    met = visited(instance, seed=3, moves=200, keep=20)

    @settings(max_examples=tries, deadline=None, derandomize=True, database=None,
              suppress_health_check=[HealthCheck.too_slow])
    @given(st.integers(0, 2**32), st.booleans())
    def agrees(seed: int, near: bool) -> None:
        rng = random.Random(seed)
        row = disturbed(rng.choice(met), instance, rng) if near else arbitrary(instance, rng)
        found = disagreements(reference(spec), executor(name, spec), row, rng, whole=not is_slow(name),
                              per_action=3 if is_slow(name) else 12)
        assert found == []

    agrees()
