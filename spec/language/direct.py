"""Running a rule's function directly on plain values, without a tape: the plainest meaning there is.

It shares nothing with the tape but the game files themselves, so it holds tracing to account.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from spec.language.errors import SpecError
from spec.language.nodes import MEANING, Op, Raw
from spec.language.rules import Rule
from spec.language.session import Session
from spec.language.settings import Setting
from spec.language.sorts import Shape, Sort, bounds
from spec.language.values import Element, Value, literal

if TYPE_CHECKING:
    from spec.language.board import Printed
    from spec.language.state import Field

Cells = dict[tuple[str, tuple[int, ...]], int]
"""A state as plain data: field name and indices to the cell's integer."""
LookUp = Callable[["Printed", tuple[int, ...]], int]


@dataclass
class Refusal:
    """One requirement that failed: its rule, and the message with its values filled in as integers."""

    number: int
    rule: Rule
    because: str
    values: Mapping[str, int] = field(default_factory=dict)


class DirectRun(Session):
    """A session that acts at once on a copy of the cells of a state."""

    def __init__(
        self, shape: Shape, cells: Cells, look_up: LookUp, choices: Mapping[Setting, int],
        after: Cells | None = None,
    ) -> None:
        super().__init__(shape)
        self.before = dict(cells)
        self.after_cells = after
        self.look_up = look_up
        self.choices = choices
        self.broken: list[Refusal] = []
        self.faults: list[str] = []  # stores outside their sort: a bug of the spec if nothing refused the move
        self.weight = 1
        self._asked = 0

    @property
    def active(self) -> bool:
        """Whether every condition around this point holds."""
        return all(_plain(condition) for condition in self.path)

    def apply(self, op: Op, args: tuple[Raw, ...], sort: Sort) -> Raw:
        return MEANING[op](*args)

    def load(self, field: Field, index: tuple[Raw, ...], after: bool) -> Raw:
        cells = self.after_cells if after and self.after_cells is not None else self.before
        return cells[field.name, _plains(index)]

    def store(self, field: Field, index: tuple[Raw, ...], value: Raw) -> None:
        if not self.active:
            return
        lo, hi = bounds(field.sort, self.shape)
        plain = _plain(value)
        if not lo <= plain <= hi:
            self.faults.append(f"{field.name} holds {lo}..{hi}, and this store gives {plain}")
        self.before[field.name, _plains(index)] = plain

    def lookup(self, table: Printed, index: tuple[Raw, ...]) -> Raw:
        return self.look_up(table, _plains(index))

    def choice(self, setting: Setting) -> Raw:
        return self.choices[setting]

    def open_size(self, element: type[Element]) -> Raw:
        raise SpecError(f"{element.__name__} has no size in a direct run")

    def require(self, rule: Rule, condition: Raw, because: str, values: Mapping[str, Value]) -> None:
        if self.active and not _plain(condition):
            known = {name: literal(value) or 0 for name, value in values.items()}
            self.broken.append(Refusal(self._asked, rule, because, known))
        self._asked += 1

    def weigh(self, weight: Raw) -> None:
        self.weight = _plain(weight)

    def negated(self, condition: Raw) -> Raw:
        return int(not condition)


def _plain(raw: Raw) -> int:
    if isinstance(raw, int):
        return raw
    raise SpecError("a direct run met a traced expression; an expression of another run leaked into it")


def _plains(raws: Sequence[Raw]) -> tuple[int, ...]:
    return tuple(_plain(raw) for raw in raws)
