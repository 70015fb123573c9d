"""Exact search layer by layer, and beams where that would take too long. Both can be stopped at any time."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from solvers.plans.world import Node, World
from spec.lowering.executor import Move

S = TypeVar("S")
LOOK_EVERY = 256
"""States between two looks at the clock."""
FIRST_WIDTH, WIDEST = 64, 1 << 15
"""How many states of a layer the first and the last beam keep."""

Promise = tuple[float, ...]
Progress = Callable[[int], None]


@dataclass
class Best:
    """The best plan so far. `value` is None while there is none."""

    value: int | None = None
    moves: tuple[Move, ...] = ()


@dataclass
class Effort:
    """How long to look: until a time of `time.monotonic()`, and at no more than so many states."""

    until: float
    states: int
    seen: int = 0
    progress: Progress | None = None

    @property
    def is_spent(self) -> bool:
        """Whether the time is over."""
        if self.progress is not None:
            self.progress(self.seen)
        return time.monotonic() >= self.until


@dataclass
class Layers(Generic[S]):
    """What an exact search came to: every state up to `depth` moves from the start was seen.

    `closed` says that there are no others, so that the best plan has no better. `best_within[d]` is the best value in
    no more than d moves.
    """

    depth: int = 0
    closed: bool = False
    best: Best = field(default_factory=Best)
    best_within: list[int | None] = field(default_factory=list)


class Search(Generic[S]):
    """Searches one world from one node.

    With `whole` only states in which the game is over, or nothing can be done, count; else every state does.
    """

    def __init__(self, world: World[S], start: Node[S], whole: bool) -> None:
        self.world = world
        self.start = start
        self.whole = whole

    def layers(self, effort: Effort, horizon: int | None, found: Layers[S]) -> None:
        """Search every state up to `horizon` moves away, or all; what is known stands in `found` at any time."""
        parents: dict[Node[S], tuple[Node[S], Move] | None] = {self.start: None}
        layer = [self.start]
        while True:
            following: list[Node[S]] = []
            ends = found.depth == horizon
            for number, node in enumerate(layer):
                if number % LOOK_EVERY == 0 and (effort.is_spent or len(parents) > effort.states):
                    return
                options = [] if ends and not self.whole else list(self.world.options(node))
                if not self.whole or not options:
                    self._note(found.best, node, parents)
                if ends:
                    continue
                for move, after in options:
                    if after not in parents:
                        parents[after] = node, move
                        following.append(after)
                effort.seen += 1
            found.best_within.append(found.best.value)
            if not following or ends:
                found.closed = not following
                return
            found.depth += 1
            layer = following

    def beams(self, effort: Effort, horizon: int | None, best: Best) -> int:
        """Look for plans with beams of growing width, until none leaves anything out.

        Returns the widest that came to its end.
        """
        width, widest = FIRST_WIDTH, 0
        while width <= WIDEST:
            left_out = self.beam(width, effort, horizon, best)
            if left_out is None:
                break
            widest, width = width, 2 * width
            if not left_out:
                break
        return widest

    def beam(self, width: int, effort: Effort, horizon: int | None, best: Best) -> int | None:
        """Keep the `width` most promising states of every layer, and return how many others were left out.

        None if the time was over before its end.
        """
        shuffled, left_out = random.Random(width), 0
        parents: dict[Node[S], tuple[Node[S], Move] | None] = {self.start: None}
        layer, depth = [self.start], 0
        while layer and depth != horizon:
            following: dict[Node[S], tuple[Promise, Node[S], Move]] = {}
            for number, node in enumerate(layer):
                if number % LOOK_EVERY == 0 and effort.is_spent:
                    return None
                options = list(self.world.options(node))
                if not self.whole or not options:
                    self._note(best, node, parents)
                for move, after in options:
                    if after not in parents and after not in following:
                        following[after] = (*self.world.promise(after), shuffled.random()), node, move
                effort.seen += 1
            left_out += max(0, len(following) - width)
            layer = sorted(following, key=lambda after: following[after][0], reverse=True)[:width]
            parents.update((after, following[after][1:]) for after in layer)
            depth += 1
        for node in layer:
            if not self.whole or not any(True for _ in self.world.options(node)):
                self._note(best, node, parents)
        return left_out

    def _note(self, best: Best, node: Node[S], parents: dict[Node[S], tuple[Node[S], Move] | None]) -> None:
        value = self.world.value(node)
        if best.value is not None and value <= best.value:
            return
        moves: list[Move] = []
        at = parents[node]
        while at is not None:
            moves.append(at[1])
            at = parents[at[0]]
        best.value, best.moves = value, tuple(reversed(moves))
