"""`fogg graph`: a board as a graph, its distances, cut cities and contested lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.output import print_aligned, print_json, write_text
from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    import networkx as nx

    from graphs.measures import Contested, Measures
    from solvers.asking import Reached
    from spec.execution.position import Position
    from spec.language.data import BoardData
    from spec.language.game import Game

MOST_LINES = 12


@click.command(epilog="Examples: fogg graph eighty_days | fogg graph eighty_days side_b --from suez --json | "
               "fogg graph eighty_days --from paris --coins 12 | fogg graph eighty_days --graphml side_a.graphml | "
               "fogg graph eighty_days --record fogg/examples/dispute.fogg --svg map.svg. "
               "Exit status 2: the input cannot be read.")
@click.argument("game", required=False)
@click.argument("board", required=False)
@click.option("--from", "start", metavar="CITY", help="How many lines each city is away from this one.")
@click.option("--coins", type=click.IntRange(min=0), metavar="N",
              help="With --from: which cities so many coins reach within a period, and what each costs at least.")
@click.option("--record", metavar="FILE", help="The board of a record, its pawns, prices and tiles in the picture; "
              "reachable is what the player's coins and items reach from the pawn.")
@click.option("--as", "player", metavar="PLAYER", help="Whose reach, with --record; without it the first player's.")
@options.written("--graphml", help="Write the graph for networkx, igraph or Gephi.")
@click.option("--lines", "all_lines", is_flag=True, help=f"List all lines, not the {MOST_LINES} most contested.")
@options.svg
@options.as_json
def command(
    game: str | None, board: str | None, start: str | None, coins: int | None, record: str | None, player: str | None,
    graphml: str | None, all_lines: bool, svg: str | None, as_json: bool,
) -> None:
    """Measure the BOARD of GAME (without one its first) as a graph of cities and lines.

    Distances count lines. A city's eccentricity is how far the farthest other one is; an articulation city or a
    bridge cuts others off when it is taken away. A line is the more contested, the more of the shortest ways between
    all pairs of cities, or of those of the race, it serves.
    """
    from graphs.graphml import to_graphml
    from graphs.measures import measure
    from graphs.picture import network_of
    from graphs.race import ends_of

    asked = _asked(game, board, start, coins, record, player)
    network = network_of(asked.game, asked.data)
    ends = ends_of(asked.game, asked.data)
    measures = measure(network, ends)
    reached = _reached(asked, start, coins)
    if graphml:
        write_text(graphml, to_graphml(network))
    if svg:
        write_text(svg, _drawn(asked))
    if as_json:
        print_json(_json(asked, network, measures, ends, reached))
    elif "-" not in (svg, graphml):
        _print(asked, network, measures, ends, reached, all_lines)
    for file in (graphml, svg):
        if file and file != "-":
            click.echo(f"wrote {file}", err=as_json)


@dataclass(frozen=True)
class _Asked:
    """What a question is about: a board, perhaps a city of it, perhaps a position with a player."""

    game: Game
    data: BoardData
    start: int | None
    position: Position | None
    seat: int


def _asked(
    game: str | None, board: str | None, start: str | None, coins: int | None, record: str | None, player: str | None
) -> _Asked:
    """The question, or `Malformed` with everything that is wrong with it."""
    from fogg.setup import find_game, ready_board, table

    problems: list[Problem] = []
    if coins is not None and (start is None or record is not None):
        told = "the record says how many coins there are" if record else "coins reach nothing without a city"
        problems.append(Problem(None, told, "leave out --coins" if record else "give one with --from CITY"))
    if player is not None and record is None:
        problems.append(Problem(None, "--as is for the position of a record", "give one with --record"))
    if record is not None and start is not None:
        problems.append(Problem(None, "with a record the pawn stands somewhere", "leave out --from or --record"))
    if record is None and game is None:
        problems.append(Problem(None, "no game is named", "write fogg graph GAME [BOARD], or give --record FILE"))
    if record is not None and board is not None:
        problems.append(Problem(None, f"the record already says what {board} would", "leave out the one or the other"))
    if record is not None:
        return _recorded(record, game, player, problems)
    try:
        rules = find_game(game or "")
        if not rules.board.tables:
            raise Malformed.one(f"{rules.title} has no board", "choose another game")
        data = ready_board(board, rules)
        seated = table(rules, data)
        city = None if start is None else seated.names.read(_places(rules), start)
    except Malformed as error:
        raise Malformed([*problems, *(error.problems if game is not None else ())]) from error
    if problems:
        raise Malformed(problems)
    return _Asked(rules, data, city, None, 0)


def _recorded(record: str, game: str | None, player: str | None, problems: list[Problem]) -> _Asked:
    from fogg.routes import recorded_position, seat_of
    from fogg.setup import find_game

    try:
        position = recorded_position(find_game(game).id if game is not None else None, record)
        seat = seat_of(position.table, player)
    except Malformed as error:
        raise Malformed([*problems, *error.problems]) from error
    if problems:
        raise Malformed(problems)
    return _Asked(position.table.game, position.table.board, None, position, seat)


def _places(game: Game) -> Any:
    from graphs.picture import ways
    from spec.language.sorts import Named

    return Named(ways(game).place)


def _reached(asked: _Asked, start: str | None, coins: int | None) -> list[Reached] | None:
    """The places within a budget; None if that was not asked, or in a record there is nothing to say."""
    from fogg.setup import table
    from solvers.asking import guide_of
    from spec.language.errors import Illegal

    if coins is None and asked.position is None:
        return None
    guide = guide_of(asked.game.id)
    if guide is None or guide.reach is None:
        if coins is None:
            return None
        raise Malformed.one(f"the lines of {asked.game.title} are not paid for in coins", "leave out --coins")
    position = asked.position
    if position is None:
        wishes = dict.fromkeys(wish.key for wish in (*guide.wishes, *guide.asked))
        values = {**wishes, "from": asked.start, "coins": coins, "by": guide.objectives[0], "recorded": False}
        position = guide.made_up(table(asked.game, asked.data), 0, values)
    try:
        return list(guide.reach(position, asked.seat))
    except Illegal as refused:
        if coins is not None:
            raise
        click.echo(f"note: {refused}", err=True)
        return None


def _drawn(asked: _Asked) -> str:
    from graphs.picture import board_map

    if asked.position is None:
        return str(board_map(asked.game, asked.data).as_svg())
    from fogg.pictures import board_picture

    return board_picture(asked.position).svg


def _print(
    asked: _Asked, network: nx.MultiGraph[str], measures: Measures, ends: tuple[str, str] | None,
    reached: list[Reached] | None, all_lines: bool,
) -> None:
    names = {place: str(network.nodes[place]["name"]) for place in network}
    click.echo(f"{asked.data.title}: {len(network)} places, {network.number_of_edges()} lines, "
               f"{measures.diameter} lines across, {measures.radius} from the centre "
               f"({', '.join(names[place] for place in measures.centre)})")
    cut = ", ".join(names[place] for place in measures.articulation) or "none"
    click.echo(f"articulation cities: {cut}; bridges: {', '.join(measures.bridges) or 'none'}\n")
    start = None if asked.start is None else list(network)[asked.start]
    if reached is not None:
        print_aligned(("to", "coins", "lines", "agreed"), [
            (names[one.place], str(one.coins), str(one.links), " and ".join(one.agreed)) for one in reached
        ])
        click.echo(f"{len(reached)} of {len(network)} places can be reached within the period\n")
    _print_places(network, measures, ends, start, names)
    click.echo()
    lines = sorted(measures.contested, key=lambda one: (-(one.home or 0), -one.everywhere))
    rows = [(one.link, f"{float(one.everywhere):.1%}", "" if one.home is None else str(one.home))
            for one in (lines if all_lines else lines[:MOST_LINES])]
    race = "" if ends is None else f"of the shortest ways from {names[ends[0]]} to {names[ends[1]]}"
    print_aligned(("most contested lines", "of all pairs' ways", race), rows)


def _print_places(
    network: nx.MultiGraph[str], measures: Measures, ends: tuple[str, str] | None, start: str | None,
    names: dict[str, str],
) -> None:
    columns = ["city", "lines", "eccentricity", "" if ends is None else f"to {names[ends[1]]}"]
    columns += [] if start is None else [f"from {names[start]}"]
    rows = []
    for place in network:
        far = measures.distances[place]
        home = "" if ends is None else str(far.get(ends[1], "-"))
        row = [names[place], str(len(list(network.edges(place)))), str(measures.eccentricities[place]), home]
        rows.append(row + ([] if start is None else [str(far.get(start, "-"))]))
    print_aligned(columns, rows)


def _json(
    asked: _Asked, network: nx.MultiGraph[str], measures: Measures, ends: tuple[str, str] | None,
    reached: list[Reached] | None,
) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "game": asked.game.id, "board": asked.data.name, "places": len(network), "lines": network.number_of_edges(),
        "diameter": measures.diameter, "radius": measures.radius, "centre": list(measures.centre),
        "periphery": list(measures.periphery), "articulation": list(measures.articulation),
        "bridges": list(measures.bridges), "race": None if ends is None else list(ends),
        "eccentricities": dict(measures.eccentricities),
        "distances": {place: dict(far) for place, far in measures.distances.items()},
        "contested": [_contested(one) for one in sorted(measures.contested, key=lambda one: -one.everywhere)],
    }
    if asked.start is not None:
        place = list(network)[asked.start]
        answer |= {"from": place, "lines_from": dict(measures.distances[place])}
    if reached is not None:
        answer["reached"] = [
            {"place": one.place, "coins": one.coins, "lines": one.links, "agreed": list(one.agreed)} for one in reached
        ]
    return answer


def _contested(one: Contested) -> dict[str, Any]:
    home = {} if one.home is None else {"race": str(one.home)}
    return {"line": one.link, "share": round(float(one.everywhere), 6), "exact": str(one.everywhere), **home}
