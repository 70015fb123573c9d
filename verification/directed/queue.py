"""Machine code for a queue of moves not yet made, in buckets by how promising they are.

An entry is a row's number and a move from it; the row it leads to is made again when the entry is taken out, so that
an entry is small however long a state is. Each bucket is a linked list, the last put in the first taken out.
"""

from __future__ import annotations

import ctypes
import mmap

from verification.exploration.memory import Counted

QUEUE = (
    "parents", "codes", "nexts", "heads", "depths", "free", "used", "capacity", "buckets", "lowest", "held", "random",
    "spread", "limit", "floor", "goal", "generated", "next",
)
"""What a queue keeps, 64 bits each: five addresses, then in this order: the first entry given back (plus one), entries
ever used, entries there is room for, buckets, a bucket below which all are empty, entries held, the random state, in
how many buckets one value is spread, the most moves of a game that is wanted, the value of the bucket taken from last,
the row that the search is for (or -1), moves made, and the row to expand next."""
MOST_BUCKETS = 1 << 16


class Queued(Counted):
    """A function that reads and writes a queue at `%queue`, beside the counters at `%ctx`."""

    def part(self, name: str) -> str:
        """The address of what a queue keeps."""
        return self.at("%queue", "i64", QUEUE.index(name))

    def have(self, name: str, kind: str = "i64") -> str:
        """What a queue keeps."""
        return self.load(kind, self.part(name))

    def keep(self, name: str, value: str | int) -> None:
        """Change what a queue keeps."""
        self.store("i64", value, self.part(name))

    def of(self, array: str, kind: str, number: str) -> str:
        """The address of a cell of one of a queue's arrays."""
        return self.at(self.have(array, "ptr"), kind, number)


def push_text(name: str, bits: int) -> str:
    """The function `name_push(queue, bucket, parent, code)`: false where there is no room for another entry."""
    code = Queued(f"internal i1 @{name}_push(ptr %queue, i64 %bucket, i64 %parent, i{bits} %code)")
    last = code.let(f"sub i64 {code.have('buckets')}, 1")
    beyond = code.let(f"icmp ugt i64 %bucket, {last}")
    bucket = code.let(f"select i1 {beyond}, i64 {last}, i64 %bucket")
    free = code.have("free")
    code.branch(code.let(f"icmp eq i64 {free}, 0"), "fresh", "again")
    code.place("fresh")
    used = code.have("used")
    code.go_if(code.let(f"icmp uge i64 {used}, {code.have('capacity')}"), "full")
    fresh, fresh_from = code.let(f"add i64 {used}, 1"), code.block
    code.keep("used", fresh)
    code.jump("put")
    code.place("again")
    following = code.load("i32", code.of("nexts", "i32", code.let(f"sub i64 {free}, 1")))
    code.keep("free", code.let(f"zext i32 {following} to i64"))
    code.jump("put")
    code.place("put")
    entry = code.let(f"phi i64 [ {fresh}, %{fresh_from} ], [ {free}, %again ]")
    place = code.let(f"sub i64 {entry}, 1")
    parent = code.let("trunc i64 %parent to i32")
    code.store("i32", parent, code.of("parents", "i32", place))
    code.store(f"i{bits}", "%code", code.of("codes", f"i{bits}", place))
    head = code.of("heads", "i32", bucket)
    code.store("i32", code.load("i32", head), code.of("nexts", "i32", place))
    code.store("i32", code.let(f"trunc i64 {entry} to i32"), head)
    lowest = code.have("lowest")
    lower = code.let(f"icmp ult i64 {bucket}, {lowest}")
    code.keep("lowest", code.let(f"select i1 {lower}, i64 {bucket}, i64 {lowest}"))
    code.keep("held", code.let(f"add i64 {code.have('held')}, 1"))
    code.line("ret i1 true")
    code.place("full")
    code.line("ret i1 false")
    return code.text


def pop_text(name: str) -> str:
    """The function `name_pop(queue)`: the place of an entry of the lowest bucket, now given back, or -1 for none.

    What stands at its place is still there until something else is put in.
    """
    code = Queued(f"internal i64 @{name}_pop(ptr %queue)")
    bucket = code.variable("i64")
    code.store("i64", code.have("lowest"), bucket)
    code.jump("look")
    code.place("look")
    number = code.load("i64", bucket)
    code.unless(code.let(f"icmp ult i64 {number}, {code.have('buckets')}"), "none")
    head = code.of("heads", "i32", number)
    entry = code.load("i32", head)
    code.branch(code.let(f"icmp eq i32 {entry}, 0"), "onward", "found")
    code.place("onward")
    code.store("i64", code.let(f"add i64 {number}, 1"), bucket)
    code.jump("look")
    code.place("found")
    place = code.let(f"sub i64 {code.let(f'zext i32 {entry} to i64')}, 1")
    following = code.of("nexts", "i32", place)
    code.store("i32", code.load("i32", following), head)
    code.store("i32", code.let(f"trunc i64 {code.have('free')} to i32"), following)
    code.keep("free", code.let(f"add i64 {place}, 1"))
    code.keep("lowest", number)
    code.keep("floor", code.let(f"udiv i64 {number}, {code.have('spread')}"))
    code.keep("held", code.let(f"sub i64 {code.have('held')}, 1"))
    code.line(f"ret i64 {place}")
    code.place("none")
    code.keep("lowest", number)
    code.line("ret i64 -1")
    return code.text


class Queue:
    """The memory of a queue: room for so many entries, and the depths of so many rows, taken up as it is used."""

    def __init__(self, entries: int, rows: int, code_bytes: int) -> None:
        self.kept = (ctypes.c_int64 * len(QUEUE))()
        sizes = {
            "parents": 4 * entries, "codes": code_bytes * entries, "nexts": 4 * entries, "heads": 4 * MOST_BUCKETS,
            "depths": 2 * rows,
        }
        self._memory: dict[str, mmap.mmap] = {}
        self._held: list[object] = []
        for name, size in sizes.items():
            self._memory[name] = mmap.mmap(-1, max(size, 1))
            view = (ctypes.c_char * max(size, 1)).from_buffer(self._memory[name])
            self._held.append(view)
            self[name] = ctypes.addressof(view)
        self["capacity"] = entries
        self["buckets"] = MOST_BUCKETS
        self.clear()

    def __getitem__(self, name: str) -> int:
        return self.kept[QUEUE.index(name)]

    def __setitem__(self, name: str, value: int) -> None:
        self.kept[QUEUE.index(name)] = value

    def clear(self) -> None:
        """Forget every entry."""
        ctypes.memset(self["heads"], 0, 4 * MOST_BUCKETS)
        self["free"] = self["used"] = self["held"] = 0
        self["lowest"] = MOST_BUCKETS

    def set(self, **values: int) -> None:
        """Change several things that it keeps."""
        for name, value in values.items():
            self[name] = value
