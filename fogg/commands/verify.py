"""`fogg verify`: prove what a game's spec claims."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

import click

from fogg import options
from fogg.output import print_json
from spec.language.errors import Malformed

if TYPE_CHECKING:
    from fogg.verifying import Done, Task
    from spec.language.game import Game
    from verification.verdicts import Result


@click.command(epilog="Examples: fogg verify eighty_days | fogg verify eighty_days four-adventures --players 3 "
               "--json | fogg verify eighty_days --board side_a | "
               "fogg verify eighty_days hats-run-out --players 4 --games found | "
               "fogg verify eighty_days london-adventures-run-out --players 2 --effort 10 | "
               "fogg verify tour_du_monde --free --players 3 | fogg verify tour_du_monde free.rules-refuse -v | "
               "fogg verify tour_du_monde --discover --players 2 | fogg verify tour_du_monde days --lemmas | "
               "fogg verify tour_du_monde days --smt2 questions --no-second | "
               "fogg verify tour_du_monde --ruling row-size --players 2 | "
               "fogg verify --all --summary verdicts.json")
@click.argument("game", required=False)
@click.argument("properties", nargs=-1)
@click.option("--players", type=int, help="Only for so many players; otherwise for every number that may play.")
@click.option("--board", help="Only for this board; otherwise for every board that meets the axioms.")
@click.option("--set", "variants", metavar="VARIANT=VALUE", multiple=True, help="Fix an option; others stay open.")
@click.option("--ruling", "rulings", metavar="ID[=LETTER]", multiple=True,
              help="Fix a ruling, others stay open; without a letter compare its readings.")
@click.option("-v", "--verbose", is_flag=True, help="Show every part of every proof with its rulebook lines.")
@click.option("--reach", is_flag=True, help="Look for the games that the spec says there are, too.")
@click.option("--free", is_flag=True, help="Find out what every game should have without its spec claiming it.")
@click.option("--discover", is_flag=True,
              help="Prove no claim, but tell facts that nobody claimed and that always hold.")
@click.option("--lemmas", is_flag=True, help="Let proofs lean on facts that are discovered so.")
@click.option("--effort", type=click.IntRange(min=1, max=100), default=1, show_default=True,
              help="Look so many times as long for games, in as much more memory.")
@click.option("--games", metavar="FOLDER", help="Write the games that are found as records into this folder.")
@click.option("--itf", metavar="FOLDER", help="Write them as traces in the Informal Trace Format, too.")
@click.option("--smt2", metavar="FOLDER", help="Write every question to z3 as an SMT-LIB file into this folder.")
@click.option("--no-second", is_flag=True, help="Do not have cvc5 check what z3 has proved.")
@click.option("--processes", type=click.IntRange(min=1),
              help="Prove so many games and numbers of players side by side; by default as many as there are "
              "processors.")
@click.option("--all", "every_game", is_flag=True,
              help="Verify every game instead of one, and that each ends and hides nothing that decides "
              "(free.terminates, free.hidden-decides-nothing).")
@options.written("--summary", help="Write the verdicts, without games and parts, into this JSON file.")
@options.as_json
def command(
    game: str | None, properties: tuple[str, ...], players: int | None, board: str | None, variants: tuple[str, ...],
    rulings: tuple[str, ...], verbose: bool, reach: bool, free: bool, discover: bool, lemmas: bool, effort: int,
    games: str | None, itf: str | None, smt2: str | None, no_second: bool, processes: int | None, every_game: bool,
    summary: str | None, as_json: bool,
) -> None:
    """Prove GAME's PROPERTIES (all that its spec claims of every game, by default), for every board and every ruling.

    `stores` may be asked for too: that no effect of any move leaves the range of what it changes.
    With --reach also what its spec claims of some game: it is REACHED by a shortest one, or by one that is told with
    the fewest moves it takes; it is looked for on every board that comes with GAME, and shown by --json and -v.
    With --free, or by names that begin with `free.`, what every game should have: rules that come into play and refuse
    moves, and so on, each shown by games or proved. With --discover no proof is made: bounds, sums that stay the same
    and what is always so while something else is, seen in random games and kept if every move keeps them.
    What z3 proves is checked by cvc5 at the same time, where it is installed; if they contradict each other, that is an
    error. With --ruling ID the readings of that ruling are compared on one board (the small one, or --board): proved to
    be the same game, or told apart by a short game, and how many random games are affected. Where neither is found
    there, a game is looked for with other variants and, without --board, on the other boards.
    Exit status 0 only if everything has the verdict that its spec declares: PROVED or REACHED, if it declares no
    other; 1 if something is refuted, unknown, bounded or vacuous; 130 if Ctrl-C ended it, after what is found by then
    was told (a second Ctrl-C ends it at once).
    """
    from fogg.output import check_folder
    from fogg.progress import steps
    from fogg.results import (
        check_summary,
        print_results,
        result_data,
        write_games,
        write_itf_files,
        write_summary,
    )
    from fogg.setup import find_game, game_ids
    from fogg.stopping import STOPPED
    from fogg.verifying import usable_processors, verified
    from verification.opinions import NOT_ASKED, NOT_INSTALLED
    from verification.second_opinion import is_installed

    if every_game is (game is not None):
        raise Malformed.one("name one game to verify, or write --all", f"there are {', '.join(game_ids())}")
    _check_words(game, properties, rulings, reach, free, discover)
    for folder in (games, itf, smt2):
        if folder is not None:
            check_folder(folder)
    if discover:
        assert game is not None, "refused above"
        if not _discovered(find_game(game), players, board, variants, rulings, as_json):
            raise click.exceptions.Exit(1)
        return
    asks = not no_second and is_installed()
    without = NOT_ASKED if no_second else NOT_INSTALLED
    if game is not None and any("=" not in text for text in rulings):
        settled = _compared(find_game(game), players, board, variants, rulings, asks, smt2, without, games, as_json)
        raise click.exceptions.Exit(0 if settled else 1)
    tasks = [
        one for id_ in (game_ids() if game is None else [game])
        for one in _tasks(find_game(id_), properties, players, board, variants, rulings, reach, free, lemmas, smt2,
                          asks, without, effort)
    ]
    if summary is not None:
        check_summary(summary)
    with steps("proving", quiet=as_json) as progress:
        done = verified(tasks, processes or usable_processors(), progress)
    found = _put_together(tasks, done)
    every = [(id_, result) for id_, results in found.items() for result in results]
    for results in found.values():
        if games is not None:
            write_games(results, games)
        if itf is not None:
            write_itf_files(results, itf)
    if summary is not None:
        write_summary(summary, every)
    stopped, left = any(one.stopped for one in done), _left(tasks, done)
    if as_json:
        print_json({
            "results": [result_data(id_, result) for id_, result in every], "interrupted": stopped,
            **({"left": left} if stopped else {}),
        })
    else:
        for id_, results in found.items():
            if every_game:
                click.echo(f"\n{find_game(id_).title}")
            print_results(results, verbose)
        if not asks:
            why = "--no-second was given" if no_second else "cvc5 is not installed; `pip install cvc5` brings it"
            click.echo(f"\nNo proof was checked by a second solver: {why}.")
    if stopped:
        many = sum(len(one.names) * len(one.counts or (one.players,)) for one in tasks)
        click.echo(f"stopped: {len(left)} of {many} verdicts are missing", err=True)
        raise click.exceptions.Exit(STOPPED)
    if not every or not all(result.as_declared for _, result in every):
        raise click.exceptions.Exit(1)


def _check_words(
    game: str | None, properties: tuple[str, ...], rulings: tuple[str, ...], reach: bool, free: bool, discover: bool
) -> None:
    """`Malformed` if the words of a question contradict each other, or some would be ignored."""
    if game is None and (properties or options.given("board", "variants", "rulings", "players")):
        raise Malformed.one("--all verifies everything of every game", "name one game to choose what of it")
    compared = [text for text in rulings if "=" not in text]
    fixed = [text.partition("=")[0] for text in rulings if "=" in text]
    both = [text for text in compared if text in fixed]
    if both:
        raise Malformed.one(f"{both[0]} is fixed, and its readings are to be compared", "leave out one or the other")
    named = [name for name in properties if not name.startswith("free.")]
    if discover:
        if game is None or properties:
            raise Malformed.one("--discover tells facts of one game and proves no property",
                                "name one game and no properties")
        options.refuse(
            options.given(
                "reach", "free", "lemmas", "effort", "games", "itf", "smt2", "no_second", "summary", "verbose",
                "processes",
            ),
            "--discover tells facts of one game and proves no property",
        )
    elif compared:
        what = "--ruling ID compares the readings of a ruling and proves no property"
        if properties:
            raise Malformed.one(what, "leave out properties, or write ID=LETTER")
        ignored = options.given("reach", "free", "lemmas", "effort", "itf", "summary", "verbose", "processes")
        options.refuse(ignored, what)
    elif properties or free:
        if reach:
            options.refuse(["--reach"], "it stands for properties that are not named, and none of those is asked for")
        if not named:
            options.refuse(options.given("lemmas"), "what every game should have leans on none")


def _discovered(
    rules: Game, players: int | None, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...],
    as_json: bool,
) -> bool:
    """Tell the facts that are discovered about one game."""
    from fogg.discovered import tell_facts
    from fogg.progress import steps
    from fogg.setup import ready_board, small_board
    from fogg.verifying import grounds_of

    if players is not None:
        options.check_count(rules, players)
    choices = options.checked_choices(rules, options.read_choices(variants, rulings))
    data = ready_board(board, rules) if board is not None else None
    with steps("discovering", quiet=as_json) as progress:
        return tell_facts(
            rules, rules.counts if players is None else [players], data, data or small_board(rules), grounds_of(rules),
            choices, progress, as_json,
        )


def _compared(
    rules: Game, players: int | None, board: str | None, variants: tuple[str, ...], rulings: tuple[str, ...],
    asks: bool, smt2: str | None, without: str, games: str | None, as_json: bool,
) -> bool:
    """Compare the readings of the rulings that are named without a letter, on one board."""
    from fogg.compared import compare_readings
    from fogg.setup import ready_board, small_board
    from fogg.verifying import grounds_of, listening
    from spec.language.data import EMPTY

    if players is not None:
        options.check_count(rules, players)
    fixed = tuple(text for text in rulings if "=" in text)
    choices = options.checked_choices(rules, options.read_choices(variants, fixed))
    data = (small_board(rules) or EMPTY) if board is None else ready_board(board, rules)
    with ExitStack() as stack:
        second, listeners = listening(asks, smt2, stack)
        return compare_readings(
            rules, [text for text in rulings if "=" not in text], players, data, choices,
            others=[] if board is not None else [one for one in grounds_of(rules) if one.name != data.name],
            listeners=listeners, second=second, without=without, games=games, as_json=as_json,
        )


def _tasks(
    rules: Game, properties: tuple[str, ...], players: int | None, board: str | None, variants: tuple[str, ...],
    rulings: tuple[str, ...], reach: bool, free: bool, lemmas: bool, smt2: str | None, asks: bool, without: str,
    effort: int,
) -> list[Task]:
    """What to find out about one game for each number of players; `Malformed` if there is no such thing."""
    from fogg.setup import ready_board
    from fogg.verifying import Task
    from graphs.cells import suggestion
    from spec.language.actions import Kind
    from verification.free.job import CHEAP, FREE, SOME_GAME
    from verification.proofs import proof_names

    of_every_game = tuple(name for name in FREE if free or name in properties)
    usual_free = CHEAP if options.given("every_game") and not free else ()
    properties = tuple(dict.fromkeys(name for name in properties if name not in FREE))
    proofs = list(dict.fromkeys(one.proof for one in rules.properties.values()))
    reaching = {one.proof for one in rules.properties.values() if one.kind is Kind.REACHABLE}
    usual = [] if of_every_game else [name for name in proofs if reach or name not in reaching]
    implicit = [name for name in proof_names(rules) if name not in proofs]
    for name in properties:
        if name not in (*proofs, *implicit):
            raise Malformed.one(f"{rules.title} has no property {name!r}",
                                f"{suggestion(name, [*proofs, *FREE])}it has {', '.join([*proofs, *implicit, *FREE])}")
    if players is not None:
        options.check_count(rules, players)
    choices = options.read_choices(variants, rulings)
    options.checked_choices(rules, choices)
    if board is not None:
        ready_board(board, rules)
    counts = list(rules.counts) if players is None else [players]
    # What is claimed of some game is looked for with all numbers of players before any of it is looked for harder.
    together = tuple(name for name in of_every_game if name in SOME_GAME) if len(counts) > 1 else ()
    claimed = properties or tuple(usual)
    apart = tuple(name for name in of_every_game or usual_free if name not in together)
    rest = (board, choices, bool(properties), lemmas, smt2, asks, without, effort)
    return [
        *([Task(rules.id, counts[-1], (), together, *rest, tuple(counts))] if together else []),
        *(Task(rules.id, count, claimed, apart, *rest) for count in counts if claimed or apart),
    ]


def _put_together(tasks: list[Task], done: list[Done]) -> dict[str, list[Result]]:
    """The results of each game, those of its tasks one after the other."""
    from fogg.setup import find_game
    from verification.free.job import FREE, put_together
    from verification.proofs import of_some_game

    found: dict[str, list[Result]] = {task.game: [] for task in tasks}
    for task, one in zip(tasks, done, strict=True):
        found[task.game] += one.results
    for id_, results in found.items():
        claimed = [result for result in results if result.property not in FREE]
        free = [result for result in results if result.property in FREE]
        found[id_] = [*of_some_game(find_game(id_), claimed), *put_together(free)]
    return found


def _left(tasks: list[Task], done: list[Done]) -> list[dict[str, str | int]]:
    """What has no verdict."""
    return [
        {"game": task.game, "property": name, "players": count}
        for task, one in zip(tasks, done, strict=True) for count in task.counts or (task.players,)
        for name in task.names if (name, count) not in {(result.property, result.players) for result in one.results}
    ]
