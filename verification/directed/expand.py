"""Machine code of the two steps of a directed search: put every move of a row into a queue, and make the best ones."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from spec.language.nodes import Param
from spec.language.tape import Tape
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_code import Code
from spec.lowering.llvm_emit import Source
from spec.lowering.llvm_values import read_text
from verification.directed.queue import Queued, pop_text, push_text
from verification.exploration.memory import KNOWN

FARTHEST = 4_000
"""A number of moves or a guide counts as no more than this."""


class Order(IntEnum):
    """What comes first of a queue: the fewest moves in all, the fewest still needed, or what a guide says."""

    WHOLE = 0
    NEEDED = 1
    GUIDED = 2


_FACTOR, _STEP = 6364136223846793005, 1442695040888963407  # Knuth's linear congruential generator (MMIX)


class Ended(IntEnum):
    """Why a search in machine code came back."""

    DONE = 0
    CROWDED = 1
    FULL = 2
    FOUND = 3
    EMPTY = 4
    BUDGET = 5


def least_texts(source: Source, tape: Tape, name: str) -> list[str]:
    """Functions for the least value of a reading over all its parameters; the last is `name(state)`."""
    code = Code(f"i64 @{name}(ptr readonly %s)")
    least = code.variable("i64")
    code.store("i64", FARTHEST, least)
    _each(code, tape.params, f"{name}_of", least, [])
    code.line(f"ret i64 {code.load('i64', least)}")
    return [read_text(source, tape, f"{name}_of", "internal "), code.text]


def _each(code: Code, params: Sequence[Param], read: str, least: str, known: list[str]) -> None:
    if len(known) < len(params):
        param = params[len(known)]
        with code.loop("i32", str(param.lo), str(param.hi + 1)) as (value, _):
            _each(code, params, read, least, [*known, value])
        return
    given = "".join(f", i32 {value}" for value in known)
    value = code.let(f"call i64 @{read}(ptr %s, ptr %s{given})")
    held = code.load("i64", least)
    less = code.let(f"icmp slt i64 {value}, {held}")
    code.store("i64", code.let(f"select i1 {less}, i64 {value}, i64 {held}"), least)


def search_texts(executor: LlvmExecutor, name: str, check: str, moves: str, guide: str) -> list[str]:
    """The functions of a search for what `check` shows, `moves` and `guide` being compiled or empty; among them

    `name_admit(ctx, queue, row, next, wanted)`, which makes the best moves of the queue until so many new rows are
    kept, and returns how many, or a negative number of `memory.py`;
    `name_layer(ctx, queue, codes, weights, capacity, row, next, end, order)`, which puts the moves of the rows from
    `next` up to `end` into the queue by an `Order`; and `name_best(..., enough)`, which does both by turns, row by row.
    """
    bits = executor.moves.bits
    return [
        push_text(name, bits), pop_text(name), _expand(executor, name, check, moves, guide),
        _admit(executor, name, check), _layer(name), _best(name),
    ]


def _limited(code: Code, value: str, lo: int) -> str:
    low = code.let(f"icmp slt i64 {value}, {lo}")
    value = code.let(f"select i1 {low}, i64 {lo}, i64 {value}")
    high = code.let(f"icmp sgt i64 {value}, {FARTHEST}")
    return code.let(f"select i1 {high}, i64 {FARTHEST}, i64 {value}")


def _expand(executor: LlvmExecutor, name: str, check: str, moves: str, guide: str) -> str:
    """Put every move of one row that leads to a row not yet kept into the queue; moves with a fault are left out."""
    size, kind = executor.source.rows.size, f"i{executor.moves.bits}"
    code = Queued(
        f"internal i32 @{name}_expand(ptr %ctx, ptr %queue, ptr noalias %codes, ptr noalias %weights, i32 %capacity, "
        "ptr noalias %row, ptr noalias %next, i64 %number, i32 %order)"
    )
    key = code.variable("i64")
    code.copy("%row", code.row("%number", size), size)
    legal = code.let("call i32 @legal(ptr %row, ptr %codes, ptr %weights, i32 %capacity)")
    code.go_if(code.let(f"icmp sgt i32 {legal}, %capacity"), "crowded")
    before = code.load("i16", code.of("depths", "i16", "%number"))
    depth = code.let(f"add i64 {code.let(f'zext i16 {before} to i64')}, 1")
    spread, limit = code.have("spread"), code.have("limit")
    with code.loop("i32", "0", legal) as (number, again):
        move = code.load(kind, code.at("%codes", kind, number, "i32"))
        fault = code.let(f"call i32 @apply(ptr %row, ptr %next, {kind} {move})")
        code.keep("generated", code.let(f"add i64 {code.have('generated')}, 1"))
        code.go_if(code.let(f"icmp ne i32 {fault}, 0"), again)
        held = code.let(f"call i64 @{name}_find(ptr %ctx, ptr %next)")
        code.go_if(code.let(f"icmp sge i64 {held}, 0"), again)
        shown = code.let(f"call i32 @{check}(ptr %next, ptr %next, i1 true)")
        there = code.let(f"icmp sge i32 {shown}, 0")
        left = _limited(code, code.let(f"call i64 @{moves}(ptr %next)"), 1) if moves else "1"
        left = code.let(f"select i1 {there}, i64 0, i64 {left}")
        whole = code.let(f"add i64 {depth}, {left}")
        code.go_if(code.let(f"icmp ugt i64 {whole}, {limit}"), again)
        layered = code.let(f"icmp ne i32 %order, {int(Order.WHOLE)}")
        code.store("i64", code.let(f"select i1 {layered}, i64 {left}, i64 {whole}"), key)
        if guide:
            with code.when(code.let(f"icmp eq i32 %order, {int(Order.GUIDED)}")):
                near = _limited(code, code.let(f"call i64 @{guide}(ptr %next)"), 1)
                code.store("i64", code.let(f"select i1 {there}, i64 0, i64 {near}"), key)
        value = code.load("i64", key)
        seed = code.have("random")
        random = code.let(f"add i64 {code.let(f'mul i64 {seed}, {_FACTOR}')}, {_STEP}")
        code.keep("random", random)
        drawn = code.let(f"urem i64 {code.let(f'lshr i64 {random}, 33')}, {spread}")
        bucket = code.let(f"add i64 {code.let(f'mul i64 {value}, {spread}')}, {drawn}")
        code.unless(code.let(f"call i1 @{name}_push(ptr %queue, i64 {bucket}, i64 %number, {kind} {move})"), "full")
    code.line(f"ret i32 {int(Ended.DONE)}")
    for label, reason in (("crowded", Ended.CROWDED), ("full", Ended.FULL)):
        code.place(label)
        code.line(f"ret i32 {int(reason)}")
    return code.text


def _admit(executor: LlvmExecutor, name: str, check: str) -> str:
    size, kind = executor.source.rows.size, f"i{executor.moves.bits}"
    code = Queued(
        f"i64 @{name}_admit(ptr %ctx, ptr %queue, ptr noalias %row, ptr noalias %next, i64 %wanted)"
    )
    kept = code.variable("i64")
    code.store("i64", 0, kept)
    code.jump("turn")
    code.place("turn")
    code.unless(code.let(f"icmp ult i64 {code.load('i64', kept)}, %wanted"), "done")
    place = code.let(f"call i64 @{name}_pop(ptr %queue)")
    code.go_if(code.let(f"icmp slt i64 {place}, 0"), "done")
    parent = code.let(f"zext i32 {code.load('i32', code.of('parents', 'i32', place))} to i64")
    move = code.load(kind, code.of("codes", kind, place))
    code.copy("%row", code.row(parent, size), size)
    code.let(f"call i32 @apply(ptr %row, ptr %next, {kind} {move})")
    found = code.let(f"call i64 @{name}_insert(ptr %ctx, ptr %next, i64 {parent})")
    code.go_if(code.let(f"icmp eq i64 {found}, {KNOWN}"), "turn")
    code.go_if(code.let(f"icmp slt i64 {found}, 0"), "unkept")
    before = code.load("i16", code.of("depths", "i16", parent))
    code.store("i16", code.let(f"add i16 {before}, 1"), code.of("depths", "i16", found))
    code.store("i64", code.let(f"add i64 {code.load('i64', kept)}, 1"), kept)
    shown = code.let(f"call i32 @{check}(ptr %next, ptr %next, i1 true)")
    with code.when(code.let(f"icmp sge i32 {shown}, 0")):
        code.keep("goal", found)
        code.jump("done")
        code.place(code.label("unreached"))
    code.jump("turn")
    code.place("done")
    code.line(f"ret i64 {code.load('i64', kept)}")
    code.place("unkept")
    code.line(f"ret i64 {found}")
    return code.text


_ROOM = (
    "ptr %ctx, ptr %queue, ptr %codes, ptr %weights, i32 %capacity, ptr %row, ptr %next"
)


def _layer(name: str) -> str:
    code = Queued(f"i32 @{name}_layer({_ROOM}, i64 %end, i32 %order)")
    code.jump("turn")
    code.place("turn")
    number = code.have("next")
    code.unless(code.let(f"icmp ult i64 {number}, %end"), "done")
    ended = code.let(f"call i32 @{name}_expand({_ROOM}, i64 {number}, i32 %order)")
    code.go_if(code.let(f"icmp ne i32 {ended}, 0"), "stopped")
    code.keep("next", code.let(f"add i64 {number}, 1"))
    code.jump("turn")
    code.place("done")
    code.line(f"ret i32 {int(Ended.DONE)}")
    code.place("stopped")
    code.line(f"ret i32 {ended}")
    return code.text


def _best(name: str) -> str:
    code = Queued(f"i32 @{name}_best({_ROOM}, i64 %enough)")

    def stop(label: str, reason: Ended) -> None:
        code.place(label)
        code.line(f"ret i32 {int(reason)}")

    code.jump("turn")
    code.place("turn")
    number = code.have("next")
    code.unless(code.let(f"icmp ult i64 {number}, {code.get('count')}"), "admit")
    ended = code.let(f"call i32 @{name}_expand({_ROOM}, i64 {number}, i32 {int(Order.WHOLE)})")
    code.go_if(code.let(f"icmp ne i32 {ended}, 0"), "stopped")
    code.keep("next", code.let(f"add i64 {number}, 1"))
    code.jump("admit")
    code.place("admit")
    code.unless(code.let(f"icmp ult i64 {code.have('generated')}, %enough"), "budget")
    kept = code.let(f"call i64 @{name}_admit(ptr %ctx, ptr %queue, ptr %row, ptr %next, i64 1)")
    code.go_if(code.let(f"icmp slt i64 {kept}, 0"), "full")
    code.go_if(code.let(f"icmp sge i64 {code.have('goal')}, 0"), "found")
    code.branch(code.let(f"icmp eq i64 {kept}, 0"), "empty", "turn")
    code.place("stopped")
    code.line(f"ret i32 {ended}")
    stop("full", Ended.FULL)
    stop("found", Ended.FOUND)
    stop("empty", Ended.EMPTY)
    stop("budget", Ended.BUDGET)
    return code.text
