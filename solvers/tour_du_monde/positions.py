"""Positions to ask about: a player somewhere with some cards, about to have a turn, and nobody else on the way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from solvers.tour_du_monde.reading import CARDS, Cells, cells_of, number, size_of_row, slots_of_row
from spec.execution.naming import plain
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.tour_du_monde.board import Card, City, Colour, Event, is_blue
from spec.games.tour_du_monde.state import Decision
from spec.language.errors import Malformed, Problem
from spec.language.sorts import Named
from spec.language.values import literal


@dataclass(frozen=True)
class Situation:
    """What a made-up position holds, by member numbers; `row` is that of this turn, -1 for a space without a card.

    With the `balloon` the player has taken a card in this turn, one of those in the hand.
    """

    city: int
    cards: Mapping[int, int] = field(default_factory=dict)
    events: Mapping[int, int] = field(default_factory=dict)
    coins: int = 1
    row: Sequence[int] = ()
    balloon: bool = False
    detective: int | None = None
    last: int | None = None


def made_up(table: Table, seat: int, situation: Situation) -> Position:
    """The table as the rules prepare it, but the player is in the situation, a leg a round on, the others in London.

    Cards and coins are taken from the supply, and so are the chips of cities passed. Raises `Malformed` with every
    reason why there can be no such position.
    """
    first = _first_round(table, seat)
    cells, problems = cells_of(first), list[Problem]()
    _collect(cells, len(table.players))
    for city in range(1, situation.city + 1):
        cells["reached", (city,)] += 1
        red = (number(Colour.RED), city)
        if cells.get(("chip", red), -1) >= 0:
            cells["won", (seat, cells["chip", red])] += 1
            cells["chip", red] = -1
    cells["city", (seat,)] = situation.city
    cells["round", ()] = situation.city + 1  # one leg a turn
    _hold(table, cells, seat, situation, problems)
    row = list(situation.row)
    size = size_of_row(first)
    if len(row) > size:
        problems.append(Problem(None, f"a row has {size} cards, not {len(row)}", "name fewer cards"))
    else:
        for slot, card in zip(slots_of_row(first, len(row)), row, strict=True):
            cells["row", (slot,)] = card
            if card >= 0:
                cells["cards_hidden", (card,)] -= 1
                cells["cards_left", ()] -= 1
    for card in CARDS:
        if cells["cards_hidden", (card,)] < 0:
            copies = table.instance.data.tables["copies"][card]
            what = f"the box has {copies} x {table.names.title(Named(Card), card)}"
            problems.append(Problem(None, f"{what}, and more are named", "name fewer of them"))
    _detective(table, cells, situation, problems)
    if situation.balloon and not any(situation.cards.values()):
        what = "whoever has the balloon has taken a card, and there is none in the hand"
        problems.append(Problem(None, what, "name it among the cards"))
    if problems:
        raise Malformed(problems)
    return Position(table, tuple(table.instance.row(cells)))


def moved(position: Position, seat: int, city: int) -> Position:
    """The same position with a player in another city."""
    cells = cells_of(position)
    cells["city", (seat,)] = city
    return Position(position.table, tuple(position.table.instance.row(cells)))


def read_city(table: Table, text: str, *, leaving: bool) -> int:
    """The city that a text names; what could be either end of the journey is the beginning if one leaves from there."""
    names = table.names.of(City)
    last = len(names) - 1
    ends = [plain(names[0].id), plain(names[0].title)]
    if plain(text) and any(end.startswith(plain(text)) for end in ends):
        return 0 if leaving else last
    return table.names.read(Named(City), text)


def _first_round(table: Table, seat: int) -> Position:
    """The first turn of the first round: legal moves are made, and the player begins."""
    position = Position.start(table)
    begin = list(table.game.actions).index("first_player")
    while cells_of(position)["open", ()] != number(Decision.TURN):
        position = position.play(next((m for m in position.moves if m == (begin, seat)), position.moves[0]))
    return position


def _collect(cells: Cells, players: int) -> None:
    """All cards of the row and of every hand go back to the pile."""
    for card in CARDS:
        lying = [key for key in cells if key[0] == "row" and cells[key] == card]
        back = len(lying)
        cells.update(dict.fromkeys(lying, -1))
        for player in range(players):
            back += cells["hand", (player, card)]
            cells["hand", (player, card)] = 0
        cells["cards_hidden", (card,)] += back
        cells["cards_left", ()] += back


def _hold(table: Table, cells: Cells, seat: int, situation: Situation, problems: list[Problem]) -> None:
    for card, count in situation.cards.items():
        cells["hand", (seat, card)] = count
        cells["cards_hidden", (card,)] -= count
        cells["cards_left", ()] -= count
    for event, count in situation.events.items():
        title = table.names.title(Named(Event), event)
        cells["kept", (seat, event)] = count
        cells["events_hidden", (event,)] -= count
        cells["events_left", ()] -= count
        if count and literal(is_blue(Event.at(event))):
            problems.append(Problem(None, f"{title} strikes when it is drawn, and nobody holds it", "leave it out"))
        elif cells["events_hidden", (event,)] < 0:
            has = count + cells["events_hidden", (event,)]
            problems.append(Problem(None, f"the game has {has} x {title}, not {count}", "name fewer of them"))
    cells["bank", ()] += cells["coins", (seat,)] - situation.coins
    cells["coins", (seat,)] = situation.coins
    if cells["bank", ()] < 0:
        most = situation.coins + cells["bank", ()]
        problems.append(Problem(None, f"there are {most} coins to be had, not {situation.coins}", "name fewer"))
    if situation.last is not None:
        cells["last_played", ()] = situation.last
    if situation.balloon:
        cells["balloon", ()] = 1
        cells["took", ()] = next((card for card, count in situation.cards.items() if count), -1)


def _detective(table: Table, cells: Cells, situation: Situation, problems: list[Problem]) -> None:
    if situation.detective is None:
        return
    if not 0 < situation.detective < len(table.names.of(City)) - 1:
        problems.append(Problem(None, "the detective is never in London", "name a city between"))
        return
    cells["detective", ()] = situation.detective


