"""Questions about routes as people put them: words read by a game's guide, all that is wrong told at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.items import read_counts
from solvers.asking import HERE, Argument, Guide, Kind, Wish
from spec.language.errors import Malformed, Problem
from spec.language.sorts import Named, Opt

if TYPE_CHECKING:
    from spec.execution.position import Position
    from spec.execution.possible import Impossible
    from spec.execution.table import Table


def option_of(wish: Wish) -> Callable[[Any], Any]:
    """A wish as an option of the command line."""
    match wish.kind:
        case Kind.NUMBER:
            return click.option(wish.name, wish.key, type=click.IntRange(min=0), help=wish.help)
        case Kind.FLAG:
            return click.option(wish.name, wish.key, is_flag=True, help=wish.help)
        case Kind.MEMBER:
            return click.option(wish.name, wish.key, metavar=wish.metavar, help=wish.help)
        case Kind.COUNTS | Kind.AMOUNTS | Kind.PAIRS | Kind.LISTS:
            return click.option(wish.name, wish.key, metavar=wish.metavar, multiple=True, help=wish.help)


def read_values(guide: Guide, table: Table, words: Mapping[str, Any], *, recorded: bool) -> dict[str, Any]:
    """The arguments and wishes of a question; `Malformed` with everything that is wrong with them."""
    problems: list[Problem] = []
    values: dict[str, Any] = {"by": words["by"], "recorded": recorded}
    for argument in guide.arguments:
        try:
            values[argument.name] = _argument(argument, table, words[argument.name], recorded)
        except Malformed as error:
            problems.extend(error.problems)
    for wish in (*guide.wishes, *guide.asked):
        try:
            values[wish.key] = _wish(wish, table, words[wish.key])
        except Malformed as error:
            problems.extend(error.problems)
    if problems:
        raise Malformed(problems)
    return values


def recorded_position(game: str | None, file: str) -> Position:
    """The position at the end of a record, of that game if one is named; `Malformed` if it starts impossibly."""
    from fogg.records import load_record
    from spec.execution.replaying import end_of

    found = load_record(file)
    if game is not None and found.table.game.id != game:
        raise Malformed.one(f"{file} is a record of {found.table.game.title}", f"write {found.table.game.id}")
    ending = end_of(found)
    if ending.impossible:
        raise Malformed(_told(ending.impossible, file, "mend the record; fogg judge tells more"))
    for note in ending.notes(file):
        click.echo(f"note: {note}", err=True)
    return ending.position


def impossible(position: Position, file: str) -> list[Problem]:
    """Why a position that a record led to cannot be, as where the table ruled that a cell holds what it cannot."""
    from spec.execution.possible import impossibilities

    return _told(impossibilities(position.table, position.row), file, "mend what the table ruled")


def _told(reasons: Sequence[Impossible], file: str, remedy: str) -> list[Problem]:
    return [Problem(None, f"{file}: impossible position: {one}", remedy) for one in reasons]


def seat_of(table: Table, player: str | None) -> int:
    """The seat of the player who is asked about, by default the first."""
    return table.names.read(Named(table.game.players), player) if player is not None else 0


def _argument(argument: Argument, table: Table, text: str | None, recorded: bool) -> int | str | None:
    if text is None:
        return None
    if argument.may_be_here and text.casefold() == HERE:
        if not recorded:
            what = f"{text!r} is where a pawn stands in a record"
            raise Malformed.one(what, "give one with --record, or name a city")
        return HERE
    return argument.read(table, text)


def _wish(wish: Wish, table: Table, said: Any) -> Any:
    """What a wish says, or None if it is not made."""
    if wish.element is None:
        return said if wish.kind is not Kind.FLAG or said else None
    if said in (None, ()):
        return None
    sort = Named(wish.element)
    match wish.kind:
        case Kind.COUNTS:
            kinds = len(table.names.of(wish.element))
            return dict(enumerate(read_counts(said, kinds, lambda word: table.names.read(sort, word))))
        case Kind.AMOUNTS:
            return _amounts(wish, table, said)
        case Kind.PAIRS:
            assert wish.other is not None, "pairs are of members of two sorts"
            read, other = table.names.read, Named(wish.other)
            return {read(sort, one): read(other, two) for one, two in options.read_choices(said).items()}
        case Kind.LISTS:
            gaps = Opt(wish.element)
            return [[table.names.read(gaps, word.strip()) for word in text.split(",")] for text in said]
        case _:
            return table.names.read(sort, said)


def _amounts(wish: Wish, table: Table, texts: tuple[str, ...]) -> dict[int, int]:
    assert wish.element is not None, "amounts are of members"
    amounts: dict[int, int] = {}
    for member, amount in options.read_choices(texts).items():
        if not amount.isdecimal():
            what = f"{member}={amount} is no {wish.key}"
            raise Malformed.one(what, f"write {wish.metavar} with a number after the equals sign")
        amounts[table.names.read(Named(wish.element), member)] = int(amount)
    return amounts
