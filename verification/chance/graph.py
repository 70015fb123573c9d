"""The states of an exploration as a graph of decisions and draws."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from math import gcd

from spec.language.errors import FoggError, Malformed
from spec.lowering.executor import Move
from spec.lowering.llvm import Address, MoveBuffer
from verification.exploration import Exploration, Stopped
from verification.exploration.steps import CROWDED, onward_text

Draw = tuple[tuple[int, int], ...]
"""Where chance leads and how often: rows with weights, each row once, the weights without a common divisor."""


@dataclass(frozen=True, slots=True)
class Node:
    """What may happen in a state: a player's moves, as the rows that they lead to, and the draw of chance, if any.

    The moves of chance that are possible in a state are one draw; where a player may move as well, that draw is one
    more thing to be chosen.
    """

    moves: tuple[int, ...]
    draw: Draw

    @property
    def choices(self) -> int:
        """Among how many things the players choose."""
        return len(self.moves) + bool(self.draw)

    @property
    def weight(self) -> int:
        """The weights of the draw together."""
        return sum(weight for _, weight in self.draw)


class Graph:
    """The nodes of an exploration, made when they are asked for."""

    def __init__(self, found: Exploration) -> None:
        states = found.found
        self.found = found
        self.executor = states.executor
        name = f"{states.name}_onward"
        self.executor.machine.add([onward_text(self.executor, states.name)])
        number = ctypes.c_int32
        self._onward = self.executor.machine.function(
            name, number, Address, ctypes.c_int64, *[Address] * 5, number
        )
        self._rows = [ctypes.create_string_buffer(max(states.size, 1)) for _ in range(2)]
        self._room = MoveBuffer(self.executor.moves.bits)
        self._targets = (ctypes.c_int64 * self._room.capacity)()
        self._chance = [action.chance for action in self.executor.actions]
        self._nodes: dict[int, Node] = {}

    def node(self, number: int) -> Node:
        """The node of a row; `FoggError` if a move leads to a row that was not found, or to no state."""
        known = self._nodes.get(number)
        if known is None:
            known = self._nodes[number] = self._made(number)
        return known

    def _made(self, number: int) -> Node:
        room = self._room
        legal = CROWDED
        while legal == CROWDED:
            legal = self._onward(
                self.found.found.counters, number, *self._rows, room.codes, room.weights, self._targets, room.capacity
            )
            if legal == CROWDED:
                room.grow(2 * room.capacity)
                self._targets = (ctypes.c_int64 * room.capacity)()
        moves: list[int] = []
        drawn: dict[int, int] = {}
        for code, weight, target in zip(room.codes[:legal], room.weights[:legal], self._targets[:legal], strict=True):
            move = self.executor.moves.decode(code)
            if target < 0:
                raise FoggError(f"{self._words(move)} leads to a state that was not found, or leaves a sort")
            if self._chance[move[0]]:
                drawn[target] = drawn.get(target, 0) + weight
            else:
                moves.append(target)
        common = gcd(*drawn.values()) if drawn else 1
        return Node(tuple(moves), tuple((target, weight // common) for target, weight in drawn.items()))

    def _words(self, move: Move) -> str:
        return f"{self.executor.actions[move[0]].name}{move[1:]}"

    def some_choice(self, numbers: Sequence[int]) -> int | None:
        """The first of some rows in which the players choose among several things; None if there is none."""
        return next((number for number in numbers if self.node(number).choices > 1), None)


def check_whole(found: Exploration, within: int | None) -> None:
    """Raise `Malformed` if an exploration does not have all states within so many moves, or all there are.

    `KeyboardInterrupt` if that is why, which an exploration keeps to itself.
    """
    if found.stopped is Stopped.INTERRUPTED:
        raise KeyboardInterrupt
    if not found.complete and (within is None or found.depth < within):
        wanted = "all states" if within is None else f"all states within {within} moves"
        raise Malformed.one(
            f"an exact probability needs {wanted}; {found.states} were found, those within {found.depth} moves in full",
            "allow for more states or memory, or ask for fewer moves",
        )
