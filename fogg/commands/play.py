"""`fogg play`: play a game and write its record."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from fogg import options
from fogg.output import print_json, write_text
from spec.language.errors import Malformed

if TYPE_CHECKING:
    from spec.execution.playing import Chooser
    from spec.execution.position import Position
    from spec.execution.table import Table
    from spec.lowering.executor import Move

SEATS = ("human", "random", "greedy")


@click.command(epilog="Examples: fogg play eighty_days --players 3 --seed 7 -o game.fogg | "
               "fogg play eighty_days --players Antonia,Ben --seats human,greedy")
@click.argument("game")
@options.set_up_options
@click.option("--seats", default="random", show_default=True, metavar="KIND[,KIND...]",
              help="Who sits where: human, random or greedy; one for all, or one a seat.")
@options.seed
@options.output
@click.option("--quiet", is_flag=True, help="Do not print the moves.")
@options.as_json
def command(
    game: str, players: str, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...], seats: str,
    seed: int, output: str | None, quiet: bool, as_json: bool,
) -> None:
    """Play GAME to its end. Chance is drawn by its exact weights; humans are asked at the terminal.

    A game that is broken off is written to -o as far as it went.
    """
    from spec.execution.playing import greedy_chooser, random_chooser

    table = options.table_from(game, players, board, variants, rulings)
    kinds = _kinds(seats, len(table.players))
    human = _Human(table)
    choosers: dict[str, Chooser] = {"human": human, "random": random_chooser, "greedy": greedy_chooser}
    talk = None if quiet or as_json or output == "-" else click.echo
    moves: list[Move] = []
    try:
        end = _played(table, [choosers[kind] for kind in kinds], seed, talk, moves)
    finally:
        # A game broken off is kept as far as it went; `fogg legal` shows where it stands.
        if output:
            write_text(output, _record(table, moves))
    results = [{"reading": name, "of": list(titles), "value": value} for name, titles, value in end.readings()]
    if as_json:
        from spec.execution.moves import move_text

        print_json({"game": table.game.id, "players": list(table.players), "over": end.is_over,
                    "moves": [move_text(table, move) for move in moves], "readings": results})
        return
    if output == "-":
        return
    click.echo(f"\n{len(moves)} moves; the game is over" if end.is_over else f"\n{len(moves)} moves")
    for name, titles, value in end.readings():
        words = name.removesuffix("_of").replace("_", " ")
        click.echo(f"  {words}{' of ' + ', '.join(titles) if titles else ''}: {value}")
    if output:
        click.echo(f"wrote {output}")


def _kinds(seats: str, players: int) -> list[str]:
    kinds = [one.strip() for one in seats.split(",")]
    unknown = [one for one in kinds if one not in SEATS]
    if unknown:
        raise Malformed.one(f"there is no seat {', '.join(unknown)}", f"use {', '.join(SEATS)}")
    if len(kinds) not in (1, players):
        raise Malformed.one(f"{len(kinds)} seats for {players} players", "name one kind for all, or one for each seat")
    return kinds * players if len(kinds) == 1 else kinds


def _played(
    table: Table, choosers: list[Chooser], seed: int, talk: Callable[[str], None] | None, moves: list[Move]
) -> Position:
    """Play to the end, adding each move to `moves` as it is made."""
    from spec.execution.moves import move_text
    from spec.execution.playing import play_out
    from spec.execution.position import Position

    position = Position.start(table)
    rng = random.Random(seed)
    while not position.is_over and position.moves:
        playout = play_out(table, rng.getrandbits(63), choosers, start=position, longest=1)
        moves += playout.moves
        position = playout.end
        if talk is not None:
            talk(move_text(table, playout.moves[0]))
    return position


def _record(table: Table, moves: list[Move]) -> str:
    from spec.execution.records import record_of, write_record

    return write_record(record_of(table, moves))


class _Human:
    """Asks for a move at the terminal; an illegal one is refused with every reason."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __call__(self, position: Position, moves: Sequence[Move], rng: random.Random) -> Move:
        from spec.execution.moves import move_text, read_move
        from spec.execution.views import view

        seat = position.moves[0][1]
        name = self.table.players[seat]
        while True:
            text = click.prompt(f"{name} (? lists the moves, view shows the table, quit stops)", prompt_suffix="> ")
            match text.strip():
                case "?" | "help":
                    for move in position.moves:
                        click.echo("  " + move_text(self.table, move).partition(" ")[2])
                    continue
                case "view":
                    click.echo(view(position, seat))
                    continue
                case "quit":
                    raise click.Abort
            try:
                move = read_move(self.table, text if text.startswith(name) else f"{name} {text}")
            except Malformed as error:
                for problem in error.problems:
                    click.echo(f"  {problem}")
                continue
            broken = position.broken(move)
            if not broken:
                return move
            for one in broken:
                click.echo(f"  {one}")
