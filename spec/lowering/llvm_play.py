"""Random play in machine code: the loop, the generator of random numbers, and the choice of a move."""

from __future__ import annotations

from enum import IntEnum

from spec.lowering.llvm_code import Code
from spec.lowering.llvm_emit import Source
from spec.lowering.llvm_legal import weight
from spec.lowering.llvm_moves import MoveCode


class Ended(IntEnum):
    """Why a run of random play came back."""

    BUDGET = 0
    CROWDED = 1
    FAULT = 2
    SHOWN = 3
    STUCK = 4


COUNTERS = ("random", "length", "games", "moves", "shown")
"""The numbers that `play` keeps from run to run, 64 bits each: the random state, moves since the start, games
finished, moves made, and the property shown."""


def play_texts(source: Source, moves: MoveCode, name: str, over: str, check: str) -> list[str]:
    """The functions of random play; the last is

    `name(counters, start, state, spare, codes, weights, capacity, trace, longest, counts, budget)`.

    It plays `budget` moves, beginning anew where a game is over, nothing is legal or `longest` moves were made,
    and returns an `Ended`. `over` and `check` name compiled functions, or are empty.
    """
    code = Code(
        f"i32 @{name}(ptr noalias %counters, ptr %start, ptr %state, ptr %spare, ptr noalias %codes, "
        "ptr noalias %weights, i32 %capacity, ptr noalias %trace, i64 %longest, ptr noalias %counts, i64 %budget)"
    )
    kind, size = f"i{moves.bits}", source.rows.size
    kept = {counter: code.variable("i64") for counter in COUNTERS}
    for place, counter in enumerate(COUNTERS):
        code.store("i64", code.load("i64", code.at("%counters", "i64", place)), kept[counter])
    here, there, left = code.variable("ptr"), code.variable("ptr"), code.variable("i64")
    why = code.variable("i32")
    code.store("ptr", "%state", here)
    code.store("ptr", "%spare", there)
    code.store("i64", "%budget", left)

    def stop(reason: Ended) -> None:
        code.store("i32", int(reason), why)
        code.jump("stop")

    def count(counter: str, by: int = 1) -> None:
        code.store("i64", code.let(f"add i64 {code.load('i64', kept[counter])}, {by}"), kept[counter])

    code.jump("turn")

    code.place("turn")
    code.store("i32", int(Ended.BUDGET), why)
    rest = code.load("i64", left)
    code.go_if(code.let(f"icmp eq i64 {rest}, 0"), "stop")
    state, spare = code.load("ptr", here), code.load("ptr", there)
    length = code.load("i64", kept["length"])
    if over:
        ended = code.let(f"call i64 @{over}(ptr {state}, ptr {state})")
        code.go_if(code.let(f"icmp ne i64 {ended}, 0"), "finished")
    legal = code.let(f"call i32 @legal(ptr {state}, ptr %codes, ptr %weights, i32 %capacity)")
    code.go_if(code.let(f"icmp eq i32 {legal}, 0"), "finished")
    code.go_if(code.let(f"icmp sge i64 {length}, %longest"), "anew")
    code.go_if(code.let(f"icmp sgt i32 {legal}, %capacity"), "crowded")
    chosen = _chosen(code, source, moves, legal, kept["random"])
    move = code.load(kind, code.at("%codes", kind, chosen))
    code.store(kind, move, code.at("%trace", kind, length))
    count("length")
    fault = code.let(f"call i32 @apply(ptr {state}, ptr {spare}, {kind} {move})")
    code.go_if(code.let(f"icmp ne i32 {fault}, 0"), "fault")
    count("moves")
    action = code.at("%counts", "i64", code.let(f"lshr {kind} {move}, {moves.shift}"), kind)
    code.store("i64", code.let(f"add i64 {code.load('i64', action)}, 1"), action)
    code.store("i64", code.let(f"sub i64 {rest}, 1"), left)
    code.store("ptr", spare, here)
    code.store("ptr", state, there)
    if check:
        shown = code.let(f"call i32 @{check}(ptr {state}, ptr {spare}, i1 false)")
        code.store("i64", code.let(f"sext i32 {shown} to i64"), kept["shown"])
        code.go_if(code.let(f"icmp sge i32 {shown}, 0"), "shown")
    code.jump("turn")

    code.place("finished")
    code.go_if(code.let(f"icmp eq i64 {length}, 0"), "stuck")
    count("games")
    code.jump("anew")

    code.place("anew")
    code.copy(code.load("ptr", here), "%start", size)
    code.store("i64", 0, kept["length"])
    code.jump("turn")

    for reason in (Ended.CROWDED, Ended.FAULT, Ended.SHOWN, Ended.STUCK):
        code.place(reason.name.lower())
        stop(reason)

    code.place("stop")
    for place, counter in enumerate(COUNTERS):
        code.store("i64", code.load("i64", kept[counter]), code.at("%counters", "i64", place))
    last = code.load("ptr", here)
    with code.when(code.let(f"icmp ne ptr {last}, %state")):
        code.copy("%state", last, size)
    code.line(f"ret i32 {code.load('i32', why)}")
    return [code.text]


def _chosen(code: Code, source: Source, moves: MoveCode, legal: str, random: str) -> str:
    """The place of a legal move chosen by weight, as an i64."""
    number = code.let(f"zext i32 {legal} to i64")
    tapes = {action: source.instance.tape(action) for action in moves.actions}
    if all(weight(tape, action).hi <= 1 for action, tape in tapes.items()):
        return _below(code, random, number)
    chances, place = code.variable("i64"), code.variable("i64")
    code.store("i64", 0, chances)
    with code.loop("i64", "0", number) as (at, _):
        one = code.let(f"zext i32 {code.load('i32', code.at('%weights', 'i32', at))} to i64")
        code.store("i64", code.let(f"add i64 {code.load('i64', chances)}, {one}"), chances)
    total = code.load("i64", chances)
    drawn = _below(code, random, total)
    code.store("i64", drawn, place)
    with code.when(code.let(f"icmp ne i64 {total}, {number}")):
        # Weights are at least 1, so they are all 1 where their sum is the number of moves.
        code.store("i64", drawn, chances)
        found = code.label("found")
        with code.loop("i64", "0", number) as (at, _):
            one = code.let(f"zext i32 {code.load('i32', code.at('%weights', 'i32', at))} to i64")
            rest = code.let(f"sub i64 {code.load('i64', chances)}, {one}")
            code.store("i64", at, place)
            code.store("i64", rest, chances)
            code.go_if(code.let(f"icmp slt i64 {rest}, 0"), found)
        code.jump(found)
        code.place(found)
    return code.load("i64", place)


def _below(code: Code, random: str, bound: str) -> str:
    """A random number below a bound: the high half of a product, so its bias is under bound / 2**64."""
    wide = code.let(f"mul i128 {code.let(f'zext i64 {_random(code, random)} to i128')}, "
                    f"{code.let(f'zext i64 {bound} to i128')}")
    return code.let(f"trunc i128 {code.let(f'lshr i128 {wide}, 64')} to i64")


def _random(code: Code, random: str) -> str:
    """The next 64 random bits: SplitMix64, a Weyl sequence scrambled (Steele, Lea and Flood 2014)."""
    word = code.let(f"add i64 {code.load('i64', random)}, {0x9E3779B97F4A7C15}")
    code.store("i64", word, random)
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        word = code.let(f"xor i64 {word}, {code.let(f'lshr i64 {word}, {shift}')}")
        word = code.let(f"mul i64 {word}, {factor}")
    return code.let(f"xor i64 {word}, {code.let(f'lshr i64 {word}, 31')}")
