"""`fogg route`: the best route, asked for as the game's own solver lets it be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.output import print_aligned, print_json, write_text
from fogg.progress import steps
from fogg.routes import impossible, option_of, read_values, recorded_position, seat_of
from fogg.setup import find_game, game_ids
from solvers.asking import Argument, Guide, guide_of
from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    from solvers.asking import Answer

SET_UP = ("players", "board", "variants", "rulings")
SET_UP_NAMES = {"players": "--players", "board": "--board", "variants": "--set", "rulings": "--ruling"}
STATUS = "Exit status 1: there is no such route, or nobody could decide."


class Games(click.Group):
    """A command for each game in which routes can be found, by the beginning of its id."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        game = find_game(args[0])  # raises with a suggestion if there is none
        if game.id not in self.commands:
            raise Malformed.one(f"in {game.title} no routes can be found", f"choose {', '.join(self.commands)}")
        return super().resolve_command(ctx, [game.id, *args[1:]])


def _answered(
    game: str, guide: Guide, record: str | None, player: str | None, words: dict[str, Any]
) -> Answer:
    """The answer to a question about a position that is made up, or stands at the end of a record.

    `Malformed` with everything that is wrong with the options.
    """
    problems: list[Problem] = []
    ending = None
    if record is None:
        set_up = {name: words[name] for name in SET_UP}
        table = options.collected(problems, lambda: options.table_from(game, **set_up))
        ready = table or options.collected([], lambda: options.table_from(game, "", None, (), ()))
    else:
        said = {**{wish.name: words[wish.key] for wish in guide.wishes},
                **{SET_UP_NAMES[name]: words[name] for name in SET_UP}}
        asked = [name for name, value in said.items() if value not in (None, (), "", False)]
        if asked:
            what = f"the record already says what {', '.join(asked)} would"
            problems.append(Problem(None, what, "leave out the one or the other"))
        ending = options.collected(problems, lambda: recorded_position(game, record))
        table = ready = None if ending is None else ending.table
    if ready is None:
        raise Malformed(problems)
    seat = None
    if table is not None:  # else nobody knows who plays
        seat = options.collected(problems, lambda: seat_of(ready, player))
    values = options.collected(problems, lambda: read_values(guide, ready, words, recorded=record is not None))
    if problems or seat is None or values is None or table is None:
        raise Malformed(problems)
    position = guide.made_up(table, seat, values) if ending is None else guide.standing(ending, seat, values)
    try:
        return guide.answer(position, seat, values)
    except ValueError as error:
        if record is None or not (reasons := impossible(position, record)):
            raise
        raise Malformed(reasons) from error


def _command_of(game: str, guide: Guide) -> click.Command:
    def run(
        record: str | None, player: str | None, moves: bool, svg: str | None, as_json: bool, **words: Any
    ) -> None:
        with steps("looking for the best answer, and asking a second engine", quiet=as_json):
            answer = _answered(game, guide, record, player, words)
        if svg is not None:
            write_text(svg, answer.draw().as_svg())
            if svg != "-":
                click.echo(f"wrote {svg}", err=as_json)
        if as_json:
            print_json(answer.data)
        elif svg != "-":
            _print(answer, moves)
        if not answer.found:
            raise click.exceptions.Exit(1)

    decorators = [
        *(click.argument(argument.name, metavar=_metavar(argument), required=argument.required)
          for argument in guide.arguments),
        click.option("--by", type=click.Choice(list(guide.objectives)), default=guide.objectives[0],
                     show_default=True, help=guide.objectives_help),
        *(option_of(wish) for wish in (*guide.asked, *guide.wishes)),
        click.option("--record", metavar="FILE", help="Ask about the position at the end of a record."),
        click.option("--as", "player", metavar="PLAYER", help="Who travels; without it the first player."),
        click.option("--moves", is_flag=True, help="Print the moves as records write them."),
        options.set_up_options, options.svg, options.as_json,
    ]
    function: Any = run
    for decorator in reversed(decorators):
        function = decorator(function)
    function.__doc__ = f"{guide.title}\n\n{guide.about}"
    return click.command(game, epilog=_examples(game, guide))(function)


def _metavar(argument: Argument) -> str:
    return argument.name.upper() if argument.required else f"[{argument.name.upper()}]"


def _examples(game: str, guide: Guide) -> str:
    return "Examples: " + " | ".join(f"fogg route {game} {example}" for example in guide.examples) + f". {STATUS}"


def _print(answer: Answer, moves: bool) -> None:
    for line in answer.before:
        click.echo(line)
    if answer.rows:
        print_aligned(answer.columns, answer.rows)
    for line in answer.after:
        click.echo(line)
    if moves and answer.moves:
        click.echo("\n" + "\n".join(answer.moves))


GUIDES = {game: guide for game in game_ids() if (guide := guide_of(game)) is not None}
"""The games in which routes can be found."""

command = Games(
    "route", commands={game: _command_of(game, guide) for game, guide in GUIDES.items()},
    help="Find the best route, and replay it by the rules.",
    epilog=" ".join(["Examples:", " | ".join(
        f"fogg route {game} {guide.examples[0]}" for game, guide in GUIDES.items()) + ".", STATUS]),
)
