"""Every way to play the coming turns, tried move by move with the reference executor: nothing of the solver is used.

The player may do what plans do: take cards with the coin, the balloon or the detective, travel, play Relation, keep or
roll again, throw away above the limit. The others help by what they take.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from spec.execution.position import Position
from spec.lowering.executor import Move

NEVER = Fraction(10**6)
OWN = {
    "take", "move_detective", "reroll", "keep", "play_relation", "travel", "walk", "ride", "leave_chip", "discard_card",
    "discard_event", "end_turn",
}
ACTIONS = (0, 1, 3)
"""The spaces of the coin, the balloon and the detective."""


class Exhausting:
    """The fewest days until a city is reached and the turn is over: on average, or with dice at their worst."""

    def __init__(
        self, position: Position, seat: int, legs: int, rows: Sequence[Sequence[int]], *, worst: bool,
        using: bool = True,
    ) -> None:
        self.table, self.seat, self.worst, self.using = position.table, seat, worst, using
        self.names = list(self.table.game.actions)
        self.rows = rows
        cells = self.table.instance.cells(position.row)
        self.target = cells["city", (seat,)] + legs
        self.turns = max(legs, len(rows) + 1)
        self.round = cells["round", ()]
        self.known: dict[tuple[int, ...], Fraction] = {}
        self.start = position.row

    def days(self) -> Fraction:
        """The fewest days; `NEVER` if the city cannot be reached."""
        return self._value(tuple(self.start))

    def _value(self, row: tuple[int, ...]) -> Fraction:
        found = self.known.get(row)
        if found is None:
            found = self.known[row] = self._looked(row)
        return found

    def _looked(self, row: tuple[int, ...]) -> Fraction:
        cells = self.table.instance.cells(row)
        over = cells["acted", (self.seat,)] or cells["turn", ()] != self.seat or not cells["legs", ()]
        if cells["city", (self.seat,)] >= self.target and over:
            return Fraction(0)
        if cells["round", ()] - self.round >= self.turns:
            return NEVER
        moves = self.table.executor.legal(row)
        named = [(self.names[move[0]], move) for move in moves]
        rolls = [move for name, move in named if name == "roll"]
        if rolls:
            values = [self._after(row, cells, move) for move in rolls]
            return max(values) if self.worst else sum(values, Fraction(0)) / len(values)
        laid = [move for name, move in named if name == "lay_out"]
        if laid:
            return self._after(row, cells, self._laid(cells, laid))
        return min((self._after(row, cells, move) for name, move in named if self._is_open(cells, name, move)),
                   default=NEVER)

    def _laid(self, cells: dict[tuple[str, tuple[int, ...]], int], moves: list[Move]) -> Move:
        number = cells["round", ()] - self.round - 1
        if number >= len(self.rows):
            return moves[0]
        card = self.rows[number][cells["laid", ()]]
        return next(move for move in moves if move[1] == card)

    def _is_open(self, cells: dict[tuple[str, tuple[int, ...]], int], name: str, move: Move) -> bool:
        if name not in OWN or (name == "take" and move[3] and not (self.using and move[2] in ACTIONS)):
            return False  # what is drawn is random
        if cells["turn", ()] == self.seat:
            return move[1] == self.seat and not (self.worst and name == "reroll")
        return name in ("take", "end_turn", "discard_card", "discard_event") and not (name == "take" and move[3])

    def _after(self, row: tuple[int, ...], cells: dict[tuple[str, tuple[int, ...]], int], move: Move) -> Fraction:
        following = tuple(self.table.executor.apply(row, move))
        there = self.table.instance.cells(following)
        return there["days", (self.seat,)] - cells["days", (self.seat,)] + self._value(following)
