"""Putting terms into a CP-SAT model.

NOTE(lazy): a variable enters the model, with the constraints that define it, when a constraint first uses it. What
only moves that turn out to be impossible would have needed, and cells that no rule and no aim reads, never do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from solvers.lowering.terms import Affine, Domain, Term, Variable, negated, values_of

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


class Emitter:
    """A CP-SAT model being written; `model` may be cloned and solved at any time."""

    def __init__(self) -> None:
        from ortools.sat.python import cp_model

        self._cp = cp_model
        self.model = cp_model.CpModel()
        self._handles: dict[Variable, cp_model.IntVar] = {}
        self._waiting: list[Variable] = []
        self._writing = False

    def handle(self, variable: Variable) -> cp_model.IntVar:
        """The model's variable for one of ours."""
        found = self._handles.get(variable)
        if found is None:
            if variable.is_truth:
                found = self.model.new_bool_var("")
            else:
                found = self.model.new_int_var_from_domain(self._domain(variable.values), "")
            self._handles[variable] = found
            if variable.define is not None:
                self._waiting.append(variable)
        return found

    def flush(self) -> None:
        """Define every variable that came into use; a definition may bring others."""
        if self._writing:
            return
        self._writing = True
        while self._waiting:
            define = self._waiting.pop().define
            assert define is not None, "only defined variables wait"
            define(self)
        self._writing = False

    def expression(self, term: Term) -> cp_model.LinearExprT:
        """A term as the model sees it."""
        if isinstance(term, int):
            return term
        if len(term.parts) == 1 and term.parts[0][1] == 1 and not term.constant:
            return self.handle(term.parts[0][0])
        handles = [self.handle(variable) for variable, _ in term.parts]
        factors = [factor for _, factor in term.parts]
        return self._cp.LinearExpr.weighted_sum(handles, factors) + term.constant

    def literal(self, truth: Term) -> cp_model.LiteralT:
        """A truth as a literal."""
        if isinstance(truth, int):
            return self.model.new_constant(truth)
        ((variable, factor),) = truth.parts
        assert variable.is_truth and (factor, truth.constant) in ((1, 0), (-1, 1)), "a truth is a literal"
        handle = self.handle(variable)
        return handle if factor == 1 else ~handle

    def literals(self, truths: Iterable[Term]) -> list[cp_model.LiteralT]:
        """Truths as literals, those that always hold left out."""
        return [self.literal(one) for one in truths if one != 1]

    def equal(self, a: Term, b: Term, where: Sequence[Term] = ()) -> None:
        """Two terms are equal wherever all truths of `where` hold."""
        if any(one == 0 for one in where):
            return
        if isinstance(a, int) and isinstance(b, int):
            if a != b:
                self.any_of([negated(one) for one in where])
            return
        if isinstance(b, int) and is_literal(a):
            self.any_of([*(negated(one) for one in where), a if b == 1 else negated(a) if b == 0 else 0])
            return
        if isinstance(a, int) and is_literal(b):
            self.equal(b, a, where)
            return
        self._guarded(self.model.add(self.expression(a) == self.expression(b)), where)

    def at_most(self, term: Term, most: int, where: Sequence[Term] = ()) -> None:
        """A term is no more than a number wherever all truths of `where` hold."""
        if isinstance(term, int):
            if term > most:
                self.any_of([negated(one) for one in where])
            return
        self._guarded(self.model.add(self.expression(term) <= most), where)

    def within(self, term: Affine, values: Domain, where: Sequence[Term] = ()) -> None:
        """A term has one of some values wherever all truths of `where` hold."""
        held = self.model.add_linear_expression_in_domain(self.expression(term), self._domain(values))
        self._guarded(held, where)

    def apart(self, term: Affine, value: int, where: Sequence[Term] = ()) -> None:
        """A term is not a number wherever all truths of `where` hold."""
        self._guarded(self.model.add(self.expression(term) != value), where)

    def any_of(self, truths: Sequence[Term]) -> None:
        """At least one of some truths holds."""
        if any(one == 1 for one in truths):
            return
        self.model.add_bool_or([self.literal(one) for one in truths if one != 0])
        self.flush()

    def exactly_one(self, truths: Sequence[Term]) -> None:
        """Exactly one of some truths holds."""
        self.model.add_exactly_one([self.literal(one) for one in truths])
        self.flush()

    def table(self, terms: Sequence[Affine], rows: Sequence[Sequence[int]]) -> None:
        """The terms have the values of one of some rows."""
        self.model.add_allowed_assignments([self.expression(one) for one in terms], rows)
        self.flush()

    def product(self, target: Affine, factors: Sequence[Affine]) -> None:
        """A term is the product of others."""
        self.model.add_multiplication_equality(
            self.expression(target), [self.expression(one) for one in factors]
        )
        self.flush()

    def extreme(self, target: Affine, terms: Sequence[Term], largest: bool) -> None:
        """A term is the largest, or the smallest, of others."""
        of = [self.expression(one) for one in terms]
        if largest:
            self.model.add_max_equality(self.expression(target), of)
        else:
            self.model.add_min_equality(self.expression(target), of)
        self.flush()

    def _guarded(self, constraint: cp_model.Constraint, where: Sequence[Term]) -> None:
        if where:
            constraint.only_enforce_if(self.literals(where))
        self.flush()

    def _domain(self, values: Domain) -> cp_model.Domain:
        if isinstance(values, range):
            return self._cp.Domain(values[0], values[-1])
        return self._cp.Domain.from_values(list(values))

    def value(self, solver: cp_model.CpSolver, term: Term) -> int:
        """What a term came to in a solution; only of variables that are in the model."""
        if isinstance(term, int):
            return term
        return term.constant + sum(factor * solver.value(self._handles[one]) for one, factor in term.parts)


def is_literal(term: Term) -> bool:
    """Whether a term is a variable that is 0 or 1, or its opposite."""
    if isinstance(term, int) or len(term.parts) != 1:
        return False
    (variable, factor), = term.parts
    return variable.is_truth and (factor, term.constant) in ((1, 0), (-1, 1))


def is_truth(term: Term) -> bool:
    """Whether a term can only come to 0 or 1."""
    values = values_of(term)
    return values[0] >= 0 and values[-1] <= 1
