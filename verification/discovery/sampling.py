"""Moves of random games, in compiled play: what candidates for facts are read off."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from spec.language.actions import Property
from spec.language.errors import SpecError
from spec.lowering.executor import Move
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_player import RandomPlayer
from verification.search import of_one_action

LONGEST = 2_000
"""Moves after which a game is given up."""


@dataclass(frozen=True, slots=True)
class Step:
    """One legal move that was made: the states around it."""

    before: tuple[int, ...]
    move: Move
    after: tuple[int, ...]


def random_steps(
    executor: LlvmExecutor, moves: int, seed: int = 1, progress: Callable[[int], None] | None = None
) -> Iterator[Step]:
    """So many random moves, in games from the start; each action that is possible is as likely as the others.

    Fewer if nothing can be done at the start. A move with a store outside its sort ends a game.
    """
    chooser = random.Random(seed)
    start = tuple(executor.instance.start)
    has_end = "over" in executor.instance.game.readings
    row, length = start, 0
    for made in range(moves):
        legal = [] if has_end and executor.read("over", row) else executor.legal(row)
        if not legal or length == LONGEST:
            if row == start:
                return
            row, length = start, 0
            legal = executor.legal(row)
        move = of_one_action(legal, chooser)
        try:
            after = tuple(executor.apply(row, move))
        except SpecError:
            row, length = start, 0
            continue
        yield Step(row, move, after)
        row, length = after, length + 1
        if progress is not None and made % 1_000 == 0:
            progress(made)


@dataclass(frozen=True, eq=False)
class Sample:
    """The moves of random games of one instance."""

    executor: LlvmExecutor
    steps: tuple[Step, ...]

    @property
    def instance(self) -> Instance:
        """What was played."""
        return self.executor.instance

    @property
    def rows(self) -> Iterator[Sequence[int]]:
        """The start, and every state that a move led to."""
        yield self.instance.start
        for step in self.steps:
            yield step.after


def sample(
    instance: Instance, moves: int, seed: int = 1, progress: Callable[[int], None] | None = None
) -> Sample:
    """Play one instance at random."""
    executor = LlvmExecutor(instance)
    return Sample(executor, tuple(random_steps(executor, moves, seed, progress)))


def breaking(one: Sample, claims: Sequence[Property], moves: int, seed: int) -> Step | None:
    """A move that breaks one of some claims, looked for in longer random play in machine code; None if none did."""
    for claim in claims:
        one.executor.reference.learn(claim)
    found = RandomPlayer(one.executor, claims, LONGEST).search(seed, moves)
    if found is None or not found.property or not found.moves:
        return None
    row = one.executor.led_to(found.moves[:-1])
    last = found.moves[-1]
    return Step(tuple(row), last, tuple(one.executor.apply(row, last)))

