"""Check a complete board against its game's axioms, telling every instance that fails."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from spec.language.actions import Axiom
from spec.language.board import Printed
from spec.language.data import BoardData, fixed_tables, strides
from spec.language.direct import DirectRun
from spec.language.errors import Malformed, Problem
from spec.language.game import Game
from spec.language.printing import member_text
from spec.language.sorts import Shape, bounds
from spec.language.values import Truth, literal


def check_axioms(data: BoardData, game: Game) -> None:
    """Raise `Malformed` with every axiom that the board breaks, and for which members."""
    shape = game.shape(game.counts[0], data.sizes)
    problems = [problem for axiom in game.axioms.values() for problem in _broken(axiom, data, game, shape)]
    if problems:
        raise Malformed(problems)


def _broken(axiom: Axiom, data: BoardData, game: Game, shape: Shape) -> Iterator[Problem]:
    tables = {**data.tables, **fixed_tables(game.board, shape)}

    def look_up(table: Printed, index: tuple[int, ...]) -> int:
        steps, lows, _ = strides(table.index, shape)
        return int(tables[table.name][sum(s * (i - low) for s, i, low in zip(steps, index, lows, strict=True))])

    ranges = [range(lo, hi + 1) for lo, hi in (bounds(sort, shape) for sort in axiom.params.values())]
    for values in product(*ranges):
        run = DirectRun(shape, {}, look_up, {})
        members = [run.wrapped(sort, value) for sort, value in zip(axiom.params.values(), values, strict=True)]
        result = axiom.function(game.board(run), *members)
        if not (literal(result) if isinstance(result, Truth) else result):
            named = ", ".join(
                f"{name} {member_text(sort, value, data)}"
                for (name, sort), value in zip(axiom.params.items(), values, strict=True)
            )
            yield Problem(None, f"board {data.name}: {axiom.says}" + (f" (not so for {named})" if named else ""),
                          axiom.remedy)
