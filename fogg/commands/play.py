"""`fogg play`: play a game and write its record."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from fogg import options
from fogg.output import print_json, write_text
from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    from spec.execution.playing import Chooser
    from spec.execution.position import Position
    from spec.execution.seeing import Onlooker
    from spec.execution.table import Table
    from spec.lowering.executor import Move

SEATS = ("human", "random", "greedy")


@click.command(epilog="Examples: fogg play eighty_days --players 3 --seed 7 -o game.fogg | "
               "fogg play eighty_days --players Antonia,Ben --seats human,greedy")
@click.argument("game")
@options.set_up_options
@click.option("--seats", default="random", show_default=True, metavar="KIND[,KIND...]",
              help="Who sits where: human, random or greedy; one for all, or one a seat.")
@click.option("--as", "player", metavar="PLAYER", help="Show only what this player can see, or a 'bystander'. The only "
              "human sees what their seat sees anyhow; the record of -o holds everything.")
@options.seed
@options.output
@click.option("--quiet", is_flag=True, help="Do not print the moves.")
@options.as_json
def command(
    game: str, players: str, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...], seats: str,
    player: str | None, seed: int, output: str | None, quiet: bool, as_json: bool,
) -> None:
    """Play GAME to its end. Chance is drawn by its exact weights; humans are asked at the terminal.

    A game that is broken off is written to -o as far as it went.
    """
    from spec.execution.playing import greedy_chooser, random_chooser
    from spec.execution.views import readings_seen

    problems: list[Problem] = []
    made = options.collected(problems, lambda: options.table_from(game, players, board, variants, rulings))
    seated = options.collected(problems, lambda: _kinds(seats, None if made is None else len(made.players)))
    eyes = None
    if made is not None:
        eyes = options.collected(problems, lambda: _viewer(made, seated or [], player))
    if problems or made is None or seated is None or eyes is None:
        raise Malformed(problems)
    table, kinds, viewer = made, seated, eyes
    human = _Human(table, aside=as_json or output == "-")
    choosers: dict[str, Chooser] = {"human": human, "random": random_chooser, "greedy": greedy_chooser}
    talk = None if quiet or as_json or output == "-" else click.echo
    moves: list[Move] = []
    told: list[str] = []
    try:
        end = _played(table, [choosers[kind] for kind in kinds], seed, viewer, talk, told, moves)
    finally:
        # A game broken off is kept as far as it went; `fogg legal` shows where it stands.
        if output:
            write_text(output, _record(table, moves, output))
    results = [
        (one.name, [table.names.title(sort, of) for sort, of in zip(one.params.values(), args, strict=True)], value)
        for one, args, value in readings_seen(end, viewer)
    ]
    if as_json:
        print_json({"game": table.game.id, "players": list(table.players), "over": end.is_over, "moves": told,
                    "readings": [{"reading": name, "of": of, "value": value} for name, of, value in results]})
        return
    if output == "-":
        return
    click.echo(f"\n{len(moves)} moves; the game is over" if end.is_over else f"\n{len(moves)} moves")
    for name, of, value in results:
        words = name.removesuffix("_of").replace("_", " ")
        click.echo(f"  {words}{' of ' + ', '.join(of) if of else ''}: {value}")
    if output:
        click.echo(f"wrote {output}")


def _viewer(table: Table, kinds: list[str], player: str | None) -> Onlooker:
    """Through whose eyes the game is shown: as asked for, else the only human's, else the referee's."""
    from spec.execution.seeing import Viewer, onlooker

    humans = [seat for seat, kind in enumerate(kinds) if kind == "human"]
    if player is not None:
        asked = onlooker(table, player)
        if isinstance(asked, int) and humans and asked not in humans:
            names = ", ".join(table.players[seat] for seat in humans)
            what = f"{table.players[asked]} is not played by a human, and {names} would see hidden things of that seat"
            raise Malformed.one(what, f"leave out --as, or name {names}")
        return asked
    return humans[0] if len(humans) == 1 else Viewer.REFEREE


def _kinds(seats: str, players: int | None) -> list[str]:
    """What each seat is; for a number of players that is not known (None) only the words are looked at."""
    kinds = [one.strip() for one in seats.split(",")]
    unknown = [one for one in kinds if one not in SEATS]
    if unknown:
        raise Malformed.one(f"there is no seat {', '.join(unknown)}", f"use {', '.join(SEATS)}")
    if players is None:
        return kinds
    if len(kinds) not in (1, players):
        raise Malformed.one(f"{len(kinds)} seats for {players} players", "name one kind for all, or one for each seat")
    return kinds * players if len(kinds) == 1 else kinds


def _played(
    table: Table, choosers: list[Chooser], seed: int, viewer: Onlooker, talk: Callable[[str], None] | None,
    told: list[str], moves: list[Move],
) -> Position:
    """Play to the end, adding each move to `moves` as it is made, and to `told` as the viewer sees it."""
    from spec.execution.playing import play_out
    from spec.execution.position import Position
    from spec.execution.unseen import text_seen

    position = Position.start(table)
    rng = random.Random(seed)
    while not position.is_over and position.moves:
        playout = play_out(table, rng.getrandbits(63), choosers, start=position, longest=1)
        moves += playout.moves
        told.append(text_seen(position, playout.moves[0], viewer))
        position = playout.end
        if talk is not None:
            talk(told[-1])
    return position


def _record(table: Table, moves: list[Move], output: str) -> str:
    from fogg.records import path_of_board
    from spec.execution.records import record_of, write_record

    return write_record(record_of(table, moves, board=path_of_board(table.board, output)))


class _Human:
    """Asks for a move at the terminal; a refused one is told with every reason that the player can know.

    `aside` keeps standard output free for an answer: the talk goes to standard error.
    """

    def __init__(self, table: Table, *, aside: bool) -> None:
        self.table = table
        self.aside = aside

    def _say(self, text: str) -> None:
        click.echo(text, err=self.aside)

    def __call__(self, position: Position, moves: Sequence[Move], rng: random.Random) -> Move:
        from spec.execution.moves import read_move
        from spec.execution.prospects import prospects
        from spec.execution.views import view

        seat = position.moves[0][1]
        name = self.table.players[seat]
        while True:
            text = click.prompt(f"{name} (? lists the moves, view shows the table, quit stops)", prompt_suffix="> ",
                                err=self.aside)
            match text.strip():
                case "?" | "help":
                    can = prospects(position, seat)
                    for move in can.legal:
                        self._say("  " + move.partition(" ")[2])
                    for move, hinge in can.depends:
                        why = f"  (depends on the {hinge.names})" if hinge else ""
                        self._say(f"  {move.partition(' ')[2]}{why}")
                    continue
                case "view":
                    self._say(str(view(position, seat)))
                    continue
                case "quit":
                    raise click.Abort
            try:
                move_made = read_move(self.table, text if text.startswith(name) else f"{name} {text}")
            except Malformed as error:
                for problem in error.problems:
                    self._say(f"  {problem}")
                continue
            if not position.broken(move_made):
                return move_made
            for line in _refusal(position, move_made, seat):
                self._say(f"  {line}")


def _refusal(position: Position, move: Move, seat: int) -> list[str]:
    """Why a move is refused, as far as a player can know."""
    from spec.execution.insight import exactly, finding
    from spec.execution.knowing import Known

    found = finding(Known.of(position.table, position.row, seat), move[0], exactly(move))
    if found.hinge is None:
        return [str(one) for one in found.broken]
    return [f"refused for the {found.hinge.names}", *(f"may break {one}" for one in found.hinge.broken)]
