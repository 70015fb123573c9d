"""`fogg judge`: replay records and say of every move whether it is legal, and if not, why."""

from __future__ import annotations

import click

from fogg import options
from fogg.output import print_json
from spec.language.errors import Malformed


@click.command(epilog="Examples: fogg judge game.fogg | fogg judge *.fogg --json. "
               "Exit status: 0 all legal, 1 something is illegal or depends on a ruling, 2 something is unreadable.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--board", metavar="NAME|FILE", help="Judge on this board instead of the record's.")
@click.option("--quiet", is_flag=True, help="Only one line a file.")
@click.option("--quick", is_flag=True, help="Give no reasons: only the verdict and the first line that earns it.")
@options.as_json
def command(files: tuple[str, ...], board: str | None, quiet: bool, quick: bool, as_json: bool) -> None:
    """Judge every move of the records in FILES: legal, or every rule it breaks with its citations and values."""
    from fogg.records import Tables, load_record
    from spec.execution.judging import judge
    from spec.execution.quick import quick_verdict

    answers, status, tables = [], 0, Tables()
    for file in files:
        try:
            record = load_record(file, board=board, tables=tables)
        except Malformed as error:
            if not as_json and len(files) == 1:
                raise
            answers.append({"file": file, "verdict": "unreadable", "moves": [],
                            "problems": [str(problem) for problem in error.problems]})
            status = 2
            if not as_json:
                for problem in error.problems:
                    click.echo(f"error: {problem}", err=True)
            continue
        if quick:
            verdict = quick_verdict(record)
            status = max(status, verdict.status)
            answers.append(verdict.to_json())
            if not as_json:
                click.echo(f"{file}: {verdict}" if len(files) > 1 else verdict)
            continue
        judged = judge(record)
        status = max(status, judged.status)
        answers.append(judged.to_json())
        if not as_json:
            *lines, summary = judged.lines()
            for line in lines if not quiet else ():
                click.echo(line)
            click.echo(f"{file}: {summary}" if quiet or len(files) > 1 else summary)
    if as_json:
        print_json(answers[0] if len(answers) == 1 else answers)
    if status:
        raise click.exceptions.Exit(status)
