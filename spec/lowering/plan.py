"""How to enumerate an action's legal moves without trying every parameter.

Each condition is checked as soon as the parameters it reads are known, and a parameter that a requirement
ties to a value (`p == t.turn`, or to one of a few values) is taken from there instead of looped over.
Both compiled lowerings follow this one plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spec.language.nodes import Apply, Node, Op, Param, children, in_order
from spec.language.tape import Tape


@dataclass(frozen=True, slots=True)
class Level:
    """One nesting level: the parameter it binds (none at the top), from where, and what is checked then.

    `values` are the nodes whose values the parameter may have; None means its whole sort. A value outside the
    parameter's sort binds nothing; equal values bind once.
    """

    param: Param | None
    values: tuple[Node, ...] | None
    checks: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Levels from the outside in; `depth` tells for each node (by id) at which level it first can be computed."""

    levels: tuple[Level, ...]
    depth: dict[int, int]


def plan(tape: Tape) -> Plan:
    """The plan for one action's tape."""
    conditions = [part for require in tape.requires for part in conjuncts(require.holds)]
    roots = conditions + ([tape.weight] if tape.weight is not None else [])
    depth = depths(roots)
    bound: dict[int, tuple[Node, ...]] = {}
    used: set[int] = set()
    for condition in conditions:
        tied = _tied(condition, depth)
        if tied is not None and tied[0].position not in bound:
            bound[tied[0].position] = tied[1]
            used.add(id(condition))
    levels = []
    for position in range(-1, len(tape.params)):
        checks = tuple(
            condition for condition in conditions
            if depth[id(condition)] == position + 1 and id(condition) not in used
        )
        param = tape.params[position] if position >= 0 else None
        levels.append(Level(param, bound.get(position), checks))
    return Plan(tuple(levels), depth)


def conjuncts(node: Node) -> tuple[Node, ...]:
    """The conditions that `node` joins by AND."""
    return node.args if isinstance(node, Apply) and node.op is Op.AND else (node,)


def depths(roots: Sequence[Node]) -> dict[int, int]:
    """For each node by id: how many leading parameters must be known to compute it."""
    found: dict[int, int] = {}
    for node in in_order(list(roots)):
        own = node.position + 1 if isinstance(node, Param) else 0
        found[id(node)] = max([own, *(found[id(child)] for child in children(node))])
    return found


def _tied(condition: Node, depth: dict[int, int]) -> tuple[Param, tuple[Node, ...]] | None:
    """The parameter that `condition` makes equal to one of some values known before it, if it does."""
    if not isinstance(condition, Apply):
        return None
    equalities = condition.args if condition.op is Op.OR else (condition,)
    param: Param | None = None
    values: list[Node] = []
    for equality in equalities:
        if not isinstance(equality, Apply) or equality.op is not Op.EQ:
            return None
        a, b = equality.args
        mine, value = (a, b) if isinstance(a, Param) and depth[id(b)] <= a.position else (b, a)
        if not isinstance(mine, Param) or depth[id(value)] > mine.position or (param or mine) is not mine:
            return None
        param = mine
        values.append(value)
    return (param, tuple(values)) if param is not None else None
