"""What verification found out, as data, as text, and as files: records and traces of the games that show something."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fogg.output import print_rows, write_json, write_text
from spec.language.errors import Malformed

if TYPE_CHECKING:
    from verification.traces import Trace
    from verification.verdicts import Part, Result


def result_data(game: str, result: Result) -> dict[str, Any]:
    """A result as data. A game that shows something stands there in words (`moves`) and as ITF (`trace`)."""
    from verification.itf import trace_itf

    reached = [part for part in result.parts if part.at_least is not None]
    trace = result.trace or (reached[0].trace if len(reached) == 1 else None)
    return {
        **summary(game, result), "citations": list(result.citations), "note": result.note,
        **({} if trace is None else {"moves": list(trace.words()), "trace": trace_itf(trace)}),
        **(_length(reached[0]) if len(reached) == 1 else {}),
        "parts": [
            {"name": part.name, "says": part.says, "verdict": part.verdict.name, "as_declared": part.as_declared,
             "method": part.method, "k": part.k, "note": part.note, "citations": list(part.citations),
             **({} if part.trace is None else {"moves": list(part.trace.words())}), **_length(part)}
            for part in result.parts
        ],
    }


def summary(game: str, result: Result) -> dict[str, Any]:
    """The verdict of a result with how it was come to; without games and parts."""
    from verification.opinions import rests_on

    return {
        "game": game, "property": result.property, "verdict": result.verdict.name, "as_declared": result.as_declared,
        "method": result.method, "k": result.k, "players": result.players, "board": result.board,
        "seconds": round(result.seconds, 3), "questions": sum(not one.plain for one in rests_on(result)),
        "second_solver": result.second or None,
    }


def check_summary(path: str) -> None:
    """`Malformed` if there is a file that holds anything else than verdicts; `-` is standard output."""
    _verdicts_in(path)


def _verdicts_in(path: str) -> list[dict[str, Any]]:
    """The verdicts that stand in a file; none if there is no such file."""
    file = Path(path)
    if path == "-" or not file.is_file():
        return []
    try:
        lines: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["results"]
        whole = all(
            isinstance(one["game"], str) and isinstance(one["property"], str) and isinstance(one["players"], int)
            for one in lines
        )
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise Malformed.one(f"{path} holds no verdicts", "give another file") from error
    if not whole:
        raise Malformed.one(f"{path} holds no verdicts", "give another file")
    return lines


def write_summary(path: str, found: Sequence[tuple[str, Result]]) -> None:
    """Write the verdicts into a file of verdicts, in place of older ones of the same properties; `-` only prints them.

    `Malformed` if there is a file that holds anything else.
    """
    lines = [summary(game, result) for game, result in found]
    mine = {(one["game"], one["property"], one["players"]) for one in lines}
    kept = [one for one in _verdicts_in(path) if (one["game"], one["property"], one["players"]) not in mine]
    whole = sorted([*kept, *lines], key=lambda one: (one["game"], one["players"]))
    write_json(path, {"results": whole})


def _length(part: Part) -> dict[str, Any]:
    """How long the game is that reaches what a part claims, and how many moves it takes at least."""
    if part.trace is None or part.at_least is None:
        return {}
    return {"length": len(part.trace.moves), "at_least": part.at_least, "shortest": part.shortest}


def print_results(results: Sequence[Result], verbose: bool) -> None:
    """Results as a table, and below it what there is to say of those that are not as the spec declares."""
    rows = [
        (result.property, result.verdict.name, result.method, result.second, str(result.players), result.board,
         f"{result.seconds:.1f} s")
        for result in results
    ]
    print_rows("", ("property", "verdict", "how", "cvc5", "players", "board", "time"), rows)
    for result in results:
        if verbose:
            for part in result.parts:
                where = f"{result.property}/{part.name}, {result.players} players"
                click.echo(f"  {where}: {part.verdict.name}: {part.says} [{', '.join(part.citations)}]")
                if part.note:
                    click.echo(f"    {part.note}")
                for text in part.trace.words() if part.at_least is not None and part.trace is not None else ():
                    click.echo(f"    {text}")
        if not result.as_declared or (result.verdict.name == "REACHED" and result.note):
            click.echo(f"\n{result}")
        if not result.as_declared and result.trace is not None:
            for text in result.trace.words():
                click.echo(f"    {text}")


def write_games(results: Sequence[Result], folder: str) -> None:
    """Write each game that reaches something as a record, named for the claim and the players."""
    for name, part, trace in _shown(results):
        if part.at_least is None:
            continue
        length = "a shortest game" if part.shortest else f"no game of fewer than {part.at_least} moves does"
        write_game(trace, f"{part.says} {len(trace.moves)} moves, {length}.", Path(folder) / f"{name}.fogg")


def write_game(trace: Trace, title: str, path: Path) -> None:
    """Write a game that was found as a record."""
    from fogg.records import path_of_board
    from spec.execution.records import record_of, write_record
    from spec.execution.table import set_up

    instance = trace.instance
    choices = {one.id: list(one.choices)[made] for one, made in instance.all_choices.items()}
    table = set_up(instance.game, instance.board, instance.players, choices)
    board = path_of_board(table.board, str(path))
    write_text(str(path), write_record(record_of(table, trace.moves, board=board, title=title)))


def write_itf_files(results: Sequence[Result], folder: str) -> None:
    """Write each game that shows something as an ITF file, named for the claim and the players."""
    from verification.itf import trace_itf

    for name, _, trace in _shown(results):
        text = json.dumps(trace_itf(trace), indent=1, ensure_ascii=False)
        write_text(str(Path(folder) / f"{name}.itf.json"), text + "\n")


def _shown(results: Sequence[Result]) -> Iterator[tuple[str, Part, Trace]]:
    """The games that parts show, each with a name for its file."""
    for result in results:
        for part in result.parts:
            if part.trace is not None:
                yield f"{part.name}_{result.players}", part, part.trace
