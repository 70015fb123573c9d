"""Nodes as terms: one table from operation to z3, and hand-written code only for what reads something."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from spec.language.board import Printed
from spec.language.data import BoardData, fixed_tables
from spec.language.game import Game
from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Param, Size, in_order
from spec.language.sorts import BoolSort, Shape
from verification.z3_lowering.cells import SymbolicState
from verification.z3_lowering.errors import Unsupported
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.tables import KnownTable, LookUp, OpenTable
from verification.z3_lowering.terms import Term, applied

Tables = Mapping[Printed, LookUp]
"""How each table of the board is looked up."""


def known_tables(game: Game, shape: Shape, data: BoardData) -> Tables:
    """Every table as its data on one board."""
    return {table: KnownTable(table, data.tables[table.name], shape) for table in game.board.tables}


def open_tables(game: Game, shape: Shape) -> Tables:
    """Every table left open, but for those whose values the spec itself prints."""
    fixed = fixed_tables(game.board, shape)
    return {
        table: KnownTable(table, fixed[table.name], shape) if table.name in fixed else OpenTable(table)
        for table in game.board.tables
    }


class Expressions:
    """Terms for the nodes of one tape, given the states it reads and its parameters. Every node is made once."""

    def __init__(
        self, scope: Scope, tables: Tables, params: Sequence[Term], before: SymbolicState | None = None,
        after: SymbolicState | None = None,
    ) -> None:
        self.scope = scope
        self.tables = tables
        self.params = params
        self.before = before
        self.after = after
        self._done: dict[int, Term] = {}
        self._kept: list[Node] = []

    def __call__(self, root: Node) -> Term:
        """The term for a node."""
        for node in in_order([root]):
            if id(node) not in self._done:
                self._done[id(node)] = self._term(node)
        self._kept.append(root)
        return self._done[id(root)]

    def _term(self, node: Node) -> Term:
        match node:
            case Const(value=value):
                return value
            case Param(position=position):
                return self.params[position]
            case Choice(setting=setting):
                return self.scope.setting(setting)
            case Size(element=element):
                return self.scope.size(element)
            case Load(field=field, index=index, after=after):
                state = self.after if after else self.before
                if state is None or field not in state:
                    moment = "after" if after else "before"
                    raise Unsupported(f"read of {field.name} {moment} the move here", node.place)
                return state[field].select(tuple(self._done[id(one)] for one in index), self.scope)
            case Lookup(table=table, index=index):
                return self.tables[table](tuple(self._done[id(one)] for one in index), self.scope, node.place)
            case Apply(op=op, args=args, sort=sort):
                return applied(op, tuple(self._done[id(arg)] for arg in args), isinstance(sort, BoolSort))
            case _:
                assert_never(node)
