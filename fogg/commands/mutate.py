"""`fogg mutate`: spoil every clause of a game's rules, and see that something notices."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.output import print_json, print_rows, write_text
from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spec.language.data import BoardData
    from spec.language.game import Game
    from verification.mutation.findings import Finding
    from verification.mutation.journal import Journal
    from verification.mutation.mutants import Mutant
    from verification.mutation.run import Mutation


@click.command(epilog="Examples: fogg mutate tour_du_monde --journal tour.jsonl | fogg mutate eighty_days "
               "--rule markets.price | fogg mutate eighty_days --action travel --limit 100 --json")
@click.argument("game")
@click.option("--rule", "rules", metavar="ID", multiple=True, help="Only clauses of this rule.")
@click.option("--action", "actions", metavar="NAME", multiple=True, help="Only clauses of this action.")
@click.option("--mutant", "ids", metavar="ID", multiple=True, help="Only this mutant, by its number.")
@click.option("--limit", type=click.IntRange(1), help="Only so many mutants, evenly chosen.")
@click.option("--players", type=int, help="Prove for so many players; otherwise for the fewest and the most.")
@click.option("--board", "boards", metavar="NAME|FILE", multiple=True,
              help="Prove for this board; otherwise for every board that comes with GAME.")
@click.option("--cases", metavar="FOLDER", help="Where the cases are. [default: tests/cases/GAME]")
@click.option("--records", metavar="FOLDER", multiple=True, help="Where records are. [default: those of a checkout]")
@click.option("--timeout", type=options.Seconds(min=0.1, max=86400), default=20.0, show_default=True,
              help="Seconds for each question to z3.")
@click.option("--quick", is_flag=True, help="Do not ask z3: what nothing else notices stays unknown.")
@click.option("--journal", type=options.Written(), metavar="FILE",
              help="Write findings down here at once; go on from those that are there.")
@options.seed
@options.as_json
def command(
    game: str, rules: tuple[str, ...], actions: tuple[str, ...], ids: tuple[str, ...], limit: int | None,
    players: int | None, boards: tuple[str, ...], cases: str | None, records: tuple[str, ...], timeout: float,
    quick: bool, journal: str | None, seed: int, as_json: bool,
) -> None:
    """Spoil every clause of GAME's rules in turn: each mutant must be noticed, or be the same game.

    A requirement or store is dropped, a bound or amount moved by one, a comparison turned round, a table swapped for
    another of its kind, in every action that has the clause. A mutant is killed by a case that is answered otherwise,
    by a claim that no longer holds, or by a record that is judged otherwise; it is EQUIVALENT if z3 proves that it
    allows the same moves with the same effect. What is left shows a case that is missing.
    Ctrl-C tells what was found so far. Exit status 0 only if every mutant is killed or equivalent.
    """
    from fogg.mutation import case_files, mutation, record_files
    from fogg.progress import steps
    from fogg.setup import find_game
    from verification.mutation.journal import read_journal
    from verification.mutation.run import Labour

    if quick:
        options.refuse(options.given("timeout"), "with --quick z3 is not asked")
    if journal == "-":
        raise Malformed.one("findings are read again from a journal, so that it can only be a file", "name one")
    found = find_game(game)
    if journal is not None:
        read_journal(Path(journal), found.id)  # a file that is something else is told before the work
    _check_words(found, rules, actions, players)
    labour = Labour(milliseconds=int(1000 * timeout), seed=seed or 1, proofs=not quick)
    with steps("mutating", quiet=as_json) as progress:
        suites, kept = case_files(found, cases), record_files(found, records)
        job = mutation(
            found, _boards(found, boards), (players,) if players is not None else found.counts, suites, kept, labour,
            progress, ids,
        )
        chosen = _chosen(job, rules, actions, ids, limit)
        book = None if journal is None else _journal(journal, job, [*suites, *kept])
        findings = _findings(job, chosen, book)
    left = len(chosen) - len(findings)
    if as_json:
        print_json({**_as_data(found, findings), "left": left})
    else:
        _print(findings)
    if left:
        click.echo(f"stopped: {left} of {len(chosen)} mutants were not looked at", err=True)
        raise click.exceptions.Exit(130)
    if not all(one.verdict.decided for one in findings):
        raise click.exceptions.Exit(1)


def _check_words(game: Game, rules: Sequence[str], actions: Sequence[str], players: int | None) -> None:
    from graphs.cells import suggestion

    problems: list[Problem] = []
    for what, named, known in (("rule", rules, game.rules), ("action", actions, game.actions)):
        for name in named:
            if name not in known:
                remedy = f"{suggestion(name, list(known))}`fogg rules {game.id}` lists them"
                problems.append(Problem(None, f"{game.title} has no {what} {name!r}", remedy))
    if players is not None:
        options.collected(problems, lambda: options.check_count(game, players))
    if problems:
        raise Malformed(problems)


def _boards(game: Game, names: Sequence[str]) -> list[BoardData]:
    from fogg.setup import ready_board
    from graphs.loading import board_files
    from spec.language.data import EMPTY

    return [ready_board(name, game) for name in names or board_files(game)] or [EMPTY]


def _chosen(
    job: Mutation, rules: Sequence[str], actions: Sequence[str], ids: Sequence[str], limit: int | None
) -> list[Mutant]:
    unknown = sorted(set(ids) - {mutant.id for mutant in job.mutants})
    if unknown:
        raise Malformed.one(f"there is no mutant {', '.join(unknown)}", "findings tell the numbers of all there are")
    found = [
        mutant for mutant, places in job.mutants.items()
        if (not rules or mutant.rule in rules) and (not actions or set(actions) & set(places))
        and (not ids or mutant.id in ids)
    ]
    if not found:
        raise Malformed.one("no mutant is like that", "leave out --rule, --action or --mutant")
    if limit is None or limit >= len(found):
        return found
    return [found[number * len(found) // limit] for number in range(limit)]


def _journal(path: str, job: Mutation, files: Sequence[Any]) -> Journal:
    from verification.mutation.journal import Journal, digest_of_rules, digest_of_texts

    shapes = [job.game.shape(count, board.sizes) for count in job.counts_at_hand for board in job.boards]
    if not Path(path).exists():
        write_text(path, "")
    return Journal.opened(
        Path(path), job.game.id, digest_of_rules(job.game, shapes, job.boards),
        digest_of_texts(file.read_text(encoding="utf-8") for file in files),
    )


def _findings(job: Mutation, mutants: Sequence[Mutant], book: Journal | None) -> list[Finding]:
    """The findings in the order of the mutants; those that stand in the journal are taken from there.

    An interruption from the keyboard leaves out what was not looked at yet.
    """
    kept = {} if book is None else {one: book.kept[one.id].again(one) for one in mutants if one.id in book.kept}
    with suppress(KeyboardInterrupt):
        for finding in job.run([one for one in mutants if one not in kept]):
            kept[finding.mutant] = finding
            if book is not None:
                book.add(finding)
    return [kept[one] for one in mutants if one in kept]


def _as_data(game: Game, findings: Sequence[Finding]) -> dict[str, Any]:
    from verification.mutation.findings import by_rule, tally

    return {
        "game": game.id, **tally(findings), "rules": by_rule(findings),
        "findings": [one.to_json() for one in findings],
    }


def _print(findings: Sequence[Finding]) -> None:
    from verification.mutation.findings import Verdict, by_rule, tally

    columns = ("rule", "mutants", *(verdict.value for verdict in Verdict))
    rows = [(rule, *map(str, counts.values())) for rule, counts in by_rule(findings).items()]
    print_rows("", columns, [*rows, ("in all", *map(str, tally(findings).values()))])
    for one in findings:
        if not one.verdict.decided:
            click.echo(f"\n{one.verdict.name} {one.mutant.id} {one.mutant} in {', '.join(one.actions)}")
            for line in [one.by] if one.shown is None else one.shown.lines():
                click.echo(f"    {line}")
