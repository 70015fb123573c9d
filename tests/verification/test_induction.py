"""What is true of the test models is proved, what is false is refuted by a replayed trace, and the rest is open."""

from functools import cache

import pytest

from spec.lowering.direct import DirectExecutor
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import gated_journey, rising_prices
from verification.proofs import STORES, verify
from verification.queries import Effort
from verification.traces import NotReplayed, replayed, violation
from verification.verdicts import Result, Verdict
from verification.weakening import weakened

QUICK = Effort(moves=100_000, plays=40, length=60, states=2_000)
PRICES = rising_prices.MODEL
JOURNEY = gated_journey.MODEL
SQUARE = gated_journey.BOARD


@cache
def journey() -> dict[str, Result]:
    """All proofs of the journey, for every board."""
    return {one.property: one for one in verify(JOURNEY, at_hand=SQUARE, effort=QUICK)}


@pytest.mark.parametrize("name", ["stacking", "coins", STORES])
@pytest.mark.parametrize("players", PRICES.counts)
def test_rising_prices_are_proved_for_all_agreements(name: str, players: int) -> None:
    """Polynomial invariants and sums are inductive whatever variant and ruling is agreed on."""
    (result,) = verify(PRICES, names=[name], players=[players])
    assert (Verdict.PROVED, players, None) == (result.verdict, result.players, result.trace)


@pytest.mark.parametrize("name", ["gate", "moving", "memory", "letters", "load", STORES])
def test_the_journey_is_proved_for_every_board(name: str) -> None:
    """Proofs that read the board rest on its axioms alone."""
    assert (journey()[name].verdict, journey()[name].board) == (Verdict.PROVED, "every board")


def test_a_rule_that_loops_over_the_board_fixes_a_size_and_says_so() -> None:
    """A claim that counts towns holds for boards with as many towns, and the result says it."""
    result = journey()["every-town"]
    assert (result.verdict, result.board) == (Verdict.PROVED, "every board with as many of Town")
    assert "4 of Town" in result.note


def test_without_a_board_a_loop_over_it_stays_open() -> None:
    """Nothing is claimed where a size is needed and no board gives it."""
    (result,) = verify(JOURNEY, names=["every-town"])
    assert result.verdict == Verdict.UNKNOWN
    assert "Town" in result.note


def test_a_true_claim_that_is_not_inductive_stays_unknown_with_its_reason() -> None:
    """No trace, no refutation: the action, the cells and the claim are told instead."""
    result = journey()["even"]
    assert (result.verdict, result.trace) == (Verdict.UNKNOWN, None)
    assert "not inductive: after walk: walk(" in result.note
    assert "never_701" in result.note and "paid[" in result.note


def test_a_false_claim_is_refuted_by_a_shortest_trace() -> None:
    """The trace is legal, ends with the claim broken, and cannot be shorter: tolls of 2 and 4 take two walks."""
    result = journey()["wrong"]
    assert (result.verdict, result.method) == (Verdict.REFUTED, "a shortest trace of 3 moves")
    assert result.trace is not None
    broken = violation(JOURNEY.properties["cheap"])
    again = replayed(result.trace.instance, result.trace.moves, broken, "again")
    assert [words.partition("(")[0] for words in again.words()] == ["walk", "draw", "walk"]


def test_a_trace_that_shows_nothing_is_not_accepted() -> None:
    """A trace from elsewhere is held to the reference executor."""
    instance = Instance(JOURNEY, 2, SQUARE)
    with pytest.raises(NotReplayed):
        replayed(instance, [(0, 0, 0)], violation(JOURNEY.properties["cheap"]), "nothing")


@pytest.mark.parametrize(("rule", "name"), [("journey.gate", "gate"), ("journey.load", "load")])
def test_a_claim_falls_with_the_guard_it_rests_on(rule: str, name: str) -> None:
    """Where the requirement is dropped, the claim is refuted by a replayed trace."""
    (result,) = verify(weakened(JOURNEY, rule), names=[name], at_hand=SQUARE, effort=QUICK)
    assert result.verdict == Verdict.REFUTED
    assert result.trace is not None and result.trace.moves


def test_a_claim_stands_without_a_guard_it_does_not_rest_on() -> None:
    """Dropping a requirement takes down only what rests on it."""
    (result,) = verify(weakened(JOURNEY, "journey.load"), names=["gate"], at_hand=SQUARE, effort=QUICK)
    assert result.verdict == Verdict.PROVED


def test_a_guard_can_be_dropped_from_one_action_only() -> None:
    """Weakening names its actions; the others keep their requirements, in every engine that reads tapes."""
    weak = weakened(JOURNEY, "journey.load", "dress")
    instance = Instance(weak, 2, SQUARE)
    pack, dress = (list(weak.actions).index(name) for name in ("pack", "dress"))
    full = list(instance.start)
    full[-2:] = [4, 4]
    assert tuple(PythonExecutor(instance).broken(full, (one, 0)) for one in (pack, dress)) == ((0, 1), ())


def test_a_store_without_its_guard_leaves_its_sort() -> None:
    """Without the limit on hats a store overflows; the trace ends with the executor's own refusal."""
    (result,) = verify(weakened(JOURNEY, "journey.load"), names=[STORES], at_hand=SQUARE, effort=QUICK)
    parts = {part.name: part for part in result.parts}
    assert (parts["pack"].verdict, parts["walk"].verdict) == (Verdict.REFUTED, Verdict.PROVED)
    trace = parts["pack"].trace
    assert trace is not None
    assert len(trace.moves) == 5


def test_a_claim_too_strong_is_refuted() -> None:
    """A spec that must fail: not every move ends a period."""
    (result,) = verify(PRICES, names=["too-strong"], players=[2], effort=QUICK)
    assert result.verdict == Verdict.REFUTED
    assert result.trace is not None and len(result.trace.moves) == 1


def test_what_must_be_reachable_has_a_witness() -> None:
    """A claim that something can happen is shown by a replayed game in which it does."""
    (result,) = verify(PRICES, names=["expensive"], players=[2], effort=QUICK)
    assert result.verdict == Verdict.REACHED
    assert result.trace is not None
    row = list(result.trace.instance.start)
    direct = DirectExecutor(result.trace.instance)
    for move in result.trace.moves:
        assert direct.broken(row, move) == ()
        row = direct.apply(row, move)
    assert direct.read("four_lies", row) == 1


def test_an_unknown_name_is_refused() -> None:
    """A misspelt proof is an error, not an empty success."""
    with pytest.raises(KeyError, match="stackign"):
        verify(PRICES, names=["stackign"])
