"""Machine code that expands states in the order in which they were found: breadth first.

Successors are made in batches. Memory is slow to answer where a table is large, so the entry of each successor is
asked for when it is made, the row there when the whole batch has been made, and both are looked at later.
"""

from __future__ import annotations

from collections.abc import Sequence

from spec.lowering.llvm import LlvmExecutor
from verification.exploration.batches import BATCH, Batched, Ended
from verification.exploration.memory import COUNTERS, NO_BUDGET, Counted, Probe, add_row, found_or_new
from verification.exploration.outbox import OUTBOX, numbered, receive_text, send_away


def expand_texts(
    executor: LlvmExecutor, name: str, over: str, of_moves: str, of_states: str, sought: Sequence[str],
    representative: str = "", parts: bool = False,
) -> list[str]:
    """The functions of an exploration; the last is
    `name_expand(ctx, codes, weights, capacity, row, batch, end, enough)`.

    It makes every legal move of every row from `head` up to but without `end`, or until `enough` moves were made in
    all, and returns an `Ended`. `over`, `of_moves` (asked of every move), `of_states` (of every new state) and each
    function of `sought` (of every new state until it finds one; that row's number then stands behind the counters)
    are compiled, or empty. `representative(row)` puts the state that stands for a state in its place, if there is one.
    With `parts` each of two parts holds the rows whose fingerprint names it, and numbers them by twos; what the other
    part has to hold goes to the outbox.
    """
    size = executor.source.rows.size
    return [
        _settle(name, size, of_states, sought, parts),
        *([receive_text(name, size)] if parts else []),
        _expand(name, size, f"i{executor.moves.bits}", over, of_moves, representative, parts),
    ]


def _settle(name: str, size: int, of_states: str, sought: Sequence[str], parts: bool) -> str:
    """Look a batch up, hold what is new, and make room for another batch; `ends` is negative where it was sent here."""
    code = Batched(f"internal i32 @{name}_settle(ptr %ctx, ptr %batch, i64 %held, i64 %ends)", size)
    with code.loop("i64", "0", "%held") as (number, again):
        hashed, place = (code.load("i64", code.part(part, number)) for part in (0, 1))
        probe = Probe(code, hashed, place, "absent", "alike")
        code.place("alike")
        code.prefetch(code.row(probe.number(), size), 0)
        code.jump("noted")
        code.place("absent")
        code.jump("noted")
        code.place("noted")
        code.store("i64", probe.place, code.part(1, number))
        code.jump(again)
        code.place(code.label("unreached"))
    limit = code.get("limit")
    with code.loop("i64", "0", "%held") as (number, again):
        hashed, place, origin = (code.load("i64", code.part(part, number)) for part in (0, 1, 2))
        row = code.successor(number)
        code.add("moves")
        code.put("from", origin)
        probe = found_or_new(code, row, hashed, place, size, again)
        code.go_if(code.let(f"icmp uge i64 {code.get('count')}, {limit}"), "full")
        found = add_row(code, probe, row, origin, size)
        if parts:
            found = numbered(code, found)
        if of_states:
            shown = code.let(f"call i32 @{of_states}(ptr {row}, ptr {row}, i1 true)")
            code.put("shown", code.let(f"sext i32 {shown} to i64"))
            code.go_if(code.let(f"icmp sge i32 {shown}, 0"), "stateshows")
        for nth, check in enumerate(sought):
            _seek(code, check, len(COUNTERS) + nth, row, found)
    with code.when(code.let("icmp sgt i64 %ends, 0")):
        code.add("terminal", "%ends")
    short = code.let(f"call i64 @{name}_reserve(ptr %ctx, i64 {BATCH})")
    code.go_if(code.let(f"icmp eq i64 {short}, 0"), "done")
    code.branch(code.let(f"icmp eq i64 {short}, {NO_BUDGET}"), "nobudget", "nomemory")
    reasons = [("done", Ended.DONE), ("nobudget", Ended.NO_BUDGET), ("nomemory", Ended.NO_MEMORY)]
    code.stops(reasons)
    stops = [("full", Ended.FULL), *([("stateshows", Ended.STATE_SHOWS)] if of_states else [])]
    for label, reason in stops:
        code.place(label)
        with code.when(code.let("icmp sge i64 %ends, 0")):
            _take_back(code, parts)
        code.line(f"ret i32 {int(reason)}")
    return code.text


def _take_back(code: Batched, parts: bool) -> None:
    """Where the batch ends early, only the rows before the one at hand were expanded."""
    origin = code.get("from")
    if parts:
        origin = code.let(f"lshr i64 {origin}, 1")
    code.put("head", origin)
    with code.loop("i64", "0", "%ends") as (number, _):
        before = code.let(f"icmp ult i64 {code.load('i64', code.part(3, number))}, {origin}")
        code.add("terminal", code.let(f"zext i1 {before} to i64"))


def _seek(code: Counted, check: str, place: int, row: str, found: str) -> None:
    """Note the first row for which a check shows what is sought."""
    address = code.at("%ctx", "i64", place)
    with code.when(code.let(f"icmp slt i64 {code.load('i64', address)}, 0")):
        shown = code.let(f"call i32 @{check}(ptr {row}, ptr {row}, i1 true)")
        with code.when(code.let(f"icmp sge i32 {shown}, 0")):
            code.store("i64", found, address)


def _expand(name: str, size: int, kind: str, over: str, of_moves: str, representative: str, parts: bool) -> str:
    code = Batched(
        f"i32 @{name}_expand(ptr %ctx, ptr noalias %codes, ptr noalias %weights, i32 %capacity, ptr noalias %row, "
        "ptr noalias %batch, i64 %end, i64 %enough)", size
    )
    held, ends, stopped = code.variable("i64"), code.variable("i64"), code.variable("i32")
    found = code.variable("i64")
    code.store("i64", -1, found)
    code.store("i64", 0, held)
    code.store("i64", 0, ends)

    def settle() -> str:
        waiting, ended = code.load("i64", held), code.load("i64", ends)
        result = code.let(f"call i32 @{name}_settle(ptr %ctx, ptr %batch, i64 {waiting}, i64 {ended})")
        code.store("i64", 0, held)
        code.store("i64", 0, ends)
        return result

    def leave(label: str, reason: Ended) -> None:
        code.place(label)
        code.store("i32", int(reason), stopped)
        code.jump("leave")

    code.store("i32", settle(), stopped)  # nothing waits: this only makes room
    code.go_if(code.let(f"icmp ne i32 {code.load('i32', stopped)}, 0"), "stop")
    code.jump("turn")
    code.place("turn")
    head = code.get("head")
    code.unless(code.let(f"icmp ult i64 {head}, %end"), "done")
    code.unless(code.let(f"icmp ult i64 {code.get('moves')}, %enough"), "done")
    origin = head
    if parts:
        code.unless(code.let(f"icmp ult i64 {code.get('outbox_count')}, {OUTBOX}"), "done")
        origin = numbered(code, head)
    code.copy("%row", code.row(head, size), size)
    legal = code.let("call i32 @legal(ptr %row, ptr %codes, ptr %weights, i32 %capacity)")
    code.go_if(code.let(f"icmp sgt i32 {legal}, %capacity"), "crowded")
    last = code.let(f"icmp eq i32 {legal}, 0")
    if over:
        ended = code.let(f"icmp ne i64 {code.let(f'call i64 @{over}(ptr %row, ptr %row)')}, 0")
        last = code.let(f"or i1 {last}, {ended}")
    with code.loop("i32", "0", legal) as (number, again):
        move = code.load(kind, code.at("%codes", kind, number, "i32"))
        waiting = code.load("i64", held)
        row = code.successor(waiting)
        fault = code.let(f"call i32 @apply(ptr %row, ptr {row}, {kind} {move})")
        code.go_if(code.let(f"icmp ne i32 {fault}, 0"), "fault")
        if of_moves:
            shown = code.let(f"call i32 @{of_moves}(ptr %row, ptr {row}, i1 false)")
            code.store("i64", code.let(f"sext i32 {shown} to i64"), found)
            code.go_if(code.let(f"icmp sge i32 {shown}, 0"), "moveshows")
        if representative:
            code.line(f"call void @{representative}(ptr {row})")
        hashed = code.let(f"call i64 @fingerprint(ptr {row})")
        if parts:
            send_away(code, row, hashed, origin, size, again, "nomemory")
        code.wait(waiting, hashed, origin, held, again)
        code.store("i32", settle(), stopped)
        code.go_if(code.let(f"icmp ne i32 {code.load('i32', stopped)}, 0"), "stop")
    code.put("head", code.let(f"add i64 {head}, 1"))
    with code.when(last):
        ended = code.load("i64", ends)
        code.store("i64", head, code.part(3, ended))
        more = code.let(f"add i64 {ended}, 1")
        code.store("i64", more, ends)
        code.unless(code.let(f"icmp eq i64 {more}, {BATCH}"), "turn")
        code.store("i32", settle(), stopped)
        code.go_if(code.let(f"icmp ne i32 {code.load('i32', stopped)}, 0"), "stop")
    code.jump("turn")

    leave("done", Ended.DONE)
    leave("crowded", Ended.CROWDED)
    leave("fault", Ended.FAULT)
    if of_moves:
        leave("moveshows", Ended.MOVE_SHOWS)
    if parts:
        leave("nomemory", Ended.NO_MEMORY)
    code.place("leave")
    early = settle()
    code.go_if(code.let(f"icmp ne i32 {early}, 0"), "early")
    # What was settled last may come from another row; what stopped the run comes from this one.
    code.put("from", numbered(code, code.get("head")) if parts else code.get("head"))
    code.put("shown", code.load("i64", found))
    code.jump("stop")
    code.place("early")
    code.store("i32", early, stopped)
    code.jump("stop")
    code.place("stop")
    code.line(f"ret i32 {code.load('i32', stopped)}")
    return code.text
