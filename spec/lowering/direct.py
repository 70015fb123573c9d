"""The direct executor: every move runs the game's own function on plain values. Slow, plain, and without tapes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from spec.language.direct import Cells, DirectRun
from spec.language.errors import SpecError
from spec.language.sorts import bounds
from spec.language.values import Value, literal
from spec.lowering.executor import NO_CHANCE, Executor, Move
from spec.lowering.instance import Row


class DirectExecutor(Executor):
    """Legal moves by trying every parameter; effects by running the rule."""

    def legal(self, row: Sequence[int]) -> list[Move]:
        cells = self.instance.cells(row)
        found: list[Move] = []
        for number, action in enumerate(self.actions):
            ranges = [range(lo, hi + 1) for lo, hi in self._domains(number)]
            for args in product(*ranges):
                move = (number, *args)
                if not self._broken(self._run(cells, move), action.chance):
                    found.append(move)
        return found

    def broken(self, row: Sequence[int], move: Move) -> tuple[int, ...]:
        return self._broken(self._run(self.instance.cells(row), move), self.actions[move[0]].chance)

    def weight(self, row: Sequence[int], move: Move) -> int:
        return self._run(self.instance.cells(row), move).weight

    def apply(self, row: Sequence[int], move: Move) -> Row:
        run = self._run(self.instance.cells(row), move)
        if run.faults and not run.broken:
            raise SpecError("; ".join(run.faults), self.actions[move[0]].place)
        return self.instance.row(run.before)

    def read(self, name: str, row: Sequence[int], args: Sequence[int] = (), after: Sequence[int] = ()) -> int:
        game = self.instance.game
        declared = game.readings.get(name) or game.properties[name]
        run = self.instance.direct(self.instance.cells(row), self.instance.cells(after) if after else None)
        board = game.board(run)
        states = [game.state(run, board)] + ([game.state(run, board, after=True)] if after else [])
        members = [run.wrapped(sort, one) for sort, one in zip(declared.params.values(), args, strict=True)]
        result = declared.function(*states, *members)
        value = literal(result) if isinstance(result, Value) else int(result)
        if value is None:
            raise SpecError(f"{name} gave an expression on plain values", declared.place)
        return value

    def _domains(self, number: int) -> list[tuple[int, int]]:
        return [bounds(sort, self.instance.shape) for sort in self.actions[number].params.values()]

    def _run(self, cells: Cells, move: Move) -> DirectRun:
        action = self.actions[move[0]]
        run = self.instance.direct(cells)
        run.rule = action.rule
        game = self.instance.game
        members = [run.wrapped(sort, one) for sort, one in zip(action.params.values(), move[1:], strict=True)]
        action.function(game.state(run, game.board(run)), *members)
        return run

    @staticmethod
    def _broken(run: DirectRun, chance: bool) -> tuple[int, ...]:
        failed = tuple(refusal.number for refusal in run.broken)
        return (*failed, NO_CHANCE) if chance and run.weight <= 0 else failed
