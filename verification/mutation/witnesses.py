"""A countermodel of z3 as a state, a move and choices, so that it can be looked at again without z3."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import z3

from spec.lowering.executor import Move
from verification.counterexamples import value
from verification.mutation.bench import Stand, Workshops
from verification.mutation.columns import Ground
from verification.mutation.equivalence import Equivalence, Prepared
from verification.z3_lowering.cells import SymbolicState


@dataclass(frozen=True, eq=False)
class Witness:
    """A state of the game on a ground, choices, and a move on which a mutant and the rules differ."""

    ground: Ground
    choices: tuple[int, ...]
    row: tuple[int, ...]
    move: Move

    def stand(self, workshops: Workshops) -> Stand:
        """The move alone, to be tried by the rules and by a mutant."""
        number = self.move[0]
        return Stand(
            self.ground, workshops.actions[number], workshops(self.ground, number), [self.row], [self.move],
            [self.choices],
        )


def witness(known: Prepared, equivalence: Equivalence, ground: Ground, model: z3.ModelRef, number: int) -> Witness:
    """What a model says of the state and the move; the system must be of the ground's board."""
    scope = equivalence.system.scope()
    choices = tuple(value(model, scope.setting(one)) for one in ground.settings)
    args = tuple(value(model, param) for param in known.move.params)
    return Witness(ground, choices, _row(known.before, ground, model, equivalence), (number, *args))


def _row(state: SymbolicState, ground: Ground, model: z3.ModelRef, equivalence: Equivalence) -> tuple[int, ...]:
    scope = equivalence.system.scope()
    row: list[int] = []
    for field, slots in ground.instance.layout.items():
        row.extend(value(model, state[field].select(index, scope)) for index in slots.indices())
    clipped = np.clip(row, *np.asarray(ground.instance.domains).T)  # cells that the question did not read are anything
    return tuple(clipped.tolist())
