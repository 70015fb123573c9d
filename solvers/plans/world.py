"""The game as the one who plans sees it: every move is theirs, follows from a policy, or is known luck."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from solvers.plans.luck import Luck
from solvers.plans.others import Helping, Others
from solvers.plans.rules import Rules
from spec.lowering.executor import Move

S = TypeVar("S")
Node = tuple[S, tuple[int, ...]]
"""A state, and the place in the list of each chance action."""


@dataclass(frozen=True)
class Aim:
    """Whose points are to be many: a reading of the game whose only parameter is the player, or that has none.

    `promises` are further readings by which beams tell states of equal points apart.
    """

    player: int
    reading: str
    promises: tuple[str, ...] = ()


class World(Generic[S]):
    """Which moves are possible for a plan, and what they come to."""

    def __init__(self, rules: Rules[S], aim: Aim, others: Others, luck: Luck) -> None:
        self.rules = rules
        self.aim = aim
        self.others = others
        self.luck = luck
        game = rules.instance.game
        self._chance = [action.chance for action in game.actions.values()]
        self._args_of = {
            name: (aim.player,) if game.readings[name].params else () for name in (aim.reading, *aim.promises)
        }
        self._has_end = "over" in game.readings

    def start(self, row: Sequence[int]) -> Node[S]:
        """A row, with every list at its beginning."""
        return self.rules.state(row), (0,) * len(self.luck.actions)

    def value(self, node: Node[S]) -> int:
        """The points there."""
        return self.rules.read(node[0], self.aim.reading, self._args_of[self.aim.reading])

    def promise(self, node: Node[S]) -> tuple[int, ...]:
        """What a beam prefers: more points, then more of what else promises something."""
        rest = (self.rules.read(node[0], name, self._args_of[name]) for name in self.aim.promises)
        return self.value(node), *rest

    def is_over(self, node: Node[S]) -> bool:
        """Whether the game has ended there."""
        return self._has_end and bool(self.rules.read(node[0], "over"))

    def options(self, node: Node[S]) -> Iterator[tuple[Move, Node[S]]]:
        """Every move that a plan may go on with, and what comes of it; none where the game is over."""
        if self.is_over(node):
            return
        state, places = node
        for move, after in self.allowed(self.rules.moves(state), places):
            yield move, (self.rules.after(state, move), after)

    def allowed(self, legal: Mapping[Move, int], places: tuple[int, ...]) -> Iterator[tuple[Move, tuple[int, ...]]]:
        """Of the legal moves with their weights those that may be made, and the places afterwards.

        The others make one move and each chance action has one outcome, so that the one who plans decides alone.
        """
        helping = isinstance(self.others, Helping)
        theirs: list[Move] = []
        by_chance: dict[int, dict[Move, int]] = {}
        for move, weight in legal.items():
            if self._chance[move[0]]:
                by_chance.setdefault(move[0], {})[move] = weight
            elif helping or move[1] == self.aim.player:
                yield move, places
            else:
                theirs.append(move)
        if theirs and not isinstance(self.others, Helping):
            yield self.others.picked(theirs), places
        for action, weights in by_chance.items():
            at = self.luck.places[action]
            drawn, following = self.luck.drawn(action, places[at], weights)
            yield drawn, (*places[:at], following, *places[at + 1:])
