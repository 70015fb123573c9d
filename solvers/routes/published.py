"""The answer that is published: exact, and with the engines that agree on it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.routes.answers import NoRoute, Route
from solvers.routes.checking import check_route
from solvers.routes.cpsat import search_with_cpsat
from solvers.routes.errors import EnginesDisagree
from solvers.routes.fewest import fewest_links
from solvers.routes.journey import Journey, Objective
from solvers.routes.search import Stopped, search_route

MOST_LABELS = 1_000_000
"""Labels of the exact search in `find_route`: some ten seconds."""


class Engine(Enum):
    """An independent way to find a best route."""

    GRAPH = "search of the graph"
    LABELS = "label setting"
    CP_SAT = "CP-SAT"


class Verdict(Enum):
    """What is known about a route; it is never rounded up."""

    OPTIMAL = "optimal"
    BEST_FOUND = "best found"
    NO_ROUTE = "no route"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class BestFound:
    """A route that may not be the best: none has a value below `bound`, and this one is `gap` above it."""

    route: Route
    objective: Objective
    bound: tuple[int, int]

    @property
    def gap(self) -> int:
        """How far the first number of the objective may be from the best."""
        return self.route.value(self.objective)[0] - self.bound[0]


@dataclass(frozen=True)
class Undecided:
    """No engine could decide within its limits, and why."""

    why: str


@dataclass(frozen=True)
class Routing:
    """A published answer: `answer` was reached by each engine in `agreed`."""

    journey: Journey
    objective: Objective
    answer: Route | BestFound | NoRoute | Undecided
    agreed: tuple[Engine, ...]

    @property
    def verdict(self) -> Verdict:
        """The answer in a word or two."""
        match self.answer:
            case Route():
                return Verdict.OPTIMAL
            case BestFound():
                return Verdict.BEST_FOUND
            case NoRoute():
                return Verdict.NO_ROUTE
            case Undecided():
                return Verdict.UNDECIDED

    @property
    def route(self) -> Route | None:
        """The route, if there is one."""
        match self.answer:
            case Route():
                return self.answer
            case BestFound(route):
                return route
            case _:
                return None

    @property
    def method(self) -> str:
        """The engines that agree, in words."""
        return " and ".join(engine.value for engine in self.agreed) or "no engine"

    def __str__(self) -> str:
        match self.answer:
            case Route() as route:
                said = f"{route.links} links, {route.coins} coins, {self.verdict.value}"
            case BestFound(route, _, bound):
                said = f"{route.links} links, {route.coins} coins, best found (no value is below {bound})"
            case NoRoute() as refused:
                said = f"no route: {refused.explanation}"
            case Undecided(why):
                said = f"undecided: {why}"
        return f"{self.journey.start} to {self.journey.target} by {self.objective.value}: {said} ({self.method})"


def find_route(
    journey: Journey, objective: Objective = Objective.FEWEST, *, most_labels: int = MOST_LABELS, effort: float = 10.0
) -> Routing:
    """Ask both engines for the best route and publish what is certain.

    A route is checked before it is published. "No route" always rests on the exact search, with CP-SAT as second
    opinion. `effort` is CP-SAT's deterministic time, roughly seconds; 0 leaves it out. Raises `EnginesDisagree`
    with the whole question when one engine finds a better route than the other says there is.

    >>> from solvers.routes.journey import Area, Link
    >>> links = (Link("ab", "a", "b", ("rail",)), Link("bc", "b", "c", ("rail",)), Link("ac", "a", "c", ("sea",)))
    >>> journey = Journey(("a", "b", "c"), links, (Area("rail"), Area("sea", height=5)), "a", "c")
    >>> str(find_route(journey, Objective.CHEAPEST))
    'a to c by cheapest: 2 links, 3 coins, optimal (label setting and CP-SAT)'
    """
    first = search_route(journey, objective, most_labels=most_labels)
    engine = Engine.LABELS
    if isinstance(first, NoRoute) and first.is_about_the_graph:
        engine = Engine.GRAPH
    if isinstance(first, Route):
        check_route(first)
    if not isinstance(first, Stopped):
        _check_links(journey, objective, first)
    if not effort or journey.start == journey.target:
        second: Route | ClaimsInfeasible | NoAnswer[Route] = NoAnswer("not asked")
    else:
        second = search_with_cpsat(journey, objective, effort=effort)
    known = second.best if isinstance(second, NoAnswer) else second
    if isinstance(first, Stopped):
        return _unfinished(journey, objective, first, second)
    if isinstance(known, Route) and isinstance(first, NoRoute):
        raise _disagreement(journey, objective, first, known)
    if isinstance(known, Route) and isinstance(first, Route) and known.value(objective) < first.value(objective):
        raise _disagreement(journey, objective, first, known)
    match second:
        case NoAnswer():
            return Routing(journey, objective, first, (engine,))
        case Route():
            agree = isinstance(first, Route) and first.value(objective) == second.value(objective)
        case ClaimsInfeasible():
            agree = isinstance(first, NoRoute)
    if not agree:
        raise _disagreement(journey, objective, first, second)
    return Routing(journey, objective, first, (engine, Engine.CP_SAT))


def _check_links(journey: Journey, objective: Objective, first: Route | NoRoute) -> None:
    """Compare with the fewest links of all, which are those of the route where coins and items have no limit."""
    fewest = fewest_links(journey)
    free = journey.coins is None and journey.items is None
    if isinstance(first, NoRoute):
        agree = (fewest is None) == first.is_about_the_graph
    else:
        exact = objective is Objective.FEWEST and free
        agree = fewest is not None and (fewest == first.links if exact else fewest <= first.links)
    if not agree:
        said = f"{Engine.LABELS.value}: {first.links if isinstance(first, Route) else first.explanation}"
        raise EnginesDisagree("route", [said, f"{Engine.GRAPH.value}: {fewest} links at least", repr(journey)])


def _unfinished(
    journey: Journey, objective: Objective, first: Stopped, second: Route | ClaimsInfeasible | NoAnswer[Route]
) -> Routing:
    limit = f"label setting stopped after {first.labels} labels"
    match second:
        case Route() as route:
            return Routing(journey, objective, BestFound(route, objective, first.bound), (Engine.CP_SAT,))
        case NoAnswer(_, route) if route is not None:
            return Routing(journey, objective, BestFound(route, objective, first.bound), (Engine.CP_SAT,))
        case ClaimsInfeasible():
            why = f"{limit}; CP-SAT claims that there is no route, which is not enough"
        case NoAnswer(status):
            why = f"{limit}; CP-SAT: {status}"
    return Routing(journey, objective, Undecided(why), ())


def _disagreement(
    journey: Journey, objective: Objective, first: Route | NoRoute, second: Route | ClaimsInfeasible
) -> EnginesDisagree:
    said = [
        f"{engine.value}: {answer.value(objective) if isinstance(answer, Route) else type(answer).__name__}"
        for engine, answer in ((Engine.LABELS, first), (Engine.CP_SAT, second))
    ]
    return EnginesDisagree("route", [*said, f"objective {objective.value}", repr(journey)])
