"""The answer that is published: both engines agree on it, and the exact search has the last word on "no plan"."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from fractions import Fraction

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.routes.errors import EnginesDisagree
from solvers.tour_du_monde.cpsat import search_with_cpsat
from solvers.tour_du_monde.plans import NoPlan, Plan
from solvers.tour_du_monde.policy import TooManyStandings, best_policy
from solvers.tour_du_monde.search import MOST_LABELS, Stopped, search_plan
from solvers.tour_du_monde.tour import Objective, Tour


class Engine(Enum):
    """An independent way to find a best plan."""

    SEARCH = "exact search"
    CP_SAT = "CP-SAT"


class Verdict(Enum):
    """What is known about a plan; it is never rounded up."""

    OPTIMAL = "optimal"
    BEST_FOUND = "best found"
    NO_PLAN = "no plan"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Planning:
    """A published answer. `going` are the days on average if one decides as one goes; None where it is not known.

    `unasked` says why CP-SAT confirms nothing; empty where it does.
    """

    tour: Tour
    objective: Objective
    verdict: Verdict
    plan: Plan | None
    agreed: tuple[Engine, ...]
    going: Fraction | None = None
    why: str = ""
    unasked: str = ""

    @property
    def method(self) -> str:
        """The engines that agree, in words, and why not both do."""
        engines = " and ".join(engine.value for engine in self.agreed) or "no engine"
        return f"{engines}, not confirmed by {Engine.CP_SAT.value}: {self.unasked}" if self.unasked else engines


def find_plan(
    tour: Tour, objective: Objective = Objective.EXPECTED, *, most_labels: int = MOST_LABELS, effort: float = 10.0
) -> Planning:
    """Ask both engines for the best plan and publish what is certain.

    `effort` is CP-SAT's deterministic time, roughly seconds. Raises `EnginesDisagree` with the whole question when
    one engine finds a better plan than the other says there is.
    """
    first = search_plan(tour, objective, most_labels=most_labels)
    second = search_with_cpsat(tour, objective, effort=effort)
    other = second.best if isinstance(second, NoAnswer) else second
    if isinstance(first, Stopped):
        return _unfinished(tour, objective, first, second)
    if isinstance(first, NoPlan) and isinstance(other, Plan):
        raise _disagreement(tour, objective, first, other)
    if isinstance(first, Plan) and isinstance(other, Plan):
        better = other.value(objective) < first.value(objective)
        if better or (isinstance(second, Plan) and other.value(objective) != first.value(objective)):
            raise _disagreement(tour, objective, first, other)
    if isinstance(second, ClaimsInfeasible) and isinstance(first, Plan):
        raise _disagreement(tour, objective, first, second)
    agreed = (Engine.SEARCH,) if isinstance(second, NoAnswer) else (Engine.SEARCH, Engine.CP_SAT)
    unasked = second.status if isinstance(second, NoAnswer) else ""
    if isinstance(first, NoPlan):
        return Planning(tour, objective, Verdict.NO_PLAN, None, agreed, unasked=unasked)
    going, why = _going(tour, objective, first)
    return Planning(tour, objective, Verdict.OPTIMAL, first, agreed, going, why, unasked)


def legs_that_can_be_paid(tour: Tour) -> int:
    """The most of the legs ahead that can be travelled with what is at hand, by the exact search."""
    for legs in range(len(tour.payments) - 1, 0, -1):
        shorter = replace(tour, payments=tour.payments[:legs], must_move=tour.must_move and tour.must_move[:legs])
        if not isinstance(search_plan(shorter, Objective.WORST), NoPlan):
            return legs
    return 0


def _going(tour: Tour, objective: Objective, plan: Plan) -> tuple[Fraction | None, str]:
    """The days on average for whoever decides as one goes; only several dice and coins can make a difference."""
    if objective is not Objective.EXPECTED:
        return None, ""
    if not tour.coins_at_most or tour.dice_at_most < 2 or len(tour.payments) < 2:
        return plan.expected, ""
    try:
        found = best_policy(tour)
    except TooManyStandings:
        return None, "too many situations to say what deciding as one goes would save"
    if found is None or found > plan.expected:
        said = f"the plan takes {plan.expected} days, deciding as one goes takes {found}"
        raise EnginesDisagree("plan", [said, repr(tour)])
    return found, ""


def _unfinished(
    tour: Tour, objective: Objective, first: Stopped, second: Plan | ClaimsInfeasible | NoAnswer[Plan]
) -> Planning:
    plans = [plan for plan in (first.best, second.best if isinstance(second, NoAnswer) else second)
             if isinstance(plan, Plan)]
    why = f"the exact search stopped after {first.labels} labels"
    if isinstance(second, NoAnswer):
        why += f"; CP-SAT: {second.status}"
    if isinstance(second, ClaimsInfeasible):
        why += "; CP-SAT claims that there is no plan, which is not enough"
    if not plans:
        return Planning(tour, objective, Verdict.UNDECIDED, None, (), why=why)
    best = min(plans, key=lambda plan: plan.value(objective))
    agreed = (Engine.CP_SAT,) if isinstance(second, Plan) else ()
    return Planning(tour, objective, Verdict.BEST_FOUND, best, agreed, why=why)


def _disagreement(
    tour: Tour, objective: Objective, first: Plan | NoPlan, second: Plan | ClaimsInfeasible
) -> EnginesDisagree:
    said = [
        f"{engine.value}: {answer.value(objective) if isinstance(answer, Plan) else type(answer).__name__}"
        for engine, answer in ((Engine.SEARCH, first), (Engine.CP_SAT, second))
    ]
    return EnginesDisagree("plan", [*said, f"objective {objective.value}", repr(tour)])
