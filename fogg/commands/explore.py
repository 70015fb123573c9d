"""`fogg explore`: count every reachable state of a model."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from fogg import options
from fogg.output import print_json
from spec.language.errors import Malformed

if TYPE_CHECKING:
    from spec.lowering.instance import Instance


@click.command(epilog="Examples: fogg explore tests/models/die_hard.py:MODEL --json | "
               "fogg explore eighty_days --board small --players 2 --max-states 100000")
@click.argument("model", metavar="GAME|FILE.py:NAME")
@options.set_up_options
@click.option("--max-states", type=click.IntRange(min=1), help="Stop after so many states; the answer says so.")
@options.as_json
def command(
    model: str, players: str, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...],
    max_states: int | None, as_json: bool,
) -> None:
    """Explore MODEL breadth first and count states, moves, new states by depth, and terminal states.

    MODEL is a game, or FILE.py:NAME for a Game in a Python file. Moves count distinct pairs of state and move,
    chance moves included.
    """
    from fogg.progress import counting
    from verification.exploration import explore

    instance = _instance(model, players, board, variants, rulings)
    with counting("states", quiet=as_json) as progress:
        found = explore(instance, max_states=max_states, progress=progress)
    if as_json:
        print_json({"states": found.states, "moves": found.moves, "layers": list(found.layers),
                    "terminal": found.terminal, "complete": found.complete})
        return
    click.echo(f"states    {found.states}\nmoves     {found.moves}\nterminal  {found.terminal}")
    click.echo(f"layers    {' '.join(str(layer) for layer in found.layers)}")
    if not found.complete:
        click.echo(f"stopped at {found.states} states: the model has more (raise --max-states)")


def _instance(
    model: str, players: str, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...]
) -> Instance:
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
