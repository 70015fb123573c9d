"""`fogg legal`: what may be done next, and what the position looks like."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from fogg import options
from fogg.output import print_json, write_text

if TYPE_CHECKING:
    from spec.execution.replaying import Ending


@click.command(epilog="Examples: fogg legal game.fogg | fogg legal game.fogg --at 12 --view | "
               "fogg legal game.fogg --as Ben --view --svg board.svg")
@click.argument("file")
@click.option("--board", metavar="NAME|FILE", help="Use this board instead of the record's.")
@click.option("--at", "number", type=int, metavar="N", help="After the first N moves only (0: before the first).")
@click.option("--as", "player", metavar="PLAYER",
              help="Show only what this player can see and do, or what a 'bystander' can see.")
@click.option("--view", "show", is_flag=True, help="Show the position too.")
@options.svg
@options.as_json
def command(
    file: str, board: str | None, number: int | None, player: str | None, show: bool, svg: str | None, as_json: bool
) -> None:
    """List the legal moves at the end of the record in FILE or after any move, those of chance marked by a star.

    With --as, a move that something hidden decides is listed with what it depends on.
    """
    from fogg.records import load_record
    from spec.execution.moves import CHANCE
    from spec.execution.prospects import prospects
    from spec.execution.replaying import end_of
    from spec.execution.seeing import Viewer, onlooker
    from spec.execution.views import view

    record = load_record(file, board=board)
    viewer = Viewer.REFEREE if player is None else onlooker(record.table, player)
    ending = end_of(record if number is None else record.up_to(number), viewer)
    position = ending.position
    for note in ending.notes(file) if viewer is Viewer.REFEREE else _plain_notes(file, ending):
        click.echo(f"note: {note}", err=True)
    seen, next_ = view(position, viewer), prospects(position, viewer)
    if svg:
        from fogg.pictures import board_picture

        write_text(svg, board_picture(position).svg)
        click.echo(f"wrote {svg}", err=as_json)
    if as_json:
        reasons = [one.to_json() for one in ending.impossible]
        in_view = {"view": seen.to_json()} if show else {}
        print_json({"file": file, "impossible": reasons, **next_.to_json(), **in_view})
        return
    if show:
        for line in seen.lines():
            click.echo(line)
        click.echo()
    for text in next_.legal:
        click.echo(text)
    for text, hinge in next_.depends:
        click.echo(f"{text}  (depends on the {hinge.names})" if hinge else text)
    moves = [*next_.legal, *(text for text, _ in next_.depends)]
    if not moves:
        why = "chance moves next" if next_.chance else "somebody else moves next"
        click.echo(f"no legal move: {'the game is over' if next_.over else why}")
    elif all(text.startswith(CHANCE) for text in moves):
        click.echo(f"(chance decides: {len(moves)} possible)" if viewer is Viewer.REFEREE else "(chance decides)")


def _plain_notes(file: str, ending: Ending) -> list[str]:
    """The same notes, telling of each move left out nothing but its line."""
    plain = replace(ending, left_out=()).notes(file)
    return [*plain, *(f"{file}:{one.line}: a move was refused and is left out" for one in ending.left_out)]
