"""`fogg pack`: what fits into a suitcase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.output import print_json, write_text
from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    from solvers.packing.vectors import Counts
    from solvers.suitcase import Packed, Suitcase


@click.command(epilog="Examples: fogg pack eighty_days hat coat 2xshoes | fogg pack eighty_days 3xcoat --svg out.svg | "
               "fogg pack eighty_days --all | fogg pack eighty_days 4xcoat 5xhat --cases 2 | "
               "fogg pack --case fogg/examples/trunk.toml hat hat --json. "
               "Exit status 1: it does not fit, or nobody could decide.")
@click.argument("words", nargs=-1, metavar="GAME [ITEM]...")
@click.option("--board", metavar="NAME|FILE", default=None, help="A board of the game, or a board file.")
@click.option("--case", "case_file", metavar="FILE.toml",
              help='Any case and items instead of a game: [case] grid = [...], [[item]] id = "...", shape = [...].')
@click.option("--cases", type=click.IntRange(min=1), default=1, show_default=True, metavar="N",
              help="Pack N equal cases; the items may be shared out among them at will.")
@click.option("--all", "show_all", is_flag=True, help="List everything to which nothing can be added.")
@options.svg
@options.as_json
def command(
    words: tuple[str, ...], board: str | None, case_file: str | None, cases: int, show_all: bool, svg: str | None,
    as_json: bool,
) -> None:
    """Pack ITEMs into the suitcase of GAME: how they lie, what could be added, or why they do not fit.

    An item may be counted (2xhat) or repeated (hat hat). With --case no GAME is named. Items may be turned and
    turned over, and with --cases lie in any of the cases, but each in one.
    """
    from fogg.items import one_of, read_counts
    from solvers.packing import MalformedRequest
    from solvers.packing.picture import draw_packing
    from solvers.suitcase import ask

    suitcase, names = _suitcase(words, board, case_file, cases)
    counts = read_counts(names, len(suitcase.items), one_of(suitcase.items))
    try:
        packed = ask(suitcase, counts)
    except MalformedRequest as error:
        raise Malformed(Problem(None, one, "ask about fewer") for one in error.problems) from error
    if show_all and packed.maximal is None:
        raise Malformed.one("there are too many full suitcases to list", "ask without --all")
    if svg:
        write_text(svg, draw_packing(packed.packing, title=suitcase.title))
    if as_json:
        print_json(_json(packed, show_all))
    elif svg != "-":
        for line in _lines(packed, show_all):
            click.echo(line)
        if svg:
            click.echo(f"wrote {svg}")
    if not packed.is_packed:
        raise click.exceptions.Exit(1)


def _suitcase(
    words: Sequence[str], board: str | None, case_file: str | None, cases: int
) -> tuple[Suitcase, Sequence[str]]:
    """What is packed, and the words that name the items."""
    from solvers.suitcase import Suitcase, several, suitcase_of

    if case_file is not None:
        from solvers.packing.files import read_case

        if board is not None:
            raise Malformed.one("--board and --case are two different suitcases", "leave out one of them")
        case, items = read_case(case_file)
        return Suitcase(several(case, cases), tuple(items)), words
    if not words:
        raise Malformed.one("no game is named", "write fogg pack GAME ITEM..., or fogg pack --case FILE.toml ITEM...")
    from fogg.setup import find_game, ready_board

    game = find_game(words[0])
    if not game.board.tables:
        raise Malformed.one(f"{game.title} has no suitcase to pack", "give any other case with --case FILE.toml")
    return suitcase_of(game, ready_board(board, game), cases), words[1:]


def _lines(packed: Packed, show_all: bool) -> list[str]:
    from solvers.packing import Arrangement, DoesNotFit, Undecided, text_picture
    from solvers.packing.answers import in_words

    items, packing = packed.suitcase.items, packed.packing
    found: list[str] = []
    if any(packing.counts) or not show_all:
        found.append(f"{in_words(items, packing.counts)}: {packing.verdict.value} ({' and '.join(packed.agreed)})")
        match packing.answer:
            case Arrangement() as arrangement:
                for number, part in enumerate(arrangement.parts, 1):
                    several = f"case {number} of {len(arrangement.parts)}: {in_words(items, part.counts)}"
                    found += ["", *([several] if len(arrangement.parts) > 1 else []), text_picture(part)]
                found.append("")
                more = _named(packed, packed.could_add or packing.counts)
                some = " or ".join(f"{count} x {name}" for name, count in more.items()) or "nothing"
                found.append("what could be added was not computed" if packed.could_add is None else
                             f"of one kind could be added: {some}")
            case DoesNotFit() as refused:
                back = " or ".join(in_words(items, one) for one in packed.give_backs)
                found += [f"because {refused.explanation}", f"give back {back}, and the rest fits"]
            case Undecided(why):
                found.append(f"because {why}")
    if show_all and packed.maximal is not None:
        having = f" that hold {in_words(items, packing.counts)}" if any(packing.counts) else ""
        found += [""] if found else []
        copies = packing.case.copies
        full = "full suitcases" if copies == 1 else f"ways to fill {copies} cases"
        found.append(f"{len(packed.maximal)} {full}{having}, to which nothing can be added")
        found += [f"  {in_words(items, most)}" for most in packed.maximal]
    return found


def _json(packed: Packed, show_all: bool) -> dict[str, Any]:
    from solvers.packing import Arrangement, DoesNotFit, Undecided

    packing = packed.packing
    answer: dict[str, Any] = {
        "case": list(packing.case.single.rows), "cases": packing.case.copies, "items": _named(packed, packing.counts),
        "verdict": packing.verdict.value, "agreed": list(packed.agreed),
    }
    match packing.answer:
        case Arrangement() as arrangement:
            answer["placed"] = [
                {
                    "item": part.items[piece.item].name, "case_number": number,
                    "cells": [list(cell) for cell in piece.cells],
                }
                for number, part in enumerate(arrangement.parts, 1)
                for piece in part.placed
            ]
            answer["could_add"] = None if packed.could_add is None else _named(packed, packed.could_add)
        case DoesNotFit() as refused:
            answer["reason"] = refused.explanation
            answer["give_back"] = [_named(packed, one) for one in packed.give_backs]
        case Undecided(why):
            answer["reason"] = why
    if show_all and packed.maximal is not None:
        answer["maximal"] = [_named(packed, most) for most in packed.maximal]
    return answer


def _named(packed: Packed, counts: Counts) -> dict[str, int]:
    return {item.name: count for item, count in zip(packed.suitcase.items, counts, strict=True) if count}
