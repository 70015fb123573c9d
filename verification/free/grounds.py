"""Where else games are looked for: under the settings that a situation turns on, and on boards with one table changed.

A claim about every board speaks of those too, as long as they meet the axioms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace

from graphs.axioms import check_axioms
from spec.language.actions import Action
from spec.language.board import Printed
from spec.language.data import BoardData
from spec.language.errors import FoggError
from spec.language.game import Game
from spec.language.nodes import Choice, Node
from spec.language.settings import Setting
from spec.language.sorts import bounds
from spec.language.tape import Tape
from spec.lowering.instance import Instance
from verification.free.goals import Goal, is_impossible

GoalsOf = Callable[[int, Action, Tape], Iterable[Goal]]


def goals_on(instance: Instance, goals_of: GoalsOf, wanted: Callable[[tuple[str, str]], bool]) -> list[Goal]:
    """The situations that are wanted and possible in a game, for each of its actions."""
    return [
        goal for number, action in enumerate(instance.game.actions.values())
        for goal in goals_of(number, action, instance.tape(action)) if wanted(goal.key) and not is_impossible(goal)
    ]


def spoken_of(first: Instance, goals_of: GoalsOf, wanted: Callable[[tuple[str, str]], bool]) -> Iterator[Node]:
    """What the situations that are wanted speak of, with settings and board left open."""
    for number, action in enumerate(first.game.actions.values()):
        for goal in goals_of(number, action, first.open_tape(action)):
            if wanted(goal.key):
                yield from replace(goal.tape, stores=()).nodes()


def settings_in(nodes: Iterable[Node]) -> list[Setting]:
    """The settings among some nodes, each once."""
    return list(dict.fromkeys(node.setting for node in nodes if isinstance(node, Choice)))


def changeable(game: Game) -> list[Printed]:
    """The tables that may be changed alone: those that a board file gives and from which no other is computed."""
    derived = [table.derived for table in game.board.tables]
    used = {str(getattr(one, part.name)) for one in derived if is_dataclass(one) for part in fields(one)}
    return [table for table in game.board.tables
            if not table.derived and table.values is None and table.name not in used]


def least(table: Printed, game: Game, players: int, board: BoardData) -> int:
    """The smallest number that may stand in a table and is no less than 0."""
    return max(0, bounds(table.sort, game.shape(players, board.sizes))[0])


def with_all_alike(
    game: Game, players: int, board: BoardData, fixed: Mapping[Setting, int], table: Printed, value: int, title: str
) -> Instance | None:
    """The game on a board on which all cells of a table are alike; None if they are already, or if no board is so."""
    cells = board.tables.get(table.name, ())
    if all(cell == value for cell in cells):
        return None
    changed = replace(board.with_table(table, [value] * len(cells)), title=title)
    try:
        check_axioms(changed, game, thorough=True, players=players)
        instance = Instance(game, players, changed, fixed)
        _ = instance.start
    except FoggError:
        return None
    return instance
