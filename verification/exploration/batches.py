"""Batches of successors that wait to be looked up, and why expanding them ends."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from verification.exploration.memory import Counted

BATCH = 64
"""Successors made before they are looked up."""


class Ended(IntEnum):
    """Why a run of expansion came back."""

    DONE = 0
    CROWDED = 1
    FAULT = 2
    MOVE_SHOWS = 3
    STATE_SHOWS = 4
    FULL = 5
    NO_MEMORY = 6
    NO_BUDGET = 7


class Batched(Counted):
    """A function that reads and writes a batch at `%batch`: rows, then 64 bits each for their fingerprint, the entry
    where they are looked for and the row they come from, then the rows expanded where the game ends."""

    def __init__(self, signature: str, size: int) -> None:
        super().__init__(signature)
        self.stride = stride(size)

    def successor(self, number: str) -> str:
        """The address of a row of the batch."""
        return self.at("%batch", "i8", self.let(f"mul i64 {number}, {self.stride}"))

    def part(self, part: int, number: str) -> str:
        """The address of a number of the batch: 0 for fingerprints, 1 for entries, 2 for origins, 3 for ends."""
        first = self.at("%batch", "i8", BATCH * self.stride)
        return self.at(first, "i64", self.let(f"add i64 {number}, {part * BATCH}"))

    def prefetch(self, address: str, write: int) -> None:
        """Have memory fetched that will be looked at soon."""
        self.line(f"call void @llvm.prefetch.p0(ptr {address}, i32 {write}, i32 3, i32 1)")

    def wait(self, number: str, hashed: str, origin: str, held: str, again: str) -> None:
        """Let a row that is in the batch wait to be looked up, counted in `held`; go on only when the batch is full."""
        place = self.place_of(hashed, self.get("entries"))
        self.prefetch(self.at(self.get("table", "ptr"), "i32", place), 1)
        for part, value in enumerate((hashed, place, origin)):
            self.store("i64", value, self.part(part, number))
        longer = self.let(f"add i64 {number}, 1")
        self.store("i64", longer, held)
        self.unless(self.let(f"icmp eq i64 {longer}, {BATCH}"), again)

    def stops(self, reasons: Sequence[tuple[str, Ended]]) -> None:
        """Labels that return a reason."""
        for label, reason in reasons:
            self.place(label)
            self.line(f"ret i32 {int(reason)}")


def stride(size: int) -> int:
    """The bytes from one row of a batch to the next."""
    return max(8, (size + 7) // 8 * 8)


def batch_bytes(size: int) -> int:
    """The bytes of a batch for rows of so many bytes."""
    return BATCH * (stride(size) + 4 * 8)
