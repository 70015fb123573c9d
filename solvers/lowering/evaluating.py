"""The nodes of a tape as terms, for some parameters and the cells of one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from solvers.lowering.algebra import Algebra
from solvers.lowering.tables import Tables, selected
from solvers.lowering.terms import Affine, Term
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Size
from spec.language.sorts import bounds
from spec.language.tape import Tape
from spec.lowering.instance import Instance
from spec.lowering.plan import depths


class Evaluation:
    """Evaluates one tape. Parameters are bound one after another; what does not read those changed is kept.

    `known` maps numbers of variables to values that hold wherever the answers are used.
    """

    def __init__(
        self, algebra: Algebra, instance: Instance, tables: Tables, tape: Tape, cells: Sequence[Term],
        after: Sequence[Term] | None = None, known: Mapping[int, int] | None = None,
    ) -> None:
        self.algebra = algebra
        self.instance = instance
        self.tables = tables
        self.cells = cells
        self.after = after
        self._known = known or {}
        self._params: list[int] = [0] * len(tape.params)
        self._depth = depths(list(tape.roots()))
        self._done: list[dict[int, Term]] = [{} for _ in range(len(tape.params) + 1)]

    def bind(self, position: int, value: int) -> None:
        """Give a parameter a value."""
        self._params[position] = value
        for done in self._done[position + 1:]:
            done.clear()

    def __call__(self, node: Node) -> Term:
        """The term of a node, all of whose parameters are bound."""
        done = self._done[self._depth[id(node)]]
        found = done.get(id(node))
        if found is None:
            found = done[id(node)] = self._settled(self._term(node))
        return found

    def _settled(self, term: Term) -> Term:
        if self._known and isinstance(term, Affine) and len(term.parts) == 1:
            ((variable, factor),) = term.parts
            value = self._known.get(variable.number)
            if value is not None:
                return value * factor + term.constant
        return term

    def _term(self, node: Node) -> Term:
        match node:
            case Const(value=value):
                return value
            case Param(position=position):
                return self._params[position]
            case Choice() | Size():
                raise AssertionError("an instance leaves no choice and no size open")
            case Load(field=field, index=index, after=after):
                cells = self.after if after else self.cells
                assert cells is not None, "a move reads the state before it"
                slots = self.instance.layout[field]
                limits = [bounds(sort, self.instance.shape) for sort in field.index]
                at = [self(one) for one in index]
                return selected(self.algebra, at, limits, lambda where: cells[slots.slot(where)], node.place)
            case Lookup(table=table, index=index):
                return self.tables.looked_up(self.algebra, table, [self(one) for one in index], node.place)
            case Apply(op=op, args=args):
                return self._operation(op, args)
            case _:
                assert_never(node)

    def _operation(self, op: Op, args: tuple[Node, ...]) -> Term:
        """What does not matter is not looked at: it may read cells that are not there."""
        match op:
            case Op.ITE:
                condition = self.algebra.truth(self(args[0]))
                if isinstance(condition, int):
                    return self(args[1] if condition else args[2])
                return self.algebra.chosen(condition, self(args[1]), self(args[2]))
            case Op.AND | Op.OR:
                absorbing = int(op is Op.OR)
                terms: list[Term] = []
                for arg in args:
                    term = self(arg)
                    if term == absorbing:
                        return absorbing
                    terms.append(term)
                return self.algebra.applied(op, terms)
            case _:
                return self.algebra.applied(op, [self(arg) for arg in args])
