"""z3's terms made by its C interface.

z3's operators look at every operand for something to convert, which takes longer than all else about a formula; what is
put together here has its sorts already, so it is passed on as it is. The terms are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import z3
from z3 import z3core

_CONTEXT = z3.main_ctx()
_REF = _CONTEXT.ref()

Number = int | z3.ArithRef


@cache
def numeral(value: int) -> z3.ArithRef:
    """An integer as a term."""
    return z3.IntVal(value)


@cache
def constant(name: str, is_truth: bool) -> z3.ArithRef | z3.BoolRef:
    """A free constant; the same name gives the same one."""
    return z3.Bool(name) if is_truth else z3.Int(name)


def identity(term: z3.ExprRef) -> int:
    """What tells a term from others; z3 is asked once for each object."""
    kept = vars(term)
    found = kept.get("identity")
    if found is None:
        found = kept["identity"] = term.get_id()
    number: int = found
    return number


def track(solver: z3.Solver, fact: z3.BoolRef, label: z3.BoolRef) -> None:
    """Assert a fact so that the label stands in the core if it is used."""
    z3core.Z3_solver_assert_and_track(_REF, solver.solver, fact.ast, label.ast)


def junction(parts: Sequence[z3.BoolRef], of_all: bool) -> z3.BoolRef:
    """All of some truths, or else at least one of them."""
    join = z3core.Z3_mk_and if of_all else z3core.Z3_mk_or
    return z3.BoolRef(join(_REF, len(parts), _array(parts)), _CONTEXT)


def negation(part: z3.BoolRef) -> z3.BoolRef:
    """It does not hold."""
    return z3.BoolRef(z3core.Z3_mk_not(_REF, part.ast), _CONTEXT)


def equation(a: z3.ExprRef, b: z3.ExprRef) -> z3.BoolRef:
    """Both are the same; both numbers or both truths."""
    return z3.BoolRef(z3core.Z3_mk_eq(_REF, a.ast, b.ast), _CONTEXT)


def conditional(test: z3.BoolRef, then: Number, otherwise: Number) -> z3.ArithRef:
    """One of two numbers."""
    return z3.ArithRef(z3core.Z3_mk_ite(_REF, test.ast, _ast(then), _ast(otherwise)), _CONTEXT)


def conditional_truth(test: z3.BoolRef, then: z3.BoolRef, otherwise: z3.BoolRef) -> z3.BoolRef:
    """One of two truths."""
    return z3.BoolRef(z3core.Z3_mk_ite(_REF, test.ast, then.ast, otherwise.ast), _CONTEXT)


def less(a: Number, b: Number) -> z3.BoolRef:
    """One number is less than another."""
    return z3.BoolRef(z3core.Z3_mk_lt(_REF, _ast(a), _ast(b)), _CONTEXT)


def at_most(a: Number, b: Number) -> z3.BoolRef:
    """One number is at most another."""
    return z3.BoolRef(z3core.Z3_mk_le(_REF, _ast(a), _ast(b)), _CONTEXT)


def added(a: Number, b: Number) -> z3.ArithRef:
    """The sum."""
    return _of_two(z3core.Z3_mk_add, a, b)


def subtracted(a: Number, b: Number) -> z3.ArithRef:
    """The difference."""
    return _of_two(z3core.Z3_mk_sub, a, b)


def multiplied(a: Number, b: Number) -> z3.ArithRef:
    """The product."""
    return _of_two(z3core.Z3_mk_mul, a, b)


def divided(a: Number, b: Number) -> z3.ArithRef:
    """The quotient, towards the floor if the divisor is positive."""
    return z3.ArithRef(z3core.Z3_mk_div(_REF, _ast(a), _ast(b)), _CONTEXT)


def remainder(a: Number, b: Number) -> z3.ArithRef:
    """What is left of a division."""
    return z3.ArithRef(z3core.Z3_mk_mod(_REF, _ast(a), _ast(b)), _CONTEXT)


def application(function: z3.FuncDeclRef, args: Sequence[z3.ExprRef], is_truth: bool) -> z3.ArithRef | z3.BoolRef:
    """A function's value for numbers."""
    made = z3core.Z3_mk_app(_REF, function.ast, len(args), _array(args))
    return z3.BoolRef(made, _CONTEXT) if is_truth else z3.ArithRef(made, _CONTEXT)


def _ast(number: Number) -> Any:
    return (numeral(number) if isinstance(number, int) else number).ast


def _array(parts: Sequence[z3.ExprRef]) -> Any:
    return (z3.Ast * len(parts))(*(one.ast for one in parts))


def _of_two(make: Callable[..., Any], a: Number, b: Number) -> z3.ArithRef:
    return z3.ArithRef(make(_REF, 2, (z3.Ast * 2)(_ast(a), _ast(b))), _CONTEXT)
