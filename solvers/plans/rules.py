"""A game's rules as a search asks them: the legal moves of a state, and the state after one.

The compiled rules hold states as bytes and are what searches run on; the reference rules confirm them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

from spec.lowering.executor import Move
from spec.lowering.instance import Instance
from spec.lowering.llvm import Address, LlvmExecutor, MoveBuffer
from spec.lowering.llvm_machine import Native
from spec.lowering.llvm_values import read_text
from spec.lowering.python import PythonExecutor

S = TypeVar("S")


class Rules(Protocol[S]):
    """What a search needs of a game; a state is hashable."""

    instance: Instance

    def state(self, row: Sequence[int]) -> S:
        """A row as a state."""
        ...

    def moves(self, state: S) -> Mapping[Move, int]:
        """Every legal move with its weight, in order."""
        ...

    def after(self, state: S, move: Move) -> S:
        """The state after a legal move."""
        ...

    def read(self, state: S, name: str, args: Sequence[int] = ()) -> int:
        """What a reading says."""
        ...


class ReferenceRules:
    """By the reference executor."""

    def __init__(self, instance: Instance, executor: PythonExecutor | None = None) -> None:
        self.instance = instance
        self.executor = executor or PythonExecutor(instance)

    def state(self, row: Sequence[int]) -> tuple[int, ...]:
        return tuple(row)

    def moves(self, state: tuple[int, ...]) -> Mapping[Move, int]:
        moves, weights = self.executor.legal_and_weights(state)
        chance = [move for move in moves if self.executor.actions[move[0]].chance]
        return {**dict.fromkeys(moves, 1), **dict(zip(chance, weights, strict=True))}

    def after(self, state: tuple[int, ...], move: Move) -> tuple[int, ...]:
        return tuple(self.executor.apply(state, move))

    def read(self, state: tuple[int, ...], name: str, args: Sequence[int] = ()) -> int:
        return self.executor.read(name, state, args)


class CompiledRules:
    """By machine code. A store that leaves its sort is a `SpecError`, as it is for the reference."""

    def __init__(self, executor: LlvmExecutor) -> None:
        self.executor = executor
        self.instance = executor.instance
        number, text = ctypes.c_int32, ctypes.c_char_p
        function = executor.machine.function
        self._legal = function("legal", number, text, Address, Address, number)
        self._apply = function("apply", number, text, Address, executor.code_type)
        self._room = MoveBuffer(executor.moves.bits)
        self._size = executor.source.rows.size
        self._next = ctypes.create_string_buffer(max(self._size, 1))
        self._prefix = executor.machine.fresh("plan")
        self._readings: dict[str, Native] = {}
        self._coded: dict[Move, int] = {}

    def state(self, row: Sequence[int]) -> bytes:
        return self.executor.source.rows.pack(row)

    def moves(self, state: bytes) -> Mapping[Move, int]:
        count = self._legal(state, self._room.codes, self._room.weights, self._room.capacity)
        if count > self._room.capacity:
            self._room.grow(2 * count)
            return self.moves(state)
        decode = self.executor.moves.decode
        return {
            decode(code): weight
            for code, weight in zip(self._room.codes[:count], self._room.weights[:count], strict=True)
        }

    def after(self, state: bytes, move: Move) -> bytes:
        code = self._coded.get(move)
        if code is None:
            code = self._coded[move] = self.executor.moves.encode(move)
        fault = self._apply(state, self._next, code)
        if fault:
            self.executor.raise_fault(self.executor.source.rows.unpack(state), move, fault)
        return self._next.raw[:self._size]

    def read(self, state: bytes, name: str, args: Sequence[int] = ()) -> int:
        found = self._readings.get(name)
        if found is None:
            tape = self.instance.tape(self.instance.game.readings[name])
            own = f"{self._prefix}_{name}"
            self.executor.machine.add([read_text(self.executor.source, tape, own)])
            numbers = [ctypes.c_int32] * len(tape.params)
            found = self._readings[name] = self.executor.machine.function(
                own, ctypes.c_int64, ctypes.c_char_p, ctypes.c_char_p, *numbers
            )
        return int(found(state, state, *args))

