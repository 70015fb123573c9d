"""What the second solver says of each result, once it has answered every question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from verification.queries import Answer
from verification.second_process import SecondSolver
from verification.verdicts import Result

NOT_INSTALLED = "not installed"
NOT_ASKED = "not asked"


def rests_on(result: Result) -> list[Answer]:
    """The answers of z3 that a result rests on."""
    return list(dict.fromkeys(answer for part in result.parts for answer in part.answers))


def with_opinions(
    results: Iterable[Result], second: SecondSolver | None, without: str = NOT_ASKED, *, wait: bool = True
) -> list[Result]:
    """The results with what the second solver says of their proofs, or why there is nothing (`without`).

    What was shown without z3, by games or by seeing every state, has nothing for a second solver to check. Without
    `wait` it is told how many questions have no answer yet.
    """
    if second is not None and wait:
        second.finish()
    told: list[Result] = []
    for result in results:
        answers = rests_on(result)
        says = ""
        if answers:
            says = without if second is None else str(second.tally(answers))
        told.append(replace(result, second=says))
    return told
