"""Enumerating legal moves in machine code, by the same plan as the reference executor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from spec.language.actions import Action
from spec.language.errors import SpecError
from spec.language.nodes import Const, Node, Param, in_order
from spec.language.sorts import Int
from spec.language.tape import Tape
from spec.lowering.llvm_emit import Expressions, Source
from spec.lowering.llvm_moves import MoveCode
from spec.lowering.plan import Plan, plan

_ONE = Const(1, Int(1, 1))


def weight(tape: Tape, action: Action) -> Node:
    """The weight of an action's moves: 1 unless chance says otherwise."""
    if not action.chance or tape.weight is None:
        return _ONE
    if tape.weight.hi >= 1 << 31:
        raise SpecError(f"the weight of {tape.name} ranges up to {tape.weight.hi}, more than 32 bits", action.place)
    return tape.weight


def legal_texts(source: Source, moves: MoveCode) -> list[str]:
    """The functions that list moves; the last is `legal(state, codes, weights, capacity)`.

    It writes the codes and weights of legal moves in their order and returns how many there are; moves beyond
    the capacity are counted, not written.
    """
    tapes = [source.instance.tape(action) for action in moves.actions]
    texts = [Listing(source, moves, number, tape, f"legal_{number}").text for number, tape in enumerate(tapes)]
    outer = Expressions(
        f"i32 @legal({source.state} %s, ptr noalias %codes, ptr noalias %weights, i32 %capacity)", source
    )
    count = "0"
    for number in range(len(tapes)):
        count = outer.let(
            f"call i32 @legal_{number}(ptr %s, ptr %codes, ptr %weights, i32 %capacity, i32 {count})"
        )
    outer.line(f"ret i32 {count}")
    return [*texts, outer.text]


class Listing(Expressions):
    """A function `name(state, codes, weights, capacity, first)` that lists the legal moves of one action after others.

    It returns how many there are then; `first` is how many there were before.
    """

    def __init__(self, source: Source, moves: MoveCode, number: int, tape: Tape, name: str) -> None:
        super().__init__(
            f"internal i32 @{name}({source.state} %s, ptr noalias %codes, ptr noalias %weights, "
            "i32 %capacity, i32 %first)", source,
        )
        self.tape = tape
        self.moves = moves
        self.number = number
        self.weight = weight(tape, moves.actions[number])
        self.count = self.variable("i32")
        self.store("i32", "%first", self.count)
        self._level(plan(tape), 0, "done", str(number << moves.shift))
        self.jump("done")
        self.place("done")
        self.line(f"ret i32 {self.load('i32', self.count)}")

    def _level(self, steps: Plan, depth: int, refused: str, code: str) -> None:
        """What one level checks and computes, and the levels inside it; a refusal goes to the next round."""
        for check in steps.levels[depth].checks:
            self.unless(self.truth(check), refused)
        if depth == len(self.tape.params):
            self._found(refused, code)
            return
        inner = [node for level in steps.levels[depth + 1:] for node in (*(level.values or ()), *level.checks)]
        self.compute(node for node in in_order([*inner, self.weight]) if steps.depth.get(id(node), 0) <= depth)
        level = steps.levels[depth + 1]
        assert level.param is not None
        with self._bound(level.param, level.values) as again:
            bits = self.moves.fields[self.number][depth]
            shift, kind = bits.shift, f"i{self.moves.bits}"
            value = self._cast(self.let(f"sub i32 {self.params[depth]}, {bits.lo}"), "i32", kind)
            longer = self.let(f"or {kind} {code}, {self.let(f'shl {kind} {value}, {shift}')}")
            self._level(steps, depth + 1, again, longer)

    @contextmanager
    def _bound(self, param: Param, values: tuple[Node, ...] | None) -> Iterator[str]:
        """Run what is inside for each value of a parameter; gives the label of the next round."""
        if values is None:
            with self.loop("i32", str(param.lo), str(param.hi + 1)) as (number, again):
                self.params[param.position] = number
                yield again
        elif len(values) == 1:
            value = self.value(values[0], "i32")
            after = self.label("after")
            self.unless(self.is_between(value, "i32", param.lo, param.hi), after)
            self.params[param.position] = value
            yield after
            self.jump(after)
            self.place(after)
        else:
            with self._ascending(param, values) as again:
                yield again

    @contextmanager
    def _ascending(self, param: Param, values: tuple[Node, ...]) -> Iterator[str]:
        """Each of some values once, in ascending order: the least above the last, until there is none."""
        numbers = [self.value(value, "i32") for value in values]
        head, body, again, after = (self.label(hint) for hint in ("head", "body", "again", "after"))
        before, last = self.block, f"%{head}.last"
        self.jump(head)
        self.place(head)
        place = len(self.lines)
        best = str(param.hi + 1)
        for number in numbers:
            above = self.let(f"icmp sgt i32 {number}, {last}")
            less = self.let(f"icmp slt i32 {number}, {best}")
            better = self.let(f"and i1 {above}, {less}")
            best = self.let(f"select i1 {better}, i32 {number}, i32 {best}")
        self.lines.insert(place, f"  {last} = phi i32 [ {param.lo - 1}, %{before} ], [ {best}, %{again} ]")
        self.branch(self.let(f"icmp sle i32 {best}, {param.hi}"), body, after)
        self.place(body)
        self.params[param.position] = best
        yield again
        self.jump(again)
        self.place(again)
        self.jump(head)
        self.place(after)

    def _found(self, refused: str, code: str) -> None:
        chances = self.value(self.weight, "i32")
        if self.weight.lo <= 0:
            self.unless(self.let(f"icmp sgt i32 {chances}, 0"), refused)
        count = self.load("i32", self.count)
        with self.when(self.let(f"icmp slt i32 {count}, %capacity")):
            kind = f"i{self.moves.bits}"
            self.store(kind, code, self.at("%codes", kind, count, "i32"))
            self.store("i32", chances, self.at("%weights", "i32", count, "i32"))
        self.store("i32", self.let(f"add i32 {count}, 1"), self.count)
