"""D. Pass: leaving the current period."""

from __future__ import annotations

from spec.games.eighty_days.board import Player
from spec.games.eighty_days.periods import end_of_round
from spec.games.eighty_days.state import Table
from spec.games.eighty_days.turns import next_turn, take_action
from spec.language import action, every, rule, some

PASS = rule(
    "passing.pass", "Passing",
    "A player may always pass as the action of a turn, and then does nothing more in the period.",
    "80D-93 80D-94",
)
START_MARKER = rule(
    "passing.start-marker", "The start marker", "The first to pass in a period gets the start marker.", "80D-95"
)


@action(PASS)
def pass_(t: Table, p: Player) -> None:
    """Pass, and leave the current period."""
    take_action(t, p)
    t.does(START_MARKER)
    with t.when(~some(t.passed[player] for player in t.each(Player))):
        t.start_marker = p
    t.does(PASS)
    t.passed[p] = True
    with t.when(every(t.passed[player] for player in t.each(Player))):
        end_of_round(t)
    with t.otherwise():
        next_turn(t)
