"""A plain breadth-first count of everything an executor can reach."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from spec.lowering.executor import Executor, Move

State = tuple[int, ...]


@dataclass
class Explored:
    """States by breadth-first depth, distinct (state, move) pairs, and the states where the reading `over` holds.

    `paths` counts the shortest paths to each state.
    """

    layers: list[list[State]] = field(default_factory=list)
    moves: int = 0
    over: list[State] = field(default_factory=list)
    paths: Counter[State] = field(default_factory=Counter)

    @property
    def states(self) -> int:
        return sum(map(len, self.layers))

    @property
    def widths(self) -> list[int]:
        return [len(layer) for layer in self.layers]

    def depth(self, holds: Callable[[State], bool]) -> int:
        """The depth of the first layer with a state where `holds`."""
        return next(depth for depth, layer in enumerate(self.layers) if any(map(holds, layer)))


def explore(executor: Executor) -> Explored:
    """Every state that can be reached from the start."""
    found = Explored()
    has_end = "over" in executor.instance.game.readings
    frontier: list[State] = [executor.instance.start]
    found.paths[frontier[0]] = 1
    seen = set(frontier)
    while frontier:
        found.layers.append(frontier)
        reached: dict[State, int] = {}
        for state in frontier:
            if has_end and executor.read("over", state):
                found.over.append(state)
            moves: list[Move] = executor.legal(state)
            found.moves += len(moves)
            for move in moves:
                after = tuple(executor.apply(state, move))
                if after not in seen:
                    reached[after] = reached.get(after, 0) + found.paths[state]
        found.paths.update(reached)
        seen.update(reached)
        frontier = list(reached)
    return found
