"""What would have been legal instead: the same action with one parameter changed, or in a slightly other position."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from spec.execution.cells import Cell, cell_text, changed_cells, value_text
from spec.execution.moves import move_text, signatures
from spec.execution.reasons import effect
from spec.execution.table import Table
from spec.execution.watching import cells_read
from spec.language.sorts import Named, Opt
from spec.lowering.executor import Move


@dataclass(frozen=True, slots=True)
class Change:
    """One cell that would have helped to make a move legal, had it held `wanted` instead of `found`."""

    cell: str
    found: str
    wanted: str

    def __str__(self) -> str:
        return f"{self.cell} = {self.wanted} instead of {self.found}"


Way = tuple[Change, ...]
"""Cells that together would have made a move legal."""


def nearest_moves(table: Table, row: Sequence[int], move: Move, most: int = 5) -> tuple[str, ...]:
    """Legal moves that differ from `move` in one parameter, those changed last first; at most `most`."""
    near = [
        (at, one) for one in table.executor.legal(row)
        if one[0] == move[0] and (at := _only_difference(one, move)) is not None
    ]
    near.sort(key=lambda pair: -pair[0])
    return tuple(move_text(table, one) for _, one in near[:most])


def smallest_changes(table: Table, row: Sequence[int], move: Move, most: int = 3) -> tuple[Way, ...]:
    """The ways to make `move` legal by changing one cell that the action reads, smallest steps of numbers first.

    Where no single cell would do, the one way found by changing cell after cell, each time the one that removes most
    reasons by the smallest step; nothing if that does not lead anywhere.
    """
    single = [(distance, changed) for distance, left, changed in _one_change(table, row, move) if not left]
    single.sort(key=lambda pair: pair[0])
    ways = [_way(table, row, changed) for _, changed in single[:most]]
    return tuple(ways or _several_changes(table, row, move))


def _several_changes(table: Table, row: Sequence[int], move: Move) -> Iterator[Way]:
    now = list(row)
    left = len(table.executor.broken(row, move))
    for _ in range(left):
        better = [one for one in _one_change(table, now, move) if one[1] < left]
        if not better:
            return
        _, left, now = min(better, key=lambda one: (one[1], one[0]))
        if not left:
            yield _way(table, row, now)
            return


def _one_change(table: Table, row: Sequence[int], move: Move) -> Iterator[tuple[int, int, list[int]]]:
    """For each cell the smallest step after which fewest requirements fail: the step, how many fail, and the state.

    Of equal steps, one of the mover's own counts as the smaller.
    """
    action = table.executor.actions[move[0]]
    by_player = signatures(table)[action.name].by_player
    for cell in cells_read(table, row, action, move[1:]):
        is_own = by_player and cell.field.index[:1] == (Named(table.game.players),) and cell.index[0] == move[1]
        best: tuple[int, int, list[int]] | None = None
        for distance, value in _other_values(table, cell, row[cell.slot]):
            changed = list(row)
            changed[cell.slot] = value
            left = len(table.executor.broken(changed, move))
            if (best is None or left < best[1]) and (left or effect(table, changed, move) is not None):
                best = 2 * distance - is_own, left, changed
            if not left:
                break
        if best is not None:
            yield best


def _way(table: Table, before: Sequence[int], after: Sequence[int]) -> Way:
    return tuple(
        Change(cell_text(table, cell), value_text(table, cell, before[cell.slot]), value_text(table, cell, value))
        for cell, value in changed_cells(table, before, after)
    )


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
