"""Game preparation: where everything lies before the first period, and who begins.

The pieces lie ready in the fields of `state.py`; the adventure cards are dealt by the moves of `cards.py`.
"""

from __future__ import annotations

from spec.games.eighty_days.board import Player
from spec.games.eighty_days.general_supply import take_coins
from spec.games.eighty_days.state import Decision, Phase, Table
from spec.games.eighty_days.turns import in_turn_order, to_happen
from spec.language import chance, rule

BOARD = rule(
    "preparation.board", "The board is laid out",
    "Pawns start in London; items, coins and the die lie ready, and there are fix coins for two or three players.",
    "80D-3 80D-4 80D-17 80D-18 80D-19 80D-20 80D-21 80D-22 80D-24 80D-27 80D-28",
)
JUGGLER = rule(
    "preparation.juggler", "The juggler's coins",
    "Four coins of the general supply lie on the juggler's marked spaces in stacks of 2, 1 and 1.", "80D-29",
)
STARTING_PLAYER = rule(
    "preparation.starting-player", "The starting player",
    "The starting player gets the start marker, and the others one coin more for each seat further clockwise.",
    "80D-30",
)


@chance(STARTING_PLAYER)
def first_player(t: Table, first: Player) -> None:
    """Somebody is determined to start, each with the same chance."""
    to_happen(t, Decision.STARTING_PLAYER)
    t.start_marker = first
    t.active = first
    for seats, player in enumerate(in_turn_order(t, first)):
        take_coins(t, player, seats)
    t.phase = Phase.NEWSPAPER
    t.open = Decision.NEWSPAPER
