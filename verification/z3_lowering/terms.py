"""Terms: what a node becomes in z3, with everything that is already known folded away.

A term is a plain integer where its value is known, else a z3 integer or truth. Truths and numbers mix as on a
tape (a truth counts 0 or 1); `as_number` and `as_truth` convert where z3 needs one or the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

import z3

from spec.language.nodes import MEANING, Op
from verification.z3_lowering import making

Term = int | z3.ArithRef | z3.BoolRef


def as_number(term: Term) -> int | z3.ArithRef:
    """A term as an integer."""
    if isinstance(term, z3.BoolRef):
        return making.conditional(term, 1, 0)
    return term


def as_truth(term: Term) -> z3.BoolRef:
    """A term as a truth."""
    if isinstance(term, z3.BoolRef):
        return term
    if isinstance(term, int):
        return z3.BoolVal(bool(term))
    return term != 0


def as_expression(term: Term) -> z3.ExprRef:
    """A term as z3 sees it."""
    return making.numeral(term) if isinstance(term, int) else term


def both(terms: Iterable[Term]) -> Term:
    """All of them hold."""
    return _junction(terms, 0)


def either(terms: Iterable[Term]) -> Term:
    """At least one holds."""
    return _junction(terms, 1)


def _junction(terms: Iterable[Term], absorbing: int) -> Term:
    kept: dict[int, z3.BoolRef] = {}
    for term in terms:
        if isinstance(term, int):
            if int(bool(term)) == absorbing:
                return absorbing
            continue
        truth = as_truth(term)
        kept[truth.get_id()] = truth
    if not kept:
        return 1 - absorbing
    parts = tuple(kept.values())
    return parts[0] if len(parts) == 1 else making.junction(parts, not absorbing)


def negated(term: Term) -> Term:
    """It does not hold."""
    return int(not term) if isinstance(term, int) else making.negation(as_truth(term))


def equal(a: Term, b: Term) -> Term:
    """Both have the same value."""
    if isinstance(a, int) and isinstance(b, int):
        return int(a == b)
    if isinstance(a, z3.BoolRef) or isinstance(b, z3.BoolRef):
        for one, other in ((a, b), (b, a)):
            if isinstance(one, int) and isinstance(other, z3.BoolRef):
                return other if one == 1 else making.negation(other) if one == 0 else 0
        if isinstance(a, z3.BoolRef) and isinstance(b, z3.BoolRef):
            return making.equation(a, b)
    left, right = as_number(a), as_number(b)
    if isinstance(left, int):
        left, right = right, left
    return making.equation(as_expression(left), as_expression(right))


def choice(condition: Term, then: Term, otherwise: Term, truths: bool = False) -> Term:
    """`then` where `condition` holds, else `otherwise`; `truths` says that both plain branches are truths."""
    if isinstance(condition, int):
        return then if condition else otherwise
    test = as_truth(condition)
    if isinstance(then, int) and isinstance(otherwise, int):
        if then == otherwise:
            return then
        if truths:
            return test if then else making.negation(test)
    if _is_truth(then) and _is_truth(otherwise) and not (isinstance(then, int) and isinstance(otherwise, int)):
        if isinstance(then, int):
            other = as_truth(otherwise)
            return making.junction((test if then else making.negation(test), other), not then)
        if isinstance(otherwise, int):
            first = as_truth(then)
            return making.junction((making.negation(test) if otherwise else test, first), not otherwise)
        return making.conditional_truth(test, as_truth(then), as_truth(otherwise))
    return making.conditional(test, as_number(then), as_number(otherwise))


def _is_truth(term: Term) -> bool:
    return term in (0, 1) if isinstance(term, int) else isinstance(term, z3.BoolRef)


def _compared(op: Op, a: Term, b: Term) -> Term:
    left, right = as_number(a), as_number(b)
    return making.less(left, right) if op is Op.LT else making.at_most(left, right)


def _computed(op: Op, a: Term, b: Term) -> Term:
    left, right = as_number(a), as_number(b)
    match op:
        case Op.ADD:
            return making.added(left, right)
        case Op.SUB:
            return making.subtracted(left, right)
        case Op.MUL:
            return making.multiplied(left, right)
        case Op.DIV:
            # z3 divides integers towards the floor when the divisor is positive, and the language has no other
            return making.divided(left, right)
        case Op.MOD:
            return making.remainder(left, right)
        case Op.MIN:
            return choice(making.at_most(left, right), left, right)
        case _:
            return choice(making.at_most(right, left), left, right)


def applied(op: Op, args: tuple[Term, ...], truths: bool) -> Term:
    """The result of an operation; `truths` says that the result's sort is Bool."""
    if all(isinstance(arg, int) for arg in args):
        return MEANING[op](*cast("tuple[int, ...]", args))
    match op:
        case Op.AND:
            return both(args)
        case Op.OR:
            return either(args)
        case Op.NOT:
            return negated(args[0])
        case Op.EQ:
            return equal(*args)
        case Op.ITE:
            condition, then, otherwise = args
            return choice(condition, then, otherwise, truths)
        case Op.LT | Op.LE:
            return _compared(op, *args)
        case _:
            return _computed(op, *args)
