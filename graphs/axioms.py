"""Check a complete board against its game's axioms, telling every instance that fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from graphs.loading import snake
from graphs.places import Lines
from spec.language.actions import Axiom
from spec.language.data import BoardData
from spec.language.errors import Malformed, Place, Problem
from spec.language.game import Game
from spec.language.nodes import Lookup
from spec.language.printing import member_text
from spec.language.sorts import Named, bounds
from spec.lowering.instance import Instance
from spec.lowering.python import compiled_value


def check_axioms(data: BoardData, game: Game, *, thorough: bool = False, lines: Lines | None = None) -> None:
    """Raise `Malformed` with every axiom that the board breaks, and for which members.

    Axioms about derived tables alone say that the recipe which computed them is right. They can range over very
    many values, so they are checked only where `thorough` asks for it. `lines` are those of the board's file.
    """
    instance = Instance(game, game.counts[0], data)
    problems = [
        problem for axiom in game.axioms.values() if thorough or not _is_about_recipes(axiom, instance)
        for problem in _broken(axiom, instance, lines)
    ]
    if problems:
        raise Malformed(problems)


def _is_about_recipes(axiom: Axiom, instance: Instance) -> bool:
    tape = instance.game.tape(axiom, instance.shape)
    tables = [node.table for node in tape.nodes() if isinstance(node, Lookup)]
    return bool(tables) and all(table.derived for table in tables)


def _broken(axiom: Axiom, instance: Instance, lines: Lines | None) -> Iterator[Problem]:
    holds = compiled_value(instance, instance.tape(axiom))
    data = instance.data
    ranges = [range(lo, hi + 1) for lo, hi in (bounds(sort, instance.shape) for sort in axiom.params.values())]
    for values in product(*ranges):
        if not holds((), (), *values):
            named = ", ".join(
                f"{name} {member_text(sort, value, data)}"
                for (name, sort), value in zip(axiom.params.items(), values, strict=True)
            )
            what = f"board {data.name}: {axiom.says}" + (f" (not so for {named})" if named else "")
            yield Problem(_place(axiom, values, lines) if lines else None, what, axiom.remedy)


def _place(axiom: Axiom, values: Sequence[int], lines: Lines) -> Place:
    """The row of the first member that an axiom fails for, or the heading where it fails for the whole board."""
    for sort, value in zip(axiom.params.values(), values, strict=True):
        if isinstance(sort, Named):
            return lines.of(snake(sort.element), value)
    return lines.of("board")
