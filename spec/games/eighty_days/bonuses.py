"""The bonus effects on adventure cards (the iconography of the glossary)."""

from __future__ import annotations

from spec.games.eighty_days.arrival import arrive, can_leave, is_welcome, lead_out, may_enter, may_leave
from spec.games.eighty_days.assistance import holds
from spec.games.eighty_days.board import (
    TRAVEL_AREAS,
    Adventure,
    Area,
    Bonus,
    Item,
    Line,
    Player,
    destination,
    touches,
)
from spec.games.eighty_days.diary import carry_on
from spec.games.eighty_days.general_supply import take_coins
from spec.games.eighty_days.passing import AND_BYE
from spec.games.eighty_days.rolling import begin_roll
from spec.games.eighty_days.rulings import FOURTH_ADVENTURE, FREE_TRIP_DUTY, GUARDIAN_FREE_TRIP
from spec.games.eighty_days.state import Decision, Table
from spec.games.eighty_days.suitcase import DIE, choose_any
from spec.games.eighty_days.travel import GUARDIAN, LINES, has_revolver
from spec.games.eighty_days.turns import to_decide
from spec.language import Number, Truth, action, choose, rule, some

BONUS = rule(
    "adventures.bonus", "The bonus",
    "A bonus is carried out at once, before the card slides into the diary; its points count at the end.",
    "80D-103 80D-104 80D-106",
)
BONUS_COINS = rule("bonuses.coins", "Coins", "The player takes the coins shown from the supply.", "80D-137")
FREE_TRIP = rule(
    "bonuses.free-trip", "Free trips",
    "The pawn travels on to a next city in the way shown, without travel costs and line costs.",
    "80D-138 80D-139 80D-140 80D-141",
)

TRIPS = ((Bonus.SHIP, Area.SHIP), (Bonus.TRAIN, Area.TRAIN), (Bonus.SPECIAL, Area.SPECIAL))
"""The free trips of one kind."""


def receive_bonus(t: Table, p: Player, card: Adventure) -> None:
    """Step 1 of completing an adventure; unless something is left to be done, steps 2 and 3 follow at once."""
    bonus = t.board.bonus[card]
    t.does(BONUS)
    t.completing = True
    with t.when(bonus == Bonus.ROLL):
        t.does(DIE)
        begin_roll(t, p)
    with t.when(bonus == Bonus.ITEM):
        choose_any(t, p)
    with t.when(some(bonus == trip for trip in (Bonus.SHIP, Bonus.TRAIN, Bonus.SPECIAL, Bonus.ANY_LINE))):
        t.does(FREE_TRIP)
        t.open = Decision.FREE_TRIP
    with t.when(bonus == Bonus.COINS):
        t.does(BONUS_COINS)
        take_coins(t, p, t.board.bonus_coins[card])
    with t.when((bonus == Bonus.COINS) | (bonus == Bonus.NONE)):
        carry_on(t, p)


def allows(t: Table, p: Player, kind: Area) -> Truth:
    """Whether the free trip of `p` may be of this kind: as the bonus says, or special by a pass tile."""
    bonus = t.board.bonus[t.adventure[p].value]
    by_bonus = (bonus == Bonus.ANY_LINE) | some((bonus == trip) & (kind == area) for trip, area in TRIPS)
    return choose(t.leaving, kind == Area.SPECIAL, by_bonus)


def guarded(t: Table, p: Player, kind: Area) -> Truth:
    """Whether The Guardian, if it is out, lets `p` make a free trip of this kind."""
    return has_revolver(t, p, kind) | t.chosen(GUARDIAN_FREE_TRIP, "b")


def counting(t: Table) -> Number:
    """1 if the adventure being completed already counts for entering London, else 0."""
    return (t.completing & t.chosen(FOURTH_ADVENTURE, "b")).as_number()


def can_travel(t: Table, p: Player) -> Truth:
    """Whether some line can be used for the free trip of `p`."""
    here = t.city[p]
    welcome = is_welcome(t, p, counting(t))
    ways = [
        allows(t, p, kind) & guarded(t, p, kind)
        & (t.board.onward[here, kind].exists | (welcome & t.board.homeward[here, kind].exists))
        for kind in TRAVEL_AREAS
    ]
    return some(ways) & can_leave(t, p)


@action(FREE_TRIP)
def free_trip(t: Table, p: Player, line: Line) -> None:
    """Travel along a line for nothing, as the bonus of an adventure or by a pass tile."""
    to_decide(t, p, Decision.FREE_TRIP)
    may_leave(t, p)
    here, kind = t.city[p], t.board.kind[line]
    t.require(LINES, touches(t.board, line, here), because="{line} does not lead from {here}", line=line, here=here)
    with t.when(t.leaving):
        t.require(AND_BYE, allows(t, p, kind), because="the pass tile gives a special trip, not a {kind}", kind=kind)
    with t.otherwise():
        t.require(FREE_TRIP, allows(t, p, kind), because="the bonus is not a {kind}", kind=kind)
    there = destination(t.board, line, here)
    with t.when(touches(t.board, line, here)):
        may_enter(t, p, there, counting(t))
    t.require(
        GUARDIAN, guarded(t, p, kind), because="a train ride needs a revolver in the suitcase, and {p} has {has}",
        p=p, has=holds(t, p, Item.REVOLVER),
    )
    lead_out(t, p)
    t.does(FREE_TRIP)
    t.city[p] = there
    with t.when(there == t.board.arrival):
        arrive(t, p)
    with t.otherwise():
        carry_on(t, p)


@action(FREE_TRIP)
def stay(t: Table, p: Player) -> None:
    """Stay, as no line can be used for the free trip."""
    to_decide(t, p, Decision.FREE_TRIP)
    stays = ~can_travel(t, p) | t.chosen(FREE_TRIP_DUTY, "b")
    because = "there is a line that {p} can use for the free trip"
    with t.when(t.leaving):
        t.require(AND_BYE, stays, because=because, p=p)
    with t.otherwise():
        t.require(BONUS, stays, because=because, p=p)
    carry_on(t, p)
