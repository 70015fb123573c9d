"""`fogg judge`: replay records and say of every move whether it is legal, and if not, why."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.output import print_json, write_text
from spec.language.errors import Malformed

if TYPE_CHECKING:
    from spec.execution.records import Record
    from spec.execution.repair import Diagnosis


@click.command(epilog="Examples: fogg judge game.fogg | fogg judge *.fogg --json | fogg judge game.fogg --repair. "
               "Exit status: 0 all legal, 1 something is illegal, or depends on a ruling or on what is hidden, "
               "2 something is unreadable.")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--board", metavar="NAME|FILE", help="Judge on this board instead of the record's.")
@click.option("--as", "viewer", metavar="PLAYER", help="Judge what this player can know, or a 'bystander': moves "
              "that something hidden decides depend on it, and what it is stays hidden.")
@click.option("--quiet", is_flag=True, help="Only one line a file.")
@click.option("--quick", is_flag=True, help="Give no reasons: only the verdict and the first line that earns it.")
@click.option("--repair", is_flag=True, help="Find the smallest change that makes the first illegal move legal.")
@options.written("--repaired", help="Write the repaired record to FILE (- for standard output).")
@click.option("--seconds", type=options.Seconds(min=0), default=10, show_default=True,
              help="Look for a repair at most so long.")
@options.as_json
def command(
    files: tuple[str, ...], board: str | None, viewer: str | None, quiet: bool, quick: bool, repair: bool,
    repaired: str | None, seconds: float, as_json: bool,
) -> None:
    """Judge every move of the records in FILES: legal, or every rule it breaks with its citations and values."""
    from fogg.records import Tables, load_record

    if repaired and len(files) > 1:
        raise Malformed.one("--repaired writes one record, and several are given", "judge them one by one")
    if viewer and (quick or repair or repaired):
        raise Malformed.one("--as goes with neither --quick nor --repair, which look at everything", "leave one out")
    if not (repair or repaired):
        options.refuse(options.given("seconds"), "without --repair none is looked for")
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
        own_status, answer, lines, summary = _judged(record, quick, viewer)
        status = max(status, own_status)
        if repair or repaired:
            found = _diagnosed(record, seconds, quiet or as_json)
            answer["diagnosis"] = None if found is None else found.to_json()
            lines += [] if found is None else found.lines()
            if repaired:
                _write_repaired(repaired, record, found)
        answers.append(answer)
        if not as_json:
            for line in lines if not quiet else ():
                click.echo(line)
            click.echo(f"{file}: {summary}" if quiet or len(files) > 1 else summary)
    if as_json:
        print_json(answers[0] if len(answers) == 1 else answers)
    if status:
        raise click.exceptions.Exit(status)


def _judged(record: Record, quick: bool, viewer: str | None) -> tuple[int, dict[str, Any], list[str], str]:
    """The status of a record, the judgement as JSON, and as lines with a summary."""
    from spec.execution.judging import judge
    from spec.execution.quick import quick_verdict

    if quick:
        verdict = quick_verdict(record)
        return verdict.status, verdict.to_json(), [], str(verdict)
    judged = judge(record) if viewer is None else judge(record, viewer)
    *lines, summary = judged.lines()
    return judged.status, judged.to_json(), lines, summary


def _diagnosed(record: Record, seconds: float, quiet: bool) -> Diagnosis | None:
    from fogg.progress import bar
    from spec.execution.repair import diagnose

    with bar("looking for a repair", quiet=quiet) as progress:
        return diagnose(record, seconds=seconds, progress=progress)


def _write_repaired(path: str, record: Record, found: Diagnosis | None) -> None:
    """Write the repaired record, or say that there is none."""
    from fogg.records import path_of_board
    from spec.execution.records import write_record

    if found is not None and found.repair is None:
        click.echo(f"note: no repair was found, so {path} is not written", err=True)
        return
    changed = record if found is None or found.repair is None else found.repair.record
    board = path_of_board(changed.table.board, path) or changed.header.board
    write_text(path, write_record(replace(changed, header=replace(changed.header, board=board))))
    click.echo(f"wrote {path}", err=True)
