"""What was shown before: answers kept from one verification to the next of a game that differs in a few actions.

Whether an action keeps a claim turns on the action's own tape, the claim, what is assumed, and the board and settings;
where all of those are the same, the answer is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field

from spec.language.actions import Action, Property
from verification.queries import Answer
from verification.system import System
from verification.weakening import Changed


@dataclass(frozen=True, slots=True)
class Lesson:
    """That an action keeps a claim by the help of some other invariants, and the answers that show it."""

    helpers: tuple[Property, ...]
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, eq=False)
class Known:
    """Answers by what they turn on. Share one among verifications of a game and of that game weakened."""

    answers: dict[Hashable, bool] = field(default_factory=dict)
    lessons: dict[Hashable, list[Lesson]] = field(default_factory=dict)

    def shown_by(
        self, system: System, action: Action, part: Property, others: Iterable[Property]
    ) -> Lesson | None:
        """How an action was shown to keep a claim, if no more than some `others` were needed for it."""
        at_hand = set(others)
        lessons = self.lessons.get(self.about(system, action, part, ()), ())
        return next((one for one in lessons if at_hand.issuperset(one.helpers)), None)

    def keep(self, system: System, action: Action, part: Property, lesson: Lesson) -> None:
        """Remember how an action was shown to keep a claim."""
        self.lessons.setdefault(self.about(system, action, part, ()), []).append(lesson)

    def about(self, system: System, action: Action, part: Property | None, assumed: Iterable[Property]) -> Hashable:
        """What a question turns on: does `action` keep `part` (or is it possible at all, for None), given `assumed`?

        Actions and claims are the same objects in a game and in that game weakened, and so are state and board; an
        action's tape is told apart by the places of what it requires, and by what a changed game says of the change.
        """
        required = tuple((one.number, one.rule) for one in system.actions[action].requires)
        board = None if system.data is None else id(system.data)
        settings = tuple(sorted((one.id, made) for one, made in system.choices.items()))
        shape = tuple(sorted((element.__name__, size) for element, size in system.shape.items() if size is not None))
        mark = system.game.mark(action) if isinstance(system.game, Changed) else None
        return action, required, mark, part, tuple(assumed), system.players, shape, board, settings
