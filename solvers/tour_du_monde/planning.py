"""How plans are made in the tour: legs travelled and days saved count, and others who stay out of the way stay put."""

from __future__ import annotations

from solvers.plans.guides import PlanGuide
from spec.games.tour_du_monde.board import City, Mode, Player, cards
from spec.games.tour_du_monde.ending import LEG_IN_DAYS
from spec.games.tour_du_monde.properties import is_under_way
from spec.games.tour_du_monde.rulings import STAND_INS
from spec.games.tour_du_monde.state import LAST_DAY, Table
from spec.games.tour_du_monde.travel import DAYS_BY_ELEPHANT
from spec.language import Number, choose, least, total


def fewest_days(t: Table, city: City) -> Number:
    """What setting out from a city costs at least: overland the elephant, else the card that nothing replaces, if any.

    The cards that are not replaced may be a pair, which costs its days once; the days of the die come later.
    """
    found = Number(LAST_DAY)
    for card in cards():
        asked = t.board.needs[city, t.board.mode[card]] > 0
        found = choose(asked, least(found, t.board.days[card]), found)
    needed = total(t.board.needs[city, mode] for mode in t.each(Mode))
    replaced = choose(t.chosen(STAND_INS, "b"), Number(2), Number(1))
    return choose(t.board.overland[city], DAYS_BY_ELEPHANT, choose(needed > replaced, found, 0))


def most_score(t: Table, player: Player) -> Number:
    """What a player can still come to: home, in no more days than have gone and the legs to come cost at least."""
    begun = t.city[player].index + is_under_way(t, player)
    days = total(choose(city.index >= begun, fewest_days(t, city), 0) for city in t.each(City))
    return LEG_IN_DAYS * (t.count(City) - 1) - least(t.days[player] + days, LAST_DAY)


GUIDE = PlanGuide(
    objective="score",
    idle=("end_turn", "leave_chip", "keep", "take", "discard_card", "discard_event"),
    most=most_score,
)
