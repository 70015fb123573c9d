"""A second solver's opinion on every question, and the questions as SMT-LIB files."""

from __future__ import annotations

import importlib.util
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from spec.language.errors import FoggError
from verification.queries import Answer, Listener, Question, Status

MILLISECONDS = 60_000
STEPS = 1_000_000
"""The steps of its own that cvc5 may take for a question, 2 to 4 seconds; unlike time, the same in every run."""
USUAL = {
    "incremental": "false", "decision": "internal", "static-learning": "false", "arith-rewrite-equalities": "true",
    "ite-simp": "true",
}
"""With these cvc5 needs half the time for what the proofs of games come to, and decides more of it."""


class Disagreement(FoggError):
    """Two solvers give opposite answers to one question; the message holds the question."""


class NoSecondSolver(FoggError):
    """The second solver is not installed."""


def is_installed() -> bool:
    """Whether there is a second solver."""
    return importlib.util.find_spec("cvc5") is not None


def written_to(folder: Path) -> Listener:
    """A listener that writes each question as an SMT-LIB file into a folder; one asked again gets a number."""
    folder.mkdir(parents=True, exist_ok=True)
    taken: Counter[str] = Counter()

    def write(answer: Answer) -> None:
        name = re.sub(r"[^A-Za-z0-9.-]+", "_", answer.question.name)
        taken[name] += 1
        number = f"_{taken[name]}" if taken[name] > 1 else ""
        text = f"; z3: {answer.status.value}\n{answer.question.smtlib()}"
        (folder / f"{name}{number}.smt2").write_text(text, encoding="utf-8")

    return write


def opinion_on(text: str, name: str = "question", seed: int = 1, steps: int = STEPS) -> Status:
    """What cvc5 says of a question in SMT-LIB, unsatisfiable if it follows; `NoSecondSolver` if it is not installed."""
    try:
        import cvc5
    except ImportError as error:
        raise NoSecondSolver("cvc5 is not installed; `pip install cvc5` brings it") from error
    solver = cvc5.Solver()
    for option, value in {**USUAL, "tlimit-per": MILLISECONDS, "rlimit-per": steps, "seed": seed}.items():
        solver.setOption(option, str(value))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, name)
    symbols = parser.getSymbolManager()
    said = ""
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, symbols).strip() or said
    known = {"unsat": Status.FOLLOWS, "sat": Status.FAILS}
    return known.get(said, Status.UNKNOWN)


def opinion_of_cvc5(question: Question) -> Status:
    """What cvc5 says of a question; `NoSecondSolver` if it is not installed."""
    return opinion_on(question.smtlib(), question.name)


def contradiction(question: Question, first: Status, second: Status) -> Disagreement:
    """The error that two solvers contradict each other."""
    return Disagreement(
        f"{question.name}: z3 says it {first.value}, the other solver says it {second.value}\n{question.smtlib()}"
    )


def checked_by(opinion: Callable[[Question], Status]) -> Listener:
    """A listener that asks another solver at once, and raises `Disagreement` where the two contradict each other.

    A solver that does not know contradicts nobody.
    """

    def check(answer: Answer) -> None:
        if answer.status is Status.UNKNOWN:
            return
        other = opinion(answer.question)
        if other not in (answer.status, Status.UNKNOWN):
            raise contradiction(answer.question, answer.status, other)

    return check
