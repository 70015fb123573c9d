"""`fogg explore`: look at every state of a game, a model or a position."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.output import print_json, print_rows

if TYPE_CHECKING:
    from verification.exploration import Exploration
    from verification.verdicts import Result


@click.command(epilog="Examples: fogg explore tests/models/die_hard.py:MODEL --json | "
               "fogg explore eighty_days --board small --players 2 --max-states 100000 | "
               "fogg explore game.fogg --check --memory 4G | fogg explore tour_du_monde --players 3 --memory 500M "
               "--symmetry")
@click.argument("model", metavar="GAME|RECORD|FILE.py:NAME")
@options.set_up_options
@click.option("--check", is_flag=True, help="Look at all that is claimed of every game, in every state and move.")
@click.option("--reach", is_flag=True, help="Look for what is claimed of some game, too; implies --check.")
@click.option("--symmetry", is_flag=True, help="Keep one of the states that differ only in who sits where.")
@click.option("--threads", type=click.IntRange(1, 2), help="Look for states in one or two threads; two by default, "
              "and one with --max-states. The answer is the same, but for which of equally short traces is told.")
@click.option("--max-states", type=click.IntRange(min=1), help="Stop after so many states; the answer says so.")
@click.option("--max-moves", type=click.IntRange(min=0), help="Find only what so many moves lead to.")
@options.memory
@options.as_json
def command(
    model: str, players: str, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...], check: bool,
    reach: bool, symmetry: bool, threads: int | None, max_states: int | None, max_moves: int | None,
    memory: str | None, as_json: bool,
) -> None:
    """Explore MODEL breadth first and count states, moves, new states by depth, and terminal states.

    MODEL is a game, a record (explored from the position at its end), or FILE.py:NAME for a Game in a Python file.
    Moves count distinct pairs of state and move, chance moves included. With --check a claim is PROVED if it holds in
    every state and all were seen, and BOUNDED by the number of moves otherwise; exit status 1 if something is REFUTED
    or BOUNDED. With --symmetry the counts are of the states kept; it is refused where the seats matter.
    """
    from fogg.models import instance_of
    from fogg.progress import counting
    from fogg.stopping import STOPPED
    from verification.exploration import Stopped, explore
    from verification.exploration.claims import check as checked
    from verification.exploration.claims import claims_of

    instance = instance_of(model, players, board, variants, rulings)
    bound = options.read_size(memory)
    threads = threads or (2 if max_states is None else 1)
    began = time.process_time()
    results: tuple[Result, ...] = ()
    with counting("states", quiet=as_json) as progress:
        if check or reach:
            answer = checked(
                instance, claims_of(instance.game, reach), max_states=max_states, max_moves=max_moves, memory=bound,
                symmetry=symmetry, progress=progress, threads=threads,
            )
            found, results = answer.exploration, answer.results
        else:
            found = explore(
                instance, max_states=max_states, max_moves=max_moves, memory=bound, symmetry=symmetry,
                progress=progress, threads=threads,
            )
    seconds = time.process_time() - began
    if as_json:
        print_json(_as_data(found, results, seconds))
    else:
        _print(found, results, seconds)
    if found.stopped is Stopped.INTERRUPTED:
        raise click.exceptions.Exit(STOPPED)
    if not all(result.verdict.good for result in results):
        raise click.exceptions.Exit(1)


def _as_data(found: Exploration, results: tuple[Result, ...], seconds: float) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "states": found.states, "moves": found.moves, "layers": list(found.layers), "terminal": found.terminal,
        "complete": found.complete, "stopped": found.stopped.value, "depth": found.depth,
        "represented": found.represented, "bytes": found.memory, "bytes_a_state": round(found.found.overhead, 2),
        "cpu_seconds": round(seconds, 3),
    }
    if results:
        answer["results"] = [
            {"property": one.property, "verdict": one.verdict.name, "method": one.method, "note": one.note,
             **({"trace": list(one.trace.words())} if one.trace is not None else {})}
            for one in results
        ]
    return answer


def _print(found: Exploration, results: tuple[Result, ...], seconds: float) -> None:
    click.echo(f"states    {found.states}\nmoves     {found.moves}\nterminal  {found.terminal}")
    click.echo(f"layers    {' '.join(str(layer) for layer in found.layers)}")
    if found.represented != found.states:
        click.echo(f"stand for {found.represented} states, everybody moved on by some seats")
    rate = f"{seconds:.1f} CPU seconds, compiling included"
    click.echo(f"took      {rate}, and {found.memory / 2**20:,.0f} MiB: {found.found.size} bytes a state and "
               f"{found.found.overhead:.1f} beside it")
    if not found.complete:
        click.echo(f"stopped ({found.stopped.value}) at {found.states} states: all within {found.depth} moves were "
                   "seen, and there are more")
    if results:
        click.echo()
        rows = [(one.property, one.verdict.name, one.method) for one in results]
        print_rows("", ("property", "verdict", "how"), rows)
    for one in results:
        if one.verdict.name == "REFUTED":
            click.echo(f"\n{one}")
            for text in one.trace.words() if one.trace is not None else ():
                click.echo(f"    {text}")
