"""Storm finds the probabilities that our own exact fractions give, in the JANI and in the PRISM text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from operator import mul
from types import ModuleType
from typing import Any

import pytest

from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import knuth_yao_die
from tests.oracles import twists
from tests.oracles.asking import needed, prism_program, storm
from verification.export import model, written_model

pytestmark = pytest.mark.oracle

Asked = tuple[Any, list[float]]
"""What Storm built, and the probability of each formula from the start."""


def by_prism(instance: Instance, variable: str, values: Sequence[int]) -> Asked:
    """Ask the PRISM text for the probability that a variable comes to have each value."""
    program = prism_program(written_model(model(instance), "prism"))
    name = next(one.name for one in program.modules[0].integer_variables if one.name.rstrip("_") == variable)
    formulas = "; ".join(f"P=? [F {name} = {value}]" for value in values)
    return _asked(program, storm().parse_properties(formulas, program))


def by_jani(instance: Instance, variable: str, values: Sequence[int]) -> Asked:
    """Ask the JANI text for the same."""
    described, _ = storm().parse_jani_model_from_string(written_model(model(instance), "jani"))
    formulas = "; ".join(f"P=? [F {variable} = {value}]" for value in values)
    return _asked(described, storm().parse_properties(formulas, described))


def _asked(described: Any, properties: Sequence[Any]) -> Asked:
    built = storm().build_model(described, properties)
    results = [storm().model_checking(built, one) for one in properties]
    return built, [result.get_value(built.initial_states[0]) for result in results]


WAYS = pytest.mark.parametrize("ask", [by_prism, by_jani])


@WAYS
def test_die(ask: Callable[[Instance, str, Sequence[int]], Asked]) -> None:
    """The die is a chain of 13 states and 20 transitions, and each face has the probability 1/6."""
    needed("storm-prism")
    built, faces = ask(Instance(knuth_yao_die.MODEL, 1), "node", range(7, 13))
    assert (built.nr_states, built.nr_transitions) == (13, 20)
    assert faces == pytest.approx([1 / 6] * 6, abs=1e-6)


def falling() -> Instance:
    """The end of the twisted game, where only chance moves: weights and what is possible change on the way."""
    section = ModuleType("falling")
    left_out = ("shift", "swap", "follow", "inside")
    vars(section).update((name, value) for name, value in vars(twists).items() if name not in left_out)
    instance = replace(twists.INSTANCE, game=replace(twists.MODEL, sections=(section,)))
    cells = {**instance.cells(instance.start), ("init", ()): -3, ("array", ()): 9, ("full", (0,)): 2, ("full", (2,)): 0}
    return instance.starting_at(instance.row(cells))


def chances(instance: Instance, holds: Callable[[Sequence[int]], bool]) -> Fraction:
    """The probability that a state is reached where `holds`, exactly; every game of the instance must end."""
    executor = PythonExecutor(instance)
    known: dict[tuple[int, ...], Fraction] = {}

    def of(row: tuple[int, ...]) -> Fraction:
        if row not in known:
            moves, weights = ([], []) if holds(row) else executor.legal_and_weights(row)
            shares = [Fraction(weight, sum(weights)) for weight in weights]
            after = [of(tuple(executor.apply(row, move))) for move in moves]
            known[row] = sum(map(mul, shares, after), Fraction(holds(row)))
        return known[row]

    return of(tuple(instance.start))


@WAYS
def test_weights_that_change(ask: Callable[[Instance, str, Sequence[int]], Asked]) -> None:
    """Where the weights depend on the state, Storm's probabilities are ours."""
    needed("storm-prism")
    instance, values = falling(), range(-3, 4)
    slot = next(slots.offset for field, slots in instance.layout.items() if field.name == "init")
    ours = [chances(instance, lambda row, value=value: row[slot] == value) for value in values]  # type: ignore[misc]
    assert len({one for one in ours if 0 < one < 1}) >= 3, "some of these should be hard to guess"
    assert ask(instance, "init", values)[1] == pytest.approx([float(one) for one in ours], abs=1e-6)
