"""The operations on terms mean on every value what they mean on a tape."""

from __future__ import annotations

import random
from itertools import product

import pytest
from ortools.sat.python import cp_model

from solvers.lowering.algebra import Algebra
from solvers.lowering.emitting import Emitter
from solvers.lowering.terms import Term, Variable, added, domain, key_of, of, scaled, values_of
from spec.language.nodes import MEANING, Op

PAIRS = [((-3, 0, 4), (-1, 0, 1, 2)), ((0, 1), (0, 1)), ((0, 5), (2, 3, 9)), ((0, 1, 2, 3), (0, 1))]
BINARY = (Op.ADD, Op.SUB, Op.MUL, Op.MIN, Op.MAX, Op.EQ, Op.LT, Op.LE)


def solved(emitter: Emitter, term: Term, given: dict[Term, int]) -> int:
    """What a term comes to when others have values; there must be one answer."""
    wanted = emitter.expression(term)
    expressions = [emitter.expression(one) for one in given]
    emitter.flush()
    model = emitter.model.clone()
    for expression, value in zip(expressions, given.values(), strict=True):
        model.add(expression == value)
    answers = []
    for sign in (1, -1):
        model.minimize(sign * wanted)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(model) == cp_model.OPTIMAL
        answers.append(emitter.value(solver, term))
    assert answers[0] == answers[1]
    return answers[0]


@pytest.mark.parametrize("op", BINARY)
def test_binary_operations(op: Op) -> None:
    """The solver's result is the tape's, for domains with and without gaps, and lies in the term's own domain."""
    for first, second in PAIRS:
        algebra, emitter = Algebra(), Emitter()
        a, b = of(Variable(domain(first))), of(Variable(domain(second)))
        result = algebra.applied(op, [a, b])
        for one, other in product(first, second):
            value = MEANING[op](one, other)
            assert value in values_of(result)
            assert value == solved(emitter, result, {a: one, b: other})


@pytest.mark.parametrize("op", [Op.DIV, Op.MOD])
def test_division_rounds_down(op: Op) -> None:
    """So it does for negative numbers, and for sums of variables."""
    algebra, emitter = Algebra(), Emitter()
    a, b = of(Variable(range(-4, 5))), of(Variable(range(3)))
    for factor, term in [(0, b), (1, added(a, b)), (2, added(scaled(a, 2), b))]:
        result = algebra.applied(op, [term, 3])
        for one, other in product((-4, -3, -1, 0, 4), (0, 2)):
            expected = MEANING[op](factor * one + other, 3)
            assert expected == solved(emitter, result, {a: one, b: other})


def test_junctions_and_choice() -> None:
    """AND, OR, NOT and ITE over truths and numbers."""
    algebra, emitter = Algebra(), Emitter()
    p, q, n = (of(Variable(domain(values))) for values in ((0, 1), (0, 1), (2, 5, 7)))
    for one, other, number in product((0, 1), (0, 1), (2, 7)):
        given = {p: one, q: other, n: number}
        both, either = algebra.both([p, q]), algebra.either([p, q])
        assert (one & other, one | other) == (solved(emitter, both, given), solved(emitter, either, given))
        chosen = algebra.applied(Op.ITE, [p, n, scaled(n, -1)])
        assert (number if one else -number) == solved(emitter, chosen, given)


def test_what_is_asked_twice_is_one_variable() -> None:
    """Equal questions have equal answers, and a question and its opposite share one variable."""
    algebra = Algebra()
    a, b = of(Variable(range(9))), of(Variable(range(9)))
    less = algebra.applied(Op.LT, [a, b])
    assert key_of(less) == key_of(algebra.applied(Op.LT, [a, b]))
    assert key_of(less) == key_of(algebra.applied(Op.NOT, [algebra.applied(Op.LE, [b, a])]))


def test_known_results_need_no_variable() -> None:
    """What the domains decide is a number at once."""
    algebra, rng = Algebra(), random.Random(1)
    low, high = of(Variable(range(3))), of(Variable(range(5, 9)))
    assert [algebra.applied(op, [low, high]) for op in (Op.LT, Op.EQ, Op.LE)] == [1, 0, 1]
    assert key_of(low) == key_of(algebra.applied(Op.MIN, [low, high]))
    even = of(Variable(domain((0, 2, 4))))
    assert algebra.is_equal(even, rng.choice((1, 3))) == 0
    assert algebra.both([algebra.is_equal(even, 2), scaled(algebra.is_equal(even, 2), -1, 1)]) == 0
