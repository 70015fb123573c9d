"""Questions split into cases: they follow together only if the question does, and are easier to decide."""

import pytest
import z3

from verification.cases import cases
from verification.queries import Answer, Asker, Question, Status
from verification.second_opinion import opinion_of_cvc5, opinion_on
from verification.second_process import QUICK_STEPS, SecondSolver
from verification.z3_lowering.making import conditional

AREAS = 6


def stacks(claimed: int) -> Question:
    """That in the area in which a stack of coins is laid, the coins are what the stacks of all heights add up to."""
    area = z3.Int("area")
    heights, coins = ([z3.Int(f"{name}{number}") for number in range(AREAS)] for name in ("height", "coins"))
    height = heights[-1]
    for number in reversed(range(AREAS - 1)):
        height = conditional(area == number, heights[number], height)
    facts = [area >= 0, area < AREAS]
    claims: list[z3.BoolRef] = []
    for number, (high, many) in enumerate(zip(heights, coins, strict=True)):
        facts += [high >= 0, high <= 15, 2 * many == high * (high + 1)]
        here = area == number
        after = conditional(here, height + claimed, high)
        lying = conditional(here, many + height + claimed, many)
        claims.append(2 * lying == after * (after + 1))
    return Question("stacks", tuple(facts), z3.And(*claims))


def test_every_case_is_there() -> None:
    """One for each member that is compared with, and one for any other."""
    split = cases(stacks(1))
    assert [str(one.facts[-1].sexpr()) for one in split[:-1]] == [f"(= {number} area)" for number in range(AREAS)]
    assert len(split) == AREAS + 1


@pytest.mark.parametrize(("claimed", "statuses"), [(1, {Status.FOLLOWS}), (2, {Status.FOLLOWS, Status.FAILS})])
def test_cases_follow_together_only_if_the_question_does(claimed: int, statuses: set[Status]) -> None:
    """A claim that is wrong fails in some case."""
    asker = Asker()
    assert {asker(one).status for one in cases(stacks(claimed))} == statuses
    assert {opinion_of_cvc5(one) for one in cases(stacks(claimed))} == statuses


def test_a_question_that_compares_nothing_has_no_cases() -> None:
    """There is nothing to tell cases apart by."""
    number = z3.Int("number")
    assert cases(Question("plain", (number > 1,), number > 0)) == []


def test_what_is_too_hard_as_a_whole_is_decided_case_by_case() -> None:
    """The second solver confirms it in the end."""
    question = stacks(1)
    assert opinion_on(question.smtlib(), steps=QUICK_STEPS) is Status.UNKNOWN
    answer = Answer(question, Status.FOLLOWS, used=question.facts)
    with SecondSolver() as second:
        second(answer)
        second.finish()
        assert second.tally([answer]).agreed
