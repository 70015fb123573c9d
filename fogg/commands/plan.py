"""`fogg plan`: the most points that a player can reach, or the best move on average."""

from __future__ import annotations

import click

from fogg import options
from fogg.output import print_aligned, print_json, write_text
from spec.language.errors import Malformed, SpecError


@click.command(epilog="Examples: fogg plan game.fogg --horizon 10 | "
               "fogg plan game.fogg --at 120 --as Ben --others help | "
               "fogg plan game.fogg --average --time-limit 5 --json | fogg plan game.fogg -o plan.fogg")
@click.argument("file", metavar="RECORD")
@click.option("--board", metavar="NAME|FILE", help="Use this board instead of the record's.")
@click.option("--at", "number", type=int, metavar="N",
              help="After the first N moves only; the record's later draws are then known.")
@click.option("--as", "player", metavar="PLAYER", help="Who plans; without it whoever moves next.")
@click.option("--by", "reading", metavar="READING", help="The reading that counts; without it the game's own.")
@click.option("--horizon", type=click.IntRange(min=1), metavar="N",
              help="The next N moves of everybody, chance included; without it the rest of the game.")
@click.option("--others", metavar="POLICY",
              help="What the others do: idle (as little as may be; the default), help (whatever is best for the one "
                   "who plans), or actions parted by commas, the first legal one being played.")
@click.option("--average", is_flag=True,
              help="Luck is not known: compare the legal moves by games played to their end, with intervals of "
                   "confidence.")
@click.option("--policy", type=click.Choice(["greedy", "random"]),
              help="How everybody plays on in games for averages: greedy (what gives them most at once; the default), "
                   "or at random.")
@click.option("--time-limit", "seconds", type=options.Seconds(min=0.1), default=30.0, show_default=True,
              metavar="SECONDS", help="Stop then, with the best so far; Ctrl-C does so at once.")
@options.seed
@options.output
@options.as_json
def command(
    file: str, board: str | None, number: int | None, player: str | None, reading: str | None, horizon: int | None,
    others: str | None, average: bool, policy: str | None, seconds: float, seed: int, output: str | None, as_json: bool,
) -> None:
    """Find the most points that a player can reach from the end of RECORD, or from after any of its moves.

    Luck is known: what chance will do is fixed by --seed, behind what the record still holds with --at. Only one
    player decides; --others says what the rest do. Every plan is replayed by the rules, and is called optimal only
    if two engines agree; otherwise a bound and the gap are told. With --average luck is unknown, and the best move
    is sought: by the points that it has on average if everybody plays on by --policy, the player too.
    """
    from fogg.plans import (
        advice_data,
        advice_lines,
        checked_options,
        others_of,
        plan_data,
        plan_lines,
        planner_of,
    )
    from fogg.progress import counting
    from fogg.records import load_record, path_of_board
    from fogg.routes import impossible
    from solvers.plans import Aim, Luck, Policy, Question, best_move, find_plan, plan_guide
    from spec.execution.records import record_of, write_record
    from spec.execution.replaying import end_of

    checked_options(average, horizon=horizon, others=others, output=output, policy=policy)
    record = load_record(file, board=board)
    ending = end_of(record if number is None else record.up_to(number))
    for note in ending.notes(file):
        click.echo(f"note: {note}", err=True)
    position = ending.position
    table = position.table
    guide = plan_guide(table.game.id)
    aim = Aim(planner_of(position, player), guide.objective if reading is None else reading, guide.promises)
    if average:
        with counting("games", quiet=as_json) as progress:
            advice = best_move(
                position, aim, seconds=seconds, seed=seed, policy=Policy[(policy or "greedy").upper()],
                progress=progress)
        if as_json:
            print_json(advice_data(advice, file))
            return
        lines, rows = advice_lines(advice)
        for line in lines:
            click.echo(line)
        print_aligned(("move", "mean", "+/-", "games", "behind", ""), rows)
        return
    later = () if number is None else record.moves[number:]
    scripted = [move for move in later if table.executor.actions[move[0]].chance]
    luck = Luck(table.instance, seed, scripted)
    question = Question(position, aim, others_of(table, others, guide), luck, horizon)
    try:
        with counting("states", quiet=as_json) as progress:
            plan = find_plan(question, seconds=seconds, progress=progress)
    except SpecError as error:  # some move makes a cell hold what it cannot, as none does from where a game can come
        if not (reasons := impossible(position, file)):
            raise
        raise Malformed(reasons) from error
    if output is not None:
        heading = path_of_board(table.board, output)
        write_text(output, write_record(record_of(table, plan.moves, position, board=heading)))
    if as_json:
        print_json(plan_data(plan, file))
    elif output != "-":
        for line in plan_lines(plan):
            click.echo(line)
