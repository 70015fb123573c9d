"""Phase 3, end of round: after periods I to IV the board is made ready for the next; after V the game ends."""

from __future__ import annotations

from spec.games.eighty_days.board import Area, Player
from spec.games.eighty_days.state import JUGGLER_STACKS, Decision, Phase, Table, fix_coins
from spec.language import least, rule, total

LAST_PERIOD = 5

AREAS_CLEARED = rule(
    "periods.areas", "The areas are cleared",
    "After periods I to IV all coins but the fix coins return from the areas to the general supply.",
    "80D-110 80D-111 80D-112",
)
NEWSPAPER_REMOVED = rule(
    "periods.newspaper", "The newspaper goes", "The newspaper of the period is out of the game.", "80D-113"
)
JUGGLER_FILLED = rule(
    "periods.juggler", "The juggler's coins again",
    "The juggler's spaces are filled up again to stacks of 2, 1 and 1, as far as the supply lasts.", "80D-115",
)
NEXT_PERIOD = rule(
    "periods.next", "The next period",
    "A new period begins with its newspaper; the person with the start marker will take the first action.",
    "80D-14 80D-40 80D-49 80D-116",
)
GAME_END = rule(
    "periods.game-end", "The end of the game", "The game ends when everyone has passed in period V.", "80D-14 80D-124"
)


def end_of_round(t: Table) -> None:
    """Everyone has passed: get ready for the next period, or end the game."""
    with t.when(t.period == LAST_PERIOD):
        t.does(GAME_END)
        t.open = Decision.NOTHING
        t.acted = False
    with t.otherwise():
        t.does(AREAS_CLEARED)
        t.bank += total(t.laid[area] for area in t.each(Area))
        for area in t.each(Area):
            t.laid[area] = 0
            t.height[area] = fix_coins(t.board, area)

        t.does(NEWSPAPER_REMOVED)
        t.newspaper = None

        t.does(JUGGLER_FILLED)
        for field, coins in JUGGLER_STACKS:
            filled = least(coins - t.juggler[field], t.bank)
            t.juggler[field] += filled
            t.bank -= filled

        t.does(NEXT_PERIOD)
        t.period += 1
        t.phase = Phase.NEWSPAPER
        t.open = Decision.NEWSPAPER
        t.active = t.start_marker
        t.acted = False
        for player in t.each(Player):
            t.passed[player] = False
