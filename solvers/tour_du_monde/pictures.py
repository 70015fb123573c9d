"""The map of the journey with the legs of a plan on it, and what each is paid with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphs.figures import SHIP, SPECIAL, TRAIN, Link, Pawn, Place, Style
from graphs.maps import draw_map
from graphs.picture import PAWNS, honest_note
from solvers.tour_du_monde.plans import Plan
from solvers.tour_du_monde.reading import cells_of, number
from solvers.tour_du_monde.words import payment_in_words
from spec.execution.position import Position
from spec.games.tour_du_monde.board import City, Mode

if TYPE_CHECKING:
    import drawsvg


def plan_map(position: Position, seat: int, plan: Plan | None, *, title: str = "") -> drawsvg.Drawing:
    """The route from city to city, the legs of the plan highlighted and labelled, the pawn, and the detective."""
    table, board = position.table, position.table.instance.data
    cities = table.names.of(City)
    places = [
        Place(name.id, name.title, float(lon), float(lat))
        for name, lon, lat in zip(cities, board.details["lon"], board.details["lat"], strict=True)
    ]
    first = cells_of(position)["city", (seat,)]
    paid = [payment for turn in plan.turns for payment in turn.paid] if plan else []
    labels = {first + n: payment_in_words(table, payment) for n, payment in enumerate(paid)}
    links = [
        Link(_leg(position, city), cities[city].id, cities[city + 1].id, _style(position, city),
             labels.get(city, _needs(position, city)), "")
        for city in range(len(cities) - 1)
    ]
    standing = cells_of(position)
    pawns = [
        Pawn(table.players[seat], PAWNS[seat % len(PAWNS)], cities[first].id),
        Pawn("detective", "#222222", cities[standing["detective", ()]].id),
    ]
    return draw_map(
        places, links, route=[_leg(position, first + n) for n in range(len(paid))], pawns=pawns,
        title=title or board.title, note=honest_note(board),
    )


def _leg(position: Position, city: int) -> str:
    cities = position.table.names.of(City)
    return f"{cities[city].id}_{cities[city + 1].id}"


def _needs(position: Position, city: int) -> str:
    needs = position.table.instance.data.tables["needs"]
    titles = [title for _, title in Mode.titles()]
    return ", ".join(
        title for mode, title in enumerate(titles) for _ in range(needs[city * len(titles) + mode])
    )


def _style(position: Position, city: int) -> Style:
    needs = position.table.instance.data.tables["needs"]
    ships, trains = (needs[city * len(Mode.members) + number(mode)] for mode in (Mode.SHIP, Mode.TRAIN))
    return (SHIP if ships >= trains else TRAIN) if ships + trains else SPECIAL
