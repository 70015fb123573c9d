"""`fogg explore`: count every reachable state of a model."""

from __future__ import annotations

import click

from fogg import options
from fogg.output import print_json


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
    from fogg.models import instance_of
    from fogg.progress import counting
    from verification.exploration import explore

    instance = instance_of(model, players, board, variants, rulings)
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
