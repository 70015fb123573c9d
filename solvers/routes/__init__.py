"""The best route through a graph whose links grow dearer with every use of the area they are paid on.

>>> links = (Link("ab", "a", "b", ("rail",)), Link("bc", "b", "c", ("rail",), items=(1,)))
>>> journey = Journey(("a", "b", "c"), links, (Area("rail"),), "a", "c", ("hat",), coins=2, items=(1,))
>>> find_route(journey).answer.explanation
'the cheapest way costs 3 coins and there are 2'
"""

from solvers.routes.answers import (
    Barred,
    ItemsMissing,
    Lacking,
    NoRoute,
    Reason,
    Route,
    Step,
    TooDear,
    Unreachable,
)
from solvers.routes.checking import check_route
from solvers.routes.errors import BrokenRoute, EnginesDisagree, MalformedJourney, RouteError
from solvers.routes.fewest import fewest_links
from solvers.routes.journey import Area, Journey, Link, Objective, in_words
from solvers.routes.missing import least_missing
from solvers.routes.published import BestFound, Engine, Routing, Undecided, Verdict, find_route
from solvers.routes.search import Stopped, search_route

__all__ = [
    "Area",
    "Barred",
    "BestFound",
    "BrokenRoute",
    "Engine",
    "EnginesDisagree",
    "ItemsMissing",
    "Journey",
    "Lacking",
    "Link",
    "MalformedJourney",
    "NoRoute",
    "Objective",
    "Reason",
    "Route",
    "RouteError",
    "Routing",
    "Step",
    "Stopped",
    "TooDear",
    "Undecided",
    "Unreachable",
    "Verdict",
    "check_route",
    "fewest_links",
    "find_route",
    "in_words",
    "least_missing",
    "search_route",
]
