"""The die of balloons and elephants: a roll is kept, or another is bought with a coin."""

from __future__ import annotations

from typing import Annotated

from spec.games.tour_du_monde.arriving import arrive
from spec.games.tour_du_monde.board import Player
from spec.games.tour_du_monde.rulings import REROLL_ELEPHANT
from spec.games.tour_du_monde.state import Decision, Table
from spec.games.tour_du_monde.turns import lose_days, pay_coins, to_decide, to_happen
from spec.language import Int, Number, action, chance, choose, rule

DIE = rule(
    "die.days", "The die", "The roll is the number of days that the balloon costs, or the elephant besides six.",
    "TDM-12 TDM-19",
)
REROLL = rule("die.reroll", "Rolling again", "A coin buys another roll, as long as there are coins.", "TDM-11")


@chance(DIE)
def roll(t: Table, die: Annotated[Number, Int(1, 6)]) -> None:
    """The die is rolled."""
    to_happen(t, Decision.ROLL)
    t.rolled = die
    t.open = Decision.KEEP


@action(REROLL)
def reroll(t: Table, p: Player) -> None:
    """Pay a coin and roll again."""
    to_decide(t, p, Decision.KEEP)
    t.require(
        REROLL, ~t.board.overland[t.city[p]] | t.chosen(REROLL_ELEPHANT, "a"), because="the elephant is rolled for once"
    )
    t.require(REROLL, t.coins[p] > 0, because="{p} has no coin", p=p)
    pay_coins(t, p, 1)
    t.rolled = 0
    t.open = Decision.ROLL


@action(DIE)
def keep(t: Table, p: Player) -> None:
    """Keep the roll; after the last die the city is reached."""
    to_decide(t, p, Decision.KEEP)
    lose_days(t, p, choose(t.rolled == t.pair_value, 0, t.rolled))
    t.rolled = 0
    t.dice -= 1
    with t.when(t.dice > 0):
        t.open = Decision.ROLL
    with t.otherwise():
        t.pair_value = 0
        arrive(t, p)
