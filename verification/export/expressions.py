"""Expressions in another language: truths and numbers told apart, and every operation by its meaning there.

A subclass says how its language writes each thing; what it writes may be text or a tree. A cell that holds a truth
is a number from 0 to 1 in every export.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar, assert_never

from spec.language.nodes import Apply, Choice, Const, Load, Lookup, Node, Op, Param, Size, in_order

T = TypeVar("T")


class Expressions(ABC, Generic[T]):
    """Writes the nodes of one command; equal nodes are written once."""

    def __init__(self) -> None:
        self._native: dict[int, tuple[bool, T]] = {}

    def number(self, node: Node) -> T:
        """A node as a number; a truth is 1 or 0."""
        is_truth, written = self._written(node)
        return self.choice(written, self.constant(1), self.constant(0)) if is_truth else written

    def truth(self, node: Node) -> T:
        """A node as a truth; a number other than 0 is true."""
        if isinstance(node, Const):
            return self.known_truth(bool(node.value))
        is_truth, written = self._written(node)
        return written if is_truth else self.negation(self.operation(Op.EQ, written, self.constant(0)))

    def name(self, node: Node, written: T) -> None:
        """From here on `node` is written as the number `written`."""
        self._native[id(node)] = False, written

    def _written(self, root: Node) -> tuple[bool, T]:
        found = self._native.get(id(root))
        if found is None:
            for node in in_order([root], self._native):
                self._native[id(node)] = self._write(node)
            found = self._native[id(root)]
        return found

    def _write(self, node: Node) -> tuple[bool, T]:
        match node:
            case Const(value=value):
                return False, self.constant(value)
            case Param() | Choice() | Size():
                raise AssertionError("a command has no parameter, choice or size open")
            case Load():
                return False, self.load(node, [self.number(one) for one in node.index])
            case Lookup():
                return False, self.lookup(node, [self.number(one) for one in node.index])
            case Apply(op=op, args=args):
                return self._applied(op, args)
            case _:
                assert_never(node)

    def _applied(self, op: Op, args: tuple[Node, ...]) -> tuple[bool, T]:
        match op:
            case Op.AND | Op.OR:
                return True, self.junction(op, [self.truth(one) for one in args])
            case Op.NOT:
                return True, self.negation(self.truth(args[0]))
            case Op.EQ | Op.LT | Op.LE:
                return True, self.operation(op, self.number(args[0]), self.number(args[1]))
            case Op.ITE:
                condition, then, otherwise = args
                if self._is_truth(then) and self._is_truth(otherwise):
                    return True, self.choice(self.truth(condition), self.truth(then), self.truth(otherwise))
                return False, self.choice(self.truth(condition), self.number(then), self.number(otherwise))
            case Op.DIV | Op.MOD:
                return False, self._divided(op, args[0], args[1])
            case Op.ADD | Op.SUB | Op.MUL | Op.MIN | Op.MAX:
                return False, self.operation(op, self.number(args[0]), self.number(args[1]))
            case _:
                assert_never(op)

    def _is_truth(self, node: Node) -> bool:
        """Whether a node is written as a truth, or may as well be."""
        if isinstance(node, Const):
            return node.value in (0, 1) and str(node.sort) == "Bool"
        return self._native[id(node)][0]

    def _divided(self, op: Op, dividend: Node, divisor: Node) -> T:
        """Rounding down: languages differ for negative dividends only, so a multiple of the divisor is added first."""
        assert divisor.lo == divisor.hi > 0, "the language only divides by positive literals"
        by, times = divisor.lo, max(0, -(dividend.lo // divisor.lo))
        written = self.number(dividend)
        if times:
            written = self.operation(Op.ADD, written, self.constant(times * by))
        written = self.operation(op, written, self.constant(by))
        if times and op is Op.DIV:
            written = self.operation(Op.SUB, written, self.constant(times))
        return written

    @abstractmethod
    def constant(self, value: int) -> T:
        """A number that is known."""

    @abstractmethod
    def known_truth(self, value: bool) -> T:
        """A truth that is known."""

    @abstractmethod
    def load(self, node: Load, index: Sequence[T]) -> T:
        """A cell of the state."""

    @abstractmethod
    def lookup(self, node: Lookup, index: Sequence[T]) -> T:
        """A cell of a table of the board."""

    @abstractmethod
    def operation(self, op: Op, a: T, b: T) -> T:
        """An operation on two numbers: arithmetic, or a comparison; the dividend of DIV and MOD is not negative."""

    @abstractmethod
    def junction(self, op: Op, args: Iterable[T]) -> T:
        """AND or OR of two truths or more."""

    @abstractmethod
    def negation(self, truth: T) -> T:
        """NOT of a truth."""

    @abstractmethod
    def choice(self, condition: T, then: T, otherwise: T) -> T:
        """`then` where the condition holds, else `otherwise`; both numbers or both truths."""
