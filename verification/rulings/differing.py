"""Where two instances that differ in one setting part: in the moves allowed, in their effect, or in what is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from spec.language.actions import Reading
from spec.language.printing import member_text
from spec.language.settings import Setting
from spec.language.sorts import bounds
from spec.lowering.executor import Executor, Move
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.python import PythonExecutor
from verification.traces import move_words

MOST_TOLD = 2
"""Cells told of where a move leads to different states."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that differs in a state: a move, or a reading with its arguments and both values.

    `kind` is "start", "legality", "chance", "state" or "reading"; `first` tells whether it is the first of both that
    allows the move, or makes it more likely. `cells` are some of those that the move leaves with other values, or that
    a game begins with, with both of them.
    """

    kind: str
    move: Move | None = None
    first: bool = True
    reading: str = ""
    values: tuple[int, int] = (0, 0)
    cells: tuple[str, ...] = ()

    def words(self, instance: Instance, one: str, other: str) -> str:
        """What differs, for readings of a ruling called `one` and `other`."""
        if self.kind == "start":
            return f"a game begins with {', '.join(self.cells)} under {one} and {other}"
        if self.move is None:
            return f"{self.reading} is {self.values[0]} under {one} and {self.values[1]} under {other}"
        name = list(instance.game.actions)[self.move[0]]
        said = move_words(instance, name, self.move)
        match self.kind:
            case "legality":
                allowed, refused = (one, other) if self.first else (other, one)
                return f"{said} is legal under {allowed} and illegal under {refused}"
            case "chance":
                return f"{said} is more likely under {one if self.first else other}"
            case _:
                return f"{said} leaves {', '.join(self.cells)} under {one} and {other}"


class Pair:
    """Two executors of instances that differ in the choice for one setting alone."""

    def __init__(self, one: Executor, other: Executor, setting: Setting) -> None:
        self.one = one
        self.other = other
        self.setting = setting

    @classmethod
    def compiled(cls, one: Instance, other: Instance, setting: Setting) -> Pair:
        """The pair in machine code."""
        return cls(LlvmExecutor(one), LlvmExecutor(other), setting)

    @classmethod
    def reference(cls, one: Instance, other: Instance, setting: Setting) -> Pair:
        """The pair of reference executors."""
        return cls(PythonExecutor(one), PythonExecutor(other), setting)

    @cached_property
    def touched(self) -> frozenset[int]:
        """The numbers of the actions that turn on the setting."""
        instance = self.one.instance
        actions = enumerate(instance.game.actions.values())
        return frozenset(number for number, action in actions if self.setting in instance.mentioned(action))

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """The readings that turn on the setting."""
        instance = self.one.instance
        return tuple(one for one in instance.game.readings.values() if self.setting in instance.mentioned(one))

    def at_the_start(self) -> Difference | None:
        """What differs before any move."""
        rows = self.one.instance.start, self.other.instance.start
        return None if rows[0] == rows[1] else Difference("start", cells=self._changed(*rows))

    def at(self, row: Sequence[int]) -> Difference | None:
        """What differs in a state: which moves are allowed, what one of them does, or what is read there."""
        moves, others = self.one.legal(row), self.other.legal(row)
        if moves != others:
            mine, theirs = set(moves), set(others)
            for move in (*moves, *others):
                if (move in mine) != (move in theirs):
                    return Difference("legality", move, move in mine)
        for move in moves:
            found = self.by(row, move)
            if found is not None:
                return found
        return self.read(row, ends=self.has_ended(row, moves))

    def has_ended(self, row: Sequence[int], moves: Sequence[Move]) -> bool:
        """Whether a game is over by its reading; if it has none, whether there is nothing to do."""
        if "over" in self.one.instance.game.readings:
            return bool(self.one.read("over", row))
        return not moves

    def by(self, row: Sequence[int], move: Move) -> Difference | None:
        """What differs in the effect or the chance of a move that both allow."""
        if move[0] not in self.touched:
            return None
        if self.one.actions[move[0]].chance:
            weights = self.one.weight(row, move), self.other.weight(row, move)
            if weights[0] != weights[1]:
                return Difference("chance", move, weights[0] > weights[1])
        rows = self.one.apply(row, move), self.other.apply(row, move)
        return None if rows[0] == rows[1] else Difference("state", move, cells=self._changed(*rows))

    def _changed(self, one: Sequence[int], other: Sequence[int]) -> tuple[str, ...]:
        """The first cells in which two states differ, with both values, in words."""
        instance, found = self.one.instance, list[str]()
        for field, slots in instance.layout.items():
            for index in slots.indices():
                values = one[slots.slot(index)], other[slots.slot(index)]
                if values[0] != values[1]:
                    where = ", ".join(
                        member_text(sort, at, instance.data) for sort, at in zip(field.index, index, strict=True)
                    )
                    first, second = (member_text(field.sort, value, instance.data) for value in values)
                    found.append(f"{field.name}{f'[{where}]' if index else ''} at {first} or {second}")
        return tuple(found[:MOST_TOLD])

    def read(self, row: Sequence[int], ends: bool) -> Difference | None:
        """Whether the game is over for one alone; behind its end, whatever is read off it."""
        for reading in self.readings:
            if reading.name != "over" and not ends:
                continue
            for args in self._arguments(reading):
                values = self.one.read(reading.name, row, args), self.other.read(reading.name, row, args)
                if values[0] != values[1]:
                    return Difference("reading", None, True, reading.name, values)
        return None

    def _arguments(self, reading: Reading) -> Iterator[tuple[int, ...]]:
        shape = self.one.instance.shape
        limits = (bounds(sort, shape) for sort in reading.params.values())
        return product(*(range(lo, hi + 1) for lo, hi in limits))
