"""Best plans of Le Tour du Monde: which cards to take and to pay with, exactly, and replayed as real moves."""

from solvers.tour_du_monde.dice import Die, Gain, expected_days
from solvers.tour_du_monde.plans import NoPlan, Plan, Turn
from solvers.tour_du_monde.policy import best_policy
from solvers.tour_du_monde.published import Engine, Planning, Verdict, find_plan
from solvers.tour_du_monde.reading import tour_of
from solvers.tour_du_monde.replaying import CannotTravel, Replay, replay, turn_of
from solvers.tour_du_monde.search import search_plan
from solvers.tour_du_monde.tour import Objective, Offer, Payment, Tour

__all__ = [
    "CannotTravel",
    "Die",
    "Engine",
    "Gain",
    "NoPlan",
    "Objective",
    "Offer",
    "Payment",
    "Plan",
    "Planning",
    "Replay",
    "Tour",
    "Turn",
    "Verdict",
    "best_policy",
    "expected_days",
    "find_plan",
    "replay",
    "search_plan",
    "tour_of",
    "turn_of",
]
