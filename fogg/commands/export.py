"""`fogg export`: write a game for another checker, or a played game as a trace."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.output import print_json, write_text
from spec.language.errors import Malformed

if TYPE_CHECKING:
    from spec.lowering.executor import Move
    from spec.lowering.instance import Instance

LANGUAGES = ("jani", "prism", "promela", "murphi", "itf")


@click.command(epilog="Examples: fogg export tests/models/die_hard.py:MODEL --to jani -o jugs.jani | "
               "fogg export eighty_days --board small --players 2 --to promela -o game.pml | "
               "fogg export tests/models/knuth_yao_die.py --to prism | "
               "fogg export eighty_days --to itf --seed 7 --moves 100 -o game.itf.json | "
               "fogg export game.fogg --to itf")
@click.argument("model", metavar="GAME|FILE.py:NAME|RECORD")
@click.option("--to", "language", type=click.Choice(LANGUAGES), required=True, help="What to write.")
@options.set_up_options
@click.option("--chance", type=click.Choice(["weighted", "free"]), default=None,
              help="JANI and PRISM: with probabilities (the default), or as free as a player's moves, to count them.")
@options.seed
@click.option("--moves", type=click.IntRange(min=0), metavar="N", help="ITF: no more than so many moves of the game.")
@options.output
@options.as_json
def command(
    model: str, language: str, players: str, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...],
    chance: str | None, seed: int, moves: int | None, output: str | None, as_json: bool,
) -> None:
    """Write MODEL in the language of another checker, every action with its arguments as a guarded command.

    jani: Storm, Momba and the Modest tools; prism: PRISM and Storm; promela: Spin; murphi: Rumur and CMurphi.
    A model of a RECORD begins where the record ends.
    itf: the moves and states of a game, as Apalache and its tools read them: the game of a RECORD, or one played at
    random from --seed.
    """
    from fogg.models import instance_of

    if chance is not None and language not in ("jani", "prism"):
        raise Malformed.one(f"--chance says nothing to {language}", "leave it out")
    if moves is not None and language != "itf":
        raise Malformed.one(f"--moves says nothing to {language}", "leave it out")
    if language != "itf" or model.endswith(".fogg"):
        options.refuse(options.given("seed"), "nothing is played at random")
    instance = instance_of(model, players, board, variants, rulings)
    if language != "itf":
        text, about = _model(instance, language, chance, as_json)
    elif model.endswith(".fogg"):
        text, about = _recorded(model, board, moves)
    else:
        text, about = _trace(instance, _random_game(instance, seed), moves, f"a game played at random, seed {seed}")
    if output:
        write_text(output, text)
    if as_json:
        written: dict[str, Any] = {"file": output} if output else {"text": text}
        if language == "itf" and not output:
            written = {"trace": json.loads(text)}
        print_json({"language": language, **about, **written})
    elif output and output != "-":
        click.echo(f"wrote {output}: " + ", ".join(f"{value} {key}" for key, value in about.items()), err=True)
    elif not output:
        click.echo(text, nl=False)


def _model(instance: Instance, language: str, chance: str | None, quiet: bool) -> tuple[str, dict[str, Any]]:
    """A model's text, and how large it is."""
    from fogg.progress import counting
    from verification.export import Chance, model, written_model

    with counting("commands", quiet=quiet) as progress:
        found = model(instance, progress)
    text = written_model(found, language, Chance(chance or "weighted"))
    return text, {"variables": instance.width, "commands": len(found.commands)}


def _recorded(file: str, board: str | None, longest: int | None) -> tuple[str, dict[str, Any]]:
    """The game of a record as ITF, without moves that were refused; `Malformed` if the table changed it by rulings."""
    from fogg.records import load_record
    from spec.execution.judging import replay
    from spec.lowering.python import PythonExecutor

    record = load_record(file, board=board)
    if longest is not None and longest < len(record.moves):
        record = record.up_to(longest)
    position, judged = replay(record)
    moves = [move for move, one in zip(record.moves, judged, strict=True) if not one.broken or one.stands]
    instance = record.table.instance.starting_at(record.start)
    executor, row = PythonExecutor(instance), list(record.start)
    for move in moves:
        if executor.broken(row, move):
            break
        row = list(executor.apply(row, move))
    if tuple(row) != tuple(position.row):
        raise Malformed.one(f"in {file} the table ruled what no move does, and a trace has only moves",
                            "end before that ruling with --moves N")
    return _trace(instance, moves, None, f"the record {file}")


def _trace(
    instance: Instance, moves: Sequence[Move], longest: int | None, what: str
) -> tuple[str, dict[str, Any]]:
    """A game as ITF, and how long it is."""
    from verification.itf import write_itf

    shown = moves if longest is None else moves[:longest]
    text = json.dumps(write_itf(instance, shown, what), indent=1, ensure_ascii=False) + "\n"
    return text, {"states": len(shown) + 1, "moves": len(shown)}


def _random_game(instance: Instance, seed: int) -> Sequence[Move]:
    from spec.execution.playing import play_out
    from spec.execution.table import SEATS, Table

    table = Table(instance.game, SEATS[:instance.players], instance.board, instance.choices)
    return play_out(table, seed).moves
