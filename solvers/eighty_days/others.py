"""How the others leave the period while somebody travels: they pass, on side B with the plainest tile that lies there.

A pass tile's effect falls on whoever takes it and on the supply, never on the prices, the lines or the traveller.
"""

from __future__ import annotations

from collections.abc import Collection

from solvers.eighty_days.journeys import known, number, rules_of
from spec.execution.position import Position
from spec.games.eighty_days.board import PassTile
from spec.games.eighty_days.passing import takes_a_tile
from spec.games.eighty_days.state import Decision
from spec.lowering.executor import Move

PLAINEST_FIRST = tuple(number(tile) for tile in (
    PassTile.ME_FIRST, PassTile.MONEY, PassTile.SWAP, PassTile.ON_OFFER, PassTile.NEW_ADVENTURES, PassTile.AND_BYE,
))
"""Tiles without a decision, then those whose decision changes least."""
UNCHANGING = ("swap_nothing", "take", "put_back", "stay")
"""What decides an effect without changing more than it must."""


def pass_for(
    position: Position, player: int, tile: int | None = None, *, spared: Collection[int] = ()
) -> tuple[Position, list[Move]]:
    """The position after the player, who has not acted in this turn, has passed for the period; and the moves to it.

    On side B with the pass tile given, or the plainest. Where an effect leaves nothing plain to do, its first legal
    move is made, chance included; the adventures that are `spared` are not drawn as long as there are others.
    """
    actions = list(position.table.game.actions)
    if not known(takes_a_tile(rules_of(position))):
        plain: Move = (actions.index("pass"), player)
        return position.play(plain), [plain]
    cells = position.table.instance.cells(position.row)
    taken = next(one for one in PLAINEST_FIRST if cells["available", (one,)]) if tile is None else tile
    moves: list[Move] = [(actions.index("pass_with"), player, taken)]
    position = position.play(moves[0])
    while _is_leaving(position, player):
        moves.append(_next_of_effect(position, player, actions, spared))
        position = position.play(moves[-1])
    return position, moves


def _is_leaving(position: Position, player: int) -> bool:
    """Whether the player is still leaving the period; after the last one everybody's passing is over at once."""
    cells = position.table.instance.cells(position.row)
    return bool(cells["leaving", ()]) and not cells["passed", (player,)]


def _next_of_effect(position: Position, player: int, actions: list[str], spared: Collection[int]) -> Move:
    if position.table.instance.cells(position.row)["open", ()] == number(Decision.ACTION):
        return actions.index("finish"), player
    remove, swap = actions.index("remove"), actions.index("swap")
    unchanging = [actions.index(name) for name in UNCHANGING]
    draws = [actions.index(name) for name in ("draw_adventure", "draw_london")]
    choices = [move for move in position.moves if move[0] != remove]  # which decides nothing
    for move in choices:
        if move[0] in unchanging or (move[0] == swap and move[2] == move[3]):  # an item for another of its kind
            return move
    return next((move for move in choices if move[0] in draws and move[-1] not in spared), choices[0])
