"""What lies on the links of a board in a position: tiles and the like, told by what they cost.

A field of the state over links that may hold a member of another sort says what lies there.
"""

from __future__ import annotations

from graphs.picture import costs_of, ways
from spec.execution.position import Position
from spec.language.derivations import Legs
from spec.language.sorts import ABSENT, Named, Opt
from spec.language.state import Sight


def lying_on_links(position: Position) -> dict[str, str]:
    """For each link on which something lies for all to see: what it costs, or what it is if that is nothing."""
    table = position.table
    game, data, way = table.game, table.board, ways(table.game)
    found: dict[str, str] = {}
    if isinstance(way, Legs):
        return found
    link = way.link
    for field in game.state.fields:
        if field.index != (Named(link),) or not isinstance(field.sort, Opt) or field.sight is not Sight.EVERYONE:
            continue
        slots, lying = table.instance.layout[field], field.sort.element
        names = data.names[lying.__name__]
        costs = costs_of(game, lying, data)
        for number, name in enumerate(data.names[link.__name__]):
            if (member := position.row[slots.slot((number,))]) != ABSENT:
                found[name.id] = costs[member] or names[member].title
    return found
