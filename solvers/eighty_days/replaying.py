"""Routes as real moves: the reference executor has the last word on whether they are legal and what they cost."""

from __future__ import annotations

from dataclasses import dataclass

from solvers.eighty_days.journeys import ITEMS, known, number, rules_of
from solvers.eighty_days.others import pass_for
from solvers.routes import EnginesDisagree, Route
from spec.execution.moves import move_text
from spec.execution.position import Position, Refused
from spec.games.eighty_days.assistance import holds
from spec.games.eighty_days.board import Area, City, Line, Player
from spec.games.eighty_days.state import Decision
from spec.language.errors import Illegal
from spec.language.sorts import Named
from spec.lowering.executor import Move


class CannotTravel(Illegal):
    """The player takes no more actions in this period, or something else must be decided first."""


@dataclass(frozen=True, eq=False)
class Replay:
    """A route that was played: the moves, those of the others included, and the position at its end."""

    start: Position
    moves: tuple[Move, ...]
    end: Position

    @property
    def texts(self) -> tuple[str, ...]:
        """The moves as records write them."""
        return tuple(move_text(self.start.table, move) for move in self.moves)


def replay(position: Position, player: int, route: Route) -> Replay:
    """Play a route move by move; on their turns the others finish, and pass as the side of the board has it.

    Raises `CannotTravel` where the player has no turn to come in this period, and `EnginesDisagree` should the
    executor refuse a move or count other costs than the route does.
    """
    table, here = position.table, position
    actions = list(table.game.actions)
    purse = _holding(position, player)
    moves: list[Move] = []
    for step in route.steps:
        here = until_turn(here, player, moves)
        line, area = table.names.read(Named(Line), step.link), table.names.read(Named(Area), step.area)
        move: Move = (actions.index("travel"), player, line, area)
        try:
            here = here.play(move)
        except Refused as refused:
            raise EnginesDisagree("route", [f"the rules refuse a step of it: {refused}"]) from refused
        moves.append(move)
        before, (coins, _) = purse, _holding(here, player)
        if before[0] - coins != step.so_far:
            raise EnginesDisagree("route", [f"by {step.link} it costs {step.so_far}, played {before[0] - coins}"])
    coins, items = _holding(here, player)
    spent = tuple(had - has for had, has in zip(purse[1], items, strict=True))
    city = table.names.id(Named(City), _cell(here, "city", player))
    if spent != route.items or city != route.places[-1]:
        raise EnginesDisagree("route", [f"played it spends the items {spent} and ends in {city}"])
    return Replay(position, tuple(moves), here)


def turn_of(position: Position, player: int) -> Position:
    """The position in which the player is next to take an action, the others having passed; or `CannotTravel`."""
    return until_turn(position, player, [])


def until_turn(position: Position, player: int, moves: list[Move]) -> Position:
    """The same; the moves up to it are added to `moves`."""
    table, actions = position.table, list(position.table.game.actions)
    name = table.players[player]
    while True:
        if _cell(position, "passed", player):
            raise CannotTravel(f"{name} has passed and takes no more actions in this period")
        decision = _cell(position, "open")
        if decision != number(Decision.ACTION):
            title = table.names.title(Named(Decision), decision)
            raise CannotTravel(f"before {name} can travel comes {title}; add it to the record first")
        active, acted = _cell(position, "active"), _cell(position, "acted")
        if active == player and not acted:
            return position
        if acted:
            finish: Move = (actions.index("finish"), active)
            position, made = position.play(finish), [finish]
        else:
            position, made = pass_for(position, active)
        moves.extend(made)


def _holding(position: Position, player: int) -> tuple[int, tuple[int, ...]]:
    """Coins, and the items that the player can use, those on an Assistant's card among them."""
    here = rules_of(position)
    return _cell(position, "coins", player), tuple(known(holds(here, Player.at(player), item)) for item in ITEMS)


def _cell(position: Position, name: str, *index: int) -> int:
    return position.table.instance.cells(position.row)[name, index]
