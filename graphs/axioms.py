"""Check a complete board against its game's axioms, telling every instance that fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from graphs.clashes import Cause, Clash, cause_among, retold
from graphs.places import Lines, snake
from spec.language.actions import Axiom
from spec.language.board import Printed
from spec.language.data import BoardData
from spec.language.derivations import FewestLinks, LinkOnward, MemberCount, PackedAlone, PackingTable
from spec.language.errors import Malformed, Problem
from spec.language.game import Game
from spec.language.nodes import Lookup
from spec.language.printing import member_text
from spec.language.sorts import Named, bounds
from spec.lowering.instance import Instance
from spec.lowering.python import compiled_value

_FEW = 3
"""With more than so many things that cannot be packed, it is the case that is told, not each of them."""


def check_axioms(
    data: BoardData, game: Game, *, thorough: bool = False, lines: Lines | None = None, players: int | None = None,
) -> None:
    """Raise `Malformed` with every axiom that the board breaks, and for which members.

    Axioms about derived tables alone say that the recipe which computed them is right. They can range over very
    many values, so they are checked only where `thorough` asks for it. `lines` are those of the board's file. Axioms
    speak of the board alone, and so for any number of `players`, by default the smallest.
    """
    instance = Instance(game, players or game.counts[0], data)
    problems: list[Problem] = []
    clashes: list[Clash] = []
    for axiom in game.axioms.values():
        tables = _tables(axiom, instance)
        if thorough or not tables or not all(table.derived for table in tables):
            failing = list(_failing(axiom, instance))
            if lines and failing:
                causes = [cause for table in tables for cause in _causes(table, game, lines)]
                failing = _left(axiom, data, failing, causes, lines, clashes)
            case = next((table.derived.case for table in tables if isinstance(table.derived, PackingTable)), "")
            if lines and case and len(failing) > _FEW:
                problems.append(_case_problem(axiom, data, failing, case, lines))
            else:
                problems += [_problem(axiom, data, values, lines) for values in failing]
    if lines:
        problems += retold(clashes, lines)
    if problems:
        raise Malformed(problems)


def _tables(axiom: Axiom, instance: Instance) -> list[Printed]:
    """The tables of the board that an axiom reads."""
    tape = instance.game.tape(axiom, instance.shape)
    return list(dict.fromkeys(node.table for node in tape.nodes() if isinstance(node, Lookup)))


def _failing(axiom: Axiom, instance: Instance) -> Iterator[tuple[int, ...]]:
    holds = compiled_value(instance, instance.tape(axiom))
    ranges = [range(lo, hi + 1) for lo, hi in (bounds(sort, instance.shape) for sort in axiom.params.values())]
    return (values for values in product(*ranges) if not holds((), (), *values))


def _causes(table: Printed, game: Game, lines: Lines) -> Iterator[Cause]:
    """The sections of a board file that hold a table, or from which it is derived."""
    match table.derived:
        case PackingTable() | PackedAlone() as packing:
            yield Cause(lines.section_of_key(packing.case), packing.case)
            yield Cause(snake(packing.item))
        case FewestLinks() | LinkOnward() as ways:
            for other in game.board.tables:
                if other.name in (ways.start, ways.end, ways.target):
                    yield from _causes(other, game, lines)
        case MemberCount() as count:
            for other in game.board.tables:
                if other.name == count.table:
                    yield from _causes(other, game, lines)
        case False if table.values is None:
            index = table.index[0] if table.index else None
            yield Cause(snake(index.element)) if isinstance(index, Named) else Cause("printed", table.key)


def _left(
    axiom: Axiom, data: BoardData, failing: Sequence[tuple[int, ...]], causes: Sequence[Cause], lines: Lines,
    clashes: list[Clash],
) -> list[tuple[int, ...]]:
    """The instances that are told at their own rows; the others, in sections that a file took over, become clashes."""
    left = []
    for values in failing:
        section, row = _row(axiom, values)
        if cause := cause_among(causes, section, lines):
            named, place = _named(axiom, data, values), lines.of(section, row)
            clashes.append(Clash(cause, section, place, axiom.says, named, "not so for ", axiom.remedy))
        else:
            left.append(values)
    return left


def _case_problem(
    axiom: Axiom, data: BoardData, failing: Sequence[tuple[int, ...]], case: str, lines: Lines
) -> Problem:
    first = "; ".join(_named(axiom, data, values) for values in failing[:_FEW])
    what = f"board {data.name}: {axiom.says} (not so for {first} and {len(failing) - _FEW} more)"
    return Problem(lines.of_key(case), what, axiom.remedy, case)


def _problem(axiom: Axiom, data: BoardData, values: Sequence[int], lines: Lines | None) -> Problem:
    named = _named(axiom, data, values)
    what = f"board {data.name}: {axiom.says}" + (f" (not so for {named})" if named else "")
    return Problem(lines.of(*_row(axiom, values)) if lines else None, what, axiom.remedy)


def _named(axiom: Axiom, data: BoardData, values: Sequence[int]) -> str:
    return ", ".join(
        f"{name} {member_text(sort, value, data)}"
        for (name, sort), value in zip(axiom.params.items(), values, strict=True)
    )


def _row(axiom: Axiom, values: Sequence[int]) -> tuple[str, int]:
    """The row of the first member that an axiom fails for, or the heading where it fails for the whole board."""
    for sort, value in zip(axiom.params.values(), values, strict=True):
        if isinstance(sort, Named):
            return snake(sort.element), value
    return "board", 0
