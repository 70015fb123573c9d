"""The best plan for a journey over several periods, in each of which prices begin anew, with purchases on the way.

>>> rail = (Way("ab", "a", "b", area="rail"), Way("bc", "b", "c", area="rail"), Way("ac", "a", "c", coins=4))
>>> periods = tuple(Period(name, (Area("rail"),), rail, income=1) for name in ("I", "II"))
>>> expedition = Expedition(("a", "b", "c"), periods, "a", Goal(frozenset({"c"})), coins=4)
>>> [(plan.actions, plan.periods, plan.paid) for by in Objective if (plan := find_plan(expedition, by).plan)]
[(1, 1, 4), (2, 2, 2), (1, 1, 4)]
"""

from solvers.expeditions.errors import BrokenPlan, EnginesDisagree, ExpeditionError, MalformedExpedition
from solvers.expeditions.expedition import Area, Counts, Expedition, Goal, Objective, Offer, Period, Task, Token, Way
from solvers.expeditions.plans import Action, Buy, Complete, Find, Leave, Plan, Ride, Step, Swap, played
from solvers.expeditions.published import Planned, find_plan
from solvers.expeditions.search import NoPlan, Stopped, search_plan

__all__ = [
    "Action",
    "Area",
    "BrokenPlan",
    "Buy",
    "Complete",
    "Counts",
    "EnginesDisagree",
    "Expedition",
    "ExpeditionError",
    "Find",
    "Goal",
    "Leave",
    "MalformedExpedition",
    "NoPlan",
    "Objective",
    "Offer",
    "Period",
    "Plan",
    "Planned",
    "Ride",
    "Step",
    "Stopped",
    "Swap",
    "Task",
    "Token",
    "Way",
    "find_plan",
    "played",
    "search_plan",
]
