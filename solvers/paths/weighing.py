"""What walks can collect at most when they may come back to a spot, but every visit costs a weight.

NOTE(weights): a tour visits a spot once at most. So if each visit costs the spot's weight, which is none below 0, and
all weights are given back at the end, no tour has lost anything; a walk that comes back has. Whatever the weights are,
the best walk bounds the best tour, and they are chosen so that this bound is low: more on a spot that the best walk
comes back to, less on one that it leaves out (a subgradient of the Lagrangian dual).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from solvers.paths.outing import Outing

SCALE = 1_000
"""Weights are thousandths of a prize."""
COARSE, FINE = 400, 3_000
"""Into so many parts the budget is divided to find weights, and to use them: distances are rounded down to parts."""
MOST_PARTS = 20_000
PATIENCE = 8
"""After so many steps that do not lower the bound they become shorter."""
NEVER = -(10**12)


class TooClose(Exception):
    """Spots are so close to one another that there would be too many parts."""


@dataclass(frozen=True)
class Walks:
    """The most that walks collect behind each node within so many parts, less weights, in thousandths.

    Nodes are the start and the spots within reach. `first` has the most and `follows` the node that comes next then,
    `second` the most with another next, which `follows_second` names; both are -1 where a walk goes home.
    """

    part: int
    steps: np.ndarray
    first: np.ndarray
    follows: np.ndarray
    second: np.ndarray
    follows_second: np.ndarray

    def visits(self, parts: int) -> np.ndarray:
        """How often the best walk from the start visits each node."""
        found = np.zeros(len(self.steps), dtype=np.int64)
        before, here, left = -1, 0, parts
        while True:
            there = int(self.follows[left, here])
            if there == before and there >= 0:
                there = int(self.follows_second[left, here])
            if there < 0:
                return found
            found[there] += 1
            before, here, left = here, there, left - int(self.steps[here, there])


class Weighing:
    """The walks of an outing over the start and the spots that are `near` enough, with any weights."""

    def __init__(self, outing: Outing, near: list[int]) -> None:
        self.budget = outing.budget
        nodes = [0, *near]
        self.far = np.array(outing.shortest, dtype=np.int64)[np.ix_(nodes, nodes)]
        self.home = np.array([outing.shortest[node][1] for node in nodes], dtype=np.int64)
        self.prizes = np.array([outing.spots[node].prize * SCALE for node in nodes], dtype=np.int64)
        apart = self.far + np.where(np.eye(len(nodes), dtype=bool), self.budget + 1, 0)
        self.closest = int(apart.min())

    def weigh(self, target: int, steps: int, start: np.ndarray) -> np.ndarray:
        """Weights with which walks collect little more than `target`, in thousandths, after at most so many steps."""
        here, best, kept = start.astype(float), None, start
        length, waited = 1.0, 0
        for _ in range(steps):
            weights = np.rint(here).astype(np.int64)
            walks = self.walks(weights, COARSE)
            top = self.budget // walks.part
            bound = int(weights.sum() + walks.first[top, 0])
            if best is None or bound < best:
                best, kept, waited = bound, weights, 0
                if bound < target:
                    break
            elif (waited := waited + 1) == PATIENCE:
                length, waited = length * 0.6, 0
            slope = (walks.visits(top) - 1).astype(float)
            slope[0] = 0
            slope[(here <= 0) & (slope < 0)] = 0
            if not slope.any():
                break
            here = np.maximum(here + length * (bound - target) / (slope**2).sum() * slope, 0)
        return kept

    def walks(self, weights: np.ndarray, parts: int) -> Walks:
        """The best walks, which never come back to a spot at once. Raises `TooClose`."""
        part = max(1, min(-(-self.budget // parts), self.closest))
        size = self.budget // part + 1
        if size > MOST_PARTS:
            raise TooClose
        steps, home, gains = self.far // part, self.home // part, self.prizes - weights
        nodes = np.arange(len(gains))
        columns = np.broadcast_to(nodes, steps.shape)
        steps[nodes, nodes] = 1
        # The last row stands for what is left beyond the budget: nothing can be collected there.
        first, second = (np.full((size + 1, len(gains)), NEVER, dtype=np.int64) for _ in range(2))
        follows, follows_second = (np.full((size + 1, len(gains)), -1, dtype=np.int64) for _ in range(2))
        for left in range(size):
            rest = np.where(steps <= left, left - steps, size)
            back = follows[rest, columns] == nodes[:, None]
            value = np.where(back, second[rest, columns], first[rest, columns]) + gains
            value[nodes, nodes] = NEVER
            value[:, 0] = NEVER
            one = value.argmax(axis=1)
            most = value[nodes, one]
            value[nodes, one] = NEVER
            other = value.argmax(axis=1)
            more = value[nodes, other]
            ends = np.where(home <= left, 0, NEVER)
            goes, goes_again = most > ends, more > ends
            first[left], follows[left] = np.where(goes, most, ends), np.where(goes, one, -1)
            second[left] = np.where(goes, np.where(goes_again, more, ends), most)
            follows_second[left] = np.where(goes, np.where(goes_again, other, -1), one)
        return Walks(part, steps, first, follows, second, follows_second)
