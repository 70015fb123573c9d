"""Storm finds, within its tolerance, the exact fractions that we give for what comes about within so many moves."""

from __future__ import annotations

from typing import Any

import pytest

from spec.lowering.instance import Instance
from tests.models import gambler, knuth_yao_die, lots
from tests.oracles.asking import needed, prism_program, storm
from tests.verification.exhausting.shrunken import SHRUNKEN
from verification.chance import Chances, Policy, event
from verification.export import model, written_model

pytestmark = pytest.mark.oracle


def by_storm(instance: Instance, formulas: list[str]) -> list[float]:
    """What Storm answers from the start; `{name}` in a formula stands for the variable of a field."""
    program = prism_program(written_model(model(instance), "prism"))
    names = {one.name.rstrip("_"): one.name for one in program.modules[0].integer_variables}
    properties: list[Any] = storm().parse_properties("; ".join(one.format(**names) for one in formulas), program)
    built = storm().build_model(program, properties)
    return [storm().model_checking(built, one).get_value(built.initial_states[0]) for one in properties]


@pytest.mark.parametrize("flips", [0, 2, 3, 7, 10])
def test_die(flips: int) -> None:
    """Each face within so many flips."""
    needed("storm-prism")
    instance = Instance(knuth_yao_die.MODEL, 1)
    found = Chances(instance)
    ours = [float(found.of(event(instance, "shows", [face]), flips).probability) for face in range(7, 13)]
    assert by_storm(instance, [f"P=? [F<={flips} {{node}} = {face}]" for face in range(7, 13)]) == pytest.approx(ours)


def test_gambler() -> None:
    """Riches within so many rounds, and ever."""
    needed("storm-prism")
    instance = Instance(gambler.MODEL, 1)
    found, rich = Chances(instance), event(instance, "rich")
    ours = [float(found.of(rich, rounds).probability) for rounds in (7, 8, 30, 200)]
    asked = [f"P=? [F<={rounds} {{coins}} = {gambler.GOAL}]" for rounds in (7, 8, 30, 200)]
    assert by_storm(instance, asked) == pytest.approx(ours)
    ever = float(found.of(rich).probability)
    assert by_storm(instance, [f"P=? [F {{coins}} = {gambler.GOAL}]"]) == pytest.approx([ever], abs=1e-5)


@pytest.mark.parametrize(("policy", "sign"), [(Policy.MOST, "max"), (Policy.LEAST, "min")])
def test_lots(policy: Policy, sign: str) -> None:
    """The heap is empty within so many moves, as likely and as unlikely as the players can make it."""
    needed("storm-prism")
    instance = Instance(lots.MODEL, 2)
    found, over = Chances(instance), event(instance, "over")
    ours = [float(found.of(over, moves, policy).probability) for moves in (3, 5, 6, 8, 12)]
    assert by_storm(instance, [f"P{sign}=? [F<={moves} {{left}} = 0]" for moves in (3, 5, 6, 8, 12)]) == ours


@pytest.mark.slow
def test_cards_of_a_game() -> None:
    """Of a whole game's rules: that somebody loses a day within three moves, by an event that another draws."""
    needed("storm-prism")
    instance = SHRUNKEN["tour_without_coins"]()
    loses = event(instance, "days_of", [1], at_least=19)
    ours = Chances(instance, 3)
    policies = {"max": Policy.MOST, "min": Policy.LEAST}
    wanted = [float(ours.of(loses, 3, policy).probability) for policy in policies.values()]
    assert by_storm(instance, [f"P{sign}=? [F<=3 {{days_1}} >= 19]" for sign in policies]) == pytest.approx(wanted)
    assert wanted == [0.4, 0]
