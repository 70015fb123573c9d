"""Random play from a state to the end of the game, in machine code."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass

from spec.language.actions import Kind, Property
from spec.language.errors import Malformed, SpecError
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_play import COUNTERS, Ended
from spec.lowering.llvm_player import MOST_TAKEN_BACK, RandomPlayer

LONGEST = 20_000
"""Moves after which a game that has not ended is given up."""


@dataclass(frozen=True, slots=True)
class End:
    """The last state of a game, and whether it is over there."""

    state: bytes
    is_over: bool


class Rollouts(RandomPlayer):
    """Plays on at random until the reading `over` holds: players' legal moves are equally likely, chance by weight.

    Equal seeds play equal games from one state. `Malformed` if the game does not say when it is over.
    """

    def __init__(self, executor: LlvmExecutor) -> None:
        game = executor.instance.game
        if "over" not in game.readings:
            raise Malformed.one(f"{game.title} has no reading called over", "declare when the game ends")
        over = game.readings["over"]
        ends = Property("over_reached", over.function, {}, Kind.REACHABLE, "over", "the game is over", ())
        super().__init__(executor, [ends], LONGEST, onward=True)

    def end(self, state: bytes, seed: int) -> End:
        """The end of one random game from a state; `SpecError` if nothing but faults can be played."""
        if self._check(state, state, True) >= 0:
            return End(state, True)
        ctypes.memmove(self._state, state, len(state))
        ctypes.memset(self._counters, 0, ctypes.sizeof(self._counters))
        self._counters[0] = ctypes.c_int64(seed).value
        done, length = COUNTERS.index("moves"), COUNTERS.index("length")
        faults = 0
        while True:
            ended = Ended(self._play(
                self._counters, state, self._state, self._spare, self._room.codes, self._room.weights,
                self._room.capacity, self._trace, self.longest, self._counts, self.longest - 1 - self._counters[done],
            ))
            if ended is Ended.CROWDED:
                self._room.grow(2 * self._room.capacity)
            elif ended is Ended.FAULT and faults < MOST_TAKEN_BACK:
                faults += 1
                self._counters[length] -= 1
            elif ended in (Ended.SHOWN, Ended.BUDGET):
                return End(self._state.raw[:len(state)], ended is Ended.SHOWN)
            else:
                raise SpecError(f"random play comes to a stop ({ended.name.lower()}) before the game is over")
