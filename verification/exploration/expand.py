"""Machine code that expands states in the order in which they were found: breadth first."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from spec.lowering.llvm import LlvmExecutor
from verification.exploration.memory import COUNTERS, FULL, KNOWN, Counted


class Ended(IntEnum):
    """Why a run of expansion came back."""

    DONE = 0
    CROWDED = 1
    FAULT = 2
    MOVE_SHOWS = 3
    STATE_SHOWS = 4
    FULL = 5
    NO_MEMORY = 6


def expand_text(
    executor: LlvmExecutor, name: str, over: str, of_moves: str, of_states: str, sought: Sequence[str]
) -> str:
    """The function `name_expand(ctx, codes, weights, capacity, row, next, end, enough)`.

    It makes every legal move of every row from `head` up to but without `end`, or until `enough` moves were made in
    all, and returns an `Ended`. `over`, `of_moves` (asked of every move), `of_states` (of every new state) and each
    function of `sought` (of every new state until it finds one; that row's number then stands behind the counters)
    are compiled, or empty.
    """
    size, kind = executor.source.rows.size, f"i{executor.moves.bits}"
    code = Counted(
        f"i32 @{name}_expand(ptr %ctx, ptr noalias %codes, ptr noalias %weights, i32 %capacity, ptr noalias %row, "
        "ptr noalias %next, i64 %end, i64 %enough)"
    )

    def stop(label: str, reason: Ended) -> None:
        code.place(label)
        code.line(f"ret i32 {int(reason)}")

    code.jump("turn")
    code.place("turn")
    head = code.get("head")
    code.unless(code.let(f"icmp ult i64 {head}, %end"), "done")
    code.unless(code.let(f"icmp ult i64 {code.get('moves')}, %enough"), "done")
    code.copy("%row", code.row(head, size), size)
    legal = code.let("call i32 @legal(ptr %row, ptr %codes, ptr %weights, i32 %capacity)")
    code.go_if(code.let(f"icmp sgt i32 {legal}, %capacity"), "crowded")
    ends = code.let(f"icmp eq i32 {legal}, 0")
    if over:
        ended = code.let(f"icmp ne i64 {code.let(f'call i64 @{over}(ptr %row, ptr %row)')}, 0")
        ends = code.let(f"or i1 {ends}, {ended}")
    with code.loop("i32", "0", legal) as (number, again):
        move = code.load(kind, code.at("%codes", kind, number, "i32"))
        fault = code.let(f"call i32 @apply(ptr %row, ptr %next, {kind} {move})")
        code.add("moves")
        code.put("from", head)
        code.put("code", move if kind == "i64" else code.let(f"zext i32 {move} to i64"))
        code.go_if(code.let(f"icmp ne i32 {fault}, 0"), "fault")
        if of_moves:
            _ask(code, of_moves, "%row", "false", "moveshows")
        found = code.let(f"call i64 @{name}_insert(ptr %ctx, ptr %next, i64 {head}, {kind} {move})")
        code.go_if(code.let(f"icmp eq i64 {found}, {KNOWN}"), again)
        code.go_if(code.let(f"icmp slt i64 {found}, 0"), "unkept")
        if of_states:
            _ask(code, of_states, "%next", "true", "stateshows")
        for place, check in enumerate(sought):
            _seek(code, check, len(COUNTERS) + place, found)
    with code.when(ends):
        code.add("terminal")
    code.add("head")
    code.jump("turn")

    code.place("unkept")
    code.branch(code.let(f"icmp eq i64 {found}, {FULL}"), "full", "nomemory")
    stop("done", Ended.DONE)
    stop("crowded", Ended.CROWDED)
    stop("fault", Ended.FAULT)
    if of_moves:
        stop("moveshows", Ended.MOVE_SHOWS)
    if of_states:
        stop("stateshows", Ended.STATE_SHOWS)
    stop("full", Ended.FULL)
    stop("nomemory", Ended.NO_MEMORY)
    return code.text


def _ask(code: Counted, check: str, before: str, first: str, label: str) -> None:
    """Go to a label where a check shows something."""
    shown = code.let(f"call i32 @{check}(ptr {before}, ptr %next, i1 {first})")
    code.put("shown", code.let(f"sext i32 {shown} to i64"))
    code.go_if(code.let(f"icmp sge i32 {shown}, 0"), label)


def _seek(code: Counted, check: str, place: int, found: str) -> None:
    """Note the first row for which a check shows what is sought."""
    address = code.at("%ctx", "i64", place)
    with code.when(code.let(f"icmp slt i64 {code.load('i64', address)}, 0")):
        shown = code.let(f"call i32 @{check}(ptr %next, ptr %next, i1 true)")
        with code.when(code.let(f"icmp sge i32 {shown}, 0")):
            code.store("i64", found, address)
