"""A game's own claims, held against what a mutant does: about all states, all moves, and what never changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import assert_never

import numpy as np

from spec.language.actions import Kind, Property
from spec.language.nodes import Load
from spec.language.sorts import bounds
from spec.language.state import Field
from spec.language.tape import Tape
from verification.mutation.bench import Stand, Workshops
from verification.mutation.columns import Column, Columns, Effects, Ground, Rows

STORES = "stores"
"""The claim that every game makes: no store leaves its sort."""
MOST_LINES = 400
MOST_MEMBERS = 256
"""A claim about more combinations of members than this is left to the proofs."""


@dataclass(frozen=True, eq=False)
class _Claim:
    declared: Property
    tape: Tape
    read: frozenset[Field]
    members: tuple[tuple[int, ...], ...]


class Claims:
    """The claims of a game for each ground."""

    def __init__(self, workshops: Workshops) -> None:
        self.workshops = workshops

    def broken(self, stand: Stand, lines: Sequence[int], effects: Effects) -> str:
        """The first claim that a legal move of a mutant breaks on one of the lines; empty if none does."""
        legal = np.asarray([line for line in lines if effects.legal[line]][:MOST_LINES], dtype=np.int64)
        if not len(legal):
            return ""
        if effects.leaves[legal].any():
            return STORES
        changed = np.flatnonzero((effects.after[legal] != stand.base.after[legal]).any(axis=0))
        legal_anyway = stand.base.legal[legal]
        fields = {
            field for field, slots in stand.ground.instance.layout.items()
            if not legal_anyway.all() or ((changed >= slots.offset) & (changed < slots.offset + slots.cells)).any()
        }
        before, choices, ground = stand.columns.rows[legal], stand.columns.chosen[legal], stand.ground
        after = stand.base.after[legal][legal_anyway]
        for claim in self._of(ground):
            if claim.read & fields and self._breaks(ground, claim, before, effects.after[legal], choices):
                false_anyway = self._breaks(ground, claim, before[legal_anyway], after, choices[legal_anyway])
                if not false_anyway:
                    return claim.declared.name
        return ""

    def hold(self, ground: Ground, rows: Rows, choices: Rows) -> Column:
        """The states in which every claim about all states holds."""
        fine = np.ones(len(rows), dtype=bool)
        for claim in self._of(ground):
            if claim.declared.kind is Kind.INVARIANT:
                for args in claim.members:
                    fine &= self._value(ground, claim, args, rows, choices) != 0
        return fine

    def _breaks(self, ground: Ground, claim: _Claim, before: Rows, after: Rows, choices: Rows) -> bool:
        for args in claim.members:
            match claim.declared.kind:
                case Kind.INVARIANT:
                    kept = self._value(ground, claim, args, after, choices) != 0
                    if not kept.all() and (~kept & (self._value(ground, claim, args, before, choices) != 0)).any():
                        return True
                case Kind.STEP:
                    if not self._value(ground, claim, args, before, choices, after).all():
                        return True
                case Kind.CONSERVED | Kind.TERMINATES:
                    was = self._value(ground, claim, args, before, choices)
                    now = self._value(ground, claim, args, after, choices)
                    if (was != now if claim.declared.kind is Kind.CONSERVED else (now < 0) | (now >= was)).any():
                        return True
                case Kind.REACHABLE:
                    pass
                case _:
                    assert_never(claim.declared.kind)
        return False

    def _value(
        self, ground: Ground, claim: _Claim, args: tuple[int, ...], rows: Rows, choices: Rows,
        afters: Rows | None = None,
    ) -> Column:
        assert claim.tape.result is not None
        members = np.broadcast_to(np.asarray(args, dtype=np.int64), (len(rows), len(args)))
        columns = Columns(ground, rows, members, choices, rows if afters is None else afters)
        return columns.value(claim.tape.result, {})

    def _of(self, ground: Ground) -> tuple[_Claim, ...]:
        if id(ground) not in self._known:
            self._known[id(ground)] = tuple(self._made(ground))
        return self._known[id(ground)]

    @cached_property
    def _known(self) -> dict[int, tuple[_Claim, ...]]:
        return {}

    def _made(self, ground: Ground) -> list[_Claim]:
        game, shape = self.workshops.game, ground.instance.shape
        found: list[_Claim] = []
        for declared in game.properties.values():
            ranges = [range(lo, hi + 1) for lo, hi in (bounds(sort, shape) for sort in declared.params.values())]
            members = tuple(product(*ranges))
            if declared.kind is not Kind.REACHABLE and len(members) <= MOST_MEMBERS:
                tape = game.tape(declared, shape)
                read = frozenset(node.field for node in tape.nodes() if isinstance(node, Load))
                found.append(_Claim(declared, tape, read, members))
        return found
