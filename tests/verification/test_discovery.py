"""Facts that nobody declared: what is proposed, what the loop drops, and what proofs do with the rest."""

import sys
from dataclasses import replace

import pytest

from spec.language import Board, Element, Game, Int, State, Truth, action, invariant, rule, scalar
from spec.language.data import EMPTY
from spec.language.settings import Setting
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import gated_journey, rising_prices
from verification.counterexamples import Countermodel, Held
from verification.discovery.facts import Discovered, discover, stronger_facts
from verification.discovery.houdini import Houdini
from verification.discovery.linear import unchanged
from verification.discovery.sampling import sample
from verification.free.deciding import widest_system
from verification.proofs import verify
from verification.queries import Effort
from verification.verdicts import Verdict


class Weigher(Element, size="players"):
    """Whoever weighs."""


class NoBoard(Board):
    """Nothing is printed."""


class Scales(State[NoBoard]):
    one = scalar(Int(0, 20), start=10)
    other = scalar(Int(0, 20))


SHIFT = rule("scales.shift", "Shifting", "A weight goes over to the other side.", "SC-1")


@action(SHIFT)
def shift(t: Scales, p: Weigher) -> None:
    """Shift a weight."""
    t.require(SHIFT, t.one > 0)
    t.one -= 1
    t.other += 1


@action(SHIFT)
def shift_back(t: Scales, p: Weigher) -> None:
    """Shift a weight back."""
    t.require(SHIFT, t.other > 0)
    t.one += 1
    t.other -= 1


@invariant("heavy", "no side is heavier than all the weights", "SC-1")
def never_heavier(t: Scales) -> Truth:
    return t.other <= 10


SCALES = Game("scales", "Scales", Scales, NoBoard, Weigher, (1,), (sys.modules[__name__],))


def test_sums_that_do_not_change() -> None:
    """What is orthogonal to every change, in the smallest integers."""
    assert unchanged([(1, -1, 0), (0, 2, -1)], 3) == [(1, 1, 2)]
    assert unchanged([(1, 0), (0, 1)], 2) == []
    assert unchanged([], 1) == [(1,)]


@pytest.fixture(scope="module")
def prices() -> Discovered:
    """What is discovered of rising prices."""
    system, _ = widest_system(rising_prices.MODEL, 2, None, None, {})
    return discover(system, [EMPTY], moves=1_000)


def test_the_coins_add_up(prices: Discovered) -> None:
    """The declared law of conservation is found again."""
    assert "all coins + supply + all laid stays the same" in [fact.says for fact in prices.facts]


def test_facts_hold_in_other_games(prices: Discovered) -> None:
    """Whatever is kept is so in games that were not looked at, under every choice; nothing is kept that is not."""
    game = rising_prices.MODEL
    every: list[dict[Setting, int]] = [{}, {rising_prices.FIX: 1}, {rising_prices.LAST: 1}]
    for choices in every:
        instance = Instance(game, 2, EMPTY, choices)
        executor = PythonExecutor(instance)
        for fact in prices.facts:
            executor.learn(fact)
        rows = list(sample(instance, 400, seed=77).rows)
        for fact in prices.facts:
            sizes = [range(instance.tape(fact).params[at].lo, instance.tape(fact).params[at].hi + 1)
                     for at in range(len(fact.params))]
            members = [(one,) for one in sizes[0]] if sizes else [()]
            assert all(executor.read(fact.name, row, args) for row in rows for args in members), fact.says
    assert len(prices.facts) >= 2


def test_what_a_move_can_break_is_dropped() -> None:
    """Of declared claims the one that a game refutes is dropped, and those that keep each other are left."""
    game = gated_journey.MODEL
    board = gated_journey.BOARD
    system, _ = widest_system(game, 2, board, board, {})
    claims = [game.properties[name] for name in ("cheap", "gate_is_earned", "been_here", "unseen_counted")]
    left = [one.name for one in Houdini(system, claims).run()]
    assert "cheap" not in left
    assert {"gate_is_earned", "been_here"} <= set(left)


def test_facts_near_a_countermodel_come_first(prices: Discovered) -> None:
    """Of all facts those are proposed that speak of the cells by which a countermodel is told."""
    supply = next(field for field in rising_prices.MODEL.state.fields if field.name == "supply")
    proposed = list(stronger_facts(prices)(Countermodel("", {}, (Held(supply, (), 0),))))
    assert proposed
    assert all(supply in prices.system.read(fact) for fact in proposed)


def test_proofs_lean_on_discovered_facts() -> None:
    """What is not inductive by itself is proved with a law that nobody declared."""
    effort = Effort(milliseconds=5_000, moves=20_000, states=500, deepest=1)
    (plain,), (helped,) = (
        verify(SCALES, names=["heavy"], effort=one) for one in (effort, replace(effort, lemmas=True))
    )
    assert (plain.verdict, plain.method) == (Verdict.PROVED, "exhausted")
    assert (helped.verdict, helped.method) == (Verdict.PROVED, "induction")
    assert "sum_one_other" in helped.parts[0].note


def test_discovered_facts_explain_what_is_not_inductive() -> None:
    """Where no proof may lean on them, the law that would make a claim inductive is told with it."""
    effort = Effort(milliseconds=5_000, moves=100, plays=1, length=3, states=2, deepest=1, facts=True)
    (result,) = verify(SCALES, names=["heavy"], effort=effort)
    assert not result.verdict.good
    assert "would keep it if one + other stays the same (which every move keeps)" in result.note
