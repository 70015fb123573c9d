"""Reaching a city: its bonus chips, and the arrival in London."""

from __future__ import annotations

from spec.games.tour_du_monde.board import Chip, City, Colour, Player
from spec.games.tour_du_monde.hands import draw_cards, draw_event
from spec.games.tour_du_monde.state import Decision, Table
from spec.games.tour_du_monde.turns import GOLD, gain_coin, to_decide, travellers_lose
from spec.language import action, choose, element_at, rule

NEXT_CITY = rule("arriving.next-city", "The next city", "A pawn moves to the next city of the route.", "TDM-17")
CHIPS = rule(
    "arriving.chips", "Bonus chips", "The first of all players in a city takes its red chip, the last its blue chip.",
    "TDM-20",
)
USE_CHIP = rule(
    "arriving.use-chip", "What chips offer",
    "A chip just taken may be used for a coin, a travel card, an event card, or a day lost by all opponents.",
    "TDM-20 TDM-25",
)
LONDON = rule(
    "arriving.london", "Back in London",
    "Whoever comes home lays down the betting slip, which keeps the order of arrival, and loses no more days.",
    "TDM-24 TDM-25",
)


def arrive(t: Table, p: Player) -> None:
    """`p` reaches the next city."""
    t.does(NEXT_CITY)
    city = element_at(City, t.city[p].index + 1)
    earlier = t.reached[city]
    t.city[p] = city
    t.reached[city] = earlier + 1
    t.open = Decision.TURN
    with t.when(city.index == t.count(City) - 1):
        t.does(LONDON)
        t.home += 1
        t.arrival[p] = t.home
    with t.otherwise():
        t.does(CHIPS)
        is_first, is_last = earlier == 0, earlier + 1 == t.count(Player)
        colour = choose(is_first, Colour.RED, Colour.BLUE)
        chip = t.chip[colour, city]
        with t.when((is_first | is_last) & chip.exists):
            t.chip[colour, city] = None
            t.won[p, chip.value] += 1
            t.offered = chip
            t.open = Decision.CHIP


@action(USE_CHIP)
def use_chip(t: Table, p: Player) -> None:
    """Use the chip just taken."""
    to_decide(t, p, Decision.CHIP)
    chip = t.offered
    t.offered = None
    t.open = Decision.TURN
    with t.when(chip == Chip.COIN):
        t.does(GOLD)
        gain_coin(t, p)
    with t.when(chip == Chip.TRAVEL_CARD):
        draw_cards(t, 1)
    with t.when(chip == Chip.EVENT_CARD):
        draw_event(t)
    with t.when(chip == Chip.DAY):
        t.does(USE_CHIP)
        travellers_lose(t, 1, but=p)


@action(USE_CHIP)
def leave_chip(t: Table, p: Player) -> None:
    """Do without what the chip offers."""
    to_decide(t, p, Decision.CHIP)
    t.offered = None
    t.open = Decision.TURN
