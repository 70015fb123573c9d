"""Why a move is refused: every broken rule, with its citations and the values that made it false."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spec.execution.table import Table
from spec.language.rules import Rule
from spec.language.tape import Require
from spec.lowering.executor import NO_CHANCE, Move


@dataclass(frozen=True, slots=True)
class Broken:
    """One rule that a move breaks; `because` holds the values in words."""

    rule: Rule
    because: str

    def __str__(self) -> str:
        return f"{self.rule.id} [{', '.join(self.rule.cites)}]: {self.because}"


def broken_rules(table: Table, row: Sequence[int], move: Move) -> tuple[Broken, ...]:
    """Every rule that `move` breaks in the state `row`, in the order of the rules; none if it is legal."""
    action = table.executor.actions[move[0]]
    tape = table.instance.tape(action)
    requires = {require.number: require for require in tape.requires}
    found: list[Broken] = []
    for number in table.executor.broken(row, move):
        if number == NO_CHANCE:
            found.append(Broken(action.rule, f"this cannot happen by chance here ({action.rule.says})"))
        else:
            found.append(Broken(requires[number].rule, _because(table, row, move, requires[number])))
    return tuple(found)


def _because(table: Table, row: Sequence[int], move: Move, require: Require) -> str:
    if not require.because:
        return require.rule.says
    values = table.executor.shown(row, move, require.number)
    texts = {
        shown.name: table.names.title(shown.node.sort, int(value))
        for shown, value in zip(require.shown, values, strict=True)
    }
    return require.because.format(**texts)
