"""What a position asks, read off the rules: the reference executor tells what pays for a leg, and for how many days.

No cost stands here. Each leg is tried with everything that can come into the hand, and what the executor makes of
every legal move is written down: cards and events gone, days lost, dice rolled, and what the dice cost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from solvers.tour_du_monde.dice import Die
from solvers.tour_du_monde.tour import Counts, Offer, Payment, Second, Tour
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.tour_du_monde.board import Card, City, Event, Mode, Printed, Slot
from spec.games.tour_du_monde.rounds import HAND
from spec.games.tour_du_monde.rows import row_size
from spec.games.tour_du_monde.state import Decision
from spec.games.tour_du_monde.state import Table as State
from spec.language.errors import SpecError
from spec.language.values import Element, Value, literal
from spec.lowering.executor import Move

Cells = dict[tuple[str, tuple[int, ...]], int]
T = TypeVar("T", Payment, Second)
CARDS, EVENTS = range(len(Card.members)), range(len(Event.members))


def number(member: Element) -> int:
    """The number of a fixed member."""
    return known(member)


def known(value: Value) -> int:
    """The number that the rules give for a position."""
    found = literal(value)
    assert found is not None, "the rules ran on plain values"
    return found


def cells_of(position: Position) -> Cells:
    """A position as plain data."""
    return position.table.instance.cells(position.row)


def size_of_row(position: Position) -> int:
    """How many cards the rules lay out for the next round."""
    run = position.table.instance.direct(cells_of(position))
    return known(row_size(State(run, Printed(run))))


def tour_of(position: Position, seat: int, legs: int, rows: Sequence[Sequence[int]]) -> Tour:
    """The question of a player in the own turn, or about to have it: so many legs ahead.

    `rows` has the kinds of cards that will lie in the row, by turn, after the one that lies there now. There are
    at least as many turns as legs; of rows nobody knows nothing is taken.
    """
    reader = _Reader(position, seat)
    cells = cells_of(position)
    city, cities = cells["city", (seat,)], len(position.table.names.of(City))
    hand = tuple(cells["hand", (seat, card)] for card in CARDS)
    events = tuple(cells["kept", (seat, event)] for event in EVENTS)
    took = cells["took", ()] >= 0
    now = {slot: cells["row", (slot,)] for slot in range(len(Slot.members)) if cells["row", (slot,)] >= 0}
    offers = [() if took else tuple(reader.offers(now)), *(tuple(reader.offers(reader.laid_out(row))) for row in rows)]
    offers += [()] * (legs - len(offers))
    within = list(hand)
    for turn in offers:
        for card in CARDS:  # only one card of a row is taken
            within[card] += any(offer.card == card for offer in turn)
    last = cells["last_played", ()]
    return Tour(
        city=city, cities=cities, hand=hand, events=events, coins=cells["coins", (seat,)],
        last=None if last < 0 else last,
        payments=tuple(tuple(reader.payments(one, within, events, last)) for one in range(city, city + legs)),
        seconds=tuple(reader.seconds(events, last)), rows=tuple(offers), limit=HAND, detective=cells["detective", ()],
        detective_days=reader.days_with_detective, round_days=reader.days_of_round,
        modes=tuple(position.table.instance.data.tables["mode"]),
        values=tuple(position.table.instance.data.tables["days"]), must_move=reader.must_move(city, legs), took=took,
        legs=cells["legs", ()], second=bool(cells["relation", ()]), balloon=bool(cells["balloon", ()]),
    )


class _Reader:
    """Tries moves of one player at a table, in positions made up for it."""

    def __init__(self, position: Position, seat: int) -> None:
        self.table: Table = position.table
        self.seat = seat
        self.executor = self.table.executor
        self.actual = cells_of(position)

    def payments(self, city: int, hand: Sequence[int], events: Counts, last: int) -> Iterator[Payment]:
        """Every way to pay for the leg that begins in a city."""
        base = self._ready(city, hand, events)

        def read(cells: Cells, copies: int | None) -> Iterator[Payment]:
            for move, after in self._moves(cells):
                if after["legs", ()] == 1:
                    yield self._payment(cells, move, after, copies)

        yield from dict.fromkeys(self._with_copies(base, events, last, read))

    def seconds(self, events: Counts, last: int) -> Iterator[Second]:
        """Every event in hand that allows a second leg."""
        base = self._ready(0, [0] * len(CARDS), events)

        def read(cells: Cells, copies: int | None) -> Iterator[Second]:
            for _, after in self._moves(cells):
                if after["relation", ()]:
                    event = self._gone(cells, after)[1]
                    assert event is not None, "an event allows it"
                    yield Second(event, after["last_played", ()], copies)

        yield from dict.fromkeys(self._with_copies(base, events, last, read))

    def offers(self, row: Mapping[int, int]) -> Iterator[Offer]:
        """Every way to take a card of a row, by slot; actions whose outcome is random are left out."""
        cells = self._ready(0, [0] * len(CARDS), (0,) * len(EVENTS))
        cells.update({("took", ()): -1, ("balloon", ()): 0, ("coins", (self.seat,)): 0})
        cells["bank", ()] = self.actual["bank", ()]
        cells.update({("row", (slot,)): row.get(slot, -1) for slot in range(len(Slot.members))})
        for move, after in self._moves(cells):
            if after["took", ()] < 0:
                continue
            _, _, slot, using = move
            offer = Offer(
                slot, after["took", ()], bool(using), after["coins", (self.seat,)], bool(after["balloon", ()]),
                after["open", ()] == number(Decision.DETECTIVE),
            )
            if not using or offer.coins or offer.balloon or offer.detective:
                yield offer

    def laid_out(self, row: Sequence[int]) -> dict[int, int]:
        """On which slots so many cards lie, laid out one after the other."""
        cells = {**self.actual, ("open", ()): number(Decision.LAY_OUT), ("to_lay", ()): len(row), ("laid", ()): 0}
        cells.update({("row", (slot,)): -1 for slot in range(len(Slot.members))})
        cells.update({("to_draw", ()): 0, ("events_due", ()): 0, ("cards_left", ()): len(row)})
        for card in row:
            cells["cards_hidden", (card,)] = 1
            move = (list(self.table.game.actions).index("lay_out"), card)
            cells = self._after(cells, move)
        return {slot: cells["row", (slot,)] for slot in range(len(Slot.members)) if cells["row", (slot,)] >= 0}

    @property
    def days_with_detective(self) -> int:
        """What it costs to end the turn in the detective's city."""
        city = 1
        cells = self._ready(city, [0] * len(CARDS), (0,) * len(EVENTS))
        far, near = ({**cells, ("detective", ()): place} for place in (city + 1, city))
        return self._days_of_ending(near) - self._days_of_ending(far)

    @property
    def days_of_round(self) -> int:
        """What each further round costs, as things are now."""
        cells = self._ready(1, [0] * len(CARDS), (0,) * len(EVENTS))
        cells["detective", ()] = 2
        for other in range(len(self.table.players)):
            cells["acted", (other,)] = 1
            cells["arrival", (other,)] = self.actual["arrival", (other,)]
        cells["home", ()] = self.actual["home", ()]
        return self._days_of_ending(cells)

    def must_move(self, city: int, legs: int) -> tuple[Counts, ...] | None:
        """The cards of each mode that oblige to travel each leg; None if anybody may stay."""
        modes = range(len(Mode.members))
        needs = self.table.instance.data.tables["needs"]
        plenty = self._ready(city, [2] * len(CARDS), (0,) * len(EVENTS))
        if any(after["acted", (self.seat,)] or after["open", ()] == number(Decision.DISCARD)
               for _, after in self._moves(plenty)):
            return None
        width = len(modes)
        return tuple(tuple(needs[one * width + mode] for mode in modes) for one in range(city, city + legs))

    def _with_copies(
        self, base: Cells, events: Counts, last: int, read: Callable[[Cells, int | None], Iterator[T]]
    ) -> Iterator[T]:
        """What is found with nothing for the Princess to copy, then what besides with each event that she could."""
        plain = list(read({**base, ("last_played", ()): -1}, None))
        yield from plain
        if not events[number(Event.PRINCESS)]:
            return
        could = {event for event in EVENTS if events[event]} | ({last} if last >= 0 else set())
        for copied in sorted(could):
            for one in read({**base, ("last_played", ()): copied}, copied):
                if replace(one, copies=None) not in plain:
                    yield one

    def _payment(self, cells: Cells, move: Move, after: Cells, copies: int | None) -> Payment:
        cards, event = self._gone(cells, after)
        dice: list[Die] = []
        days, balloon = after["days", (self.seat,)], bool(cells["balloon", ()] and not after["balloon", ()])
        effect = None if event is None else after["last_played", ()]
        while after["open", ()] == number(Decision.ROLL):
            die, after = self._die(after)
            dice.append(die)
        if after["city", (self.seat,)] != cells["city", (self.seat,)] + 1:
            raise SpecError(f"{move} travels a leg and does not arrive")
        return Payment((move[0], *move[2:]), cards, event, days, tuple(dice), balloon, effect, copies)

    def _die(self, cells: Cells) -> tuple[Die, Cells]:
        """The next die, and what comes after its last outcome was kept."""
        keep, again = (list(self.table.game.actions).index(name) for name in ("keep", "reroll"))
        outcomes: list[tuple[int, int]] = []
        price: int | None = None
        kept = cells
        row = self.table.instance.row(cells)
        for roll in self.executor.legal(row):
            rolled = self._after(cells, roll)
            kept = self._after(rolled, (keep, self.seat))
            days = kept["days", (self.seat,)] - cells["days", (self.seat,)]
            outcomes.append((self.executor.weight(row, roll), days))
            rich = {**rolled, ("coins", (self.seat,)): 1}
            if not self.executor.broken(self.table.instance.row(rich), (again, self.seat)):
                price = 1 - self._after(rich, (again, self.seat))["coins", (self.seat,)]
        return Die(tuple(outcomes), price), kept

    def _gone(self, before: Cells, after: Cells) -> tuple[Counts, int | None]:
        cards = tuple(before["hand", (self.seat, card)] - after["hand", (self.seat, card)] for card in CARDS)
        played = [event for event in EVENTS if before["kept", (self.seat, event)] > after["kept", (self.seat, event)]]
        return cards, played[0] if played else None

    def _days_of_ending(self, cells: Cells) -> int:
        end = list(self.table.game.actions).index("end_turn")
        return self._after(cells, (end, self.seat))["days", (self.seat,)] - cells["days", (self.seat,)]

    def _ready(self, city: int, hand: Sequence[int], events: Counts) -> Cells:
        """The first turn of a game in which the player stands in a city, has taken a card and the balloon."""
        cells = self.table.instance.cells(self.table.instance.start)
        cells.update({
            ("open", ()): number(Decision.TURN), ("turn", ()): self.seat, ("took", ()): 0, ("balloon", ()): 1,
            ("city", (self.seat,)): city, ("coins", (self.seat,)): 0,
            ("first_player", ()): self.seat,
        })
        cells.update({("hand", (self.seat, card)): count for card, count in enumerate(hand)})
        cells.update({("kept", (self.seat, event)): count for event, count in enumerate(events)})
        return cells

    def _moves(self, cells: Cells) -> Iterator[tuple[Move, Cells]]:
        row = self.table.instance.row(cells)
        for move in self.executor.legal(row):
            if not self.executor.actions[move[0]].chance and move[1] == self.seat:
                yield move, self._after(cells, move)

    def _after(self, cells: Cells, move: Move) -> Cells:
        return self.table.instance.cells(self.executor.apply(self.table.instance.row(cells), move))


def slots_of_row(position: Position, cards: int) -> tuple[int, ...]:
    """On which spaces the cards of a row lie, in the order in which they are laid out."""
    reader = _Reader(position, 0)
    found: list[int] = []
    for count in range(1, cards + 1):
        found += [slot for slot in reader.laid_out([0] * count) if slot not in found]
    return tuple(found)
