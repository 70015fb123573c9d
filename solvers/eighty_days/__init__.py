"""Best routes of 80 Days: its positions as journeys, and every route replayed as real moves."""

from solvers.eighty_days.journeys import Area, City, Item, Newspaper, adventures, barring, journey_of, prices
from solvers.eighty_days.pictures import route_map
from solvers.eighty_days.positions import Situation, made_up, moved, read_city
from solvers.eighty_days.replaying import CannotTravel, Replay, replay, turn_of

__all__ = [
    "Area",
    "CannotTravel",
    "City",
    "Item",
    "Newspaper",
    "Replay",
    "Situation",
    "adventures",
    "barring",
    "journey_of",
    "made_up",
    "moved",
    "prices",
    "read_city",
    "replay",
    "route_map",
    "turn_of",
]
