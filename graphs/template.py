"""A board file to fill in: every section and key of a game's schema, with what each may hold."""

from __future__ import annotations

from collections.abc import Iterator

from graphs.cells import given_tables
from graphs.loading import board_files
from graphs.places import snake
from graphs.sections import BASED_ON
from spec.language.board import Printed
from spec.language.game import Game
from spec.language.sorts import BoolSort, Int, Named, Opt, Sort, Upto
from spec.language.values import Element


def template(game: Game) -> str:
    """A board file for `game` with placeholders; one row for each sort, to be repeated."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    yield f"# A board of {game.title}. Fill in what the box shows; run `fogg board check FILE` until nothing is left."
    yield "# Every value has a provenance: `rulebook LINE`, or a tag beginning with public or assumed, explained below."
    yield from ("", "[board]", f'game = "{game.id}"', 'name = "mine"', f'title = "{game.title}, my own box"')
    yield 'provenance = "public-box"'
    boards = ", ".join(board_files(game))
    if boards:
        yield f"# {BASED_ON} = ...  # would take every section that is not here from {boards} or the path of a file"
    yield from ("", "[provenance]", 'public-box = "Read off the printed components."')
    constants = [table for table in given_tables(game) if not table.index]
    if constants:
        yield from ("", "[printed]")
        for table in constants:
            yield _given(table, _placeholder(table.sort) if table.default is None else str(table.default))
    loose = [detail for detail in game.board.details if detail.element is None]
    if loose:
        yield from ("", "[details]", *(f"{detail.name} = {_sample(detail.kind)}" for detail in loose))
    for element in game.elements:
        yield from _section(game, element)


def _given(table: Printed, value: str) -> str:
    """A key with a value to be replaced, and what may stand there."""
    optional = isinstance(table.sort, Opt) or table.default is not None
    return f"{table.key} = {value}  # {_meaning(table.sort)}{', may be left out' if optional else ''}"


def _section(game: Game, element: type[Element]) -> Iterator[str]:
    tables = [table for table in given_tables(game) if table.index and _is(table.index[0], element)]
    details = [detail for detail in game.board.details if detail.element is element]
    if not tables and not details and element.size != "board":
        return
    ids = [name.lower() for name in element.members] or ["first"]
    for id_ in ids:
        yield from ("", f"[[{snake(element)}]]", f'id = "{id_}"')
        if not element.members:
            yield 'name = "First"'
        for table in tables:
            second = table.index[1] if len(table.index) > 1 else None
            value = _placeholder(table.sort)
            if isinstance(second, Named):
                names = [name.lower() for name in second.element.members] or ["first"]
                value = "{" + f"{names[0]} = {value}" + "}"
            yield _given(table, value)
        for detail in details:
            yield f"{detail.name} = {_sample(detail.kind)}"
    if not element.members:
        yield f"# ... and so on, one [[{snake(element)}]] for each"


def _is(sort: Sort, element: type[Element]) -> bool:
    return isinstance(sort, Named) and sort.element is element


def _placeholder(sort: Sort) -> str:
    match sort:
        case BoolSort():
            return "false"
        case Int(lo, _):
            return str(lo)
        case Upto():
            return "0"
        case Named(element) | Opt(element):
            return f'"{element.members[0].lower() if element.members else "first"}"'


def _meaning(sort: Sort) -> str:
    match sort:
        case BoolSort():
            return "true or false"
        case Int(lo, hi):
            return f"{lo} to {hi}"
        case Upto(element):
            return f"up to the number of [[{snake(element)}]]"
        case Named(element) | Opt(element):
            return " | ".join(name.lower() for name in element.members) or f"the id of a [[{snake(element)}]]"


def _sample(kind: type) -> str:
    return {float: "0.0", int: "0", str: '""', list: '["...."]', dict: "{}"}.get(kind, '""')
