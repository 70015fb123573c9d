"""Which cells of a state a rule or a claim looks at, found by running it on plain values."""

from __future__ import annotations

from collections.abc import Sequence

from spec.execution.cells import Cell
from spec.execution.table import Table
from spec.language.actions import Action, Declared
from spec.language.direct import DirectRun
from spec.language.nodes import Raw
from spec.language.state import Field
from spec.lowering.instance import Instance


class WatchedRun(DirectRun):
    """A direct run that remembers the cells it read."""

    def __init__(self, instance: Instance, row: Sequence[int]) -> None:
        super().__init__(instance.shape, instance.cells(row), instance.look_up, instance.all_choices)
        self.read: dict[tuple[Field, tuple[int, ...]], None] = {}

    def load(self, field: Field, index: tuple[Raw, ...], after: bool) -> Raw:
        self.read[field, tuple(one for one in index if isinstance(one, int))] = None
        return super().load(field, index, after)


def cells_read(table: Table, row: Sequence[int], declared: Declared, args: Sequence[int]) -> tuple[Cell, ...]:
    """The cells that an action, reading or one-state property reads in the state `row`, in the order of reading."""
    run = WatchedRun(table.instance, row)
    run.rule = declared.rule if isinstance(declared, Action) else None
    game = table.game
    members = [run.wrapped(sort, one) for sort, one in zip(declared.params.values(), args, strict=True)]
    declared.function(game.state(run, game.board(run)), *members)
    layout = table.instance.layout
    return tuple(Cell(field, index, layout[field].slot(index)) for field, index in run.read)
