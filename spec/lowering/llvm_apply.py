"""The effect of moves in machine code: reads one state, writes another."""

from __future__ import annotations

from collections.abc import Callable

from spec.language.sorts import bounds
from spec.language.tape import Store, Tape
from spec.lowering.blocks import Block, Blocks, blocks
from spec.lowering.llvm_code import Code
from spec.lowering.llvm_emit import Expressions, Source
from spec.lowering.llvm_moves import MoveCode


def apply_texts(source: Source, moves: MoveCode) -> list[str]:
    """The functions that make moves; the last is `apply(state, next, code)`.

    It returns 0, or 1 + the number of the store that leaves its sort; `next` then holds nothing of use.
    """
    tapes = [source.instance.tape(action) for action in moves.actions]
    texts = [_Effect(source, number, tape).text for number, tape in enumerate(tapes)]
    outer = Code(f"i32 @apply({source.state} %s, ptr noalias %n, i{moves.bits} %code)")

    def call(number: int, params: list[str]) -> None:
        values = "".join(f", i32 {value}" for value in params)
        outer.line(f"ret i32 {outer.let(f'call i32 @apply_{number}(ptr %s, ptr %n{values})')}")

    dispatch(outer, moves, call)
    return [*texts, outer.text]


def dispatch(outer: Code, moves: MoveCode, act: Callable[[int, list[str]], None]) -> None:
    """For the move in `%code`, do what `act` writes for its action's number and parameters, and return."""
    kind = f"i{moves.bits}"
    numbers = range(len(moves.actions))
    targets = " ".join(f"{kind} {number}, label %action{number}" for number in numbers)
    action = outer.let(f"lshr {kind} %code, {moves.shift}")
    outer.line(f"switch {kind} {action}, label %none [ {targets} ]")
    for number in numbers:
        outer.place(f"action{number}")
        params: list[str] = []
        for bits in moves.fields[number]:
            shifted = outer.let(f"lshr {kind} %code, {bits.shift}")
            masked = outer.let(f"and {kind} {shifted}, {bits.mask}")
            small = masked if moves.bits == 32 else outer.let(f"trunc i64 {masked} to i32")
            params.append(outer.let(f"add i32 {small}, {bits.lo}"))
        act(number, params)
    outer.place("none")
    outer.line("unreachable")


def parameters(tape: Tape) -> str:
    """The parameters of a function that gets an action's parameters after others."""
    return "".join(f", i32 %p{param.position}" for param in tape.params)


class _Effect(Expressions):
    """Makes the moves of one action."""

    def __init__(self, source: Source, number: int, tape: Tape) -> None:
        super().__init__(
            f"internal i32 @apply_{number}({source.state} %s, ptr noalias %n{parameters(tape)})", source
        )
        self.params = {param.position: f"%p{param.position}" for param in tape.params}
        self.copy("%n", "%s", source.rows.size)
        nested = blocks(tape.stores)
        self._write(nested, nested.top, set())
        self.line("ret i32 0")

    def _write(self, nested: Blocks, block: Block, done: set[int]) -> None:
        for item in block.items:
            for node in nested.needed(item, done):
                self.compute([node])
                done.add(id(node))
            if isinstance(item, Store):
                self._store(item)
                continue
            assert item.condition is not None
            outside = dict(self.known)
            with self.when(self.truth(item.condition)):
                self._write(nested, item, set(done))
            self.known = outside

    def _store(self, store: Store) -> None:
        slots = self.source.rows.fields[store.field].slots
        kind = self.kind(store.value)
        wide = "i32" if kind == "i1" else kind
        value = self.value(store.value, wide)
        if store.checked:
            self._check(store, value, wide, slots.lo, slots.hi)
        for sort, index in zip(store.field.index, store.index, strict=True):
            if not self.is_inside(sort, index):
                lo, hi = bounds(sort, self.source.instance.shape)
                self._check(store, self.value(index, "i64"), "i64", lo, hi)
        address, width = self.cell(store.field, store.index, "%n")
        cell = f"i{width.bits}"
        self.store(cell, value if cell == wide else self.let(f"trunc {wide} {value} to {cell}"), address)

    def _check(self, store: Store, value: str, kind: str, lo: int, hi: int) -> None:
        fine, fault = self.label("fine"), self.label("fault")
        self.branch(self.is_between(value, kind, lo, hi), fine, fault)
        self.place(fault)
        self.line(f"ret i32 {store.number + 1}")
        self.place(fine)
