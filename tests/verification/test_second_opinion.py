"""Every question can be written as SMT-LIB and asked again of another solver."""

import sys
from pathlib import Path

import pytest

from tests.models import gated_journey, rising_prices
from verification.proofs import verify
from verification.queries import Answer, Status
from verification.second_opinion import Disagreement, NoSecondSolver, checked_by, opinion_of_cvc5, written_to
from verification.verdicts import Verdict


def test_cvc5_agrees_on_every_question() -> None:
    """The second solver contradicts none of z3's answers, and confirms that the claims follow."""
    opinions: list[Status] = []

    def asked(answer: Answer) -> None:
        opinions.append(opinion_of_cvc5(answer.question))

    results = verify(gated_journey.MODEL, names=["gate", "moving"], listeners=[checked_by(opinion_of_cvc5), asked])
    assert [result.verdict for result in results] == [Verdict.PROVED] * 2
    assert Status.FOLLOWS in opinions and Status.FAILS in opinions


def test_a_contradiction_is_never_passed_over() -> None:
    """Where another solver says the opposite, nothing is reported but the question itself."""
    with pytest.raises(Disagreement, match="check-sat"):
        verify(rising_prices.MODEL, names=["coins"], players=[2], listeners=[checked_by(lambda _: Status.FAILS)])


def test_a_missing_solver_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for a second opinion where there is no second solver gets an error, not silence."""
    monkeypatch.setitem(sys.modules, "cvc5", None)
    with pytest.raises(NoSecondSolver, match="not installed"):
        verify(rising_prices.MODEL, names=["coins"], players=[2], listeners=[checked_by(opinion_of_cvc5)])


def test_questions_are_written_down(tmp_path: Path) -> None:
    """One file a question, with z3's answer in it."""
    verify(rising_prices.MODEL, names=["coins"], players=[2], listeners=[written_to(tmp_path)])
    texts = [path.read_text() for path in tmp_path.glob("*.smt2")]
    assert len(texts) > 4
    assert all("(check-sat)" in text and text.startswith("; z3: ") for text in texts)
