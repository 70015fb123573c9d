"""Two moves held against each other in z3: allowed in the same states, as often, with the same effect."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property

from spec.language.actions import Kind, Property
from spec.language.session import OpenSize
from verification.instances import Args, every_value
from verification.system import System
from verification.z3_lowering.cells import FewCells, SymbolicState
from verification.z3_lowering.effects import Move
from verification.z3_lowering.expressions import Expressions
from verification.z3_lowering.scope import Scope, key
from verification.z3_lowering.starts import start_state
from verification.z3_lowering.terms import Term, both, either, equal, negated


class Assumed:
    """What is assumed of a state: it obeys the invariants, and what never changes is what it was at the start."""

    def __init__(self, system: System) -> None:
        self.system = system
        self.invariants = _traced(system, Kind.INVARIANT)
        self.counts = _traced(system, Kind.CONSERVED)

    def __call__(self, state: SymbolicState, scope: Scope) -> None:
        """Assume it of a state."""
        self.system.assume(self.invariants, state, scope)
        for part, args, at_start in self._at_start:
            result = self.system.tape(part).result
            assert result is not None
            scope.assume(equal(Expressions(scope, self.system.tables, args, state)(result), at_start))

    @cached_property
    def _at_start(self) -> list[tuple[Property, Args, Term]]:
        """What never changes, as it is at the start; left out where the start is not known."""
        scope = self.system.scope()
        state, loose = start_state(self.system.game, self.system.shape, self.system.tables, scope)
        found: list[tuple[Property, Args, Term]] = []
        for part in self.counts:
            tape = self.system.tape(part)
            if tape.result is not None and not self.system.read(part) & set(loose):
                for args in every_value(tape, self.system.shape) or ():
                    found.append((part, args, Expressions(scope, self.system.tables, args, state)(tape.result)))
        return found


def same_move(one: Move, other: Move, scope: Scope) -> Term:
    """That both are legal or neither is, and then have the same chance and effect; `other` is sound where it is."""
    same_effect = both([equal(one.weight, other.weight), other.sound, *_same_state(one.after, other.after, scope)])
    return both([_same_needs(one, other), either([negated(one.legal), same_effect])])


def _same_state(one: SymbolicState, other: SymbolicState, scope: Scope) -> Iterator[Term]:
    for field, cells in one.items():
        if cells is other[field]:
            continue
        if isinstance(cells, FewCells):
            twin = other[field]
            assert isinstance(twin, FewCells)
            for at, term in cells.cells.items():
                if key(term) != key(twin.cells[at]):
                    yield equal(term, twin.cells[at])
        else:
            index = tuple(scope.constant(f"{field.name}?{number}", sort) for number, sort in enumerate(field.index))
            yield equal(cells.select(index, scope), other[field].select(index, scope))


def _same_needs(one: Move, other: Move) -> Term:
    """Whether both are legal or neither is; requirements that both share need not be compared."""
    mine = {require.number: holds for require, holds in one.needs}
    others = {require.number: holds for require, holds in other.needs}
    shared = [holds for number, holds in mine.items() if number in others and key(holds) == key(others[number])]
    own = both([*(holds for holds in mine.values() if not _in(holds, shared)), one.possible])
    changed = both([*(holds for holds in others.values() if not _in(holds, shared)), other.possible])
    return either([negated(both(shared)), equal(own, changed)])


def _in(term: Term, terms: Sequence[Term]) -> bool:
    return any(key(term) == key(one) for one in terms)


def _traced(system: System, kind: Kind) -> list[Property]:
    """The claims of a kind, as far as they can be said of the system."""
    found: list[Property] = []
    for part in system.game.properties.values():
        if part.kind is kind:
            with suppress(OpenSize):
                system.tape(part)
                found.append(part)
    return found
