"""`fogg verify`: prove what a game's spec claims."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.output import print_json, print_rows
from spec.language.errors import Malformed

if TYPE_CHECKING:
    from spec.language.data import BoardData
    from spec.language.game import Game
    from verification.verdicts import Part, Result


@click.command(epilog="Examples: fogg verify eighty_days | fogg verify eighty_days four-adventures --players 3 "
               "--json | fogg verify eighty_days --board side_a | "
               "fogg verify eighty_days hats-run-out --players 4 --games found | "
               "fogg verify tour_du_monde --free --players 3 | fogg verify tour_du_monde free.rules-refuse -v")
@click.argument("game")
@click.argument("properties", nargs=-1)
@click.option("--players", type=int, help="Only for so many players; otherwise for every number that may play.")
@click.option("--board", help="Only for this board; otherwise for every board that meets the axioms.")
@click.option("--set", "variants", metavar="VARIANT=VALUE", multiple=True, help="Fix an option; others stay open.")
@click.option("--ruling", "rulings", metavar="ID=LETTER", multiple=True, help="Fix a ruling; others stay open.")
@click.option("-v", "--verbose", is_flag=True, help="Show every part of every proof with its rulebook lines.")
@click.option("--reach", is_flag=True, help="Look for the games that the spec says there are, too.")
@click.option("--free", is_flag=True, help="Find out what every game should have without its spec claiming it.")
@click.option("--games", metavar="FOLDER", help="Write the games that are found as records into this folder.")
@options.as_json
def command(
    game: str, properties: tuple[str, ...], players: int | None, board: str | None, variants: tuple[str, ...],
    rulings: tuple[str, ...], verbose: bool, reach: bool, free: bool, games: str | None, as_json: bool,
) -> None:
    """Prove GAME's PROPERTIES (all that its spec claims of every game, by default), for every board and every ruling.

    `stores` may be asked for too: that no effect of any move leaves the range of what it changes.
    With --reach also what its spec claims of some game: it is REACHED by a shortest one, or by one that is told with
    the fewest moves it takes; it is looked for on every board that comes with GAME, and shown by --json and -v.
    With --free, or by names that begin with `free.`, what every game should have: rules that come into play and refuse
    moves, and so on, each shown by games or proved.
    Exit status 0 only if everything is PROVED or REACHED; 1 if something is refuted, unknown or vacuous.
    """
    from fogg.progress import steps
    from fogg.setup import find_game, ready_board, small_board
    from graphs.cells import suggestion
    from spec.language.actions import Kind
    from verification.free.job import FREE, verify_free
    from verification.proofs import proof_names, verify

    rules = find_game(game)
    of_every_game = [name for name in FREE if free or name in properties]
    properties = tuple(name for name in properties if name not in FREE)
    proofs = list(dict.fromkeys(one.proof for one in rules.properties.values()))
    reaching = {one.proof for one in rules.properties.values() if one.kind is Kind.REACHABLE}
    usual = [] if of_every_game else [name for name in proofs if reach or name not in reaching]
    wanted = list(properties) or usual
    implicit = [name for name in proof_names(rules) if name not in proofs]
    for name in properties:
        if name not in (*proofs, *implicit):
            raise Malformed.one(f"{rules.title} has no property {name!r}",
                                f"{suggestion(name, [*proofs, *FREE])}it has {', '.join([*proofs, *implicit, *FREE])}")
    if players is not None:
        options.check_count(rules, players)
    choices = options.read_choices(variants, rulings)
    data = ready_board(board, rules) if board is not None else None
    counts, at_hand, grounds = None if players is None else [players], data or small_board(rules), _grounds(rules)
    with steps("proving", quiet=as_json) as progress:
        results = verify(
            rules, names=wanted, players=counts, board=data, at_hand=at_hand, grounds=grounds,
            choices=options.checked_choices(rules, choices), progress=progress,
        ) if wanted else []
        results += verify_free(
            rules, names=of_every_game, players=counts, board=data, at_hand=at_hand, grounds=grounds,
            choices=options.checked_choices(rules, choices), progress=progress,
        )
    if games is not None:
        _write_games(results, games)
    if as_json:
        print_json({"results": [_as_data(result, data) for result in results]})
    else:
        _print(results, verbose)
    if not results or not all(result.verdict.good for result in results):
        raise click.exceptions.Exit(1)


def _grounds(rules: Game) -> list[BoardData]:
    """The boards that come with a game."""
    from fogg.setup import ready_board
    from graphs.loading import board_files

    return [ready_board(name, rules) for name in board_files(rules)]


def _write_games(results: list[Result], folder: str) -> None:
    """Write each game that reaches something as a record, named for the claim and the players."""
    from pathlib import Path

    from fogg.output import write_text
    from spec.execution.records import record_of, write_record
    from spec.execution.table import set_up

    for result in results:
        for part in result.parts:
            if part.trace is None or part.at_least is None:
                continue
            instance = part.trace.instance
            choices = {one.id: list(one.choices)[made] for one, made in instance.all_choices.items()}
            table = set_up(instance.game, instance.board, instance.players, choices)
            length = "a shortest game" if part.shortest else f"no game of fewer than {part.at_least} moves does"
            record = record_of(table, part.trace.moves, title=f"{part.says} {len(part.trace.moves)} moves, {length}.")
            write_text(str(Path(folder) / f"{part.name}_{result.players}.fogg"), write_record(record))


def _as_data(result: Result, board: Any) -> dict[str, Any]:
    found: dict[str, Any] = {
        "property": result.property, "verdict": result.verdict.name, "method": result.method,
        "players": result.players, "board": result.board, "seconds": round(result.seconds, 3),
        "citations": list(result.citations), "note": result.note,
        "parts": [{"name": part.name, "says": part.says, "verdict": part.verdict.name, "method": part.method,
                   "note": part.note, "citations": list(part.citations), **_game(part)} for part in result.parts],
    }
    if result.trace is not None:
        found["trace"] = list(result.trace.words())
    reached = [part for part in result.parts if part.at_least is not None]
    return {**found, **_game(reached[0])} if len(reached) == 1 else found


def _game(part: Part) -> dict[str, Any]:
    """The game that reaches what a part claims, and how many moves it takes at least."""
    if part.trace is None or part.at_least is None:
        return {}
    words = part.trace.words()
    return {"trace": list(words), "length": len(words), "at_least": part.at_least, "shortest": part.shortest}


def _print(results: list[Result], verbose: bool) -> None:
    rows = [
        (result.property, result.verdict.name, result.method, str(result.players), result.board,
         f"{result.seconds:.1f} s")
        for result in results
    ]
    print_rows("", ("property", "verdict", "how", "players", "board", "time"), rows)
    for result in results:
        if verbose:
            for part in result.parts:
                where = f"{result.property}/{part.name}, {result.players} players"
                click.echo(f"  {where}: {part.verdict.name}: {part.says} [{', '.join(part.citations)}]")
                for text in part.trace.words() if part.at_least is not None and part.trace is not None else ():
                    click.echo(f"    {text}")
        if not result.verdict.good or (result.verdict.name == "REACHED" and result.note):
            click.echo(f"\n{result}")
        if not result.verdict.good and result.trace is not None:
            for text in result.trace.words():
                click.echo(f"    {text}")


