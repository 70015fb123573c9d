"""What would have been legal instead: the same action with one parameter changed, or in a slightly other position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spec.execution.cells import Cell, cell_text, value_text
from spec.execution.moves import move_text
from spec.execution.reasons import effect
from spec.execution.table import Table
from spec.execution.watching import cells_read
from spec.language.sorts import Named, Opt
from spec.lowering.executor import Move


@dataclass(frozen=True, slots=True)
class Change:
    """One cell that would have made a move legal, had it held `wanted` instead of `found`."""

    cell: str
    found: str
    wanted: str

    def __str__(self) -> str:
        return f"{self.cell} = {self.wanted} instead of {self.found}"


def nearest_moves(table: Table, row: Sequence[int], move: Move, most: int = 5) -> tuple[str, ...]:
    """Legal moves that differ from `move` in one parameter, those changed last first; at most `most`."""
    near = [
        (at, one) for one in table.executor.legal(row)
        if one[0] == move[0] and (at := _only_difference(one, move)) is not None
    ]
    near.sort(key=lambda pair: -pair[0])
    return tuple(move_text(table, one) for _, one in near[:most])


def smallest_changes(table: Table, row: Sequence[int], move: Move, most: int = 3) -> tuple[Change, ...]:
    """Cells that the action reads, any one of which alone would make `move` legal; smallest steps of numbers first."""
    action = table.executor.actions[move[0]]
    found: list[tuple[int, Change]] = []
    for cell in cells_read(table, row, action, move[1:]):
        for distance, value in _other_values(table, cell, row[cell.slot]):
            changed = list(row)
            changed[cell.slot] = value
            if not table.executor.broken(changed, move) and effect(table, changed, move) is not None:
                change = Change(
                    cell_text(table, cell), value_text(table, cell, row[cell.slot]), value_text(table, cell, value)
                )
                found.append((distance, change))
                break
    found.sort(key=lambda pair: pair[0])
    return tuple(change for _, change in found[:most])


def _only_difference(one: Move, other: Move) -> int | None:
    differing = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
    return differing[0] if len(differing) == 1 else None


_NAMES_COST = 10
"""Another member counts like so many steps of a number: money is missing more often than a pawn stands wrong."""


def _other_values(table: Table, cell: Cell, value: int) -> Iterator[tuple[int, int]]:
    lo, hi = table.instance.domains[cell.slot]
    if isinstance(cell.field.sort, (Named, Opt)):
        yield from ((_NAMES_COST, other) for other in range(lo, hi + 1) if other != value)
        return
    for distance in range(1, hi - lo + 1):
        for other in (value + distance, value - distance):
            if lo <= other <= hi:
                yield distance, other
