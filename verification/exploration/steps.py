"""Machine code that looks at the moves of one state: which of them leads to a row."""

from __future__ import annotations

from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_code import Code

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
