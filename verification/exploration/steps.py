"""Machine code that looks at the moves of one state: which of them leads to a row, and where each of them leads."""

from __future__ import annotations

from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_code import Code
from verification.exploration.memory import Counted

NO_MOVE, CROWDED = -1, -2
"""What a function of this file returns where no move leads to the row, or where there is no room for all moves."""


def step_text(executor: LlvmExecutor, name: str, representative: str) -> str:
    """The function `name_step(state, next, spare, target, codes, weights, capacity)`.

    It returns the place of the first legal move of a state that leads to the row `target`, or to a state for which that
    row stands, with the state after it in `next`; or `NO_MOVE` or `CROWDED`.
    """
    size, kind = executor.source.rows.size, f"i{executor.moves.bits}"
    code = Code(
        f"i32 @{name}_step(ptr noalias %row, ptr noalias %next, ptr noalias %spare, ptr noalias %target, "
        "ptr noalias %codes, ptr noalias %weights, i32 %capacity)"
    )
    legal = code.let("call i32 @legal(ptr %row, ptr %codes, ptr %weights, i32 %capacity)")
    code.go_if(code.let(f"icmp sgt i32 {legal}, %capacity"), "crowded")
    with code.loop("i32", "0", legal) as (number, again):
        move = code.load(kind, code.at("%codes", kind, number, "i32"))
        fault = code.let(f"call i32 @apply(ptr %row, ptr %next, {kind} {move})")
        code.go_if(code.let(f"icmp ne i32 {fault}, 0"), again)
        made = "%next"
        if representative:
            made = "%spare"
            code.copy(made, "%next", size)
            code.line(f"call void @{representative}(ptr {made})")
        difference = code.let(f"call i32 @memcmp(ptr {made}, ptr %target, i64 {size})")
        with code.when(code.let(f"icmp eq i32 {difference}, 0")):
            code.line(f"ret i32 {number}")
            code.place(code.label("unreached"))
    code.line(f"ret i32 {NO_MOVE}")
    code.place("crowded")
    code.line(f"ret i32 {CROWDED}")
    return code.text


def onward_text(executor: LlvmExecutor, name: str) -> str:
    """The function `name_onward(ctx, number, row, next, codes, weights, targets, capacity)`.

    It writes the code, the weight and the row that it leads to of each legal move of the row of a number, and returns
    how many those are, or `CROWDED`. A move whose row is not held leads to -1.
    """
    size, kind = executor.source.rows.size, f"i{executor.moves.bits}"
    code = Counted(
        f"i32 @{name}_onward(ptr %ctx, i64 %number, ptr noalias %row, ptr noalias %next, ptr noalias %codes, "
        "ptr noalias %weights, ptr noalias %targets, i32 %capacity)"
    )
    code.copy("%row", code.row("%number", size), size)
    legal = code.let("call i32 @legal(ptr %row, ptr %codes, ptr %weights, i32 %capacity)")
    code.go_if(code.let(f"icmp sgt i32 {legal}, %capacity"), "crowded")
    with code.loop("i32", "0", legal) as (number, again):
        move = code.load(kind, code.at("%codes", kind, number, "i32"))
        target = code.at("%targets", "i64", number, "i32")
        code.store("i64", -1, target)
        fault = code.let(f"call i32 @apply(ptr %row, ptr %next, {kind} {move})")
        code.go_if(code.let(f"icmp ne i32 {fault}, 0"), again)
        code.store("i64", code.let(f"call i64 @{name}_find(ptr %ctx, ptr %next)"), target)
    code.line(f"ret i32 {legal}")
    code.place("crowded")
    code.line(f"ret i32 {CROWDED}")
    return code.text
