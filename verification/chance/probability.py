"""The exact probability that an event comes about, within some moves or ever."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from spec.lowering.instance import Instance
from verification.chance.chain import ever
from verification.chance.events import Event
from verification.chance.graph import Graph, check_whole
from verification.chance.horizon import within_moves
from verification.chance.policy import Policy
from verification.exploration import explore


@dataclass(frozen=True, slots=True)
class Answer:
    """An exact probability, within so many moves, or that it ever comes about where `within` is None.

    `states` were found for it. `chosen` says whether the players choose anything on the way, so that the policy
    matters.
    """

    probability: Fraction
    policy: Policy
    within: int | None
    states: int
    chosen: bool

    def __str__(self) -> str:
        rounded = "" if self.probability.denominator == 1 else f" (about {float(self.probability):.6g})"
        return f"{self.probability}{rounded}"


class Chances:
    """What may come about in one instance, after one exploration: of all states, or of those within so many moves."""

    def __init__(
        self, instance: Instance, within: int | None = None, *, max_states: int | None = None,
        memory: int | None = None, progress: Callable[[int], None] | None = None,
    ) -> None:
        self.within = within
        self.found = explore(instance, max_states=max_states, max_moves=within, memory=memory, progress=progress)
        self._graph: Graph | None = None
        self._held: dict[Event, dict[int, bool]] = {}

    def of(self, event: Event, within: int | None = None, policy: Policy = Policy.RANDOM) -> Answer:
        """The probability that an event comes about within so many moves, or ever, if the players choose by a policy.

        Chance draws by its weights. Where moves of players and of chance are possible at once, letting chance happen is
        one of the things that are chosen among; at random each is as likely. `Malformed` if more states would be needed
        than were found, or if what would ever come about cannot be told exactly: where players choose and may come back
        to the same state.
        """
        check_whole(self.found, within)
        graph = self._graph = self._graph or Graph(self.found)
        known = self._held.setdefault(event, {})

        def holds(number: int) -> bool:
            if number not in known:
                known[number] = event.holds(graph.executor, self.found.found[number])
            return known[number]

        if within is None:
            value, chosen = ever(graph, holds, policy)
        else:
            value, chosen = within_moves(graph, holds, within, policy)
        return Answer(value, policy, within, self.found.states, chosen)


def probability(
    instance: Instance, event: Event, within: int | None = None, policy: Policy = Policy.RANDOM, *,
    max_states: int | None = None, memory: int | None = None, progress: Callable[[int], None] | None = None,
) -> Answer:
    """The probability that an event comes about within so many moves, or ever; more of it under `Chances.of`."""
    chances = Chances(instance, within, max_states=max_states, memory=memory, progress=progress)
    return chances.of(event, within, policy)
