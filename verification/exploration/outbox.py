"""Machine code for two parts that explore together: each holds the states whose fingerprint names it.

What a part finds that the other one has to hold waits in its outbox: the row, its fingerprint, and the number of the
row that leads to it. Rows are numbered by twos, so that a number tells the part.
"""

from __future__ import annotations

from verification.exploration.batches import BATCH, Batched, Ended, stride
from verification.exploration.memory import COUNTERS, Counted

OUTBOX = 1 << 16
"""Rows waiting in an outbox at which its part stops expanding."""
OWNER = 32  # a bit of fingerprints that says neither where a row is looked for nor what an entry keeps of it
_LABELS = 16  # bytes beside a row


def numbered(code: Counted, row: str) -> str:
    """The number of a row among those of both parts."""
    return code.let(f"or i64 {code.let(f'shl i64 {row}, 1')}, {code.get('part')}")


def send_away(code: Counted, row: str, hashed: str, origin: str, size: int, sent: str, no_memory: str) -> None:
    """Put a row that the other part has to hold into the outbox and go to `sent`; go on with one's own."""
    owner = code.let(f"and i64 {code.let(f'lshr i64 {hashed}, {OWNER}')}, 1")
    mine = code.label("mine")
    other = code.label("other")
    code.branch(code.let(f"icmp eq i64 {owner}, {code.get('part')}"), mine, other)
    code.place(other)
    count, room, width = code.get("outbox_count"), code.get("outbox_room"), stride(size) + _LABELS
    with code.when(code.let(f"icmp uge i64 {count}, {room}")):
        larger = code.let(f"add i64 {code.let(f'mul i64 {room}, 2')}, {BATCH}")
        space = code.let(f"mul i64 {larger}, {width}")
        moved = code.let(f"call ptr @realloc(ptr {code.get('outbox', 'ptr')}, i64 {space})")
        code.go_if(code.let(f"icmp eq ptr {moved}, null"), no_memory)
        code.put("outbox", moved, "ptr")
        code.put("outbox_room", larger)
    entry = code.at(code.get("outbox", "ptr"), "i8", code.let(f"mul i64 {count}, {width}"))
    code.copy(entry, row, size)
    for place, value in enumerate((hashed, origin)):
        code.store("i64", value, code.at(entry, "i8", stride(size) + 8 * place))
    code.put("outbox_count", code.let(f"add i64 {count}, 1"))
    code.jump(sent)
    code.place(mine)


def receive_text(name: str, size: int) -> str:
    """The function `name_receive(ctx, batch, other)`: hold what the other part has sent; returns an `Ended`."""
    code = Batched(f"i32 @{name}_receive(ptr noalias %ctx, ptr noalias %batch, ptr noalias %other)", size)
    stopped, held, width = code.variable("i32"), code.variable("i64"), stride(size) + _LABELS

    def settle() -> None:
        waiting = code.load("i64", held)
        code.store("i32", code.let(f"call i32 @{name}_settle(ptr %ctx, ptr %batch, i64 {waiting}, i64 -1)"), stopped)
        code.store("i64", 0, held)
        code.go_if(code.let(f"icmp ne i32 {code.load('i32', stopped)}, 0"), "stop")

    code.store("i64", 0, held)
    settle()  # nothing waits: this only makes room
    count = code.load("i64", code.at("%other", "i64", COUNTERS.index("outbox_count")))
    outbox = code.load("ptr", code.at("%other", "i64", COUNTERS.index("outbox")))
    with code.loop("i64", "0", count) as (number, again):
        entry = code.at(outbox, "i8", code.let(f"mul i64 {number}, {width}"))
        waiting = code.load("i64", held)
        code.copy(code.successor(waiting), entry, size)
        hashed, origin = (code.load("i64", code.at(entry, "i8", stride(size) + 8 * place)) for place in (0, 1))
        code.wait(waiting, hashed, origin, held, again)
        settle()
    settle()
    code.store("i64", 0, code.at("%other", "i64", COUNTERS.index("outbox_count")))
    code.line(f"ret i32 {int(Ended.DONE)}")
    code.place("stop")
    code.line(f"ret i32 {code.load('i32', stopped)}")
    return code.text
