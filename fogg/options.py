"""Options that several commands share."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spec.execution.table import Table
    from spec.language.game import Game
    from spec.language.settings import Setting

F = TypeVar("F", bound=Callable[..., Any])
V = TypeVar("V")

seed = click.option("--seed", type=int, default=0, show_default=True, help="The same seed gives the same game.")
memory = click.option("--memory", metavar="SIZE", help="Stop before the states take up more, such as 500M or 4G; "
                      "without it three quarters of the machine's memory.")


class Written(click.types.StringParamType):
    """A file to write: refused before any work is done if it cannot be one; `-` is standard output."""

    name = "FILE"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from fogg.output import check_path

        path = str(super().convert(value, param, ctx))
        check_path(path)
        return path


class Seconds(click.FloatRange):
    """A span of time: no infinity, and what is no number is in no range."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        seconds = float(super().convert(value, param, ctx))
        if not math.isfinite(seconds):
            self.fail(f"{value!r} is no number of seconds.", param, ctx)
        return seconds


def one_on_output(ctx: click.Context, param: click.Parameter, value: V) -> V:
    """Pass a value on; `Malformed` if standard output, or a file, would get two things, so that one were lost."""
    said = {**ctx.params, str(param.name): value}
    written = [(one.opts[-1], said.get(one.name)) for one in ctx.command.params if isinstance(one.type, Written)]
    files: dict[str, str] = {}
    for name, file in written:
        if isinstance(file, str) and file not in ("-", os.devnull):
            first = files.setdefault(os.path.abspath(file), name)
            if first != name:
                raise Malformed.one(f"{first} and {name} would both write {file}", "give each a file of its own")
    names = [name for name, file in written if file == "-"]
    names = [f"{name} -" for name in names] + (["--json"] if said.get("as_json") else [])
    if len(names) > 1:
        raise Malformed.one(f"{' and '.join(names)} would both write to standard output", "give a FILE instead of -")
    return value


def given(*names: str) -> list[str]:
    """Those of the options of the current command, by the names of their parameters, that were written out."""
    from click.core import ParameterSource

    ctx = click.get_current_context()
    return [
        one.opts[-1] for one in ctx.command.params
        if one.name in names and ctx.get_parameter_source(one.name) is not ParameterSource.DEFAULT
    ]


def refuse(names: list[str], why: str) -> None:
    """`Malformed` if there are options that would be ignored; `why` goes behind their names."""
    if names:
        them = "them" if len(names) > 1 else "it"
        raise Malformed.one(f"{' and '.join(names)} would be ignored: {why}", f"leave {them} out")


def written(*names: str, help: str) -> Callable[[F], F]:
    """An option for a file to write."""
    return click.option(*names, type=Written(), metavar="FILE", callback=one_on_output, help=help)


as_json = click.option("--json", "as_json", is_flag=True, callback=one_on_output, help="Print the answer as JSON.")
output = written("-o", "--output", help="Write the result to FILE (- for standard output).")
svg = written("--svg", help="Draw the picture to FILE.")


def collected(problems: list[Problem], read: Callable[[], V]) -> V | None:
    """What is read, or None with what is wrong with it among the other problems, so that all are told at once."""
    try:
        return read()
    except Malformed as error:
        problems.extend(error.problems)
    return None


def set_up_options(function: F) -> F:
    """--players, --board, --set and --ruling."""
    for option in reversed((
        click.option("--players", metavar="N|NAMES", default="", help="How many, or names in seat order: Antonia,Ben."),
        click.option("--board", metavar="NAME|FILE", default=None, help="A board of the game, or a board file."),
        click.option("--set", "variants", metavar="VARIANT=VALUE", multiple=True, help="Choose an official option."),
        click.option("--ruling", "rulings", metavar="ID=LETTER", multiple=True, help="Choose a reading of a ruling."),
    )):
        function = option(function)
    return function


def read_size(text: str | None) -> int:
    """A size such as 500M or 4G in bytes; without one three quarters of the machine's memory.

    Where that is not known it is 4 GiB. `Malformed` if the text is no size.
    """
    if text is None:
        try:
            return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 4 * 3
        except (AttributeError, ValueError, OSError):
            return 2**32
    digits, unit = (text[:-1], text[-1].upper()) if text[-1:].isalpha() else (text, "")
    try:
        size = float(digits) * {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}[unit]
    except (KeyError, ValueError):
        size = 0.0
    if not 1 <= size < 2**62:
        raise Malformed.one(f"{text!r} is no size", "write bytes, or a number with K, M, G or T, such as 500M")
    return int(size)


def read_players(text: str) -> int | list[str]:
    """A number of players, or their names parted by commas."""
    if not text:
        return 0
    if text.isdecimal():
        return int(text) or []  # nobody was asked for, which is not the same as no wish
    return [name.strip() for name in text.split(",")]


def read_choices(*groups: tuple[str, ...]) -> dict[str, str]:
    """`ID=VALUE` texts as a mapping; `Malformed` with every text that is not one."""
    problems: list[Problem] = []
    choices: dict[str, str] = {}
    for text in (text for group in groups for text in group):
        id_, sign, value = text.partition("=")
        if not sign or not id_ or not value:
            problems.append(Problem(None, f"{text!r} is no choice", "write ID=VALUE, such as side=a"))
        elif choices.setdefault(id_.strip(), value.strip()) != value.strip():
            what = f"{id_.strip()} is chosen twice, as {choices[id_.strip()]} and as {value.strip()}"
            problems.append(Problem(None, what, "leave out one of them"))
    if problems:
        raise Malformed(problems)
    return choices


def checked_choices(game: Game, choices: Mapping[str, str]) -> dict[Setting, int]:
    """The choices as settings and numbers; `Malformed` with every one that the game does not have."""
    from spec.execution.table import choices_of

    return choices_of(game, choices)


def check_count(game: Game, players: int) -> None:
    """`Malformed` if a game is not for so many players."""
    from spec.execution.table import wrong_count

    if players not in game.counts:
        raise Malformed([wrong_count(game, players)])


def table_from(
    game: str, players: str, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...]
) -> Table:
    """The table that the options describe."""
    from fogg.setup import table

    return table(game, board, read_players(players), read_choices(variants, rulings))
