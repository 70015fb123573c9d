"""Every reason against a move: the rules it breaks, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence

from spec.execution.refusals import Broken, broken_rules
from spec.execution.table import Table
from spec.language.errors import SpecError
from spec.language.rules import Rule
from spec.lowering.executor import Move

ENDED = Rule("game.over", "The end", "After the end of the game nobody moves.", ())
"""Stands in for the rule of a game that only says by its reading `over` when it has ended."""


def is_over(table: Table, row: Sequence[int]) -> bool:
    """Whether the game has ended in the state `row`, as far as it says so itself."""
    return "over" in table.game.readings and bool(table.executor.read("over", row))


def reasons(table: Table, row: Sequence[int], move: Move) -> tuple[Broken, ...]:
    """Every rule that a move breaks in the state `row`, each said once; none if it is legal."""
    broken = tuple(dict.fromkeys(broken_rules(table, row, move)))
    return broken or ((Broken(ENDED, "the game has ended"),) if is_over(table, row) else ())


def effect(table: Table, row: Sequence[int], move: Move) -> tuple[int, ...] | None:
    """The state after a move, be it legal or not; None if it would leave the sorts of the state."""
    try:
        return tuple(table.executor.apply(row, move))
    except SpecError:
        return None
