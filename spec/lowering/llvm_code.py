"""Writing the text of LLVM functions: instructions, labels, loops and memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Code:
    """The lines of one function. Each instruction's result gets a name of its own."""

    def __init__(self, signature: str) -> None:
        self.signature = signature
        self.lines: list[str] = []
        self.variables: list[str] = []
        self.block = "entry"
        self._names = 0
        self._labels = 0

    @property
    def text(self) -> str:
        """The whole definition."""
        return "\n".join([f"define {self.signature} {{", "entry:", *self.variables, *self.lines, "}"])

    def line(self, text: str) -> None:
        """Write an instruction without a result."""
        self.lines.append("  " + text)

    def let(self, text: str) -> str:
        """Write an instruction and give the name of its result."""
        self._names += 1
        name = f"%v{self._names}"
        self.lines.append(f"  {name} = {text}")
        return name

    def variable(self, kind: str) -> str:
        """The address of a fresh local variable; it is made once, where the function begins."""
        name = f"%var{len(self.variables)}"
        self.variables.append(f"  {name} = alloca {kind}")
        return name

    def label(self, hint: str) -> str:
        """A new label, to be placed later."""
        self._labels += 1
        return f"{hint}{self._labels}"

    def place(self, label: str) -> None:
        """Begin the block of a label; the block before must have ended."""
        self.lines.append(f"{label}:")
        self.block = label

    def jump(self, label: str) -> None:
        """End the block."""
        self.line(f"br label %{label}")

    def branch(self, condition: str, then: str, otherwise: str) -> None:
        """End the block on an i1."""
        self.line(f"br i1 {condition}, label %{then}, label %{otherwise}")

    def unless(self, condition: str, elsewhere: str) -> None:
        """Go elsewhere where an i1 fails, and on in a new block where it holds."""
        following = self.label("on")
        self.branch(condition, following, elsewhere)
        self.place(following)

    def go_if(self, condition: str, elsewhere: str) -> None:
        """Go elsewhere where an i1 holds, and on in a new block where it fails."""
        following = self.label("on")
        self.branch(condition, elsewhere, following)
        self.place(following)

    @contextmanager
    def when(self, condition: str) -> Iterator[None]:
        """What is written inside runs only where an i1 holds."""
        after = self.label("end")
        self.unless(condition, after)
        yield
        self.jump(after)
        self.place(after)

    @contextmanager
    def loop(self, kind: str, first: str, end: str) -> Iterator[tuple[str, str]]:
        """Run what is inside for each number of a type from `first` up to but without `end`.

        Gives the number and the label of the next round; jumping there is Python's `continue`.
        """
        head, body, again, after = (self.label(hint) for hint in ("head", "body", "again", "after"))
        before = self.block
        number, following = f"%{head}.n", f"%{head}.next"
        self.jump(head)
        self.place(head)
        self.line(f"{number} = phi {kind} [ {first}, %{before} ], [ {following}, %{again} ]")
        self.branch(self.let(f"icmp slt {kind} {number}, {end}"), body, after)
        self.place(body)
        yield number, again
        self.jump(again)
        self.place(again)
        self.line(f"{following} = add {kind} {number}, 1")
        self.jump(head)
        self.place(after)

    def at(self, pointer: str, kind: str, index: str | int, index_kind: str = "i64") -> str:
        """The address of a cell of an array of `kind`."""
        return self.let(f"getelementptr {kind}, ptr {pointer}, {index_kind} {index}")

    def load(self, kind: str, pointer: str) -> str:
        """What memory holds; addresses need not be aligned."""
        return self.let(f"load {kind}, ptr {pointer}, align 1")

    def store(self, kind: str, value: str | int, pointer: str) -> None:
        """Put a value into memory; addresses need not be aligned."""
        self.line(f"store {kind} {value}, ptr {pointer}, align 1")

    def copy(self, to: str, source: str, size: int | str) -> None:
        """Copy bytes between places that do not overlap."""
        self.line(f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {source}, i64 {size}, i1 false)")


DECLARATIONS = """\
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i32 @memcmp(ptr, ptr, i64)
declare ptr @realloc(ptr, i64)
declare void @free(ptr)
"""
"""What functions may call without declaring it: the compiler's own, and the C library's."""
