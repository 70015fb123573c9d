"""Claims that say nothing: implications whose premise never holds."""

from __future__ import annotations

from collections.abc import Iterator

from spec.language.actions import Kind, Property
from spec.language.nodes import Apply, Node, Op
from spec.language.printing import expression
from spec.language.tape import Tape
from verification.induction import Induction
from verification.instances import every_value
from verification.queries import Status
from verification.z3_lowering.cells import SymbolicState
from verification.z3_lowering.effects import Move, parameters
from verification.z3_lowering.expressions import Expressions
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term, both, either, negated

QUICK = 2_000
"""Milliseconds for finding out whether a premise can hold; one that may is taken to."""


def premise(tape: Tape) -> tuple[Node, ...]:
    """What must hold for a claim to say something: the conditions of an implication; none for any other claim.

    An implication is a choice between the negations of its conditions and what follows from them.
    """
    match tape.result:
        case Apply(op=Op.OR, args=args):
            denied = [one.args[0] for one in args if isinstance(one, Apply) and one.op is Op.NOT]
            return tuple(denied) if len(denied) < len(args) else ()
        case _:
            return ()


def says_nothing(induction: Induction, part: Property) -> str:
    """Why a claim that was shown says nothing; empty if it was not found to.

    That the premise holds in some state which obeys the invariants does not mean that a game comes to one.
    """
    tape = induction.system.tape(part)
    conditions = premise(tape)
    if not conditions or part.kind not in (Kind.INVARIANT, Kind.STEP):
        return ""
    if not all(_is_impossible(induction, part, conditions)):
        return ""
    return f"its premise never holds: {' and '.join(expression(one, 4) for one in conditions)}"


def _is_impossible(induction: Induction, part: Property, conditions: tuple[Node, ...]) -> Iterator[bool]:
    """Whether no state, or no move of an action after the other, meets the conditions for any members."""
    if part.kind is Kind.STEP:
        for action in induction.system.actions:
            step = induction.step(action)
            yield _is_never(induction, part, conditions, step.scope.fork(), step.before, step.move)
    else:
        scope = induction.system.scope()
        yield _is_never(induction, part, conditions, scope, induction.system.free_state(scope), None)


def _is_never(
    induction: Induction, part: Property, conditions: tuple[Node, ...], scope: Scope, before: SymbolicState,
    move: Move | None,
) -> bool:
    system, tape = induction.system, induction.system.tape(part)
    every = every_value(tape, system.shape) or [parameters(tape, f"{part.name}?", scope)]
    after = None if move is None else move.after
    met: list[Term] = []
    for args in every:
        express = Expressions(scope, system.tables, args, before, after)
        met.append(both(express(one) for one in conditions))
    system.assume(induction.holding, before, scope)
    question = induction.question(f"{part.name}/premise", scope, negated(either(met)), move)
    return induction.asker(question, QUICK).status is Status.FOLLOWS
