"""Machine code for the set of states found: their rows, the row that each was reached from, and a hash table.

An entry of the table is 32 bits: a row's number plus one in the lower bits, as many as the size of the table needs,
and above them as many bits of the row's fingerprint as there is room for; 0 is an empty entry. Entries are probed one
after another. The table grows by half before it is four fifths full and is then filled anew from the rows, so that two
tables never stand side by side; the other arrays grow by an eighth.
"""

from __future__ import annotations

from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_code import Code

COUNTERS = (
    "rows", "parents", "table", "entries", "bits", "count", "room", "limit", "budget", "head", "moves", "terminal",
    "shown", "from", "part", "outbox", "outbox_room", "outbox_count",
)
"""What a run keeps, 64 bits each: three addresses, the table's size, the bits of a row's number in an entry, rows held,
rows there is room for, the most rows to hold, the most bytes to set aside (0 for no bound), the row to expand next,
moves made, rows where the game ends, and what was shown: the number of the property, and the row before the move.
Where two parts explore together also: which part this is, and what it found that the other part has to hold."""
KNOWN, FULL, NO_MEMORY, NO_BUDGET = -1, -2, -3, -4
"""What `insert` returns where it inserts nothing; `reserve` returns the last two."""
MOST_STATES = 3_000_000_000
PARENT = 4
ENTRY = 4
_LOW = (1 << 32) - 1
_FIRST_ENTRIES, _MORE_ROOM = 1 << 11, 1 << 10


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

    def add(self, counter: str, by: int | str = 1) -> None:
        """Count on."""
        self.put(counter, self.let(f"add i64 {self.get(counter)}, {by}"))

    def row(self, number: str, size: int) -> str:
        """The address of a row."""
        offset = self.let(f"mul i64 {number}, {size}")
        return self.at(self.get("rows", "ptr"), "i8", offset)

    def place_of(self, hashed: str, entries: str) -> str:
        """The entry where a row of some fingerprint is looked for first."""
        wide, times = (self.let(f"zext i64 {one} to i128") for one in (hashed, entries))
        product = self.let(f"mul i128 {wide}, {times}")
        return self.let(f"trunc i128 {self.let(f'lshr i128 {product}, 64')} to i64")

    def after(self, place: str, entries: str) -> str:
        """The entry behind another; behind the last one comes the first."""
        following = self.let(f"add i64 {place}, 1")
        past = self.let(f"icmp eq i64 {following}, {entries}")
        return self.let(f"select i1 {past}, i64 0, i64 {following}")


class Probe:
    """Looking for a row in the table, entry by entry, from a place on.

    `step` goes to `missing` at an empty entry and to `matched` at one whose fingerprint agrees, with the number of
    its row in `number`; `onward` goes on behind the last entry.
    """

    def __init__(self, code: Counted, hashed: str, first: str, missing: str, matched: str) -> None:
        self.code = code
        self.entries, self.bits, self.table = code.get("entries"), code.get("bits"), code.get("table", "ptr")
        self.tag = code.let(f"and i64 {hashed}, {_LOW}")
        self._place = code.variable("i64")
        self._loop = code.label("probe")
        code.store("i64", first, self._place)
        code.jump(self._loop)
        code.place(self._loop)
        self.place = code.load("i64", self._place)
        self.address = code.at(self.table, "i32", self.place)
        self.entry = code.let(f"zext i32 {code.load('i32', self.address)} to i64")
        code.go_if(code.let(f"icmp eq i64 {self.entry}, 0"), missing)
        unlike = code.let(f"lshr i64 {code.let(f'xor i64 {self.entry}, {self.tag}')}, {self.bits}")
        other = code.label("other")
        code.branch(code.let(f"icmp eq i64 {unlike}, 0"), matched, other)
        code.place(other)
        self.onward()

    def onward(self) -> None:
        """End the block and go on with the next entry."""
        self.code.store("i64", self.code.after(self.place, self.entries), self._place)
        self.code.jump(self._loop)

    def number(self) -> str:
        """The row of the entry at hand."""
        mask = self.code.let(f"sub i64 {self.code.let(f'shl i64 1, {self.bits}')}, 1")
        return self.code.let(f"sub i64 {self.code.let(f'and i64 {self.entry}, {mask}')}, 1")

    def fill(self, number: str) -> None:
        """Put the row of a number into the empty entry at hand."""
        upper = self.code.let(f"shl i64 {self.code.let(f'lshr i64 {self.tag}, {self.bits}')}, {self.bits}")
        entry = self.code.let(f"or i64 {upper}, {self.code.let(f'add i64 {number}, 1')}")
        self.code.store("i32", self.code.let(f"trunc i64 {entry} to i32"), self.address)


def memory_texts(executor: LlvmExecutor, name: str) -> list[str]:
    """The functions `name_reserve(ctx, more)`, `name_insert(ctx, row, parent)`, `name_find(ctx, row)` and
    `name_release(ctx)`.

    `reserve` makes room for more rows and returns 0, `NO_MEMORY` or `NO_BUDGET`; `insert` returns the number of a new
    row, or `KNOWN`, `FULL` or what `reserve` did; `find` a number, or -1 where the row is not held.
    """
    size = executor.source.rows.size
    return [_rehash(name, size), _reserve(name, size), _insert(name, size), _find(name, size), _release(name)]


def found_or_new(code: Counted, row: str, hashed: str, first: str, size: int, known: str) -> Probe:
    """Look for a row from an entry on; go to `known` where it is held, else on, at the entry to be filled in."""
    missing, matched = code.label("missing"), code.label("matched")
    probe = Probe(code, hashed, first, missing, matched)
    code.place(matched)
    difference = code.let(f"call i32 @memcmp(ptr {code.row(probe.number(), size)}, ptr {row}, i64 {size})")
    unlike = code.label("unlike")
    code.branch(code.let(f"icmp eq i32 {difference}, 0"), known, unlike)
    code.place(unlike)
    probe.onward()
    code.place(missing)
    return probe


def add_row(code: Counted, probe: Probe, row: str, parent: str, size: int) -> str:
    """Hold a row that room was reserved for; gives its number."""
    count = code.get("count")
    probe.fill(count)
    code.copy(code.row(count, size), row, size)
    small = code.let(f"trunc i64 {parent} to i32")
    code.store("i32", small, code.at(code.get("parents", "ptr"), "i32", count))
    code.put("count", code.let(f"add i64 {count}, 1"))
    return count


def _insert(name: str, size: int) -> str:
    code = Counted(f"i64 @{name}_insert(ptr %ctx, ptr noalias readonly %row, i64 %parent)")
    short = code.let(f"call i64 @{name}_reserve(ptr %ctx, i64 1)")
    code.go_if(code.let(f"icmp ne i64 {short}, 0"), "unkept")
    hashed = code.let("call i64 @fingerprint(ptr %row)")
    probe = found_or_new(code, "%row", hashed, code.place_of(hashed, code.get("entries")), size, "known")
    code.go_if(code.let(f"icmp uge i64 {code.get('count')}, {code.get('limit')}"), "full")
    code.line(f"ret i64 {add_row(code, probe, '%row', '%parent', size)}")
    for label, result in (("known", str(KNOWN)), ("full", str(FULL)), ("unkept", short)):
        code.place(label)
        code.line(f"ret i64 {result}")
    return code.text


def _find(name: str, size: int) -> str:
    code = Counted(f"i64 @{name}_find(ptr %ctx, ptr noalias readonly %row)")
    hashed = code.let("call i64 @fingerprint(ptr %row)")
    first = code.place_of(hashed, code.get("entries"))
    probe = Probe(code, hashed, first, "missing", "matched")
    code.place("matched")
    number = probe.number()
    difference = code.let(f"call i32 @memcmp(ptr {code.row(number, size)}, ptr %row, i64 {size})")
    code.branch(code.let(f"icmp eq i32 {difference}, 0"), "held", "unlike")
    code.place("unlike")
    probe.onward()
    code.place("held")
    code.line(f"ret i64 {number}")
    code.place("missing")
    code.line("ret i64 -1")
    return code.text


def _reserve(name: str, size: int) -> str:
    """Make room for more rows: in the arrays, and in the table below four fifths."""
    code = Counted(f"i64 @{name}_reserve(ptr %ctx, i64 %more)")
    wanted = code.let(f"add i64 {code.get('count')}, %more")
    room = code.get("room")
    with code.when(code.let(f"icmp ugt i64 {wanted}, {room}")):
        larger = code.let(f"add i64 {code.let(f'add i64 {wanted}, {_MORE_ROOM}')}, {code.let(f'lshr i64 {room}, 3')}")
        _within_budget(code, size, larger, code.get("entries"))
        for array, width in (("rows", size), ("parents", PARENT)):
            space = code.let(f"mul i64 {larger}, {max(width, 1)}")
            moved = code.let(f"call ptr @realloc(ptr {code.get(array, 'ptr')}, i64 {space})")
            code.go_if(code.let(f"icmp eq ptr {moved}, null"), "nomemory")
            code.put(array, moved, "ptr")
        code.put("room", larger)
    code.jump("turn")
    code.place("turn")
    entries = code.get("entries")
    held = code.let(f"mul i64 {entries}, 4")
    code.unless(code.let(f"icmp ugt i64 {code.let(f'mul i64 {wanted}, 5')}, {held}"), "done")
    more = code.let(f"add i64 {entries}, {code.let(f'lshr i64 {entries}, 1')}")
    few = code.let(f"icmp ult i64 {more}, {_FIRST_ENTRIES}")
    more = code.let(f"select i1 {few}, i64 {_FIRST_ENTRIES}, i64 {more}")
    many = code.let(f"icmp ugt i64 {more}, {_LOW}")
    more = code.let(f"select i1 {many}, i64 {_LOW}, i64 {more}")
    code.go_if(code.let(f"icmp eq i64 {more}, {entries}"), "nomemory")
    _within_budget(code, size, code.get("room"), more)
    code.unless(code.let(f"call i1 @{name}_rehash(ptr %ctx, i64 {more})"), "nomemory")
    code.jump("turn")
    for label, result in (("done", 0), ("nomemory", NO_MEMORY), ("nobudget", NO_BUDGET)):
        code.place(label)
        code.line(f"ret i64 {result}")
    return code.text


def _within_budget(code: Counted, size: int, room: str, entries: str) -> None:
    """Go to `nobudget` where arrays and table would take up more than the bound on memory."""
    arrays = code.let(f"mul i64 {room}, {size + PARENT}")
    together = code.let(f"add i64 {arrays}, {code.let(f'mul i64 {entries}, {ENTRY}')}")
    budget = code.get("budget")
    above = code.let(f"icmp ugt i64 {together}, {budget}")
    bounded = code.let(f"icmp ne i64 {budget}, 0")
    code.go_if(code.let(f"and i1 {above}, {bounded}"), "nobudget")


def _rehash(name: str, size: int) -> str:
    """Fill a table of another size from the rows; false where memory is out, with the table as it was."""
    code = Counted(f"internal i1 @{name}_rehash(ptr %ctx, i64 %entries)")
    space = code.let(f"mul i64 %entries, {ENTRY}")
    table = code.let(f"call ptr @realloc(ptr {code.get('table', 'ptr')}, i64 {space})")
    code.go_if(code.let(f"icmp eq ptr {table}, null"), "nomemory")
    code.line(f"call void @llvm.memset.p0.i64(ptr {table}, i8 0, i64 {space}, i1 false)")
    code.put("table", table, "ptr")
    code.put("entries", "%entries")
    code.put("bits", code.let(f"sub i64 64, {code.let('call i64 @llvm.ctlz.i64(i64 %entries, i1 true)')}"))
    with code.loop("i64", "0", code.get("count")) as (number, again):
        hashed = code.let(f"call i64 @fingerprint(ptr {code.row(number, size)})")
        place = code.place_of(hashed, "%entries")
        probe = Probe(code, hashed, place, "free", "taken")
        code.place("taken")
        probe.onward()
        code.place("free")
        probe.fill(number)
        code.jump(again)
        code.place(code.label("unreached"))
    code.line("ret i1 true")
    code.place("nomemory")
    code.line("ret i1 false")
    return code.text


def _release(name: str) -> str:
    code = Counted(f"void @{name}_release(ptr %ctx)")
    for array in ("rows", "parents", "table", "outbox"):
        code.line(f"call void @free(ptr {code.get(array, 'ptr')})")
        code.put(array, "null", "ptr")
    code.line("ret void")
    return code.text
