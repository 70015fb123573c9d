"""`fogg board`: make, check and show boards."""

from __future__ import annotations

from pathlib import Path

import click

from fogg import options
from fogg.grouping import SuggestingGroup
from fogg.output import print_json, print_rows, write_text


@click.group(
    cls=SuggestingGroup, epilog="Examples: fogg board new eighty_days -o mine.toml | fogg board check mine.toml | "
    "fogg board show eighty_days side_a --svg map.svg",
)
def command() -> None:
    """Make a board file, check one, or show a board with where its data come from."""


@command.command(epilog="Examples: fogg board new eighty_days -o mine.toml | fogg board new eighty_days | "
                 "fogg board new eighty_days -o mine.toml --force")
@click.argument("game")
@options.output
@click.option("--force", is_flag=True, help="Replace FILE if it is there already.")
def new(game: str, output: str | None, force: bool) -> None:
    """Write a template for GAME: what the rulebook gives is filled in, the rest is explained in comments."""
    from fogg.setup import find_game
    from graphs.template import template
    from spec.language.errors import Malformed

    text = template(find_game(game))
    if output and Path(output).is_file() and not force:
        raise Malformed.one(f"{output} is there already", "give another file, or --force to replace it")
    write_text(output or "-", text)
    if output and output != "-":
        click.echo(f"wrote {output}; fill it in, then run: fogg board check {output}")


@command.command(epilog="Examples: fogg board check mine.toml | fogg board check mine.toml --json")
@click.argument("file", type=click.Path())
@options.as_json
def check(file: str, as_json: bool) -> None:
    """Tell the problems of a board FILE together; exit status 2 if there is one.

    What cannot be read comes first, then shapes that cannot be, then what the game's axioms ask of a whole board.
    """
    from fogg.setup import find_game, ready_board
    from graphs.loading import game_of
    from spec.language.errors import Malformed

    try:
        game = find_game(game_of(Path(file)))
        board = ready_board(Path(file), game, thorough=True)
    except Malformed as error:
        if not as_json:
            raise
        print_json({"file": file, "problems": [str(one) for one in error.problems]})
        raise click.exceptions.Exit(2) from error
    if as_json:
        print_json({"file": file, "problems": []})
        return
    printed = [element.__name__ for element in game.elements if element.size == "board"]
    sizes = ", ".join(f"{board.sizes[name]} {name.lower()}" for name in printed)
    click.echo(f"{file}: {board.title} is complete ({sizes})")


@command.command(epilog="Examples: fogg board show eighty_days | fogg board show eighty_days side_b --svg map.svg | "
                 "fogg board show eighty_days ./mine.toml --rows --json")
@click.argument("game")
@click.argument("board", required=False)
@click.option("--rows", is_flag=True, help="List every city, line, card and so on with its provenance.")
@options.svg
@options.as_json
def show(game: str, board: str | None, rows: bool, svg: str | None, as_json: bool) -> None:
    """Show a BOARD of GAME: what it holds, and which of its data are from the rulebook, public or assumed."""
    from fogg.setup import find_game, ready_board
    from graphs.picture import honest_note
    from spec.execution.naming import Names

    rules = find_game(game)
    data = ready_board(board, rules)
    if svg:
        from graphs.picture import board_map

        write_text(svg, board_map(rules, data).as_svg())
        click.echo(f"wrote {svg}", err=as_json)
    if as_json:
        print_json({
            "name": data.name, "title": data.title, "sizes": dict(data.sizes), "sources": dict(data.sources),
            "provenance": dict(data.provenance),
            "names": {sort: [name.id for name in names] for sort, names in data.names.items()},
        })
        return
    click.echo(f"{data.title}\n{honest_note(data)}\n")
    names = Names(rules.elements, data, {}, rules.shape(rules.counts[0], data.sizes))
    for element in rules.elements:
        if element.size == "board" and not rows:
            click.echo(f"{len(names.of(element)):4} {element.__name__.lower()}")
        elif element.size == "board":
            members = names.of(element)
            lines = [(name.id, name.title, data.provenance.get(f"{element.__name__.lower()}.{name.id}", ""))
                    for name in members]
            print_rows(f"{element.__name__} ({len(members)})", ("id", "name", "provenance"), lines)
            click.echo()
    click.echo()
    for tag, meaning in data.sources.items():
        click.echo(f"{tag}: {meaning}")
