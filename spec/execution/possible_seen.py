"""Whether a viewer can tell that a position cannot occur: the claims of the game that it breaks whatever is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from spec.execution.cells import cell_text, every_cell, value_text
from spec.execution.knowing import Known, claims_about_positions, ranges_of, wanted_of
from spec.execution.position import every_combination
from spec.execution.possible import MOST_SHOWN, Impossible, claim_name, outside_sorts
from spec.execution.ranges import NOTHING, Ranges, slots_within
from spec.language.nodes import Load


def impossibilities_seen(known: Known, row: Sequence[int]) -> tuple[Impossible, ...]:
    """Every reason why the state `row` cannot occur that a viewer can know of.

    That something hidden lies outside what it can hold is told without saying what, as no move can be judged then.
    """
    seen = {cell_text(known.table, cell): known.seen[cell.slot] for cell in every_cell(known.table)}
    outside = tuple(outside_sorts(known.table, row))
    told = [one for one in outside if all(seen[cell] for cell in one.cells)]
    if len(told) < len(outside):
        told.append(Impossible("hidden", "Something hidden is given what it cannot hold.", (), {}))
    return tuple(told or _broken_claims(known))


def _broken_claims(known: Known) -> Iterator[Impossible]:
    table = known.table
    for claim in claims_about_positions(table):
        ranges, tape = ranges_of(table, claim)
        if tape.result is None:
            continue
        for args in every_combination(table, claim):
            wanted = wanted_of(table, claim, args)
            amounts = ranges.amounts(known.cells, [(one, one) for one in args])
            lo, hi, _ = ranges.of(amounts, tape.result)
            if not lo <= wanted <= hi:
                cells = _cells(known, ranges, amounts)
                yield Impossible(claim_name(table, claim, args), claim.says, claim.cites, cells)


def _cells(known: Known, ranges: Ranges, amounts: Sequence[tuple[int, int, int]]) -> dict[str, str]:
    """The seen cells that a claim looks at; those that are nothing, no or none last, if there are too many."""
    table = known.table
    slots: dict[int, None] = {}
    for node in ranges.nodes:
        if isinstance(node, Load):
            index = [ranges.of(amounts, one) for one in node.index]
            if all(asked == NOTHING for _, _, asked in index):
                slots.update(dict.fromkeys(slots_within(table.instance, node.field, index)))
    cells = [cell for cell in every_cell(table) if cell.slot in slots and known.seen[cell.slot]]
    if len(cells) > MOST_SHOWN:
        cells = sorted(cells, key=lambda cell: known.cells[cell.slot][0] <= 0)[:MOST_SHOWN]
    return {cell_text(table, cell): value_text(table, cell, known.cells[cell.slot][0]) for cell in cells}
