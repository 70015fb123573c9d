"""Machine code that puts the state that stands for a state in its place, where the players' seats do not matter."""

from __future__ import annotations

from spec.language.sorts import Named, Opt, Sort
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_code import Code
from spec.lowering.llvm_emit import Source
from spec.lowering.llvm_rows import Packed
from verification.exploration.memory import Counted
from verification.exploration.seats import Seats


def representative_texts(executor: LlvmExecutor, name: str, seats: Seats) -> list[str]:
    """The functions `name_onward(row, to)`, which moves everybody on by one seat, `name_stands(row)`, which puts the
    least of the rows that this leads to in a row's place, and `name_orbit(row)`, which tells how many those are.

    In stages in which the seats matter a row stands for itself alone.
    """
    source, players = executor.source, seats.instance.players
    return [_onward(source, name, seats), _stands(source, name, seats, players), _orbit(source, name, seats)]


def represented_text(executor: LlvmExecutor, name: str, representative: str) -> str:
    """The function `name_represented(ctx)`: how many states the rows held stand for."""
    size = executor.source.rows.size
    code = Counted(f"i64 @{name}_represented(ptr %ctx)")
    whole = code.variable("i64")
    code.store("i64", 0, whole)
    with code.loop("i64", "0", code.get("count")) as (number, _):
        orbit = code.let(f"call i64 @{representative}_orbit(ptr {code.row(number, size)})")
        code.store("i64", code.let(f"add i64 {code.load('i64', whole)}, {orbit}"), whole)
    code.line(f"ret i64 {code.load('i64', whole)}")
    return code.text


def _onward(source: Source, name: str, seats: Seats) -> str:
    player, players = seats.instance.game.players, seats.instance.players

    def is_player(sort: Sort) -> bool:
        return isinstance(sort, (Named, Opt)) and sort.element is player

    code = Code(f"void @{name}_onward(ptr noalias readonly %row, ptr noalias %to)")
    code.copy("%to", "%row", source.rows.size)
    for field, packed in source.rows.fields.items():
        seated = [is_player(sort) for sort in field.index]
        width = packed.width.bytes
        if not is_player(field.sort) and seated[:1] == [True] and not any(seated[1:]):
            block = packed.slots.cells // players * width  # what belongs to one player lies together
            for one in range(players):
                to = packed.offset + (one + 1) % players * block
                code.copy(code.at("%to", "i8", to), code.at("%row", "i8", packed.offset + one * block), block)
        elif is_player(field.sort) or any(seated):
            for index in packed.slots.indices():
                moved = tuple((one + 1) % players if seat else one for one, seat in zip(index, seated, strict=True))
                kind = f"i{packed.width.bits}"
                value = code.load(kind, code.at("%row", "i8", _offset(packed, index)))
                if is_player(field.sort):
                    value = _next(code, kind, value, players)
                code.store(kind, value, code.at("%to", "i8", _offset(packed, moved)))
    code.line("ret void")
    return code.text


def _offset(packed: Packed, index: tuple[int, ...]) -> int:
    return packed.offset + (packed.slots.slot(index) - packed.slots.offset) * packed.width.bytes


def _next(code: Code, kind: str, player: str, players: int) -> str:
    """The player one seat further on; an absent one stays absent."""
    more = code.let(f"add {kind} {player}, 1")
    last = code.let(f"icmp eq {kind} {player}, {players - 1}")
    following = code.let(f"select i1 {last}, {kind} 0, {kind} {more}")
    absent = code.let(f"icmp eq {kind} {player}, -1")
    return code.let(f"select i1 {absent}, {kind} {player}, {kind} {following}")


def _is_free(code: Code, source: Source, seats: Seats, elsewhere: str) -> None:
    """Go elsewhere where the seats matter."""
    if len(seats.free) == len(seats.reached):
        return
    held = "0"
    cells = [code.load("i8", code.at("%row", "i8", source.rows.fields[field].offset)) for field in seats.fields]
    for stage in sorted(seats.free):
        same = "true"
        for cell, value in zip(cells, stage, strict=True):
            same = code.let(f"and i1 {same}, {code.let(f'icmp eq i8 {cell}, {value}')}")
        held = code.let(f"or i1 {held}, {same}")
    code.unless(held, elsewhere)


def _stands(source: Source, name: str, seats: Seats, players: int) -> str:
    size = source.rows.size
    code = Code(f"void @{name}_stands(ptr noalias %row)")
    least, *spare = (code.variable(f"[{max(size, 1)} x i8]") for _ in range(3))
    _is_free(code, source, seats, "alone")
    code.copy(least, "%row", size)
    here = "%row"
    for step in range(players - 1):
        there = spare[step % 2]
        code.line(f"call void @{name}_onward(ptr {here}, ptr {there})")
        difference = code.let(f"call i32 @memcmp(ptr {there}, ptr {least}, i64 {size})")
        with code.when(code.let(f"icmp slt i32 {difference}, 0")):
            code.copy(least, there, size)
        here = there
    code.copy("%row", least, size)
    code.jump("alone")
    code.place("alone")
    code.line("ret void")
    return code.text


def _orbit(source: Source, name: str, seats: Seats) -> str:
    size, players = source.rows.size, seats.instance.players
    code = Code(f"i64 @{name}_orbit(ptr noalias readonly %row)")
    spare = [code.variable(f"[{max(size, 1)} x i8]") for _ in range(2)]
    _is_free(code, source, seats, "alone")
    here = "%row"
    for step in range(players - 1):
        there = spare[step % 2]
        code.line(f"call void @{name}_onward(ptr {here}, ptr {there})")
        difference = code.let(f"call i32 @memcmp(ptr {there}, ptr %row, i64 {size})")
        with code.when(code.let(f"icmp eq i32 {difference}, 0")):
            code.line(f"ret i64 {step + 1}")
            code.place(code.label("unreached"))
        here = there
    code.line(f"ret i64 {players}")
    code.place("alone")
    code.line("ret i64 1")
    return code.text
