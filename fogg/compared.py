"""What `fogg verify --ruling ID` tells: whether the readings of a ruling are the same game, or how they part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fogg.output import print_json, print_rows
from fogg.results import write_game
from spec.language.errors import Malformed

if TYPE_CHECKING:
    from spec.language.data import BoardData
    from spec.language.game import Game
    from spec.language.settings import Ruling, Setting
    from verification.queries import Listener
    from verification.rulings import Compared
    from verification.second_process import SecondSolver


def compare_readings(
    rules: Game, ids: Sequence[str], players: int | None, board: BoardData, choices: Mapping[Setting, int], *,
    others: Sequence[BoardData], listeners: Sequence[Listener], second: SecondSolver | None, without: str,
    games: str | None, as_json: bool,
) -> bool:
    """Compare the readings of rulings, tell of it, and say whether each pair is settled.

    What is not settled on `board` is looked for with each variant that is not chosen otherwise, and on `others`.
    `second` is among the `listeners` if there is a second solver, and `without` says why there is none. With `games`
    the game that parts two readings is written into that folder as a record. On Ctrl-C what was found is told, and then
    the command ends.
    """
    from fogg.progress import steps
    from fogg.stopping import STOPPED, stoppable
    from verification.rulings import compare
    from verification.verdicts import Verdict

    rulings = _named(rules, ids)
    found: list[Compared] = []
    stopped = False
    with steps("comparing", quiet=as_json) as progress, stoppable(progress) as step:
        try:
            for ruling in rulings:
                made = {setting: number for setting, number in choices.items() if setting is not ruling}
                unusual = [{**made, one: one.unusual} for one in rules.variants if one not in made]
                elsewhere = [*((board, more) for more in unusual), *((other, made) for other in others)]
                for count in rules.counts if players is None else [players]:
                    compare(rules, ruling, count, board, made, elsewhere=elsewhere, listeners=listeners, progress=step,
                            tell=found.append)
            if second is not None:
                second.finish()
        except KeyboardInterrupt:
            stopped = True
        opinions = [_opinion(one, second, without) for one in found]
    if games is not None:
        _write(found, games)
    if as_json:
        told = [_as_data(one, said) for one, said in zip(found, opinions, strict=True)]
        print_json({"rulings": told, "interrupted": stopped})
    else:
        _print(found, opinions)
    if stopped:
        click.echo(f"stopped: what comes after these {len(found)} comparisons is missing", err=True)
        raise click.exceptions.Exit(STOPPED)
    return all(one.verdict in (Verdict.PROVED, Verdict.REFUTED) for one in found)


def _named(rules: Game, ids: Sequence[str]) -> list[Ruling]:
    from graphs.cells import suggestion

    known = {ruling.id: ruling for ruling in rules.rulings}
    unknown = [id_ for id_ in ids if id_ not in known]
    if unknown:
        raise Malformed.one(f"{rules.title} has no ruling {unknown[0]!r}",
                            f"{suggestion(unknown[0], list(known))}it has {', '.join(known)}")
    return [known[id_] for id_ in dict.fromkeys(ids)]


def _opinion(one: Compared, second: SecondSolver | None, without: str) -> str:
    """What the second solver says of a proof; nothing where a game was found."""
    if not any(not answer.plain for answer in one.answers):
        return ""
    if second is None:
        return without
    return str(second.tally(one.answers))


def _verdict(one: Compared) -> str:
    return {"PROVED": "THE SAME", "REFUTED": "THEY DIFFER"}.get(one.verdict.name, one.verdict.name)


def _print(found: Sequence[Compared], opinions: Sequence[str]) -> None:
    headings = ("ruling", "readings", "verdict", "how", "second solver", "players", "board", "random games affected")
    print_rows("", headings, [
        (one.ruling.id, " and ".join(one.readings), _verdict(one), one.method, said, str(one.ground.players),
         one.ground.board.name, _share(one))
        for one, said in zip(found, opinions, strict=True)
    ])
    for one in found:
        if one.trace is None:
            continue
        click.echo(f"\n{one.ruling.id}, {one.ground.players} players, {one.ground.board.title}{_chosen(one)}:")
        for letter in one.readings:
            click.echo(f"  {letter}: {one.ruling.choices[letter]}")
        for text in one.trace.words():
            click.echo(f"    {text}")
        click.echo(f"  => {one.words}")


def _chosen(one: Compared) -> str:
    """The settings beside the ruling that do not have their usual choice, in words."""
    made = [
        f"{setting.id} = {list(setting.choices)[number]}" for setting, number in one.ground.choices.items()
        if setting is not one.ruling and number != setting.number_of(setting.default)
    ]
    return f", {', '.join(made)}" if made else ""


def _share(one: Compared) -> str:
    if not one.games:
        return ""
    share, low, high = (100 * part for part in one.share)
    return f"{share:.0f} % ({low:.0f} to {high:.0f} %) of {one.games}"


def _as_data(one: Compared, opinion: str) -> dict[str, Any]:
    share, low, high = one.share
    data: dict[str, Any] = {
        "ruling": one.ruling.id, "readings": list(one.readings), "players": one.ground.players,
        "board": one.ground.board.title, "settings": {
            setting.id: list(setting.choices)[number] for setting, number in one.ground.choices.items()
            if setting is not one.ruling
        },
        "same": {"PROVED": True, "REFUTED": False}.get(one.verdict.name), "method": one.method,
        "second_solver": opinion,
    }
    if one.trace is not None:
        data |= {
            "trace": list(one.trace.words()), "difference": one.words, "at_least": one.at_least,
            "games": one.games, "affected": one.affected, "share": share, "interval": [low, high],
        }
    return data


def _write(found: Sequence[Compared], folder: str) -> None:
    for one in found:
        if one.trace is not None:
            name = f"{one.ruling.id}_{'_'.join(one.readings)}_{one.ground.players}.fogg"
            write_game(one.trace, f"Behind these moves {one.words}.", Path(folder) / name)
