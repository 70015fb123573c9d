"""The travel diary: a completed adventure goes into it, and what a decision in between leads back to."""

from __future__ import annotations

from spec.games.eighty_days.board import Newspaper, Player
from spec.games.eighty_days.cards import draw
from spec.games.eighty_days.rolling import begin_roll
from spec.games.eighty_days.state import Decision, Phase, Table
from spec.games.eighty_days.turns import DECISIONS, begin_actions
from spec.language import rule

DIARY = rule(
    "adventures.diary", "The travel diary",
    "A completed adventure, its bonus carried out, slides into the travel diary; then two new cards are drawn.",
    "80D-105 80D-107 80D-108",
)


def slide_into_diary(t: Table, p: Player) -> None:
    """Steps 2 and 3 of completing an adventure: the card goes into the diary, and two new cards are drawn."""
    t.does(DIARY)
    card = t.adventure[p].value
    t.diary[p] += 1
    t.points[p] += t.board.worth[card]
    t.adventure[p] = None
    t.completing = False
    draw(t, p, Decision.ACTION)


def carry_on(t: Table, p: Player) -> None:
    """A decision of `p` has been made: go on with the adventure, pass tile, newspaper or turn that it was part of."""
    with t.when(t.completing):
        slide_into_diary(t, p)
    with t.otherwise():
        with t.when(t.phase == Phase.NEWSPAPER):
            next_reader(t)
        with t.otherwise():
            t.does(DECISIONS)
            t.open = Decision.ACTION


def next_reader(t: Table) -> None:
    """The newspaper gives the next person clockwise something to decide; after the last one, phase 2 begins."""
    t.does(DECISIONS)
    following = t.clockwise(t.active)
    with t.when(following == t.start_marker):
        begin_actions(t)
    with t.otherwise():
        t.active = following
        with t.when(t.newspaper == Newspaper.SANTA_EXPRESS):
            begin_roll(t, following)
        with t.otherwise():
            t.open = Decision.OBSERVER
