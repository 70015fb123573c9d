"""A question split into cases: where a solver does not decide the whole, it may decide each of them.

Rules look up what they are about by comparing it with one member after another. Of all terms that are compared so, the
cases are told apart by the one that is compared with most members.
"""

from __future__ import annotations

from collections.abc import Callable

import z3

from verification.queries import Answer, Question, Status
from verification.z3_lowering.terms import Term, as_truth, negated

FEWEST, MOST = 2, 24


def cases(question: Question) -> list[Question]:
    """Questions that all follow only if the question does: one for each member, and one for any other; or none."""
    roots = [*question.facts, as_truth(question.claim)]
    found = _compared(roots)
    if not found:
        return []
    term, values = max(found, key=lambda one: len(one[1]))
    split = [_with(question, term, value, number) for number, value in enumerate(values)]
    others = tuple(as_truth(negated(term == value)) for value in values)
    return [*split, Question(f"{question.name}/case {len(values)}", (*question.facts, *others), question.claim)]


def in_cases(question: Question, ask: Callable[[Question], Answer]) -> tuple[Answer, ...]:
    """The answers to the cases of a question, up to the first one that does not follow; the question does if all do."""
    found: list[Answer] = []
    for one in cases(question):
        found.append(ask(one))
        if found[-1].status is not Status.FOLLOWS:
            break
    return tuple(found)


def _with(question: Question, term: z3.ExprRef, value: z3.ExprRef, number: int) -> Question:
    def put_in(one: z3.BoolRef) -> z3.BoolRef:
        return as_truth(z3.substitute(one, (term, value)))  # type: ignore[arg-type]  # a truth stays one

    claim: Term = put_in(as_truth(question.claim))
    facts = tuple(put_in(one) for one in question.facts)
    return Question(f"{question.name}/case {number}", (*facts, term == value), claim)


def _compared(roots: list[z3.BoolRef]) -> list[tuple[z3.ExprRef, list[z3.ExprRef]]]:
    """The free terms that are compared with several numbers, with those numbers in order."""
    terms: dict[int, z3.ExprRef] = {}
    values: dict[int, dict[int, z3.ExprRef]] = {}
    seen: set[int] = set()
    waiting: list[z3.ExprRef] = list(roots)
    while waiting:
        one = waiting.pop()
        if one.get_id() in seen:
            continue
        seen.add(one.get_id())
        parts = one.children()
        waiting += parts
        if one.decl().kind() != z3.Z3_OP_EQ:
            continue
        for term, value in (parts, parts[::-1]):
            if z3.is_int_value(value) and term.decl().kind() == z3.Z3_OP_UNINTERPRETED:
                terms[term.get_id()] = term
                values.setdefault(term.get_id(), {})[value.get_id()] = value
    return [
        (term, sorted(values[at].values(), key=lambda one: int(one.sexpr().strip("()- "))))
        for at, term in terms.items() if FEWEST <= len(values[at]) <= MOST
    ]
