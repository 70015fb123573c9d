"""The states that an exploration found, kept in memory outside Python until nobody holds them any more."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from spec.lowering.executor import Move
from spec.lowering.instance import Row
from spec.lowering.llvm import Address, LlvmExecutor
from verification.exploration.memory import COUNTERS, memory_texts


class States:
    """Rows numbered in the order in which they were found; the start is number 0. Each knows how it was reached."""

    def __init__(self, executor: LlvmExecutor, name: str, sought: int = 0) -> None:
        self.executor = executor
        self.size = executor.source.rows.size
        self.counters = (ctypes.c_int64 * (len(COUNTERS) + sought))()
        machine = executor.machine
        machine.add(memory_texts(executor, name))
        self.insert = machine.function(
            f"{name}_insert", ctypes.c_int64, Address, ctypes.c_char_p, ctypes.c_int64, executor.code_type
        )
        self._find = machine.function(f"{name}_find", ctypes.c_int64, Address, ctypes.c_char_p)
        self._release = machine.function(f"{name}_release", None, Address)
        weakref.finalize(self, _released, self._release, self.counters, machine)

    def __len__(self) -> int:
        return self.counter("count")

    def counter(self, name: str) -> int:
        """What a counter of `COUNTERS` holds."""
        return self.counters[COUNTERS.index(name)]

    def set(self, name: str, value: int) -> None:
        """Change a counter."""
        self.counters[COUNTERS.index(name)] = value

    def forget(self) -> None:
        """Give the memory back and hold no state."""
        self._release(self.counters)
        ctypes.memset(self.counters, 0, ctypes.sizeof(self.counters))

    @property
    def memory(self) -> int:
        """The bytes set aside for rows, parents, moves and the table."""
        each = self.size + 4 + ctypes.sizeof(self.executor.code_type)
        return self.counter("room") * each + 8 * self.counter("entries")

    def __getitem__(self, number: int) -> Row:
        """A state by its number."""
        if not 0 <= number < len(self):
            raise IndexError(f"states are numbered 0..{len(self) - 1}; there is no {number}")
        return self.executor.source.rows.unpack(ctypes.string_at(self.counter("rows") + number * self.size, self.size))

    def __iter__(self) -> Iterator[Row]:
        """Every state in the order in which they were found."""
        return (self[number] for number in range(len(self)))

    def find(self, row: Sequence[int]) -> int | None:
        """The number of a state, or None if it was not found."""
        number = self._find(self.counters, self.executor.source.rows.pack(row))
        return None if number < 0 else int(number)

    def moves_to(self, number: int) -> tuple[Move, ...]:
        """A shortest way from the start to a state."""
        moves: list[Move] = []
        parents = (ctypes.c_uint32 * len(self)).from_address(self.counter("parents"))
        codes = (self.executor.code_type * len(self)).from_address(self.counter("codes"))
        while number:
            moves.append(self.executor.moves.decode(codes[number]))
            number = parents[number]
        return tuple(reversed(moves))


def _released(release: Callable[..., Any], counters: Any, machine: Any) -> None:
    """Give the memory back; `machine` is held so that the code is still there."""
    release(counters)
