"""An instance: a game with everything fixed that is fixed before play, ready to be lowered.

Sizes, board values and choices are constants here; the tapes are folded with them, and the state is laid out
as one row of integers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from spec.language.actions import Declared
from spec.language.data import EMPTY, BoardData, strides
from spec.language.direct import DirectRun
from spec.language.errors import SpecError
from spec.language.game import Game
from spec.language.settings import Setting
from spec.language.sorts import Opt, Shape, bounds
from spec.language.state import Field
from spec.language.tape import Tape
from spec.language.values import Value, coerce, literal
from spec.lowering.sharing import Shared, shared

Row = list[int]
"""A state as one row of integers, in the order of `Layout`."""


@dataclass(frozen=True, eq=False)
class Slots:
    """Where a field lies in a row: its first slot, strides, smallest indices, and number of cells."""

    field: Field
    offset: int
    steps: tuple[int, ...]
    lows: tuple[int, ...]
    cells: int
    lo: int
    hi: int

    def slot(self, index: Sequence[int]) -> int:
        """The slot of one cell."""
        return self.offset + sum(
            step * (one - low) for step, one, low in zip(self.steps, index, self.lows, strict=True)
        )

    def indices(self) -> Iterator[tuple[int, ...]]:
        """The indices of every cell, in slot order."""
        for cell in range(self.cells):
            rest, index = cell, []
            for step, low in zip(self.steps, self.lows, strict=True):
                index.append(rest // step + low)
                rest %= step
            yield tuple(index)


@dataclass(frozen=True, eq=False)
class Instance:
    """A game for a number of players, a board and choices; settings left out keep their defaults.

    Games begin in the state `begin` instead of the one that the rules begin with, if there is one.
    """

    game: Game
    players: int
    board: BoardData = EMPTY
    choices: Mapping[Setting, int] = field(default_factory=dict)
    begin: tuple[int, ...] | None = None

    @cached_property
    def shape(self) -> Shape:
        """The size of every sort."""
        return self.game.shape(self.players, self.board.sizes)

    @property
    def data(self) -> BoardData:
        """The board with the tables that the spec itself prints; `Malformed` if it does not fit the game."""
        return self.shared.data

    @cached_property
    def all_choices(self) -> Mapping[Setting, int]:
        """The number of the choice made for every setting."""
        defaults = {one: one.number_of(one.default) for one in self.game.settings.values()}
        return {**defaults, **self.choices}

    @cached_property
    def layout(self) -> Mapping[Field, Slots]:
        """Where every field lies."""
        found: dict[Field, Slots] = {}
        offset = 0
        for one in self.game.state.fields:
            steps, lows, cells = strides(one.index, self.shape)
            found[one] = Slots(one, offset, steps, lows, cells, *bounds(one.sort, self.shape))
            offset += cells
        return found

    @cached_property
    def width(self) -> int:
        """The number of slots of a state."""
        return sum(slots.cells for slots in self.layout.values())

    @cached_property
    def domains(self) -> tuple[tuple[int, int], ...]:
        """The smallest and largest value of every slot."""
        return tuple((slots.lo, slots.hi) for slots in self.layout.values() for _ in range(slots.cells))

    def tape(self, declared: Declared) -> Tape:
        """The tape of an action, reading or property, with sizes, board and choices folded in."""
        cached = self._tapes.get(declared)
        if cached is None:
            cached = self._tapes[declared] = self.shared.tape(declared, self.all_choices)
        return cached

    @cached_property
    def _tapes(self) -> dict[Declared, Tape]:
        return {}

    @cached_property
    def shared(self) -> Shared:
        """What it has in common with the other instances of this game and board."""
        return shared(self)

    def open_tape(self, declared: Declared) -> Tape:
        """The same with settings and board left open."""
        return self.shared.traces.tape(declared)

    def mentioned(self, declared: Declared) -> tuple[Setting, ...]:
        """The settings that an action, reading or property turns on."""
        return self.shared.traces.mentioned(declared)

    def with_choice(self, setting: Setting, number: int) -> Instance:
        """The same instance with another choice of one setting."""
        return replace(self, choices={**self.choices, setting: number})

    def starting_at(self, row: Sequence[int]) -> Instance:
        """The same instance with games that begin in another state."""
        return replace(self, begin=tuple(row))

    @cached_property
    def start(self) -> tuple[int, ...]:
        """The state before the first move."""
        if self.begin is not None:
            return self.begin
        row: Row = []
        for slots in self.layout.values():
            row.extend(self._start_cell(slots, index) for index in slots.indices())
        return tuple(row)

    def _start_cell(self, slots: Slots, index: tuple[int, ...]) -> int:
        start = slots.field.start
        value: int | None
        if start is None:
            value = slots.lo if isinstance(slots.field.sort, Opt) else max(slots.lo, min(0, slots.hi))
        elif isinstance(start, int):
            value = start
        else:
            run = self.direct({})
            members = [run.wrapped(sort, one) for sort, one in zip(slots.field.index, index, strict=True)]
            result: Any = start(self.game.board(run), *members)
            cell = coerce(slots.field.sort, result, f"the start of {slots.field.name}")
            value = literal(cell) if isinstance(cell, Value) else None
        if value is None or not slots.lo <= value <= slots.hi:
            raise SpecError(f"{slots.field.name} starts at {value}, outside {slots.lo}..{slots.hi}", slots.field.place)
        return value

    def direct(self, cells: Mapping[tuple[str, tuple[int, ...]], int], after: Any = None) -> DirectRun:
        """A run on plain values over the given cells."""
        return DirectRun(self.shape, dict(cells), self.look_up, self.all_choices, after)

    def look_up(self, table: Any, index: tuple[int, ...]) -> int:
        """A cell of the board."""
        steps, lows, _ = self._strides(table)
        cells = self.data.tables[table.name]
        return int(cells[sum(s * (i - low) for s, i, low in zip(steps, index, lows, strict=True))])

    def _strides(self, table: Any) -> tuple[tuple[int, ...], tuple[int, ...], int]:
        found = self._table_strides.get(table.name)
        if found is None:
            found = self._table_strides[table.name] = strides(table.index, self.shape)
        return found

    @cached_property
    def _table_strides(self) -> dict[str, tuple[tuple[int, ...], tuple[int, ...], int]]:
        return {}

    def cells(self, row: Sequence[int]) -> dict[tuple[str, tuple[int, ...]], int]:
        """A row as plain data: field name and indices to the cell's integer."""
        found: dict[tuple[str, tuple[int, ...]], int] = {}
        position = 0
        for slots in self.layout.values():
            for index in slots.indices():
                found[slots.field.name, index] = row[position]
                position += 1
        return found

    def row(self, cells: Mapping[tuple[str, tuple[int, ...]], int]) -> Row:
        """Plain data as a row; the inverse of `cells`."""
        return [cells[slots.field.name, index] for slots in self.layout.values() for index in slots.indices()]


