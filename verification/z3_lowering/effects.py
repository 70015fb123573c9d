"""A move in z3: what it needs, how often it happens, what it stores, and the state after it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spec.language.state import Field
from spec.language.tape import Require, Store, Tape
from verification.z3_lowering.cells import Cells, SymbolicState
from verification.z3_lowering.expressions import Expressions, Tables
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term, as_number, both, either, negated


@dataclass(frozen=True, eq=False)
class Obligation:
    """A store that might leave its sort, and the truth that it does not."""

    store: Store
    holds: Term


@dataclass(frozen=True, eq=False)
class Move:
    """One action, with terms for its parameters, done in a state.

    `needs` pairs each requirement with its truth; `possible` is the truth that a chance move has a positive weight.
    """

    tape: Tape
    params: tuple[Term, ...]
    needs: tuple[tuple[Require, Term], ...]
    weight: Term
    possible: Term
    after: SymbolicState
    obligations: tuple[Obligation, ...]

    @property
    def legal(self) -> Term:
        """Every requirement holds, and chance can bring it about."""
        return both([*(holds for _, holds in self.needs), self.possible])

    @property
    def sound(self) -> Term:
        """No store leaves its sort."""
        return both(one.holds for one in self.obligations)


def move(
    tape: Tape, params: Sequence[Term], before: SymbolicState, tables: Tables, scope: Scope, chance: bool
) -> Move:
    """Lower an action's tape."""
    express = Expressions(scope, tables, params, before)
    needs = tuple((require, express(require.holds)) for require in tape.requires)
    weight = 1 if tape.weight is None else as_number(express(tape.weight))
    possible: Term = 1
    if chance and tape.weight is not None:
        possible = int(weight > 0) if isinstance(weight, int) else weight > 0
    after: dict[Field, Cells] = dict(before)
    obligations: list[Obligation] = []
    for store in tape.stores:
        condition = both(express(one) for one in store.path)
        index = tuple(express(one) for one in store.index)
        value = express(store.value)
        if store.checked:
            holds = either([negated(condition), scope.within(value, store.field.sort)])
            obligations.append(Obligation(store, holds))
        after[store.field] = after[store.field].stored(condition, index, value)
    return Move(tape, tuple(params), needs, weight, possible, after, tuple(obligations))


def parameters(tape: Tape, prefix: str, scope: Scope) -> tuple[Term, ...]:
    """A free constant for each parameter of a tape."""
    made: list[Term] = []
    for param in tape.params:
        term = scope.constant(f"{prefix}.{param.name}", param.sort)
        scope.used(param.sort, term)
        made.append(term)
    return tuple(made)
