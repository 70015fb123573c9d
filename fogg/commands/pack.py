"""`fogg pack`: what fits into a suitcase."""

from __future__ import annotations

import click

from fogg import options
from fogg.output import print_json, write_text


@click.command(epilog="Examples: fogg pack eighty_days hat coat 2xshoes | fogg pack eighty_days 3xcoat --svg out.svg | "
               "fogg pack eighty_days --all | fogg pack eighty_days 4xcoat 5xhat --cases 2 | "
               "fogg pack eighty_days 3xcoat 3xhat --best --value coat=4 --value hat=3 | "
               "fogg pack eighty_days hat coat --json > now.json | "
               "fogg pack eighty_days hat coat 2xumbrella --now now.json | "
               "fogg pack --case fogg/examples/trunk.toml hat hat --json. "
               "Exit status 1: it does not fit, or nobody could decide.")
@click.argument("words", nargs=-1, metavar="GAME [ITEM]...")
@click.option("--board", metavar="NAME|FILE", default=None, help="A board of the game, or a board file.")
@click.option("--case", "case_file", metavar="FILE.toml",
              help='Any case and items instead of a game: [case] grid = [...], [[item]] id = "...", shape = [...], '
              "and if wanted flips = false, value = 3.")
@click.option("--cases", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
              help="Pack N equal cases; the items may be shared out among them at will.")
@click.option("--no-flip", "no_flip", metavar="ITEM", multiple=True,
              help="This item may be turned but not turned over; repeat it.")
@click.option("--all", "show_all", is_flag=True, help="List everything to which nothing can be added.")
@click.option("--best", is_flag=True, help="Which of the items, or of all there are, are worth most and fit.")
@click.option("--value", "values", metavar="ITEM=N", multiple=True,
              help="What a piece is worth for --best, 1 if nothing says so; repeat it.")
@click.option("--now", metavar="FILE",
              help="How the case is packed now, printed by `fogg pack --json` or drawn with a letter for each piece; "
              "tells how to pack ITEMs with the fewest pieces moved.")
@options.svg
@options.as_json
def command(
    words: tuple[str, ...], board: str | None, case_file: str | None, cases: int, no_flip: tuple[str, ...],
    show_all: bool, best: bool, values: tuple[str, ...], now: str | None, svg: str | None, as_json: bool,
) -> None:
    """Pack ITEMs into the suitcase of GAME: how they lie, what could be added, or why they do not fit.

    An item may be counted (2xhat) or repeated (hat hat). With --case no GAME is named. Items may be turned and
    turned over, and with --cases lie in any of the cases, but each in one. Every answer names the engines that
    found it independently.
    """
    from fogg.packing import Wanted, read_wanted
    from fogg.packing_answers import answer_of

    wanted = read_wanted(Wanted(words, board, case_file, cases, no_flip, show_all, best, values, now))
    answer = answer_of(wanted)
    if svg:
        write_text(svg, answer.draw())
    if as_json:
        print_json(answer.data)
    elif svg != "-":
        for line in answer.lines:
            click.echo(line)
    if svg and svg != "-":
        click.echo(f"wrote {svg}", err=as_json)
    if not answer.found:
        raise click.exceptions.Exit(1)
