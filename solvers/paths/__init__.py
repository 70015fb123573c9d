"""General engines for paths: the cheapest within limits of resources, and outings that collect prizes.

>>> arcs = (Arc(0, 1, 1, (5,)), Arc(1, 2, 1, (5,)), Arc(0, 2, 9, (1,)))
>>> answer = find_path(Network(3, arcs, limits=(9,)), 0, 2)
>>> answer.answer.cost, [engine.value for engine in answer.agreed]
(9, ['label setting', 'CP-SAT'])
"""

from solvers.paths.collecting import NoTour, Stopped, Tour, best_tour
from solvers.paths.labels import NoPath, Path, cheapest_path
from solvers.paths.network import Arc, Network, read_or_library
from solvers.paths.outing import Outing, Spot, read_outing
from solvers.paths.published import (
    Broken,
    Engine,
    EnginesDisagree,
    PathAnswer,
    TourAnswer,
    find_path,
    find_tour,
)

__all__ = [
    "Arc",
    "Broken",
    "Engine",
    "EnginesDisagree",
    "Network",
    "NoPath",
    "NoTour",
    "Outing",
    "Path",
    "PathAnswer",
    "Spot",
    "Stopped",
    "Tour",
    "TourAnswer",
    "best_tour",
    "cheapest_path",
    "find_path",
    "find_tour",
    "read_or_library",
    "read_outing",
]
