"""Every question can be written as SMT-LIB and asked again of another solver."""

import signal
import sys
from pathlib import Path

import pytest
import z3

from spec.language.errors import FoggError
from tests.models import gated_journey, rising_prices
from verification.proofs import STORES, verify
from verification.queries import Answer, Asker, Question, Status
from verification.second_opinion import Disagreement, NoSecondSolver, checked_by, opinion_of_cvc5, written_to
from verification.second_process import SecondSolver, Tally
from verification.verdicts import Verdict


def test_cvc5_agrees_on_every_question() -> None:
    """The second solver contradicts none of z3's answers, and confirms that the claims follow."""
    opinions: list[Status] = []

    def asked(answer: Answer) -> None:
        opinions.append(opinion_of_cvc5(answer.question))

    results = verify(gated_journey.MODEL, names=["gate", "moving"], listeners=[checked_by(opinion_of_cvc5), asked])
    assert [result.verdict for result in results] == [Verdict.PROVED] * 2
    assert Status.FOLLOWS in opinions and Status.FAILS in opinions


def test_what_is_proved_is_checked_in_a_second_process() -> None:
    """Each question that a proof rests on is confirmed by cvc5, from the facts that z3 used."""
    with SecondSolver() as second:
        results = verify(gated_journey.MODEL, names=["gate", "moving", STORES], listeners=[second])
        second.finish()
    for result in results:
        tally = second.tally(answer for part in result.parts for answer in part.answers)
        assert (result.verdict, tally.agreed, str(tally)) == (Verdict.PROVED, True, "agreed")
        assert tally.asked > 0


def test_the_second_process_minds_neither_interruptions_nor_other_modules(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Ctrl-C is for the parent alone, and a file in the folder where it is started replaces no module."""
    (tmp_path / "json.py").write_text("raise ImportError", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    answer = Answer(question(X < 9, X < 3), Status.FOLLOWS, used=(X < 3,))
    other = Answer(question(X < 8, X < 3), Status.FOLLOWS, used=(X < 3,))
    with SecondSolver() as second:
        second(answer)
        second.finish()
        second._process.send_signal(signal.SIGINT)
        second(other)
        second.finish()
        assert second.tally([answer, other]) == Tally(2, 2)


def question(claim: z3.BoolRef | int, *facts: z3.BoolRef) -> Question:
    """A question about two numbers."""
    return Question("test", facts, claim)


X, Y = z3.Int("x"), z3.Int("y")


def test_an_answer_names_the_facts_it_rests_on() -> None:
    """What a claim does not need is left out, and the rest is enough."""
    answer = Asker()(question(X < 9, Y > 2, X < 3, Y < 7))
    assert (answer.status, len(answer.used)) == (Status.FOLLOWS, 1)
    assert opinion_of_cvc5(answer.essence) == Status.FOLLOWS


def test_a_wrong_proof_is_found_out() -> None:
    """If z3 claimed what does not follow, the second process would have it thrown out with the question."""
    wrong = Answer(question(X < 9, X < 30), Status.FOLLOWS, used=())
    with SecondSolver() as second, pytest.raises(Disagreement, match="check-sat"):
        second(wrong)
        second.finish()


def test_where_the_facts_z3_names_are_too_few_the_whole_question_is_asked() -> None:
    """Only the whole question can show two solvers to disagree."""
    short = Answer(question(X < 9, X < 3), Status.FOLLOWS, used=())
    with SecondSolver() as second:
        second(short)
        second.finish()
        assert second.tally([short]) == Tally(1, 1)


def test_what_cvc5_does_not_decide_is_counted() -> None:
    """A question too hard for its few steps is unknown, and the tally says of how many."""
    a, b, c = (z3.Int(name) for name in "abc")
    fermat = (a > 0, b > 0, c > 0, a * a * a + b * b * b == c * c * c)
    hard = Answer(Question("hard", fermat, 0), Status.FOLLOWS, used=fermat)
    easy = Answer(question(X < 9, X < 3), Status.FOLLOWS, used=(X < 3,))
    with SecondSolver() as second:
        for answer in (hard, easy):
            second(answer)
        second.finish()
        assert str(second.tally([hard, easy])) == "1 of 2 questions unknown"


def test_a_second_process_that_dies_is_told() -> None:
    """Nothing passes as checked because nobody was there to check it."""
    with SecondSolver() as second:
        second._process.kill()
        second(Answer(question(X < 9, X < 3), Status.FOLLOWS, used=(X < 3,)))
        with pytest.raises(FoggError, match="broke off"):
            second.finish()


def test_a_contradiction_is_never_passed_over() -> None:
    """Where another solver says the opposite, nothing is reported but the question itself."""
    with pytest.raises(Disagreement, match="check-sat"):
        verify(rising_prices.MODEL, names=["coins"], players=[2], listeners=[checked_by(lambda _: Status.FAILS)])


def test_a_missing_solver_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks for a second opinion where there is no second solver gets an error, not silence."""
    monkeypatch.setitem(sys.modules, "cvc5", None)
    with pytest.raises(NoSecondSolver, match="not installed"):
        SecondSolver()
    with pytest.raises(NoSecondSolver, match="not installed"):
        verify(rising_prices.MODEL, names=["coins"], players=[2], listeners=[checked_by(opinion_of_cvc5)])


def test_questions_are_written_down(tmp_path: Path) -> None:
    """One file a question, with z3's answer in it."""
    verify(rising_prices.MODEL, names=["coins"], players=[2], listeners=[written_to(tmp_path)])
    texts = [path.read_text() for path in tmp_path.glob("*.smt2")]
    assert len(texts) > 4
    assert all("(check-sat)" in text and text.startswith("; z3: ") for text in texts)
