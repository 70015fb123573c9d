"""Plans as real moves: the reference executor has the last word on whether they are legal and what they cost.

Chance is played as the question says: the known rows are laid out, dice fall as they are asked to. The others take a
card that is not wanted and end their turns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from solvers.routes.errors import EnginesDisagree
from solvers.tour_du_monde.dice import worst_days
from solvers.tour_du_monde.plans import Plan, Turn
from solvers.tour_du_monde.reading import CARDS, EVENTS, cells_of, number
from spec.execution.moves import move_text
from spec.execution.position import Position, Refused
from spec.games.tour_du_monde.state import Decision
from spec.language.errors import Illegal, Malformed
from spec.language.sorts import Named
from spec.lowering.executor import Move


class CannotTravel(Illegal):
    """The player has no turn to travel in, or something else must be decided first."""


@dataclass(frozen=True, eq=False)
class Replay:
    """A plan that was played with dice at their worst: all moves, the days lost, and the position at its end."""

    start: Position
    moves: tuple[Move, ...]
    days: int
    end: Position

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves as records write them."""
        return tuple(move_text(self.start.table, move) for move in self.moves)


def turn_of(position: Position, seat: int) -> Position:
    """The position if the player is to decide something in the own turn; otherwise `CannotTravel`."""
    cells, table = cells_of(position), position.table
    name = table.players[seat]
    if position.is_over:
        raise CannotTravel("the game is over")
    if cells["arrival", (seat,)]:
        raise CannotTravel(f"{name} is home")
    if cells["turn", ()] != seat:
        other = table.players[cells["turn", ()]]
        raise CannotTravel(f"it is the turn of {other}, not of {name}; play the record up to the turn of {name}")
    if cells["open", ()] != number(Decision.TURN) or cells["to_draw", ()] or cells["events_due", ()]:
        title = table.names.title(Named(Decision), cells["open", ()])
        what = "a card that is drawn" if cells["to_draw", ()] or cells["events_due", ()] else title
        raise CannotTravel(f"before {name} can plan the turn comes {what}; add it to the record first")
    return position


def replay(position: Position, seat: int, plan: Plan, rows: Sequence[Sequence[int]]) -> Replay:
    """Play a plan move by move, every die at its worst and never rolled again.

    Raises `Malformed` where a row cannot be laid out, and `EnginesDisagree` should the executor refuse a move of the
    plan or count other days.
    """
    return _Replaying(position, seat, plan, rows).play()


class _Replaying:
    def __init__(self, position: Position, seat: int, plan: Plan, rows: Sequence[Sequence[int]]) -> None:
        self.start = self.here = position
        self.seat, self.plan = seat, plan
        self.rows = [list(row) for row in rows]
        self.actions = list(position.table.game.actions)
        self.moves: list[Move] = []
        self.to_throw: list[tuple[str, int]] = []
        self.unasked: list[tuple[str, int]] = []  # cards taken of rows that nobody knows

    def play(self) -> Replay:
        before, begun = cells_of(self.start)["days", (self.seat,)], 0
        for count, turn in enumerate(self.plan.turns):
            if count:
                self._until_next_turn(turn)
            cards, events = self.plan.thrown[count]
            for name, thrown in (("discard_card", cards), ("discard_event", events)):
                self.to_throw += [(name, kind) for kind, number_ in enumerate(thrown) for _ in range(number_)]
            begun = cells_of(self.here)["round", ()]
            self._own_turn(turn, is_last=count == len(self.plan.turns) - 1)
        cells = cells_of(self.here)
        days, city = cells["days", (self.seat,)] - before, cells["city", (self.seat,)]
        if cells["round", ()] > begun and not cells["arrival", (self.seat,)]:
            days -= self.plan.tour.round_days  # the round after the plan has begun already
        expected = self.plan.days + worst_days(self.plan.timeline)
        if days != expected or city != self.plan.tour.target:
            raise EnginesDisagree("plan", [f"played it takes {days} days to city {city}, not {expected}"])
        return Replay(self.start, tuple(self.moves), days, self.here)

    def _own_turn(self, turn: Turn, *, is_last: bool) -> None:
        self._take(turn)
        if turn.detective is not None:
            self._play("move_detective", turn.detective)
        paid = list(turn.paid)
        if turn.second is not None and turn.early:
            self._play("play_relation", turn.second.event)
        for place, payment in enumerate(paid):
            if turn.second is not None and not turn.early and place == len(paid) - 1:
                self._play("play_relation", turn.second.event)
            self._move((payment.move[0], self.seat, *payment.move[1:]))
            self._roll()
        self._end(is_last)

    def _take(self, turn: Turn) -> None:
        cells = cells_of(self.here)
        lying = [slot for slot in range(6) if cells.get(("row", (slot,)), -1) >= 0]
        if turn.offer is not None:
            self._play("take", turn.offer.slot, int(turn.offer.using))
        elif cells["took", ()] < 0 and lying:  # of a row that nobody knows: taken and not counted on
            self.unasked.append(("discard_card", cells["row", (lying[-1],)]))
            self._play("take", lying[-1], 0)

    def _roll(self) -> None:
        """Dice fall at their worst and are kept; chips are left."""
        while True:
            decision = cells_of(self.here)["open", ()]
            if decision == number(Decision.ROLL):
                dearest: Position | None = None
                rolled: Move = ()
                for roll in self.here.moves:
                    if not self._is_chance(roll):
                        continue
                    kept = self.here.play(roll).play((self.actions.index("keep"), self.seat))
                    if dearest is None or self._days(kept) > self._days(dearest):
                        dearest, rolled = kept, roll
                self._move(rolled)
                self._play("keep")
            elif decision == number(Decision.CHIP):
                self._play("leave_chip")
            else:
                return

    def _end(self, is_last: bool) -> None:
        self._play("end_turn")
        if cells_of(self.here)["open", ()] != number(Decision.DISCARD) or self._acted():
            return
        while self._over_limit():
            if self.to_throw or self.unasked:
                self._play(*(self.to_throw or self.unasked).pop(0))
            elif is_last:  # all that is left is needed no more
                self._play(*self._any_card())
            else:
                raise EnginesDisagree("plan", ["more cards would have to be thrown away than can be spared"])
        self._play("end_turn")

    def _any_card(self) -> tuple[str, int]:
        cells = cells_of(self.here)
        return next(
            (name, kind) for name, field, kinds in (("discard_card", "hand", CARDS), ("discard_event", "kept", EVENTS))
            for kind in kinds if cells[field, (self.seat, kind)]
        )

    def _over_limit(self) -> bool:
        end = (self.actions.index("end_turn"), self.seat)
        return bool(self.here.broken(end))

    def _acted(self) -> bool:
        return cells_of(self.here)["turn", ()] != self.seat

    def _until_next_turn(self, turn: Turn) -> None:
        """The others take cards that are not wanted, and the next row is laid out."""
        if self.here.is_over:
            raise Malformed.one("the game ends before the plan does", "ask about fewer legs")
        row: list[int] | None = None
        while True:
            cells = cells_of(self.here)
            if cells["open", ()] == number(Decision.LAY_OUT):
                if row is None:
                    row = self.rows.pop(0) if self.rows else []
                    if row and cells["to_lay", ()] != len(row):
                        raise Malformed.one(f"a row has {cells['to_lay', ()]} cards then, not {len(row)}",
                                            "name as many cards")
                self._lay_out(row)
            elif cells["turn", ()] == self.seat:
                return
            else:
                self._others_turn(cells["turn", ()], turn)

    def _lay_out(self, row: list[int]) -> None:
        lay = self.actions.index("lay_out")
        move: Move = (lay, row.pop(0)) if row else next(one for one in self.here.moves if one[0] == lay)
        try:
            self.here = self.here.play(move)
        except Refused as refused:
            raise Malformed.one(f"such a row cannot lie there: {refused}", "name cards that are left") from refused
        self.moves.append(move)

    def _others_turn(self, other: int, turn: Turn) -> None:
        cells = cells_of(self.here)
        wanted = None if turn.offer is None or cells["acted", (self.seat,)] else turn.offer.slot
        if cells["took", ()] < 0:
            slot = next((s for s in reversed(range(6)) if cells["row", (s,)] >= 0 and s != wanted), None)
            if slot is not None:
                self._move((self.actions.index("take"), other, slot, 0))
        end = (self.actions.index("end_turn"), other)
        helpful = [self.actions.index(name) for name in (
            "leave_chip", "keep", "discard_card", "discard_event", "walk", "travel"
        )]
        while True:
            if not self.here.broken(end):
                self._move(end)
                if cells_of(self.here)["open", ()] != number(Decision.DISCARD):
                    return
                continue
            # Somebody has to throw away cards, or to travel where nobody may stay who could pay.
            moves = [move for move in self.here.moves if move[0] in helpful or self._is_chance(move)]
            self._move(min(moves, key=lambda move: helpful.index(move[0]) if move[0] in helpful else -1))

    def _is_chance(self, move: Move) -> bool:
        return self.here.table.executor.actions[move[0]].chance

    def _days(self, position: Position) -> int:
        return cells_of(position)["days", (self.seat,)]

    def _play(self, name: str, *args: int) -> None:
        self._move((self.actions.index(name), self.seat, *args))

    def _move(self, move: Move) -> None:
        try:
            self.here = self.here.play(move)
        except Refused as refused:
            raise EnginesDisagree("plan", [f"the rules refuse a step of it: {refused}"]) from refused
        self.moves.append(move)
