"""What was shown before: answers kept from one verification to the next of a game that differs in a few actions.

Whether an action keeps a claim turns on the action's own tape, the claim, what is assumed, and the board and settings;
where all of those are the same, the answer is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from spec.language.actions import Action, Property
from verification.system import System


@dataclass(frozen=True, eq=False)
class Known:
    """Answers by what they turn on. Share one among verifications of a game and of that game weakened."""

    answers: dict[Hashable, bool] = field(default_factory=dict)

    def about(self, system: System, action: Action, part: Property | None, assumed: Iterable[Property]) -> Hashable:
        """What a question turns on: does `action` keep `part` (or is it possible at all, for None), given `assumed`?

        Actions and claims are the same objects in a game and in that game weakened, and so are state and board; an
        action's tape is told apart by the places of what it requires.
        """
        required = tuple((one.number, one.rule) for one in system.actions[action].requires)
        board = None if system.data is None else id(system.data)
        settings = tuple(sorted((one.id, made) for one, made in system.choices.items()))
        shape = tuple(sorted((element.__name__, size) for element, size in system.shape.items() if size is not None))
        return action, required, part, tuple(assumed), system.players, shape, board, settings
