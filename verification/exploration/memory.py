"""Machine code for the set of states found: rows, parents and moves in growing arrays, and a hash table over them.

An entry of the table is 64 bits: the upper half of a row's fingerprint, and below it the row's number plus one
(0 for an empty entry). Entries are probed one after another; the table doubles before it is two thirds full, which
needs the entries alone and not the rows.
"""

from __future__ import annotations

from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_code import Code

COUNTERS = (
    "rows", "parents", "codes", "table", "entries", "count", "room", "limit", "head", "moves", "terminal", "shown",
    "from", "code",
)
"""What a run keeps, 64 bits each: four addresses, the table's size, rows held, rows there is room for, the most
rows to hold, the row to expand next, moves made, rows without moves, and what was shown: the number of the property,
the row before the move, and the move."""
KNOWN, FULL, NO_MEMORY = -1, -2, -3
"""What `insert` returns where it inserts nothing."""
MOST_STATES = (1 << 32) - 2
_LOW = (1 << 32) - 1
_FIRST_ROOM, _FIRST_ENTRIES = 1 << 10, 1 << 11


class Counted(Code):
    """A function that reads and writes the counters at `%ctx`."""

    def __init__(self, signature: str) -> None:
        super().__init__(signature)
        self.places: dict[str, str] = {}

    def where(self, counter: str) -> str:
        """The address of a counter."""
        return self.at("%ctx", "i64", COUNTERS.index(counter))

    def get(self, counter: str, kind: str = "i64") -> str:
        """What a counter holds."""
        return self.load(kind, self.where(counter))

    def put(self, counter: str, value: str | int, kind: str = "i64") -> None:
        """Change a counter."""
        self.store(kind, value, self.where(counter))

    def add(self, counter: str, by: int = 1) -> None:
        """Count on."""
        self.put(counter, self.let(f"add i64 {self.get(counter)}, {by}"))

    def row(self, number: str, size: int) -> str:
        """The address of a row."""
        offset = self.let(f"mul i64 {number}, {size}")
        return self.at(self.get("rows", "ptr"), "i8", offset)


def memory_texts(executor: LlvmExecutor, name: str) -> list[str]:
    """The functions `name_insert(ctx, row, parent, code)`, `name_find(ctx, row)` and `name_release(ctx)`.

    `insert` returns the number of a new row, or `KNOWN`, `FULL` or `NO_MEMORY`; `find` a number, or -1 where
    the row is not held.
    """
    size, bits = executor.source.rows.size, executor.moves.bits
    return [
        _rehash(name), _grow(name, size, bits), _insert(name, size, bits), _find(name, size), _release(name),
    ]


def _insert(name: str, size: int, bits: int) -> str:
    code = Counted(f"i64 @{name}_insert(ptr %ctx, ptr noalias readonly %row, i64 %parent, i{bits} %code)")
    count = code.get("count")
    wanted = code.let(f"mul i64 {code.let(f'add i64 {count}, 1')}, 3")
    held = code.let(f"mul i64 {code.get('entries')}, 2")
    with code.when(code.let(f"icmp ugt i64 {wanted}, {held}")):
        code.unless(code.let(f"call i1 @{name}_rehash(ptr %ctx)"), "nomemory")
    found = _probe(code, size, "new")
    code.line(f"ret i64 {KNOWN}")
    code.place("new")
    code.go_if(code.let(f"icmp uge i64 {count}, {code.get('limit')}"), "full")
    with code.when(code.let(f"icmp eq i64 {count}, {code.get('room')}")):
        code.unless(code.let(f"call i1 @{name}_grow(ptr %ctx)"), "nomemory")
    following = code.let(f"add i64 {count}, 1")
    upper = code.let(f"and i64 {found.hash}, {_LOW << 32}")
    code.store("i64", code.let(f"or i64 {upper}, {following}"), found.entry)
    code.copy(code.row(count, size), "%row", size)
    parent = code.let("trunc i64 %parent to i32")
    code.store("i32", parent, code.at(code.get("parents", "ptr"), "i32", count))
    code.store(f"i{bits}", "%code", code.at(code.get("codes", "ptr"), f"i{bits}", count))
    code.put("count", following)
    code.line(f"ret i64 {count}")
    for label, result in (("full", FULL), ("nomemory", NO_MEMORY)):
        code.place(label)
        code.line(f"ret i64 {result}")
    return code.text


def _find(name: str, size: int) -> str:
    code = Counted(f"i64 @{name}_find(ptr %ctx, ptr noalias readonly %row)")
    found = _probe(code, size, "missing")
    code.line(f"ret i64 {found.number}")
    code.place("missing")
    code.line("ret i64 -1")
    return code.text


class _Probed:
    """What a probe leaves: the row's hash, the address of the entry it ended at, and the number held there."""

    def __init__(self, hash: str, entry: str, number: str) -> None:
        self.hash = hash
        self.entry = entry
        self.number = number


def _probe(code: Counted, size: int, missing: str) -> _Probed:
    """Look for `%row`; where it is not held, go to `missing`, with the entry to fill in."""
    hashed = code.let("call i64 @fingerprint(ptr %row)")
    table = code.get("table", "ptr")
    mask = code.let(f"sub i64 {code.get('entries')}, 1")
    tag = code.let(f"lshr i64 {hashed}, 32")
    place = code.variable("i64")
    code.store("i64", code.let(f"and i64 {tag}, {mask}"), place)
    probe, here, other, held = (code.label(hint) for hint in ("probe", "here", "other", "held"))
    code.jump(probe)
    code.place(probe)
    now = code.load("i64", place)
    address = code.at(table, "i64", now)
    entry = code.load("i64", address)
    code.go_if(code.let(f"icmp eq i64 {entry}, 0"), missing)
    code.branch(code.let(f"icmp eq i64 {code.let(f'lshr i64 {entry}, 32')}, {tag}"), here, other)
    code.place(here)
    number = code.let(f"sub i64 {code.let(f'and i64 {entry}, {_LOW}')}, 1")
    difference = code.let(f"call i32 @memcmp(ptr {code.row(number, size)}, ptr %row, i64 {size})")
    code.branch(code.let(f"icmp eq i32 {difference}, 0"), held, other)
    code.place(other)
    code.store("i64", code.let(f"and i64 {code.let(f'add i64 {now}, 1')}, {mask}"), place)
    code.jump(probe)
    code.place(held)
    return _Probed(hashed, address, number)


def _grow(name: str, size: int, bits: int) -> str:
    """Make room for twice as many rows; false where memory is out."""
    code = Counted(f"internal i1 @{name}_grow(ptr %ctx)")
    double = code.let(f"mul i64 {code.get('room')}, 2")
    few = code.let(f"icmp ult i64 {double}, {_FIRST_ROOM}")
    room = code.let(f"select i1 {few}, i64 {_FIRST_ROOM}, i64 {double}")
    for array, width in (("rows", size), ("parents", 4), ("codes", bits // 8)):
        wanted = code.let(f"mul i64 {room}, {max(width, 1)}")
        moved = code.let(f"call ptr @realloc(ptr {code.get(array, 'ptr')}, i64 {wanted})")
        code.go_if(code.let(f"icmp eq ptr {moved}, null"), "nomemory")
        code.put(array, moved, "ptr")
    code.put("room", room)
    code.line("ret i1 true")
    code.place("nomemory")
    code.line("ret i1 false")
    return code.text


def _rehash(name: str) -> str:
    """Move all entries to a table of twice the size; false where memory is out."""
    code = Counted(f"internal i1 @{name}_rehash(ptr %ctx)")
    old, entries = code.get("table", "ptr"), code.get("entries")
    double = code.let(f"mul i64 {entries}, 2")
    few = code.let(f"icmp ult i64 {double}, {_FIRST_ENTRIES}")
    larger = code.let(f"select i1 {few}, i64 {_FIRST_ENTRIES}, i64 {double}")
    mask = code.let(f"sub i64 {larger}, 1")
    table = code.let(f"call ptr @calloc(i64 {larger}, i64 8)")
    code.go_if(code.let(f"icmp eq ptr {table}, null"), "nomemory")
    place = code.variable("i64")
    with code.loop("i64", "0", entries) as (number, again):
        entry = code.load("i64", code.at(old, "i64", number))
        code.go_if(code.let(f"icmp eq i64 {entry}, 0"), again)
        code.store("i64", code.let(f"and i64 {code.let(f'lshr i64 {entry}, 32')}, {mask}"), place)
        code.jump("probe")
        code.place("probe")
        address = code.at(table, "i64", code.load("i64", place))
        code.branch(code.let(f"icmp eq i64 {code.load('i64', address)}, 0"), "free", "taken")
        code.place("taken")
        following = code.let(f"add i64 {code.load('i64', place)}, 1")
        code.store("i64", code.let(f"and i64 {following}, {mask}"), place)
        code.jump("probe")
        code.place("free")
        code.store("i64", entry, address)
    code.line(f"call void @free(ptr {old})")
    code.put("table", table, "ptr")
    code.put("entries", larger)
    code.line("ret i1 true")
    code.place("nomemory")
    code.line("ret i1 false")
    return code.text


def _release(name: str) -> str:
    code = Counted(f"void @{name}_release(ptr %ctx)")
    for array in ("rows", "parents", "codes", "table"):
        code.line(f"call void @free(ptr {code.get(array, 'ptr')})")
        code.put(array, "null", "ptr")
    code.line("ret void")
    return code.text
