"""The workers that expand states: one for each part of them, in a thread of its own if there are two."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

from spec.lowering.llvm import Address, LlvmExecutor, MoveBuffer
from verification.exploration.batches import Ended, batch_bytes
from verification.exploration.memory import COUNTERS
from verification.exploration.states import States

CHUNK = 100_000
"""Moves that a worker makes between two looks at the clock and the keyboard."""


class Worker:
    """Expands the states of one part."""

    def __init__(self, executor: LlvmExecutor, name: str, counters: Any, size: int) -> None:
        number = ctypes.c_int32
        self.counters = counters
        self._expand = executor.machine.function(
            f"{name}_expand", number, *[Address] * 3, number, Address, Address, ctypes.c_int64, ctypes.c_int64
        )
        self.room = MoveBuffer(executor.moves.bits)
        self.row = ctypes.create_string_buffer(max(size, 1))
        self.batch = ctypes.create_string_buffer(batch_bytes(size))

    def counter(self, name: str) -> int:
        """What a counter of the part holds."""
        return int(self.counters[COUNTERS.index(name)])

    def expand(self, end: int) -> Ended:
        """Make about `CHUNK` moves of states before `end`, or all that are left."""
        ended = Ended(self._expand(
            self.counters, self.room.codes, self.room.weights, self.room.capacity, self.row, self.batch, end,
            self.counter("moves") + CHUNK,
        ))
        if ended is Ended.CROWDED:
            self.room.grow(2 * self.room.capacity)
            return Ended.DONE
        return ended


class Team:
    """One worker, or two that hold for each other what they find."""

    def __init__(self, executor: LlvmExecutor, name: str, states: States) -> None:
        self.workers = tuple(Worker(executor, name, part, states.size) for part in states.parts)
        self.stopped: Worker | None = None
        if len(self.workers) > 1:
            self._receive = executor.machine.function(f"{name}_receive", ctypes.c_int32, *[Address] * 3)
            self._pool = ThreadPoolExecutor(len(self.workers))

    @property
    def counts(self) -> tuple[int, ...]:
        """How many states each part holds."""
        return tuple(worker.counter("count") for worker in self.workers)

    @property
    def heads(self) -> tuple[int, ...]:
        """The state of each part that is expanded next."""
        return tuple(worker.counter("head") for worker in self.workers)

    def expand(self, ends: Sequence[int]) -> Ended:
        """Expand some states of each part before its end; why that ended is `DONE`, or of the worker `stopped`."""
        if len(self.workers) == 1:
            return self._first([self.workers[0].expand(ends[0])])
        ended = self._together(lambda at: self.workers[at].expand(ends[at]))
        return ended if ended is not Ended.DONE else self._together(self._received)

    def _received(self, at: int) -> Ended:
        worker, other = self.workers[at], self.workers[1 - at]
        return Ended(self._receive(worker.counters, worker.batch, other.counters))

    def _together(self, work: Callable[[int], Ended]) -> Ended:
        begun = [self._pool.submit(work, at) for at in range(len(self.workers))]
        try:
            return self._first([one.result() for one in begun])
        finally:
            wait(begun)  # an interruption must not leave a thread at work on what is told

    def _first(self, reasons: Sequence[Ended]) -> Ended:
        for worker, reason in zip(self.workers, reasons, strict=True):
            if reason is not Ended.DONE:
                self.stopped = worker
                return reason
        return Ended.DONE
