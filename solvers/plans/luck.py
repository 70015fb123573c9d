"""Known luck: what chance will do, fixed beforehand, so that a plan may count on it.

Each chance action has an endless list of draws. When it happens, the first entry from its place in the list on that is
possible then is what comes, and its place moves behind that entry. An entry is a move and a ticket, which must be below
the move's weight: so over all lists every move comes as often as its weight says, whatever was drawn before. A pile is
drawn in one order that does not depend on what players do in between, and a die has one row of rolls.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cached_property

from spec.language.sorts import bounds
from spec.lowering.executor import Move
from spec.lowering.instance import Instance

MOST_LOOKED_AT = 200_000
"""So many entries are looked at for one that is possible."""


class Luck:
    """The lists of one seed. `scripted` moves of chance, such as those of a record, come first in their order."""

    def __init__(self, instance: Instance, seed: int, scripted: Sequence[Move] = ()) -> None:
        self.instance = instance
        self.seed = seed
        self.scripted = tuple(scripted)
        self._lists: dict[int, list[tuple[Move, int]]] = {}
        self._makers: dict[int, random.Random] = {}

    @cached_property
    def actions(self) -> tuple[int, ...]:
        """The numbers of the chance actions: whose places are kept, in this order."""
        return tuple(number for number, one in enumerate(self.instance.game.actions.values()) if one.chance)

    @cached_property
    def places(self) -> Mapping[int, int]:
        """Which of the places is a chance action's."""
        return {number: place for place, number in enumerate(self.actions)}

    def entry(self, action: int, place: int) -> tuple[Move, int]:
        """The move and the ticket at a place in the list of a chance action."""
        known = self._lists.get(action)
        if known is None:
            known = self._lists[action] = [(move, 0) for move in self.scripted if move[0] == action]
            self._makers[action] = random.Random(f"{self.seed} {action}")
        while len(known) <= place:
            known.append(self._made(action, self._makers[action]))
        return known[place]

    def _made(self, action: int, maker: random.Random) -> tuple[Move, int]:
        limits, heaviest = self._limits[action]
        args = tuple(maker.randint(lo, hi) for lo, hi in limits)
        return (action, *args), maker.randrange(heaviest)

    @cached_property
    def _limits(self) -> Mapping[int, tuple[list[tuple[int, int]], int]]:
        found: dict[int, tuple[list[tuple[int, int]], int]] = {}
        for number, action in enumerate(self.instance.game.actions.values()):
            if action.chance:
                weight = self.instance.tape(action).weight
                limits = [bounds(sort, self.instance.shape) for sort in action.params.values()]
                found[number] = limits, 1 if weight is None else max(1, weight.hi)
        return found

    def drawn(self, action: int, place: int, weights: Mapping[Move, int]) -> tuple[Move, int]:
        """What a chance action comes to, of moves with weights, and its place afterwards."""
        for at in range(place, place + MOST_LOOKED_AT):
            move, ticket = self.entry(action, at)
            if ticket < weights.get(move, 0):
                return move, at + 1
        return min(weights), place  # a list that never comes to anything possible: nothing better is known
