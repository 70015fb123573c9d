"""Other people's checkers count the same states and moves in the exported models as our own exploration.

The numbers of the classical models come from elsewhere too (tests/models/test_known_numbers.py tells where from).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest

from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.fragments import chained_cards, fifteen_minutes, kept_card, ruler_routes
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
    "kept_card": lambda: Instance(kept_card.MODEL, 1),
    "twists": lambda: twists.INSTANCE,
}
"""Models that only our own exploration has counted."""

DEEP: dict[str, tuple[Callable[[], Instance], int]] = {
    "twists": (lambda: twists.INSTANCE, 4),
    "chained_cards": (lambda: Instance(chained_cards.MODEL, 2, chained_cards.BOARD), 4),
    "fifteen_minutes": (lambda: Instance(fifteen_minutes.MODEL, 2, fifteen_minutes.BOARD), 6),
    "ruler_routes": (lambda: Instance(ruler_routes.MODEL, 2, ruler_routes.BOARD), 4),
}
"""Models that are larger than this, and so many moves from their start that are looked at."""

COMPILED = ("spin", "rumur")


def asked(names: Iterable[str], quick: str) -> list[Any]:
    """Each oracle with each model; where a C compiler must run, all but the `quick` one are slow tests."""
    slow = {(oracle, name) for oracle in ORACLES for name in names
            if (oracle in COMPILED and name != quick) or name == "eight_puzzle"}
    pairs = [(oracle, name) for oracle in ORACLES for name in names]
    return [pytest.param(*pair, marks=pytest.mark.slow if pair in slow else ()) for pair in pairs]


@cache
def exported(name: str) -> Model:
    found = KNOWN[name][0] if name in KNOWN else OURS.get(name) or DEEP[name][0]
    return model(found())


@pytest.mark.parametrize("oracle", ORACLES)
def test_oracles_are_installed(oracle: str) -> None:
    """Every oracle can be asked here; where one is missing, this is the line of the summary that says so."""
    needed(oracle)
    assert absent(oracle) == ()


@pytest.mark.parametrize(("oracle", "name"), asked(KNOWN, "die_hard"))
def test_known_numbers(oracle: str, name: str) -> None:
    """The classical models have their classical numbers in every language."""
    needed(oracle)
    assert ORACLES[oracle](exported(name)) == KNOWN[name][1:]


@cache
def counted(name: str) -> tuple[int, int]:
    found = explore(PythonExecutor(OURS[name]()))
    return found.states, found.moves


@pytest.mark.parametrize(("oracle", "name"), asked(OURS, "twists"))
def test_same_numbers(oracle: str, name: str) -> None:
    """Every oracle counts what our plainest exploration counts."""
    needed(oracle)
    assert ORACLES[oracle](exported(name)) == counted(name)


def within(instance: Instance, depth: int) -> int:
    """How many states so many moves lead to, by the reference executor."""
    executor = PythonExecutor(instance)
    found, last = {instance.start}, {instance.start}
    for _ in range(depth):
        last = {tuple(executor.apply(row, move)) for row in last for move in executor.legal(row)} - found
        found |= last
    return len(found)


@pytest.mark.parametrize("checker", COMPILED)
@pytest.mark.parametrize("name", [
    name if name == "twists" else pytest.param(name, marks=pytest.mark.slow) for name in DEEP
])
def test_depths(checker: str, name: str) -> None:
    """A checker that is held back finds just the states that so many moves lead to."""
    needed(checker)
    instance, depth = DEEP[name]
    found = count(checker, exported(name), depth=depth, fast=False)
    assert (found.states, found.moves) == (within(instance(), depth), None)
