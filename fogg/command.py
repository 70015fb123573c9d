"""The `fogg` command. Each subcommand lives in a module of its own, imported only when it is used."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NoReturn

import click

from fogg.grouping import SuggestingGroup
from fogg.stopping import STOPPED

COMMANDS = {
    "games": "List the games with their boards, variants and rulings.",
    "rules": "Show a game's rules with citations, or one rule as pseudo-code or Python.",
    "play": "Play a game: any seat human, random or greedy; write its record.",
    "judge": "Judge records: every move legal, or every rule it breaks, with citations.",
    "legal": "List the legal moves at the end of a record.",
    "verify": "Prove a game's properties for every board.",
    "mutate": "Spoil every clause of a game's rules, and see that a case or claim notices.",
    "explore": "Explore a model exhaustively and count its states.",
    "export": "Write a game for other checkers, or a played game as a trace.",
    "chance": "Tell how likely something is, as an exact fraction.",
    "pack": "Pack items into a suitcase.",
    "route": "Find the best route between two cities.",
    "plan": "Find the most points a player can reach, or the best move on average.",
    "graph": "Measure a board as a graph, and write it as GraphML.",
    "board": "Make, check and show boards.",
    "bench": "Measure speeds.",
}
"""The subcommands with their one-line help, so that `fogg --help` imports none of them."""

CLOSED_PIPE = 141
"""The exit status of what a shell would say was ended because nobody reads its output any more."""


class ClosedPipe(Exception):
    """Nobody reads what is written any more."""


@contextmanager
def _closed_pipes() -> Iterator[None]:
    """Raise `ClosedPipe` where click and rich would end with status 1, which stands for something illegal."""
    try:
        yield
    except BrokenPipeError as error:
        raise ClosedPipe from error
    except SystemExit as left:
        if isinstance(left.__context__, BrokenPipeError):
            raise ClosedPipe from left
        raise


class LazyGroup(SuggestingGroup):
    """A group that imports a subcommand's module when it is first needed."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        with _closed_pipes():
            return super().make_context(info_name, args, parent, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        with _closed_pipes():
            return super().invoke(ctx)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"fogg.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(
    cls=LazyGroup, epilog="Each command has --help with examples. Exit status 2: the input cannot be read.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="fogg")
def group() -> None:
    """The reference for the rules of "around the world" board games.

    \b
    fogg play eighty_days --seats random -o game.fogg   play a game
    fogg judge game.fogg                                judge every move of it
    fogg verify eighty_days                             prove what must always hold
    fogg pack eighty_days hat coat shoes                pack a suitcase
    fogg route eighty_days paris yokohama --svg out.svg find and draw a route
    """


def main(args: Sequence[str] | None = None) -> None:
    """Run the command; library errors become one clear message and exit status 2."""
    try:
        _run(args)
    except (click.Abort, KeyboardInterrupt) as stopped:
        click.echo(str(stopped.__cause__ or stopped) or "stopped", err=True)  # click wraps what it was told
        sys.exit(STOPPED)
    except (BrokenPipeError, ClosedPipe):
        _let_go()
        sys.exit(CLOSED_PIPE)


def _run(args: Sequence[str] | None) -> None:
    from spec.language.errors import FoggError, Malformed

    _take_any_text()
    try:
        status = group.main(list(args) if args is not None else None, "fogg", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except click.UsageError as error:
        if isinstance(error, getattr(click.exceptions, "NoArgsIsHelpError", ())):  # click 8.1 shows help by itself
            error.show()
            sys.exit(2)
        command = "fogg" if error.ctx is None else error.ctx.command_path
        click.echo(f"error: {' '.join(error.format_message().split()).rstrip('.')} (see {command} --help)", err=True)
        sys.exit(2)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except Malformed as error:
        for problem in error.problems:
            click.echo(f"error: {problem}", err=True)
        sys.exit(2)
    except FoggError as error:
        click.echo(f"error: {error}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        raise  # an OSError, and no trouble with a file
    except MemoryError:
        click.echo("error: out of memory", err=True)
        sys.exit(2)
    except OSError as error:
        _refuse_output(error)
    if isinstance(status, int) and status:  # outside standalone mode click returns the status of a command's Exit
        sys.exit(status)


def _take_any_text() -> None:
    """Let texts be printed whatever they hold: a file's name need be no text, and not every terminal knows a line.

    Numbers may be as long as they get, as exact fractions do.
    """
    sys.set_int_max_str_digits(0)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _let_go() -> None:
    """Send what is still to be written nowhere, so that Python does not complain of it at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # there is none, or none that is a file
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _refuse_output(error: OSError) -> NoReturn:
    """Say what cannot be written or read: standard output, unless a file is named."""
    if error.filename is not None:
        click.echo(f"error: {error.filename!r}: {error.strerror} (give another path)", err=True)
        sys.exit(2)
    click.echo(f"error: cannot write standard output: {error.strerror} (write elsewhere)", err=True)
    with suppress(OSError):
        sys.stdout.close()  # else what is left to write is told once more at the end
    sys.exit(2)


if __name__ == "__main__":
    main()
