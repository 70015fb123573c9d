"""The state before the first move in z3, from the start values that the fields declare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spec.language.game import Game
from spec.language.session import OpenSize
from spec.language.sorts import BoolSort, Shape
from spec.language.state import Field
from spec.language.tape import Tape
from spec.language.tracing import Tracer
from spec.language.values import coerce, wrap
from verification.z3_lowering.cells import (
    FEW,
    Cells,
    FewCells,
    Index,
    ManyCells,
    SymbolicState,
    free_cells,
    positions,
    smallest,
)
from verification.z3_lowering.expressions import Expressions, Tables
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term


def start_state(
    game: Game, shape: Shape, tables: Tables, scope: Scope, few: int = FEW
) -> tuple[SymbolicState, tuple[Field, ...]]:
    """The state before the first move, and the fields whose start could not be said.

    A start that loops over a sort of open size is left free within its sort: more states than there are, so that
    what is proved of them holds, and what is refuted must be replayed.
    """
    state: dict[Field, Cells] = {}
    loose: list[Field] = []
    for field in game.state.fields:
        try:
            state[field] = _start(game, field, shape, tables, scope, few)
        except OpenSize:
            state[field] = free_cells(field, f"{field.name}@start", scope, few)
            loose.append(field)
    return state, tuple(loose)


def _start(game: Game, field: Field, shape: Shape, tables: Tables, scope: Scope, few: int) -> Cells:
    truths = isinstance(field.sort, BoolSort)
    known = positions(field.index, shape, few)
    if known is not None:
        return FewCells({at: _value(game, field, at, (), tables, scope) for at in known}, truths)
    start = field.start
    if start is None or isinstance(start, int):
        value = smallest(field.sort, shape) if start is None else int(start)
        return ManyCells(lambda index, inner: value, field.sort, field.index, truths)
    tape = _tape(game, field, None, shape)  # so that a loop over an open sort is found now

    def base(index: Index, inner: Scope) -> Term:
        assert tape.result is not None
        return Expressions(inner, tables, index)(tape.result)

    return ManyCells(base, field.sort, field.index, truths)


def _value(
    game: Game, field: Field, at: tuple[int, ...], params: Sequence[Term], tables: Tables, scope: Scope
) -> Term:
    start = field.start
    if start is None:
        return smallest(field.sort, scope.shape)
    if isinstance(start, int):
        return int(start)
    tape = _tape(game, field, at, scope.shape)
    assert tape.result is not None
    return Expressions(scope, tables, params)(tape.result)


def _tape(game: Game, field: Field, at: tuple[int, ...] | None, shape: Shape) -> Tape:
    """A start function as a tape: for one cell, or for a cell given by parameters."""
    assert callable(field.start)
    tracer = Tracer(shape)
    members: list[Any]
    if at is None:
        members = [tracer.param(number, f"index{number}", sort) for number, sort in enumerate(field.index)]
    else:
        members = [wrap(sort, one, None) for sort, one in zip(field.index, at, strict=True)]
    result = field.start(game.board(tracer), *members)
    value = coerce(field.sort, result, f"the start of {field.name}")
    return Tape(f"start of {field.name}", dict(shape), (), result=tracer.node(value.raw, field.sort))
