"""The instance that a command is asked about: a game at a table, a recorded position, or a model in a Python file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fogg import options
from spec.language.errors import Malformed

if TYPE_CHECKING:
    from spec.language.data import BoardData
    from spec.language.game import Game
    from spec.lowering.instance import Instance


def instance_of(
    model: str, players: str, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...]
) -> Instance:
    """The instance that the options describe.

    `model` is GAME, RECORD (the game then begins where the record ends), or FILE.py:NAME for a Game or Instance.
    """
    from spec.language.game import Game
    from spec.lowering.instance import Instance

    if model.endswith(".fogg"):
        return _of_record(model, players, board, variants, rulings)
    file, _, name = model.partition(":")
    if not file.endswith(".py"):
        return options.table_from(model, players, board, variants, rulings).instance
    found = getattr(load_module(file), name or "MODEL", None)
    if isinstance(found, Instance):
        if players or board is not None or variants or rulings:
            raise Malformed.one(f"{name or 'MODEL'} of {file} is an Instance and says itself what it is played with",
                                "leave out --players, --board, --set and --ruling, or name a Game")
        return found
    if not isinstance(found, Game):
        raise Malformed.one(f"{file} has no Game called {name or 'MODEL'}", "write FILE.py:NAME")
    if players and not players.isdecimal():
        raise Malformed.one(f"the players of a Game in a file have no names, but {players!r} was given",
                            "write how many play, such as --players 2")
    count = int(players) if players else found.counts[0]
    options.check_count(found, count)
    choices = options.checked_choices(found, options.read_choices(variants, rulings))
    return Instance(found, count, _board(found, board), choices)


def _board(game: Game, board: str | None) -> BoardData:
    """A board from a file; none for a game that prints nothing. `Malformed` if a game needs one and none is given."""
    from fogg.setup import ready_board
    from spec.language.data import EMPTY

    if board is not None:
        return ready_board(board, game)
    open_sizes = any(element.size == "board" for element in game.elements)
    if open_sizes or any(table.values is None for table in game.board.tables):
        what = f"{game.title} is played on a board, and a Game in a file has none"
        raise Malformed.one(what, "give --board FILE, or write FILE.py:NAME of an Instance")
    return EMPTY


def _of_record(
    file: str, players: str, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...]
) -> Instance:
    """A game that begins where a record ends."""
    from fogg.records import load_record
    from spec.execution.replaying import end_of

    if players or variants or rulings:
        raise Malformed.one("a record says itself who plays and what was agreed",
                            "leave out --players, --set and --ruling, or change the record")
    ending = end_of(load_record(file, board=board))
    for note in ending.notes(file):
        click.echo(f"note: {note}", err=True)
    position = ending.position
    return position.table.instance.starting_at(position.row)


def load_module(file: str) -> object:
    """A Python file as a module; `Malformed` if there is none or it does not run."""
    path = Path(file)
    if not path.is_file():
        raise Malformed.one(f"there is no file {file}", "write FILE.py:NAME")
    module_spec = importlib.util.spec_from_file_location(f"model {path.stem}", path)  # no import has such a name
    assert module_spec is not None and module_spec.loader is not None, "a .py file has a loader"
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[module_spec.name] = module
    try:
        module_spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # whatever a user's file raises is told as one problem with that file
        what = " ".join(f"{type(error).__name__}: {error}".split())
        raise Malformed.one(f"{file} does not load: {what}", "mend the file") from error
    return module
