"""Whether an action has any legal move in a state, said outright: some values of its parameters meet what it requires.

What is required of some parameters and what of others is looked at apart where no requirement speaks of both, so that
there are as many cases as their values added up, not multiplied.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from spec.language.actions import Action
from spec.language.nodes import Node, Param, in_order
from spec.lowering.plan import Level, conjuncts, plan
from verification.instances import is_open
from verification.system import System
from verification.z3_lowering.cells import SymbolicState
from verification.z3_lowering.expressions import Expressions
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term, as_number, both, either, negated

MOST_CASES = 500


def some_move(system: System, action: Action, before: SymbolicState, scope: Scope) -> Term | None:
    """Whether some move of an action is legal; None if there are too many values to be looked at."""
    tape = system.actions[action]
    steps = plan(tape)
    conditions = [part for one in tape.requires for part in conjuncts(one.holds)]
    weight = tape.weight if action.chance else None
    apart = _apart([*conditions, *([] if weight is None else [weight])], len(tape.params))
    values: list[Sequence[Term]] = []
    for param, level in zip(tape.params, steps.levels[1:], strict=True):
        tied = tied_values(level)
        if tied:
            express = Expressions(scope, system.tables, [0] * len(tape.params), before)
            values.append([express(node) for node in tied])
        elif is_open(param.sort, system.shape):
            return None
        else:
            values.append(range(param.lo, param.hi + 1))
    if any(prod(len(values[at]) for at in group) > MOST_CASES for group, _ in apart):
        return None
    found: list[Term] = []
    for group, needed in apart:
        ways: list[Term] = []
        for chosen in product(*(values[at] for at in group)):
            given: list[Term] = [0] * len(tape.params)
            for at, value in zip(group, chosen, strict=True):
                given[at] = value
            express = Expressions(scope, system.tables, given, before)
            inside = [scope.within(given[at], tape.params[at].sort) for at in group]
            holds = [
                negated(scope.at_most(as_number(express(one)), 0)) if one is weight else express(one) for one in needed
            ]
            ways.append(both([*inside, *holds]))
        found.append(either(ways))
    return both(found)


def tied_values(level: Level) -> tuple[Node, ...]:
    """The values that a parameter may have, where they are read off the state alone."""
    if level.values is None or any(isinstance(node, Param) for node in in_order(list(level.values))):
        return ()
    return level.values


def _apart(conditions: Sequence[Node], params: int) -> list[tuple[tuple[int, ...], list[Node]]]:
    """The conditions in groups that share no parameter, with the parameters of each."""
    group = list(range(params))
    spoken: list[tuple[int, ...]] = []
    for condition in conditions:
        mine = tuple(sorted({node.position for node in in_order([condition]) if isinstance(node, Param)}))
        spoken.append(mine)
        for other in mine[1:]:
            group = [group[mine[0]] if one == group[other] else one for one in group]
    found: dict[int, tuple[tuple[int, ...], list[Node]]] = {
        one: (tuple(at for at in range(params) if group[at] == one), []) for one in dict.fromkeys([-1, *group])
    }
    for condition, mine in zip(conditions, spoken, strict=True):
        found[group[mine[0]] if mine else -1][1].append(condition)
    return list(found.values())
