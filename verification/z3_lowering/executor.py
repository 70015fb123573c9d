"""The formulas that proofs rest on, run on concrete states: slow, and held to the other executors' answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import cast

import z3

from spec.language.errors import SpecError
from spec.language.sorts import BoolSort, bounds
from spec.language.tape import Tape
from spec.lowering.executor import NO_CHANCE, Executor
from spec.lowering.executor import Move as Made
from spec.lowering.instance import Instance, Row
from verification.z3_lowering.cells import FewCells, SymbolicState, free_cells, positions
from verification.z3_lowering.effects import Move, move, parameters
from verification.z3_lowering.expressions import Expressions, Tables, known_tables
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term, as_number

_ALL = 1 << 30
Plugged = Sequence[tuple[Term, int]]


@dataclass(frozen=True, eq=False)
class _Read:
    tape: Tape
    params: tuple[Term, ...]
    result: Term


class Z3Executor(Executor):
    """Each action is lowered once with everything free; a question puts a state in and simplifies.

    `few` is the number of cells up to which a field gets one constant a cell; the others are functions.
    """

    def __init__(self, instance: Instance, few: int = _ALL) -> None:
        super().__init__(instance)
        self.few = few
        self.scope = Scope(instance.shape, instance.all_choices)
        self._moves: dict[int, Move] = {}
        self._reads: dict[str, _Read] = {}

    def legal(self, row: Sequence[int]) -> list[Made]:
        found: list[Made] = []
        for number, action in enumerate(self.actions):
            legal = self._settled(self._move(number).legal, row)
            if isinstance(legal, int) and not legal:
                continue
            ranges = [range(lo, hi + 1) for lo, hi in
                      (bounds(sort, self.instance.shape) for sort in action.params.values())]
            for args in product(*ranges):
                if legal if isinstance(legal, int) else self._value(legal, (), self._plugged(number, args)):
                    found.append((number, *args))
        return found

    def broken(self, row: Sequence[int], move: Made) -> tuple[int, ...]:
        lowered, plugged = self._move(move[0]), self._plugged(move[0], move[1:])
        failed = [require.number for require, holds in lowered.needs if not self._value(holds, row, plugged)]
        if not self._value(lowered.possible, row, plugged):
            failed.append(NO_CHANCE)
        return tuple(failed)

    def weight(self, row: Sequence[int], move: Made) -> int:
        return self._value(self._move(move[0]).weight, row, self._plugged(move[0], move[1:]))

    def apply(self, row: Sequence[int], move: Made) -> Row:
        lowered, plugged = self._move(move[0]), self._plugged(move[0], move[1:])
        for one in lowered.obligations:
            if not self._value(one.holds, row, plugged):
                raise SpecError(f"{one.store.field.name} gets a value outside its sort", one.store.place)
        after: Row = []
        for slots in self.instance.layout.values():
            cells = lowered.after[slots.field]
            if cells is self.before[slots.field]:
                after.extend(row[slots.offset:slots.offset + slots.cells])
                continue
            for index in slots.indices():
                after.append(self._value(cells.select(index, self.scope), row, plugged))
        return after

    def read(self, name: str, row: Sequence[int], args: Sequence[int] = (), after: Sequence[int] = ()) -> int:
        found = self._reads.get(name)
        if found is None:
            game = self.instance.game
            tape = self.instance.tape(game.readings.get(name) or game.properties[name])
            assert tape.result is not None
            params = parameters(tape, name, self.scope)
            express = Expressions(self.scope, self.tables, params, self.before, self.after)
            found = self._reads[name] = _Read(tape, params, express(tape.result))
        plugged = list(zip(found.params, args, strict=True))
        return self._value(found.result, row, plugged, after)

    @cached_property
    def tables(self) -> Tables:
        """Every table as data."""
        return known_tables(self.instance.game, self.instance.shape, self.instance.data)

    @cached_property
    def before(self) -> SymbolicState:
        """A state with everything free."""
        fields = self.instance.game.state.fields
        return {field: free_cells(field, field.name, self.scope, self.few) for field in fields}

    @cached_property
    def after(self) -> SymbolicState:
        """A second one, for properties of two states."""
        fields = self.instance.game.state.fields
        return {field: free_cells(field, f"{field.name}'", self.scope, self.few) for field in fields}

    def _move(self, number: int) -> Move:
        found = self._moves.get(number)
        if found is None:
            tape = self.instance.tape(self.actions[number])
            params = parameters(tape, tape.name, self.scope)
            chance = self.actions[number].chance
            found = self._moves[number] = move(tape, params, self.before, self.tables, self.scope, chance)
        return found

    def _plugged(self, number: int, args: Sequence[int]) -> Plugged:
        return list(zip(self._move(number).params, args, strict=True))

    def _value(
        self, term: Term, row: Sequence[int], params: Plugged, after: Sequence[int] = ()
    ) -> int:
        result = self._settled(term, row, params, after)
        if not isinstance(result, int):
            raise AssertionError(f"{result} is still open after everything was put in")
        return result

    def _settled(
        self, term: Term, row: Sequence[int], params: Plugged = (), after: Sequence[int] = ()
    ) -> Term:
        """A term with a state and parameters put in, as far as they decide it."""
        if isinstance(term, int):
            return term
        pairs = [_pair(name, value) for name, value in params if not isinstance(name, int)]
        functions: list[tuple[z3.FuncDeclRef, z3.ExprRef]] = []
        for state, values in ((self.before, row), (self.after, after) if after else (self.before, ())):
            if values:
                self._fill(state, values, pairs, functions)
        whole = z3.substitute(term, *pairs) if pairs else term
        whole = z3.substitute_funs(whole, *functions) if functions else whole
        simple = z3.simplify(whole)
        if z3.is_int_value(simple):
            return cast(z3.IntNumRef, simple).as_long()
        if z3.is_true(simple) or z3.is_false(simple):
            return int(z3.is_true(simple))
        return cast(Term, simple)

    def _fill(
        self, state: SymbolicState, row: Sequence[int], pairs: list[tuple[z3.ExprRef, z3.ExprRef]],
        functions: list[tuple[z3.FuncDeclRef, z3.ExprRef]],
    ) -> None:
        moment = "'" if state is self.__dict__.get("after") else ""
        for slots in self.instance.layout.values():
            cells = state[slots.field]
            values = row[slots.offset:slots.offset + slots.cells]
            if isinstance(cells, FewCells):
                pairs.extend(_pair(cell, value) for cell, value in zip(cells.cells.values(), values, strict=True)
                             if not isinstance(cell, int))
                continue
            field = slots.field
            function = self.scope.function(f"{field.name}{moment}", field.index, field.sort)
            known = positions(field.index, self.instance.shape, _ALL)
            assert known is not None
            given = FewCells(dict(zip(known, values, strict=True)), isinstance(field.sort, BoolSort))
            index = tuple(cast(z3.ArithRef, z3.Var(place, z3.IntSort())) for place in range(len(field.index)))
            body = given.select(index, self.scope)
            functions.append((function, _like(function, body, isinstance(field.sort, BoolSort))))


def _pair(name: Term, value: int) -> tuple[z3.ExprRef, z3.ExprRef]:
    assert not isinstance(name, int)
    return name, z3.BoolVal(bool(value)) if isinstance(name, z3.BoolRef) else z3.IntVal(value)


def _like(function: z3.FuncDeclRef, body: Term, truths: bool) -> z3.ExprRef:
    if truths:
        return z3.BoolVal(bool(body)) if isinstance(body, int) else body
    number = as_number(body)
    return z3.IntVal(number) if isinstance(number, int) else number
