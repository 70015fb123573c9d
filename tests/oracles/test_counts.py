"""Other people's checkers count the same states and moves in the exported models as our own exploration.

The numbers of the classical models come from elsewhere too (tests/models/test_known_numbers.py tells where from).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import (
    bridge_torch,
    die_hard,
    eight_puzzle,
    hanoi,
    knuth_yao_die,
    missionaries,
    roundabout,
    tic_tac_toe,
    wolf_goat_cabbage,
)
from tests.models.exploring import explore
from tests.oracles import twists
from tests.oracles.asking import ORACLES, absent, needed
from verification.export import Model, model
from verification.export.checkers import count

pytestmark = pytest.mark.oracle

KNOWN: dict[str, tuple[Callable[[], Instance], int, int]] = {
    "die_hard": (lambda: Instance(die_hard.MODEL, 1), 16, 96),
    "tic_tac_toe": (lambda: Instance(tic_tac_toe.MODEL, 2), 5_478, 16_167),
    "hanoi": (lambda: Instance(hanoi.MODEL, 1, hanoi.discs(4)), 3**4, 3 * (3**4 - 1)),
    "missionaries": (lambda: Instance(missionaries.MODEL, 1), 16, 34),
    "wolf_goat_cabbage": (lambda: Instance(wolf_goat_cabbage.MODEL, 1), 10, 20),
    "knuth_yao_die": (lambda: Instance(knuth_yao_die.MODEL, 1), 13, 14),
    "eight_puzzle": (eight_puzzle.instance, 181_440, 483_840),
}
"""Models with numbers that nobody here counted first; the die's six loops at its faces are no moves."""

OURS: dict[str, Callable[[], Instance]] = {
    "bridge_torch": lambda: Instance(bridge_torch.MODEL, 1, bridge_torch.BOARD),
    "roundabout": lambda: Instance(roundabout.MODEL, 1),
    "twists": lambda: twists.INSTANCE,
}
"""Models that only our own exploration has counted."""


@cache
def exported(name: str) -> Model:
    return model((KNOWN[name][0] if name in KNOWN else OURS[name])())


@cache
def counted(name: str) -> tuple[int, int]:
    found = explore(PythonExecutor(OURS[name]()))
    return found.states, found.moves


@pytest.mark.parametrize("oracle", ORACLES)
def test_oracles_are_installed(oracle: str) -> None:
    """Every oracle can be asked here; where one is missing, this is the line of the summary that says so."""
    needed(oracle)
    assert absent(oracle) == ()


@pytest.mark.parametrize("oracle", ORACLES)
@pytest.mark.parametrize("name", KNOWN)
def test_known_numbers(oracle: str, name: str) -> None:
    """The classical models have their classical numbers in every language."""
    needed(oracle)
    assert ORACLES[oracle](exported(name)) == KNOWN[name][1:]


@pytest.mark.parametrize("oracle", ORACLES)
@pytest.mark.parametrize("name", OURS)
def test_same_numbers(oracle: str, name: str) -> None:
    """Every oracle counts what our plainest exploration counts."""
    needed(oracle)
    assert ORACLES[oracle](exported(name)) == counted(name)


@pytest.mark.parametrize("checker", ["spin", "rumur"])
def test_depths(checker: str) -> None:
    """A checker that is held back finds just the states that so many moves lead to."""
    needed(checker)
    layers = explore(PythonExecutor(twists.INSTANCE)).widths
    found = [count(checker, exported("twists"), depth=depth, fast=False) for depth in (1, 4)]
    assert [(one.states, one.moves) for one in found] == [(sum(layers[:2]), None), (sum(layers[:5]), None)]
