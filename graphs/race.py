"""Where a game's journey begins and ends on its board."""

from __future__ import annotations

from graphs.picture import ways
from spec.language.data import BoardData
from spec.language.derivations import Legs
from spec.language.game import Game
from spec.language.sorts import Named
from spec.lowering.instance import Instance


def ends_of(game: Game, data: BoardData) -> tuple[str, str] | None:
    """The place where the first player's pawn starts and the one to be reached, by their ids; None if there are none.

    `Malformed` if the game's board is no map.
    """
    way = ways(game)
    names = data.names[way.place.__name__]
    if isinstance(way, Legs):
        return (names[0].id, names[-1].id) if len(names) > 1 else None
    instance = Instance(game, game.counts[0], data)
    for field, slots in instance.layout.items():
        if field.index == (Named(game.players),) and field.sort == Named(way.place):
            return names[instance.start[slots.slot((0,))]].id, names[data.tables[way.target][0]].id
    return None
