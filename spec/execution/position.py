"""A position: a state at a table. Immutable; playing gives a new one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from spec.execution.moves import move_text, read_move
from spec.execution.refusals import Broken, broken_rules
from spec.execution.table import Table
from spec.language.actions import Declared
from spec.language.errors import Illegal
from spec.language.sorts import bounds
from spec.lowering.executor import Move


class Refused(Illegal):
    """A move that the rules refuse; `broken` holds every rule it breaks."""

    def __init__(self, text: str, broken: tuple[Broken, ...]) -> None:
        self.broken = broken
        super().__init__("\n".join([f"{text} is illegal:", *(f"  {one}" for one in broken)]))


@dataclass(frozen=True, eq=False)
class Position:
    """A state of the game at a table, as a row of integers in the order of the state's fields."""

    table: Table
    row: tuple[int, ...]

    def __repr__(self) -> str:
        state = "over" if self.is_over else f"{len(self.moves)} legal moves"
        return f"<position of {self.table.game.title}, {' and '.join(self.table.players)}: {state}>"

    @classmethod
    def start(cls, table: Table) -> Position:
        """The position before the first move."""
        return cls(table, table.instance.start)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Every legal move, those of chance included."""
        return tuple(self.table.executor.legal(self.row))

    @property
    def legal(self) -> list[str]:
        """Every legal move in words."""
        return [move_text(self.table, move) for move in self.moves]

    @cached_property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        game = self.table.game
        return bool(self.read("over")) if "over" in game.readings else not self.moves

    @property
    def is_chance(self) -> bool:
        """Whether chance or the referee moves next."""
        return any(self.table.executor.actions[move[0]].chance for move in self.moves)

    def as_move(self, move: Move | str) -> Move:
        """A move as numbers; words are read."""
        return read_move(self.table, move) if isinstance(move, str) else move

    def broken(self, move: Move | str) -> tuple[Broken, ...]:
        """Every rule that a move breaks here; none if it is legal."""
        return broken_rules(self.table, self.row, self.as_move(move))

    def play(self, move: Move | str) -> Position:
        """The position after a legal move; `Refused` with every broken rule otherwise."""
        made = self.as_move(move)
        broken = self.broken(made)
        if broken:
            raise Refused(move_text(self.table, made), broken)
        return Position(self.table, tuple(self.table.executor.apply(self.row, made)))

    def read(self, name: str, *args: int) -> int:
        """What a reading or property of the game says here, for member numbers `args`."""
        return self.table.executor.read(name, self.row, args)

    def readings(self) -> Iterator[tuple[str, tuple[str, ...], int]]:
        """Every reading for every value of its parameters: its name, the members' titles, and the result."""
        for name, declared in self.table.game.readings.items():
            for args in every_combination(self.table, declared):
                titles = tuple(
                    self.table.names.title(sort, value)
                    for sort, value in zip(declared.params.values(), args, strict=True)
                )
                yield name, titles, self.read(name, *args)


def every_combination(table: Table, declared: Declared) -> Iterator[tuple[int, ...]]:
    """Every combination of values of a declaration's parameters, in order."""
    shape = table.instance.shape
    return product(*(range(lo, hi + 1) for lo, hi in (bounds(sort, shape) for sort in declared.params.values())))
