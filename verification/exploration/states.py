"""The states that an exploration found, kept in memory outside Python until nobody holds them any more."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from spec.language.errors import FoggError
from spec.lowering.executor import Move
from spec.lowering.instance import Row
from spec.lowering.llvm import Address, LlvmExecutor, MoveBuffer
from verification.exploration.memory import COUNTERS, ENTRY, PARENT, memory_texts
from verification.exploration.outbox import OWNER
from verification.exploration.representative import represented_text
from verification.exploration.steps import CROWDED, step_text


class States:
    """Rows that were found, from `first`, the start. Each knows how it was reached.

    They are held in one part, or in two that are filled at the same time, each with the rows whose fingerprint names
    it; `parts` are their counters. The number of a row tells its part; those of one part are numbered as they were
    found. `ends` tells after each layer how many rows each part holds, so that two can be gone through in order.

    With `symmetry`, the name of the functions of `representative.py`, each row stands for all states that lead to it
    when everybody moves on by some seats.
    """

    def __init__(
        self, executor: LlvmExecutor, name: str, sought: int = 0, symmetry: str = "", parts: int = 1
    ) -> None:
        self.executor = executor
        self.name = name
        self.first = 0
        self.ends: list[tuple[int, ...]] = []
        self.size = executor.source.rows.size
        self.parts = tuple((ctypes.c_int64 * (len(COUNTERS) + sought))() for _ in range(parts))
        self._number_parts()
        machine, number, state = executor.machine, ctypes.c_int64, ctypes.c_char_p
        representative = f"{symmetry}_stands" if symmetry else ""
        texts = [*memory_texts(executor, name), step_text(executor, name, representative)]
        machine.add([*texts, represented_text(executor, name, symmetry)] if symmetry else texts)
        self.insert = machine.function(f"{name}_insert", number, Address, state, number)
        self._find = machine.function(f"{name}_find", number, Address, state)
        self._step = machine.function(
            f"{name}_step", ctypes.c_int32, state, Address, Address, Address, Address, Address, ctypes.c_int32
        )
        self._stand_in = machine.function(representative, None, Address) if symmetry else None
        self._represented = machine.function(f"{name}_represented", number, Address) if symmetry else None
        self._release = machine.function(f"{name}_release", None, Address)
        weakref.finalize(self, _released, self._release, self.parts, machine)

    def _number_parts(self) -> None:
        for number, part in enumerate(self.parts):
            part[COUNTERS.index("part")] = number

    def __len__(self) -> int:
        return self.counter("count")

    @property
    def counters(self) -> Any:
        """The counters of the only part, or of the first."""
        return self.parts[0]

    def counter(self, name: str) -> int:
        """What a counter of `COUNTERS` comes to in all parts."""
        return sum(int(part[COUNTERS.index(name)]) for part in self.parts)

    def bound(self, name: str, value: int) -> None:
        """Share out a bound among the parts."""
        for part in self.parts:
            part[COUNTERS.index(name)] = -(-value // len(self.parts))

    def begin(self, packed: bytes) -> int:
        """Hold the row that all others are reached from; `NO_BUDGET` if there is no room for it."""
        fingerprint = self.executor.fingerprint(self.executor.source.rows.unpack(packed))
        self.first = fingerprint >> OWNER & len(self.parts) - 1
        return int(self.insert(self.parts[self.first], packed, self.first))

    def forget(self) -> None:
        """Give the memory back and hold no state."""
        for part in self.parts:
            self._release(part)
            ctypes.memset(part, 0, ctypes.sizeof(part))
        self._number_parts()
        self.ends.clear()

    @property
    def memory(self) -> int:
        """The bytes set aside for rows, the rows before them and the table."""
        return self.counter("room") * (self.size + PARENT) + ENTRY * self.counter("entries")

    @property
    def overhead(self) -> float:
        """The bytes set aside for each state beside its own, room for more states among them."""
        return self.memory / max(len(self), 1) - self.size

    def number_of(self, part: int, place: int) -> int:
        """The number of the row that a part holds in some place."""
        return place * len(self.parts) + part

    def _held(self, number: int, array: str, width: int) -> int:
        """The address where an array of the row's part tells of it."""
        place, part = divmod(number, len(self.parts))
        return int(self.parts[part][COUNTERS.index(array)]) + place * width

    def __getitem__(self, number: int) -> Row:
        """A state by its number."""
        place, part = divmod(number, len(self.parts))
        if number < 0 or place >= self.parts[part][COUNTERS.index("count")]:
            raise IndexError(f"there is no state {number}")
        return self.executor.source.rows.unpack(self._packed(number))

    def _packed(self, number: int) -> bytes:
        return ctypes.string_at(self._held(number, "rows", self.size), self.size)

    def _parent(self, number: int) -> int:
        return ctypes.c_uint32.from_address(self._held(number, "parents", PARENT)).value

    def numbers(self) -> Iterator[int]:
        """The numbers of all states in the order of their layers; of one part, in that in which they were found."""
        counts = tuple(int(part[COUNTERS.index("count")]) for part in self.parts)
        before = (0,) * len(self.parts)
        for after in (*self.ends, counts):
            for part, (begin, end) in enumerate(zip(before, after, strict=True)):
                yield from (self.number_of(part, place) for place in range(begin, end))
            before = after

    def __iter__(self) -> Iterator[Row]:
        """Every state in the order in which they were found."""
        return (self[number] for number in self.numbers())

    @property
    def represented(self) -> int:
        """How many states the rows stand for."""
        if self._represented is None:
            return len(self)
        return sum(int(self._represented(part)) for part in self.parts)

    def stand_in(self, packed: bytes) -> bytes:
        """The row that stands for a state."""
        if self._stand_in is None:
            return packed
        room = ctypes.create_string_buffer(packed, max(self.size, 1))
        self._stand_in(room)
        return room.raw[:self.size]

    def find(self, row: Sequence[int]) -> int | None:
        """The number of a state, or of the one that stands for it; None if it was not found."""
        packed = self.stand_in(self.executor.source.rows.pack(row))
        for number, part in enumerate(self.parts):
            place = int(self._find(part, packed)) if part[COUNTERS.index("count")] else -1
            if place >= 0:
                return self.number_of(number, place)
        return None

    def moves_to(self, number: int, begin: Sequence[int] | None = None) -> tuple[Move, ...]:
        """A shortest way from the start, or from where the search began, to a state, or to one that it stands for.

        No row knows the move that led to it: each is found again among the legal moves of the state before.
        """
        path: list[int] = []
        while number != self.first:
            path.append(number)
            number = self._parent(number)
        state = self.executor.source.rows.pack(self.executor.instance.start if begin is None else begin)
        moves: list[Move] = []
        for one in reversed(path):
            move, state = self._step_to(state, self._packed(one))
            moves.append(move)
        return tuple(moves)

    def _step_to(self, state: bytes, target: bytes) -> tuple[Move, bytes]:
        """The first move that leads to a row or a state that it stands for, and the state after it."""
        after, spare = (ctypes.create_string_buffer(max(self.size, 1)) for _ in range(2))
        room = MoveBuffer(self.executor.moves.bits)
        place = CROWDED
        while place == CROWDED:
            place = self._step(state, after, spare, target, room.codes, room.weights, room.capacity)
            if place == CROWDED:
                room.grow(2 * room.capacity)
        if place < 0:
            raise FoggError("a state was found, and no move of the state before it leads there: a bug of ours")
        return self.executor.moves.decode(room.codes[place]), after.raw[:self.size]


def _released(release: Callable[..., Any], parts: tuple[Any, ...], machine: Any) -> None:
    """Give the memory back; `machine` is held so that the code is still there."""
    for part in parts:
        release(part)
