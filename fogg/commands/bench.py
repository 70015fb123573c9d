"""`fogg bench`: measure speeds, in CPU time of one core."""

from __future__ import annotations

import click

from fogg import options
from fogg.output import print_json, print_rows, write_text


@click.command(epilog="Examples: fogg bench | fogg bench refusal_ms --json | fogg bench exploration --runs 3 | "
               "fogg bench --runs 9 -o bench.json | fogg bench solvers --json | "
               "fogg bench solvers fits_or_not_4x5 --instances 100")
@click.argument("names", nargs=-1)
@click.option("--game", help="The game to measure; without it the first that `fogg games` lists.")
@click.option("--players", type=int, default=4, show_default=True, help="How many play.")
@click.option("--runs", type=click.IntRange(min=1), default=5, show_default=True, help="Quote the median of so many.")
@click.option("--instances", type=click.IntRange(min=1), default=30, show_default=True,
              help="Of solvers: so many random instances of each task.")
@options.seed
@options.output
@options.as_json
def command(
    names: tuple[str, ...], game: str | None, players: int, runs: int, instances: int, seed: int, output: str | None,
    as_json: bool,
) -> None:
    """Measure speeds on this machine: medians of several runs, CPU time of one core.

    NAMES are benchmarks (all, by default); `exploration` stands for all about exploring states, with Spin and Rumur
    on the same models where they are installed. `solvers`, with the names of tasks behind it or for all, measures
    each task of the solvers against what one would use instead, on the same random instances; every answer is
    compared, and the ratio is the other's time over ours. Ctrl-C tells what was measured so far.
    """
    import json

    from fogg.benchmarks import ALL, EXPLORATION, PEERS, measure, named
    from fogg.progress import steps
    from fogg.setup import find_game, game_ids
    from spec.language.errors import Malformed

    if names[:1] == ("solvers",):
        options.refuse(options.given("game", "players", "runs"), "solvers are measured on random instances")
        _solvers(names[1:], instances, seed, output, as_json)
        return
    options.refuse(options.given("instances", "seed"), "only solvers are measured on random instances")
    found_game = find_game(game or game_ids()[0])
    options.check_count(found_game, players)
    wanted, absent = named(names)
    unknown = [name for name in wanted if name not in ALL]
    if unknown:
        raise Malformed.one(f"there is no benchmark {', '.join(unknown)}", f"there are exploration, {', '.join(ALL)}")
    if all(name in EXPLORATION or name in PEERS for name in wanted):
        options.refuse(options.given("game", "players"), "exploration is measured on models of its own")
    for peer in absent:
        click.echo(f"note: {peer} is not installed, so it is not measured", err=True)
    with steps("measuring", quiet=as_json) as progress:
        found = measure(wanted, found_game.id, players, runs, progress)
    if output:
        write_text(output, json.dumps(found, indent=2) + "\n")
    if as_json:
        print_json(found)
    else:
        rows = [(name, f"{one['value']:,.3g}" if one["value"] < 1000 else f"{one['value']:,.0f}", str(one["unit"]),
                 f"{one['min']:,.4g} to {one['max']:,.4g}") for name, one in found.items()]
        print_rows("", ("what", "median", "unit", "range"), rows)
    _leave(len(found), len(wanted))


def _leave(measured: int, wanted: int) -> None:
    """Say how much was not measured because of Ctrl-C, if anything was."""
    if measured < wanted:
        click.echo(f"stopped: {wanted - measured} of {wanted} were not measured", err=True)
        raise click.exceptions.Exit(130)


def _solvers(names: tuple[str, ...], instances: int, seed: int, output: str | None, as_json: bool) -> None:
    import json

    from fogg.progress import steps
    from fogg.solver_bench import TASKS, measured, missing_peers
    from spec.language.errors import Malformed

    known = {task.name: task for task in TASKS}
    unknown = [name for name in names if name not in known]
    if unknown:
        raise Malformed.one(f"there is no task {', '.join(unknown)}", f"there are {', '.join(known)}")
    tasks = [known[name] for name in names or known]
    missing = missing_peers(tasks)
    if missing:
        raise Malformed.one(f"{', '.join(missing)} is not installed", 'pip install -e ".[bench]", or name other tasks')
    found = {}
    with steps("measuring", quiet=as_json) as progress:
        for task in tasks:
            if progress is not None:
                progress(f"{task.name} against {task.peer}")
            try:
                found[task.name] = measured(task, instances, seed)
            except KeyboardInterrupt:
                break
    if output:
        write_text(output, json.dumps(found, indent=2) + "\n")
    if as_json:
        print_json(found)
    else:
        rows = [(name, f"{one['ours_ms']:.3g}", f"{one['peer_ms']:.3g}", f"{one['ratio']:.3g}", str(one["peer"]))
                for name, one in found.items()]
        print_rows("", ("task", "ours, ms", "other, ms", "ratio", "other"), rows)
    _leave(len(found), len(tasks))
