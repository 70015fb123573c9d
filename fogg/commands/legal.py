"""`fogg legal`: what may be done next, and what the position looks like."""

from __future__ import annotations

import click

from fogg import options
from fogg.output import print_json, write_text


@click.command(epilog="Examples: fogg legal game.fogg | fogg legal game.fogg --at 12 --view | "
               "fogg legal game.fogg --as Ben --view --svg board.svg")
@click.argument("file")
@click.option("--board", metavar="NAME|FILE", help="Use this board instead of the record's.")
@click.option("--at", "number", type=int, metavar="N", help="After the first N moves only (0: before the first).")
@click.option("--as", "player", metavar="PLAYER", help="Show only what this player can see and do.")
@click.option("--view", "show", is_flag=True, help="Show the position too.")
@options.svg
@options.as_json
def command(
    file: str, board: str | None, number: int | None, player: str | None, show: bool, svg: str | None, as_json: bool
) -> None:
    """List the legal moves at the end of the record in FILE or after any move, those of chance marked by a star."""
    from fogg.records import load_record
    from spec.execution.moves import CHANCE
    from spec.execution.replaying import end_of
    from spec.execution.seeing import Viewer
    from spec.execution.views import view
    from spec.language.sorts import Named

    record = load_record(file, board=board)
    ending = end_of(record if number is None else record.up_to(number))
    for note in ending.notes(file):
        click.echo(f"note: {note}", err=True)
    position = ending.position
    table = position.table
    seat = None if player is None else table.names.read(Named(table.game.players), player)
    seen = view(position, Viewer.REFEREE if seat is None else seat)
    moves = [text for text in position.legal if seat is None or text.split()[0] == table.players[seat]]
    hidden = seat is not None and position.is_chance
    if svg:
        from fogg.pictures import board_picture

        write_text(svg, board_picture(position).svg)
        click.echo(f"wrote {svg}", err=as_json)
    if as_json:
        print_json({"file": file, "over": position.is_over, "chance": position.is_chance, "legal": moves,
                    **({"view": seen.to_json()} if show else {})})
        return
    if show:
        for line in seen.lines():
            click.echo(line)
        click.echo()
    for text in moves:
        click.echo(text)
    if not moves:
        why = "the game is over" if position.is_over else "chance moves next" if hidden else "somebody else moves next"
        click.echo(f"no legal move: {why}")
    elif all(text.startswith(CHANCE) for text in moves):
        click.echo(f"(chance decides: {len(moves)} possible)")
