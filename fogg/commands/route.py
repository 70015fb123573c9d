"""`fogg route`: the best route between two cities."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.output import print_json, write_text
from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    from solvers.routes import Routing
    from spec.execution.position import Position
    from spec.execution.table import Table

ROUTED = ("eighty_days",)
"""The games whose positions can be asked for routes."""

HERE = "here"


@click.command(epilog="Examples: fogg route eighty_days paris yokohama | "
               "fogg route eighty_days london london --by cheapest --item hat --item 2xcoat --svg map.svg | "
               "fogg route eighty_days suez lima --stack ship=4 --coins 40 --newspaper sunday_express | "
               "fogg route eighty_days here new_york --record fogg/examples/dispute.fogg --as Ben --json. "
               "Exit status 1: there is no such route, or nobody could decide.")
@click.argument("game")
@click.argument("from_", metavar="FROM")
@click.argument("to")
@click.option("--by", type=click.Choice(["fewest", "cheapest"]), default="fewest", show_default=True,
              help="The fewest lines, or the fewest coins; the other breaks ties.")
@click.option("--coins", type=click.IntRange(min=0), help="Coins in hand; without it all that the box has.")
@click.option("--item", "items", metavar="ITEM", multiple=True,
              help="An item in the suitcase: hat, or 2xhat; repeat it.")
@click.option("--adventures", type=click.IntRange(min=0), help="Adventures in the diary; 4 are assumed.")
@click.option("--newspaper", metavar="NAME", help="The newspaper of the period; without it Good Times.")
@click.option("--stack", "stacks", metavar="AREA=COINS", multiple=True,
              help="The last price paid in a travel area, such as ship=3; repeat it.")
@click.option("--record", metavar="FILE", help="Ask about the position at the end of a record.")
@click.option("--as", "player", metavar="PLAYER", help="Who travels; without it the first player.")
@click.option("--moves", is_flag=True, help="Print the moves as records write them.")
@options.set_up_options
@options.svg
@options.as_json
def command(
    game: str, from_: str, to: str, by: str, coins: int | None, items: tuple[str, ...], adventures: int | None,
    newspaper: str | None, stacks: tuple[str, ...], record: str | None, player: str | None, moves: bool,
    players: str, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...], svg: str | None,
    as_json: bool,
) -> None:
    """Find the best route from city FROM to city TO within one period, and replay it by the rules.

    FROM may be "here" with --record: where the pawn stands. Prices rise with every line travelled; the other players
    pass, and nothing is bought, won or juggled on the way.
    """
    from fogg.routes import as_data, print_route
    from solvers import eighty_days
    from solvers.routes import Objective, find_route

    if record is None:
        table = options.table_from(_routed(game), players, board, variants, rulings)
        seat = _seat(table, player)
        wishes = {"coins": coins, "items": items, "adventures": adventures, "newspaper": newspaper, "stacks": stacks}
        position = _made_up(table, seat, from_, wishes)
    else:
        asked = {"--coins": coins, "--item": items, "--adventures": adventures, "--newspaper": newspaper,
                 "--stack": stacks, "--players": players, "--board": board, "--set": variants, "--ruling": rulings}
        position = _recorded(game, record, [name for name, value in asked.items() if value not in (None, (), "")])
        seat = _seat(position.table, player)
        if from_.casefold() != HERE:
            city = eighty_days.read_city(position.table, from_, leaving=True)
            position = eighty_days.moved(position, seat, city)
    eighty_days.turn_of(position, seat)  # raises if there is no turn to travel in
    target = eighty_days.read_city(position.table, to, leaving=False)
    routing = find_route(eighty_days.journey_of(position, seat, target), Objective(by))
    replay = eighty_days.replay(position, seat, routing.route) if routing.route else None
    _draw(svg, position, seat, routing, as_json)
    if as_json:
        print_json(as_data(position, seat, routing, replay))
    elif svg != "-":
        print_route(position, seat, routing, replay, moves)
    if routing.route is None:
        raise click.exceptions.Exit(1)


def _routed(game: str) -> str:
    """The id of a game that routes can be found in."""
    from fogg.setup import find_game

    found = find_game(game)
    if found.id not in ROUTED:
        raise Malformed.one(f"in {found.title} no routes can be found", f"choose {', '.join(ROUTED)}")
    return found.id


def _seat(table: Table, player: str | None) -> int:
    from spec.language.sorts import Named

    return table.names.read(Named(table.game.players), player) if player else 0


def _made_up(table: Table, seat: int, from_: str, wishes: Mapping[str, Any]) -> Position:
    """A position as the options describe it; `Malformed` with everything that is wrong with them."""
    from fogg.items import read_counts
    from solvers import eighty_days
    from spec.language.sorts import Named

    problems: list[Problem] = []
    if from_.casefold() == HERE:
        raise Malformed.one(f"{from_!r} is where a pawn stands in a record", "give one with --record, or name a city")
    situation: dict[str, Any] = {"coins": wishes["coins"]}
    if wishes["adventures"] is not None:
        situation["adventures"] = wishes["adventures"]
    kinds = len(table.names.of(eighty_days.Item))
    for name, read in (
        ("city", lambda: eighty_days.read_city(table, from_, leaving=True)),
        ("items", lambda: dict(enumerate(read_counts(
            wishes["items"], kinds, lambda word: table.names.read(Named(eighty_days.Item), word))))),
        ("newspaper", lambda: table.names.read(Named(eighty_days.Newspaper), wishes["newspaper"])),
        ("stacks", lambda: _stacks(table, wishes["stacks"])),
    ):
        if name == "newspaper" and wishes["newspaper"] is None:
            continue
        try:
            situation[name] = read()
        except Malformed as error:
            problems.extend(error.problems)
    if problems:
        raise Malformed(problems)
    return eighty_days.made_up(table, seat, eighty_days.Situation(**situation))


def _stacks(table: Table, texts: tuple[str, ...]) -> dict[int, int]:
    from solvers import eighty_days
    from spec.language.sorts import Named

    stacks: dict[int, int] = {}
    for area, height in options.read_choices(texts).items():
        if not height.isdecimal():
            raise Malformed.one(f"{area}={height} is no stack", "write AREA=COINS, such as ship=3")
        stacks[table.names.read(Named(eighty_days.Area), area)] = int(height)
    return stacks


def _recorded(game: str, file: str, asked: list[str]) -> Position:
    """The position at the end of a record; nothing else may be asked for then."""
    from fogg.records import load_record
    from spec.execution.replaying import end_of

    if asked:
        raise Malformed.one(f"the record already says what {', '.join(asked)} would", "leave out the one or the other")
    found = load_record(file)
    if found.table.game.id != _routed(game):
        raise Malformed.one(f"{file} is a record of {found.table.game.title}", f"write {found.table.game.id}")
    _routed(found.table.game.id)
    ending = end_of(found)
    for note in ending.notes(file):
        click.echo(f"note: {note}", err=True)
    return ending.position


def _draw(svg: str | None, position: Position, seat: int, routing: Routing, as_json: bool) -> None:
    if svg is None:
        return
    from solvers import eighty_days

    names, journey = {name.id: name.title for name in position.table.names.of(eighty_days.City)}, routing.journey
    title = f"{names[journey.start]} to {names[journey.target]}"
    if routing.route is not None:
        title += f": {routing.route.links} lines, {routing.route.coins} coins"
    write_text(svg, eighty_days.route_map(position, seat, routing.route, title=title).as_svg())
    if svg != "-":
        click.echo(f"wrote {svg}", err=as_json)
