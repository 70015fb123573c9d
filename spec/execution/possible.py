"""Whether a position can occur at all: every claim of the game about all positions that it breaks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spec.execution.cells import cell_text, cell_words, every_cell, value_text
from spec.execution.position import every_combination
from spec.execution.table import Table
from spec.execution.watching import cells_read
from spec.language.actions import Kind, Property

MOST_SHOWN = 12
"""At most so many cells explain a broken claim."""


@dataclass(frozen=True, slots=True)
class Impossible:
    """One reason why a position cannot occur: the claim it breaks, and the cells that the claim reads."""

    claim: str
    says: str
    cites: tuple[str, ...]
    cells: Mapping[str, str]

    def to_json(self) -> dict[str, Any]:
        """The reason as JSON has it."""
        return {"claim": self.claim, "says": self.says, "citations": list(self.cites), "cells": dict(self.cells)}

    def __str__(self) -> str:
        cited = f" [{', '.join(self.cites)}]" if self.cites else ""
        values = ", ".join(f"{name} = {value}" for name, value in self.cells.items())
        return f"{self.claim}{cited}: {self.says} Here {values}."


def impossibilities(table: Table, row: Sequence[int]) -> tuple[Impossible, ...]:
    """Every reason why the state `row` cannot occur at this table; none if no claim of the game rules it out.

    A cell outside its sort is a reason of its own; claims are only looked at where there is none.
    """
    outside = tuple(outside_sorts(table, row))
    return outside or tuple(_broken_claims(table, row))


def is_within_sorts(table: Table, row: Sequence[int]) -> bool:
    """Whether every cell holds a value of its sort, so that moves can be judged."""
    return all(lo <= value <= hi for value, (lo, hi) in zip(row, table.instance.domains, strict=True))


def outside_sorts(table: Table, row: Sequence[int]) -> Iterator[Impossible]:
    """The cells that hold a value outside their sort."""
    if is_within_sorts(table, row):
        return  # mostly so, and cells take longer to name than to look at
    domains = table.instance.domains
    for cell in every_cell(table):
        lo, hi = domains[cell.slot]
        value = row[cell.slot]
        if not lo <= value <= hi:
            says = f"The {cell_words(table, cell)} must be from {lo} to {hi}."
            yield Impossible(cell.field.name, says, (), {cell_text(table, cell): str(value)})


def _broken_claims(table: Table, row: Sequence[int]) -> Iterator[Impossible]:
    start = table.instance.start
    for claim in table.game.properties.values():
        if claim.kind not in (Kind.INVARIANT, Kind.CONSERVED) or claim.false:
            continue
        for args in every_combination(table, claim):
            value = table.executor.read(claim.name, row, args)
            wanted = 1 if claim.kind is Kind.INVARIANT else table.executor.read(claim.name, start, args)
            if value != wanted:
                says = claim.says if claim.kind is Kind.INVARIANT else f"{claim.says} It is {wanted}, and here {value}."
                yield Impossible(claim_name(table, claim, args), says, claim.cites, _values(table, row, claim, args))


def claim_name(table: Table, claim: Property, args: Sequence[int]) -> str:
    """A claim with the members it is about."""
    members = (table.names.id(sort, value) for sort, value in zip(claim.params.values(), args, strict=True))
    return " ".join([claim.name, *members])


def _values(table: Table, row: Sequence[int], claim: Property, args: Sequence[int]) -> dict[str, str]:
    """The cells that a claim read; those that are nothing, no or none last, if there are too many."""
    cells = cells_read(table, row, claim, args)
    if len(cells) > MOST_SHOWN:
        cells = tuple(sorted(cells, key=lambda cell: row[cell.slot] <= 0))[:MOST_SHOWN]
    return {cell_text(table, cell): value_text(table, cell, row[cell.slot]) for cell in cells}
