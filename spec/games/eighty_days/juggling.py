"""C. Juggling, on board side A."""

from __future__ import annotations

from spec.games.eighty_days.board import Player, Side
from spec.games.eighty_days.state import JugglerField, Table
from spec.games.eighty_days.turns import take_action
from spec.language import action, rule

JUGGLING = rule(
    "juggling.stack", "Juggling",
    "On side A a player takes the stack of coins from one of the juggler's fields; side B has no juggler.",
    "80D-54 80D-91 80D-92",
)


@action(JUGGLING)
def juggle(t: Table, p: Player, field: JugglerField) -> None:
    """Take the juggler's stack from a field."""
    take_action(t, p)
    t.require(JUGGLING, t.board.side == Side.A, because="there is no juggler on side B of the game board")
    with t.when(t.board.side == Side.A):
        t.require(JUGGLING, t.juggler[field] > 0, because="the {field} field of the juggler is empty", field=field)
    t.coins[p] += t.juggler[field]
    t.juggler[field] = 0
