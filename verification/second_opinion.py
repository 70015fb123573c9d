"""A second solver's opinion on every question, and the questions as SMT-LIB files."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from spec.language.errors import FoggError
from verification.queries import Answer, Listener, Question, Status


class Disagreement(FoggError):
    """Two solvers give opposite answers to one question; the message holds the question."""


class NoSecondSolver(FoggError):
    """The second solver is not installed."""


def written_to(folder: Path) -> Listener:
    """A listener that writes each question as an SMT-LIB file into a folder."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(answer: Answer) -> None:
        name = re.sub(r"[^A-Za-z0-9.-]+", "_", answer.question.name)
        text = f"; z3: {answer.status.value}\n{answer.question.smtlib()}"
        (folder / f"{name}.smt2").write_text(text, encoding="utf-8")

    return write


def opinion_of_cvc5(question: Question, milliseconds: int = 20_000, seed: int = 1) -> Status:
    """What cvc5 says of a question; `NoSecondSolver` if it is not installed."""
    try:
        import cvc5
    except ImportError as error:
        raise NoSecondSolver("cvc5 is not installed; `pip install cvc5` brings it") from error
    solver = cvc5.Solver()
    solver.setOption("tlimit-per", str(milliseconds))
    solver.setOption("seed", str(seed))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, question.smtlib(), question.name)
    symbols = parser.getSymbolManager()
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, symbols).strip() or said
    known = {"unsat": Status.FOLLOWS, "sat": Status.FAILS}
    return known.get(said, Status.UNKNOWN)


def checked_by(opinion: Callable[[Question], Status]) -> Listener:
    """A listener that asks another solver and raises `Disagreement` where the two contradict each other.

    A solver that does not know contradicts nobody.
    """

    def check(answer: Answer) -> None:
        if answer.status is Status.UNKNOWN:
            return
        other = opinion(answer.question)
        if other not in (answer.status, Status.UNKNOWN):
            raise Disagreement(
                f"{answer.question.name}: z3 says it {answer.status.value}, the other solver says it {other.value}\n"
                f"{answer.question.smtlib()}"
            )

    return check
