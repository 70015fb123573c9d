"""Put a game, a board and the tables that are computed from it together, ready for play.

Everything heavy is imported where it is needed, so that `fogg --help` starts at once.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from spec.language.errors import Malformed, Problem

if TYPE_CHECKING:
    from graphs.places import Lines
    from spec.execution.table import Table
    from spec.language.data import BoardData
    from spec.language.game import Game


def game_ids() -> tuple[str, ...]:
    """The games that have a spec, in alphabetical order."""
    import spec.games

    return tuple(sorted(module.name for module in pkgutil.iter_modules(spec.games.__path__) if module.ispkg))


def find_game(id: str) -> Game:
    """The game with that id, or whose id begins so; `Malformed` if there is none or more than one."""
    from graphs.cells import suggestion
    from spec.execution.naming import plain
    from spec.language.game import Game

    ids = game_ids()
    found = [one for one in ids if plain(one) == plain(id)] or [one for one in ids if plain(one).startswith(plain(id))]
    if len(found) != 1 or not plain(id):
        what = f"there is no game {id!r}" if not found or not plain(id) else f"{id!r} could be {', '.join(found)}"
        raise Malformed.one(what, f"{suggestion(id, ids)}the games are {', '.join(ids)}")
    module = importlib.import_module(f"spec.games.{found[0]}.game")
    return next(value for value in vars(module).values() if isinstance(value, Game))


def ready_board(source: str | Path | None, game: Game, *, thorough: bool = False) -> BoardData:
    """A board with its derived tables filled in, checked against the game's axioms.

    `source` is a path, the name of a board that comes with the game, or None for the first of those; `thorough`
    checks what was derived too. Raises `Malformed` with every problem found.
    """
    from graphs.axioms import check_axioms
    from graphs.loading import board_files, lines_of, load_board

    if source is None:
        files = board_files(game)
        if not files:
            raise Malformed.one(f"{game.title} has no board yet", "give one with --board FILE")
        source = next(iter(files))
    board, lines = load_board(source, game), lines_of(source, game)
    _check_packings(board, game, lines)
    try:
        board = with_derived(board, game)
    except Malformed as error:
        raise Malformed([_placed(one, lines) for one in error.problems]) from error
    check_axioms(board, game, thorough=thorough, lines=lines)
    return board


def _placed(problem: Problem, lines: Lines) -> Problem:
    """A problem with what is computed from a board, at the field that it names, or at the heading.

    What was computed of a field of another file may be this file's doing, so that is told where it takes the field.
    """
    if problem.place:
        return problem
    if not problem.field:
        return replace(problem, place=lines.of("board"))
    place, section = lines.of_key(problem.field), lines.section_of_key(problem.field)
    if place.file != lines.file:
        what = f"{problem.what}; {problem.field} is taken from {place}"
        return replace(problem, what=what, place=lines.of("board", 0, "based_on"))
    whole = f"; {lines.heading(section)} here replaces that of {lines.replaced(section)}"
    return replace(problem, place=place, what=problem.what + (whole if lines.replaces(section) else ""))


def _check_packings(board: BoardData, game: Game, lines: Lines) -> None:
    """Raise `Malformed` with every case or shape that is not drawn as one."""
    from solvers.derived import misdrawn
    from spec.language.derivations import PackingTable

    problems: list[Problem] = []
    for table in game.board.tables:
        if isinstance(table.derived, PackingTable):
            problems += misdrawn(board, table.derived, lines)
    if problems:
        raise Malformed(list(dict.fromkeys(problems)))  # several tables may draw on the same shapes


def small_board(game: Game) -> BoardData | None:
    """The board with the fewest members that comes with a game: where short counterexamples are looked for."""
    from graphs.loading import board_files

    boards = [ready_board(name, game) for name in board_files(game)]
    return min(boards, key=lambda board: sum(board.sizes.values()), default=None)


def with_derived(board: BoardData, game: Game) -> BoardData:
    """The same board with every derived table computed, each by what the spec says of it."""
    from spec.language.derivations import FewestLinks, LinkOnward, MemberCount, PackedAlone, PackingTable

    for table in game.board.tables:
        match table.derived:
            case FewestLinks() as ways:
                from graphs.derived import fewest_links_cells

                board = board.with_table(table, fewest_links_cells(board, ways))
            case LinkOnward() as onward:
                from graphs.derived import link_onward_cells

                board = board.with_table(table, link_onward_cells(board, onward))
            case MemberCount() as alike:
                from graphs.derived import member_count_cells

                board = board.with_table(table, member_count_cells(board, alike))
            case PackingTable() as packing:
                from solvers.derived import packing_cells

                board = board.with_table(table, packing_cells(board, packing, table.index))
            case PackedAlone() as alone:
                from solvers.derived import packed_alone_cells

                board = board.with_table(table, packed_alone_cells(board, alone, table.sort))
            case _:
                pass
    return board


def table(
    game: Game | str, board: str | Path | BoardData | None = None, players: int | Sequence[str] = 0,
    choices: Mapping[str, str] | None = None,
) -> Table:
    """A table set up for play.

    >>> antonia_and_ben = table("eighty_days", players=["Antonia", "Ben"])
    >>> antonia_and_ben.players
    ('Antonia', 'Ben')
    """
    from spec.execution.table import set_up
    from spec.language.data import EMPTY, BoardData

    rules = find_game(game) if isinstance(game, str) else game
    problems: list[Problem] = []
    data = EMPTY
    try:
        data = board if isinstance(board, BoardData) else ready_board(board, rules)
    except Malformed as error:
        problems += error.problems
    try:
        found = set_up(rules, data, players, choices)
    except Malformed as error:
        raise Malformed([*problems, *error.problems]) from error
    if problems:
        raise Malformed(problems)
    return found
