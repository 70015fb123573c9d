"""States held in two parts, so that two threads can look for more of them at the same time."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Iterable, Sequence
from itertools import chain

from spec.lowering.instance import Row
from spec.lowering.llvm import LlvmExecutor
from verification.exploration.memory import COUNTERS, PARENT
from verification.exploration.outbox import OWNER
from verification.exploration.states import States, released


class TwoParts(States):
    """Rows of which each part holds those whose fingerprint names it; the number of a row is even in the first part.

    `ends` tells after each layer how many rows each part holds, so that rows can be gone through layer by layer.
    """

    def __init__(self, executor: LlvmExecutor, name: str, sought: int = 0, symmetry: str = "") -> None:
        super().__init__(executor, name, sought, symmetry)
        other = type(self.counters)()
        other[COUNTERS.index("part")] = 1
        self.parts = (self.counters, other)
        self.ends: list[tuple[int, ...]] = []
        weakref.finalize(self, released, self._release, other, executor.machine)

    def __len__(self) -> int:
        return self.counter("count")

    def counter(self, name: str) -> int:
        """What a counter of both parts comes to."""
        return sum(int(part[COUNTERS.index(name)]) for part in self.parts)

    def set(self, name: str, value: int) -> None:
        """Share out a bound between the parts."""
        for part in self.parts:
            part[COUNTERS.index(name)] = -(-value // len(self.parts))

    def begin(self, packed: bytes) -> int:
        """Hold the row that all others are reached from."""
        self.first = self.executor.fingerprint(self.executor.source.rows.unpack(packed)) >> OWNER & 1
        return int(self.insert(self.parts[self.first], packed, self.first))

    def forget(self) -> None:
        """Give the memory back and hold no state."""
        for number, part in enumerate(self.parts):
            self._release(part)
            ctypes.memset(part, 0, ctypes.sizeof(part))
            part[COUNTERS.index("part")] = number
        self.ends.clear()

    def __getitem__(self, number: int) -> Row:
        """A state by its number."""
        if number < 0 or number // 2 >= self.parts[number % 2][COUNTERS.index("count")]:
            raise IndexError(f"there is no state {number}")
        return self.executor.source.rows.unpack(self._packed(number))

    def _packed(self, number: int) -> bytes:
        rows = self.parts[number % 2][COUNTERS.index("rows")]
        return ctypes.string_at(rows + number // 2 * self.size, self.size)

    def _parent(self, number: int) -> int:
        parents = self.parts[number % 2][COUNTERS.index("parents")]
        return ctypes.c_uint32.from_address(parents + PARENT * (number // 2)).value

    def number_of(self, part: int, place: int) -> int:
        """The number of the row that a part holds in some place."""
        return 2 * place + part

    def numbers(self) -> Iterable[int]:
        """The numbers of all states, layer by layer."""
        counts = tuple(int(part[COUNTERS.index("count")]) for part in self.parts)
        begins = [(0,) * len(counts), *self.ends]
        return chain.from_iterable(
            range(2 * begin + part, 2 * end + part, 2)
            for before, after in zip(begins, [*self.ends, counts], strict=True)
            for part, (begin, end) in enumerate(zip(before, after, strict=True))
        )

    @property
    def represented(self) -> int:
        """How many states the rows stand for."""
        if self._represented is None:
            return len(self)
        return sum(int(self._represented(part)) for part in self.parts)

    def find(self, row: Sequence[int]) -> int | None:
        """The number of a state, or of the one that stands for it; None if it was not found."""
        packed = self.stand_in(self.executor.source.rows.pack(row))
        for number, part in enumerate(self.parts):
            found = self._find(part, packed) if part[COUNTERS.index("count")] else -1
            if found >= 0:
                return 2 * int(found) + number
        return None
