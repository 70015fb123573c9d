"""The instance that a command is asked about: a game at a table, or a model in a Python file."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from fogg import options
from spec.language.errors import Malformed

if TYPE_CHECKING:
    from spec.lowering.instance import Instance


def instance_of(
    model: str, players: str, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...]
) -> Instance:
    """The instance that the options describe; `model` is GAME, or FILE.py:NAME for a Game or Instance in a file."""
    from spec.language.game import Game
    from spec.lowering.instance import Instance

    if ".py" not in model:
        return options.table_from(model, players, board, variants, rulings).instance
    file, _, name = model.partition(":")
    found = getattr(load_module(file), name or "MODEL", None)
    if isinstance(found, Instance):
        return found
    if not isinstance(found, Game):
        raise Malformed.one(f"{file} has no Game called {name or 'MODEL'}", "write FILE.py:NAME")
    count = int(players) if players.isdecimal() else found.counts[0]
    options.check_count(found, count)
    return Instance(found, count)


def load_module(file: str) -> object:
    """A Python file as a module; `Malformed` if there is none or it does not run."""
    path = Path(file)
    if not path.is_file():
        raise Malformed.one(f"there is no file {file}", "write FILE.py:NAME")
    module_spec = importlib.util.spec_from_file_location(path.stem, path)
    assert module_spec is not None and module_spec.loader is not None, "a .py file has a loader"
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[path.stem] = module
    try:
        module_spec.loader.exec_module(module)
    except Exception as error:  # whatever a user's file raises is told as one problem with that file
        raise Malformed.one(f"{file} does not load: {type(error).__name__}: {error}", "mend the file") from error
    return module
