"""Positions to ask about, by the names of cards, events and cities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from fogg.setup import table as set_up
from solvers.tour_du_monde.positions import Situation, made_up
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.tour_du_monde.board import Card, City, Event
from spec.language.sorts import Named
from spec.language.values import Element


@cache
def table_for(*rulings: tuple[str, str], players: int = 2, board: str = "box") -> Table:
    """One table for each board, number of players and choice of readings."""
    return set_up("tour_du_monde", board, players, dict(rulings))


def read(table: Table, element: type[Element], words: str) -> list[int]:
    """The members that are named, parted by spaces."""
    return [table.names.read(Named(element), word) for word in words.split()]


def asked(
    city: str, cards: str = "", events: str = "", *, row: str = "", rulings: Mapping[str, str] | None = None,
    detective: str = "new_york", last: str = "", board: str = "box", players: int = 2,
    **more: Any,
) -> Position:
    """The first player somewhere with cards and events; the detective is out of the way if nothing is said."""
    table = table_for(*sorted((rulings or {}).items()), board=board, players=players)
    situation = Situation(
        city=read(table, City, city)[0], cards=Counter(read(table, Card, cards)),
        events=Counter(read(table, Event, events)), row=read(table, Card, row),
        detective=read(table, City, detective)[0], last=read(table, Event, last)[0] if last else None, **more,
    )
    return made_up(table, 0, situation)


def rows_of(position: Position, *rows: str) -> Sequence[list[int]]:
    """The rows of coming turns by the names of cards."""
    return [read(position.table, Card, row) for row in rows]
