"""What would have been legal instead, as far as a viewer can tell: the same as `nearest.py` from the cells they see."""

from __future__ import annotations

from collections.abc import Iterator

from spec.execution.cells import Cell, cell_text, every_cell, value_text
from spec.execution.insight import Args, anything, is_surely_legal, may_happen
from spec.execution.knowing import Known, ranges_of
from spec.execution.nearest import Change, Way
from spec.execution.ranges import NOTHING, slots_within
from spec.execution.unseen import args_text
from spec.language.nodes import Load, in_order
from spec.language.sorts import Named, Opt


def nearest_seen(known: Known, number: int, args: Args, most: int = 5) -> tuple[str, ...]:
    """Moves legal whatever is hidden that differ in one parameter that is seen, those changed last first."""
    found: list[str] = []
    whole = anything(known, number)
    for place in reversed(range(len(args))):
        if args[place][0] < args[place][1]:
            continue
        for value in _others_that_may_happen(known, number, args, place, whole):
            other = (*args[:place], (value, value), *args[place + 1:])
            if is_surely_legal(known, number, other):
                found.append(args_text(known.table, number, other))
            if len(found) == most:
                return tuple(found)
    return tuple(found)


def _others_that_may_happen(known: Known, number: int, args: Args, place: int, whole: Args) -> list[int]:
    opened = (*args[:place], whole[place], *args[place + 1:])
    values = dict.fromkeys(move[1 + place] for move in may_happen(known, number, opened))
    return [value for value in values if value != args[place][0]]


def changes_seen(known: Known, number: int, args: Args, most: int = 3) -> tuple[Way, ...]:
    """The cells that a viewer sees and one of which, had it held something else, would have made the move legal."""
    table = known.table
    mover = args[0][0] if args and _is_by_player(known, number) else None
    found: list[tuple[int, Way]] = []
    for cell in _cells_that_matter(known, number, args):
        is_own = mover is not None and cell.field.index[:1] == (Named(table.game.players),) and cell.index[0] == mover
        for distance, value in _other_values(known, cell):
            if is_surely_legal(known.with_cell(cell.slot, (value, value)), number, args):
                held = known.cells[cell.slot][0]
                change = Change(cell_text(table, cell), value_text(table, cell, held), value_text(table, cell, value))
                found.append((2 * distance - is_own, (change,)))
                break
    found.sort(key=lambda pair: pair[0])
    return tuple(way for _, way in found[:most])


def _is_by_player(known: Known, number: int) -> bool:
    action = known.table.executor.actions[number]
    first = next(iter(action.params.values()), None)
    return not action.chance and first == Named(known.table.game.players)


def _cells_that_matter(known: Known, number: int, args: Args) -> Iterator[Cell]:
    """The seen cells that the requirements look at and without which the move might be legal."""
    ranges, tape = ranges_of(known.table, known.table.executor.actions[number])
    amounts = ranges.amounts(known.cells, args)
    slots: dict[int, None] = {}
    for node in in_order([require.holds for require in tape.requires]):
        if isinstance(node, Load):
            index = [ranges.of(amounts, one) for one in node.index]
            if all(asked == NOTHING for _, _, asked in index):
                slots.update(dict.fromkeys(slots_within(known.table.instance, node.field, index)))
    cells = {cell.slot: cell for cell in every_cell(known.table)}
    for slot in slots:
        if not known.seen[slot] or known.cells[slot][0] < known.cells[slot][1]:
            continue
        opened = known.with_cell(slot, known.table.instance.domains[slot])
        open_amounts = ranges.amounts(opened.cells, args)
        if all(ranges.of(open_amounts, require.holds)[1] for require in tape.requires):
            yield cells[slot]


_NAMES_COST = 10
"""Another member counts like so many steps of a number, as in `nearest.py`."""


def _other_values(known: Known, cell: Cell) -> Iterator[tuple[int, int]]:
    lo, hi = known.table.instance.domains[cell.slot]
    held = known.cells[cell.slot][0]
    values = sorted((one for one in range(lo, hi + 1) if one != held), key=lambda one: (abs(one - held), -one))
    is_name = isinstance(cell.field.sort, (Named, Opt))
    for value in sorted(values) if is_name else values:
        yield _NAMES_COST if is_name else abs(value - held), value
