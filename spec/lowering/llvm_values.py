"""Asking about states and moves in machine code: requirements that fail, weights, readings, and properties."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from spec.language.actions import Kind, Property
from spec.language.nodes import Node, Param, in_order
from spec.language.tape import Tape
from spec.lowering.llvm_apply import dispatch, parameters
from spec.lowering.llvm_code import Code
from spec.lowering.llvm_emit import Expressions, Source
from spec.lowering.llvm_legal import weight
from spec.lowering.llvm_moves import MoveCode
from spec.lowering.plan import conjuncts


def mask_words(source: Source, moves: MoveCode) -> int:
    """How many words of 64 bits `broken` needs."""
    most = max((len(source.instance.tape(action).requires) for action in moves.actions), default=0)
    last = max((one.number for action in moves.actions for one in source.instance.tape(action).requires), default=0)
    return (max(most, last + 1) + 1 + 63) // 64


def broken_texts(source: Source, moves: MoveCode) -> list[str]:
    """The functions that tell what refuses a move; the last is `broken(state, mask, code)`.

    Bit 0 of the mask says that a chance move has weight 0, bit n + 1 that requirement n fails.
    """
    texts: list[str] = []
    words = mask_words(source, moves)
    for number, action in enumerate(moves.actions):
        tape = source.instance.tape(action)
        inner = Expressions(
            f"internal void @broken_{number}({source.state} %s, ptr noalias %mask{parameters(tape)})", source
        )
        inner.params = _named(tape)
        bits: list[list[str]] = [[] for _ in range(words)]
        if action.chance:
            bits[0].append(_bit(inner, inner.let(f"icmp sle i32 {inner.value(weight(tape, action), 'i32')}, 0"), 0))
        for one in tape.requires:
            failed = inner.let(f"xor i1 {inner.truth(one.holds)}, true")
            bits[(one.number + 1) // 64].append(_bit(inner, failed, (one.number + 1) % 64))
        for word, parts in enumerate(bits):
            whole = "0"
            for part in parts:
                whole = inner.let(f"or i64 {whole}, {part}")
            inner.store("i64", whole, inner.at("%mask", "i64", word))
        inner.line("ret void")
        texts.append(inner.text)
    outer = Code(f"void @broken({source.state} %s, ptr noalias %mask, i{moves.bits} %code)")

    def call(number: int, params: list[str]) -> None:
        outer.line(f"call void @broken_{number}(ptr %s, ptr %mask{''.join(f', i32 {one}' for one in params)})")
        outer.line("ret void")

    dispatch(outer, moves, call)
    return [*texts, outer.text]


def weight_texts(source: Source, moves: MoveCode) -> list[str]:
    """The functions that weigh moves; the last is `weigh(state, code)`."""
    texts: list[str] = []
    for number, action in enumerate(moves.actions):
        tape = source.instance.tape(action)
        inner = Expressions(f"internal i32 @weigh_{number}({source.state} %s{parameters(tape)})", source)
        inner.params = _named(tape)
        inner.line(f"ret i32 {inner.value(weight(tape, action), 'i32')}")
        texts.append(inner.text)
    outer = Code(f"i32 @weigh({source.state} %s, i{moves.bits} %code)")

    def call(number: int, params: list[str]) -> None:
        result = outer.let(f"call i32 @weigh_{number}(ptr %s{''.join(f', i32 {one}' for one in params)})")
        outer.line(f"ret i32 {result}")

    dispatch(outer, moves, call)
    return [*texts, outer.text]


def read_text(source: Source, tape: Tape, name: str, linkage: str = "") -> str:
    """A function `name(state, after, parameters...)` that gives a reading or property as an i64."""
    states = f"{source.state} %s, {source.state} %r"
    code = Expressions(f"{linkage}i64 @{name}({states}{parameters(tape)})", source)
    code.params = _named(tape)
    assert tape.result is not None, "a reading or property has a result"
    code.line(f"ret i64 {code.value(tape.result, 'i64')}")
    return code.text


def check_texts(source: Source, properties: Sequence[Property], name: str) -> list[str]:
    """Functions that find what a state or move shows; the last is `name(before, after, first)`.

    It returns the number of the first property that is violated between two states (that holds, for one that
    must be reachable), or -1. With `first` it looks at the state `after` alone, as it is before any move.
    """
    texts: list[str] = []
    for number, one in enumerate(properties):
        if one.kind is Kind.REACHABLE:
            texts += _reached_texts(source, source.instance.tape(one), f"{name}_{number}")
        else:
            texts += (read_text(source, source.instance.tape(one), f"{name}_{number}", "internal "),
                      _shown_text(source, one, f"{name}_{number}"))
    outer = Code(f"i32 @{name}(ptr readonly %s, ptr readonly %n, i1 %first)")
    for number in range(len(properties)):
        shown = outer.let(f"call i1 @{name}_{number}_shown(ptr %s, ptr %n, i1 %first)")
        with outer.when(shown):
            outer.line(f"ret i32 {number}")
            outer.place(outer.label("unreached"))
    outer.line("ret i32 -1")
    return [*texts, outer.text]


def _shown_text(source: Source, declared: Property, read: str) -> str:
    """A function that tells whether any parameters show the property's opposite."""
    tape = source.instance.tape(declared)
    code = Code(f"internal i1 @{read}_shown(ptr readonly %s, ptr readonly %n, i1 %first)")
    if declared.kind in (Kind.STEP, Kind.CONSERVED):
        code.go_if("%first", "never")
    _each(code, tape, declared.kind, read, [])
    code.jump("never")
    code.place("never")
    code.line("ret i1 false")
    code.place("shown")
    code.line("ret i1 true")
    return code.text


def _each(code: Code, tape: Tape, kind: Kind, read: str, params: list[str]) -> None:
    if len(params) < len(tape.params):
        param = tape.params[len(params)]
        with code.loop("i32", str(param.lo), str(param.hi + 1)) as (value, _):
            _each(code, tape, kind, read, [*params, value])
        return
    values = "".join(f", i32 {value}" for value in params)

    def ask(before: str, after: str) -> str:
        return code.let(f"call i64 @{read}(ptr {before}, ptr {after}{values})")

    match kind:
        case Kind.INVARIANT:
            code.go_if(code.let(f"icmp eq i64 {ask('%n', '%n')}, 0"), "shown")
        case Kind.STEP:
            code.go_if(code.let(f"icmp eq i64 {ask('%s', '%n')}, 0"), "shown")
        case Kind.CONSERVED:
            code.go_if(code.let(f"icmp ne i64 {ask('%s', '%s')}, {ask('%n', '%n')}"), "shown")
        case Kind.TERMINATES:
            after = ask("%n", "%n")
            code.go_if(code.let(f"icmp slt i64 {after}, 0"), "shown")
            grows = code.let(f"icmp sge i64 {after}, {ask('%s', '%s')}")
            code.go_if(code.let(f"select i1 %first, i1 false, i1 {grows}"), "shown")


def _reached_texts(source: Source, tape: Tape, read: str) -> list[str]:
    """Functions that tell whether a claim holds for some parameters, the last for any; each asks as early as it can.

    What must hold together is asked before the parameters that it does not speak of are chosen.
    """
    assert tape.result is not None, "a property has a result"
    texts: list[str] = []
    asked: dict[int, list[Node]] = {}
    for node in conjuncts(tape.result):
        needed = [one.position + 1 for one in in_order([node]) if isinstance(one, Param)]
        asked.setdefault(max(needed, default=0), []).append(node)
    for known, nodes in asked.items():
        part = replace(tape, params=tape.params[:known])
        inner = Expressions(
            f"internal i1 @{read}_{known}({source.state} %s, {source.state} %r{parameters(part)})", source
        )
        inner.params = _named(part)
        whole = "true"
        for node in nodes:
            whole = inner.let(f"and i1 {whole}, {inner.truth(node)}")
        inner.line(f"ret i1 {whole}")
        texts.append(inner.text)
    code = Code(f"internal i1 @{read}_shown(ptr readonly %s, ptr readonly %n, i1 %first)")

    def choose(params: list[str]) -> None:
        holds = "true"
        if len(params) in asked:
            values = "".join(f", i32 {value}" for value in params)
            holds = code.let(f"call i1 @{read}_{len(params)}(ptr %n, ptr %n{values})")
        if len(params) == len(tape.params):
            code.go_if(holds, "shown")
            return
        param = tape.params[len(params)]
        with code.when(holds), code.loop("i32", str(param.lo), str(param.hi + 1)) as (value, _):
            choose([*params, value])

    choose([])
    code.line("ret i1 false")
    code.place("shown")
    code.line("ret i1 true")
    return [*texts, code.text]


def _named(tape: Tape) -> dict[int, str]:
    return {param.position: f"%p{param.position}" for param in tape.params}


def _bit(code: Code, truth: str, place: int) -> str:
    return code.let(f"shl i64 {code.let(f'zext i1 {truth} to i64')}, {place}")
