"""The arrival in London: who may enter, and what happens then."""

from __future__ import annotations

from spec.games.eighty_days.board import Arrival, City, Player
from spec.games.eighty_days.cards import draw, in_london, put_under_pile
from spec.games.eighty_days.diary import slide_into_diary
from spec.games.eighty_days.rulings import BONUS_INTO_LONDON, LEAVING_LONDON
from spec.games.eighty_days.state import Decision, Table
from spec.language import Number, Truth, element_at, rule

ENOUGH = 4

FOUR_ADVENTURES = rule(
    "arrival.four-adventures", "Four adventures to enter London",
    "The arrival city London may be entered with at least four completed adventures in the diary.", "80D-118",
)
ARRIVAL_CARD = rule(
    "arrival.card", "The arrival card",
    "Whoever arrives takes the arrival card with the most points that is left; the fourth to arrive finds none.",
    "80D-27 80D-119 80D-120",
)
LONDON_ADVENTURES = rule(
    "arrival.london-adventures", "London adventures instead",
    "On arriving, the current adventure goes under its pile and one of two London adventures is kept instead.",
    "80D-119 80D-121",
)
THE_END_OF_THE_ROAD = rule(
    "arrival.stay", "No more travelling", "Whoever has reached the arrival city London travels no more.", "80D-122",
)


def is_welcome(t: Table, p: Player, counting: Number | int = 0) -> Truth:
    """Whether `p` has adventures enough for the arrival city London; `counting` are those that count already."""
    return t.diary[p] + counting >= ENOUGH


def may_enter(t: Table, p: Player, city: City, counting: Number | int = 0) -> None:
    """Refuse the arrival city London to `p` before four adventures; `counting` are those that count already."""
    t.require(
        FOUR_ADVENTURES, (city != t.board.arrival) | is_welcome(t, p, counting),
        because="{p} has completed {done} adventures, and it takes {enough} to enter London", p=p,
        done=t.diary[p] + counting, enough=ENOUGH,
    )


def can_leave(t: Table, p: Player) -> Truth:
    """Whether the pawn of `p` can be taken on by something else than the action Travel."""
    return ~in_london(t, p) | t.chosen(LEAVING_LONDON, "b")


def may_leave(t: Table, p: Player) -> None:
    """Refuse to take the pawn of `p` out of the arrival city London."""
    t.require(THE_END_OF_THE_ROAD, can_leave(t, p), because="{p} has arrived in London and travels no more", p=p)


def lead_out(t: Table, p: Player) -> None:
    """Where a ruling lets the pawn of `p` be taken out of the arrival city London, the action Travel stays over."""
    with t.when(in_london(t, p) & t.chosen(LEAVING_LONDON, "b")):
        t.does(THE_END_OF_THE_ROAD)
        t.led_out[p] = True


def arrive(t: Table, p: Player) -> None:
    """`p` has just reached the arrival city London."""
    t.does(ARRIVAL_CARD)
    with t.when((t.arrivals_taken < t.count(Arrival)) & t.arrival_card[p].missing):
        t.arrival_card[p] = element_at(Arrival, t.arrivals_taken)
        t.arrivals_taken += 1

    t.does(LONDON_ADVENTURES)
    with t.when(t.completing):
        # A bonus led here: the card just completed is no current adventure, it belongs into the diary.
        slide_into_diary(t, p)
        t.draws_again = t.chosen(BONUS_INTO_LONDON, "b") & (t.open == Decision.DRAW)
    with t.otherwise():
        t.does(LONDON_ADVENTURES)
        put_under_pile(t, t.adventure[p])
        t.adventure[p] = None
        draw(t, p, Decision.ACTION)
