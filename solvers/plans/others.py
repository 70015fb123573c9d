"""What the other players do while one plans: a stated policy, never a guess."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spec.language.errors import Malformed
from spec.language.game import Game
from spec.lowering.executor import Move


@dataclass(frozen=True)
class Helping:
    """The others make whatever moves are best for the one who plans: an upper bound on what anybody can reach."""

    def __str__(self) -> str:
        return "the others play whatever helps"


@dataclass(frozen=True)
class InOrder:
    """The others make the first legal move in an order of actions; those left out come last, as the game lists them."""

    actions: tuple[str, ...]
    numbers: tuple[int, ...]

    def __str__(self) -> str:
        first = ", ".join(self.actions) if self.actions else "the actions as the game lists them"
        return f"the others play the first legal move in the order {first}"

    def rank(self, move: Move) -> tuple[int, Move]:
        """What comes first is smallest."""
        at = self.numbers.index(move[0]) if move[0] in self.numbers else len(self.numbers)
        return at, move

    def picked(self, moves: Sequence[Move]) -> Move:
        """The move that is made, of some legal ones."""
        return min(moves, key=self.rank)


Others = Helping | InOrder


def in_order(game: Game, names: Sequence[str]) -> InOrder:
    """The policy of an order of actions; `Malformed` naming each that the game does not have."""
    numbers = {name: number for number, (name, action) in enumerate(game.actions.items()) if not action.chance}
    unknown = [name for name in names if name not in numbers]
    if unknown:
        raise Malformed.one(
            f"{game.title} has no player's action {', '.join(unknown)}", f"it has {', '.join(numbers)}"
        )
    return InOrder(tuple(names), tuple(numbers[name] for name in names))
