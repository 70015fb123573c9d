"""The answer that is published: exact where two engines say so, and otherwise no more than what one has found."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.expeditions.bounds import Bounds
from solvers.expeditions.cpsat_paths import is_bare, path_with_cpsat
from solvers.expeditions.cpsat_steps import steps_with_cpsat
from solvers.expeditions.errors import EnginesDisagree
from solvers.expeditions.expedition import Expedition, Objective
from solvers.expeditions.limits import may_be_too_rich
from solvers.expeditions.plans import Plan
from solvers.expeditions.relaxed import Least, least_value
from solvers.expeditions.search import NoPlan, Stopped, search_plan
from solvers.routes.published import Engine, Verdict

MOST_LABELS = 300_000
"""Labels of the exact search in `find_plan`: some ten to thirty seconds."""


@dataclass(frozen=True)
class Planned:
    """A published answer: `plan` is what was found, if anything; `agreed` are the engines that say the verdict.

    `bound` is what the first number of the objective cannot be below, None where nothing is known; `why` says why
    nothing more can be said.
    """

    expedition: Expedition
    objective: Objective
    verdict: Verdict
    plan: Plan | None
    agreed: tuple[Engine, ...]
    bound: int | None = None
    why: str = ""

    @property
    def method(self) -> str:
        """The engines that agree, in words."""
        return " and ".join(engine.value for engine in self.agreed) or "no engine"


def find_plan(
    expedition: Expedition, objective: Objective = Objective.FEWEST, *, most_labels: int = MOST_LABELS,
    effort: float = 4.0,
) -> Planned:
    """Ask label setting and CP-SAT for the best plan and publish what both say.

    CP-SAT has the flows of the expedition, which are enough as long as none beats the plan, then the circuit or the
    plan step by step. `effort` is its deterministic time, roughly seconds, for each run; 0 leaves it out. Where it has
    no answer, a plan is the best found by one engine and no more, and a plan that was not found leaves the question
    undecided. Raises `EnginesDisagree` when one engine finds a better plan than the other.
    """
    first = search_plan(expedition, objective, most_labels=most_labels)
    if isinstance(first, NoPlan) and first.cut:
        return Planned(expedition, objective, Verdict.NO_ROUTE, None, (Engine.GRAPH,), why="no way leads there")
    if isinstance(first, Plan) and not first.steps:
        return Planned(expedition, objective, Verdict.OPTIMAL, first, (Engine.LABELS,), 0)
    flow = _flow(expedition, objective, first, effort)
    if isinstance(first, Plan) and isinstance(flow, Least) and flow.numbers == first.value(objective):
        return Planned(
            expedition, objective, Verdict.OPTIMAL, first, (Engine.LABELS, Engine.CP_SAT), flow.numbers[0])
    if isinstance(first, NoPlan) and isinstance(flow, ClaimsInfeasible):
        return Planned(expedition, objective, Verdict.NO_ROUTE, None, (Engine.LABELS, Engine.CP_SAT))
    second = _second(expedition, objective, first, effort)
    known = second.best if isinstance(second, NoAnswer) else second
    known = known if isinstance(known, Plan) else None
    if isinstance(first, Stopped):
        bound = max(first.bound, _bound(flow) or 0)
        return _unfinished(expedition, objective, replace(first, bound=bound), known, second)
    better = known is not None and (isinstance(first, NoPlan) or known.value(objective) < first.value(objective))
    if better and may_be_too_rich(expedition):
        why = "label setting leaves out plans that spend coins only so as not to have too many"
        return Planned(expedition, objective, Verdict.BEST_FOUND, known, (Engine.CP_SAT,), _bound(flow), why)
    if isinstance(first, NoPlan):
        if known is not None:
            raise _disagreement(expedition, objective, first, known)
        if isinstance(second, ClaimsInfeasible):
            return Planned(expedition, objective, Verdict.NO_ROUTE, None, (Engine.LABELS, Engine.CP_SAT))
        why = f"label setting finds no plan, and CP-SAT cannot say: {_status(second)}"
        return Planned(expedition, objective, Verdict.UNDECIDED, None, (Engine.LABELS,), why=why)
    value = first.value(objective)
    if known is not None and known.value(objective) < value:
        raise _disagreement(expedition, objective, first, known)
    if isinstance(second, NoAnswer):
        why = f"by label setting there is no better one, but CP-SAT cannot say: {_status(second)}"
        return Planned(expedition, objective, Verdict.BEST_FOUND, first, (Engine.LABELS,), value[0], why)
    if not isinstance(second, Plan) or second.value(objective) != value:
        raise _disagreement(expedition, objective, first, second)
    return Planned(expedition, objective, Verdict.OPTIMAL, first, (Engine.LABELS, Engine.CP_SAT), value[0])


def _bound(flow: Least | ClaimsInfeasible | NoAnswer[Least]) -> int | None:
    """What the first number of the objective cannot be below by its flows, if they say so."""
    return flow.numbers[0] if isinstance(flow, Least) and flow.numbers else None


def steps_enough(expedition: Expedition, objective: Objective, found: Plan | NoPlan) -> int:
    """So many steps that every plan no worse than the one found, or any at all, has at most so many."""
    free = sum(len(period.finds) for period in expedition.periods) + sum(period.help for period in expedition.periods)
    turns = len(expedition.periods) - 1 + sum(period.swaps for period in expedition.periods) + len(expedition.tasks)
    if isinstance(found, NoPlan):
        return affordable(expedition, _money(expedition)) + free + turns
    match objective:
        case Objective.FEWEST:
            return found.actions + turns
        case Objective.CHEAPEST:
            return affordable(expedition, found.paid) + free + turns
        case Objective.FASTEST:
            if found.periods == 1:
                return found.actions + turns
            shorter = replace(expedition, periods=expedition.periods[:found.periods - 1])
            return max(found.actions, affordable(shorter, _money(shorter)) + free) + turns


def affordable(expedition: Expedition, coins: int) -> int:
    """The most actions that cost a price and together no more than so many coins, whatever they are."""
    bounds = Bounds(expedition)
    uses = (0,) * len(expedition.periods[0].areas)
    number = 0
    while number < coins and bounds.cheapest(uses, number + 1) <= coins:
        number += 1
    return number


def _money(expedition: Expedition) -> int:
    return expedition.coins + sum(expedition.periods[0].finds) + Bounds(expedition).gains[0]


def _flow(
    expedition: Expedition, objective: Objective, first: Plan | NoPlan | Stopped, effort: float
) -> Least | ClaimsInfeasible | NoAnswer[Least]:
    """What no plan can be below by its flows; nothing where the circuit answers more quickly."""
    if not effort or is_bare(expedition):
        return NoAnswer("not asked")
    value = first.value(objective) if isinstance(first, Plan) else None
    answer = least_value(expedition, objective, value, effort=2 * effort)
    if isinstance(first, Plan) and isinstance(answer, ClaimsInfeasible):
        raise _disagreement(expedition, objective, first, answer)
    if value is not None and isinstance(answer, Least) and answer.numbers > value:
        raise EnginesDisagree("expedition", [
            f"{Engine.LABELS.value}: {value}", f"{Engine.CP_SAT.value} has no flow below {answer.numbers}",
            f"objective {objective.value}", repr(expedition)])
    return answer


def _second(
    expedition: Expedition, objective: Objective, first: Plan | NoPlan | Stopped, effort: float
) -> Plan | ClaimsInfeasible | NoAnswer[Plan]:
    if not effort:
        return NoAnswer("not asked")
    if is_bare(expedition):
        answer = path_with_cpsat(expedition, objective, effort=effort)
        beaten = isinstance(answer, ClaimsInfeasible) or (
            isinstance(answer, Plan) and isinstance(first, Plan) and first.value(objective) < answer.value(objective))
        if isinstance(first, Plan) and beaten and any(one.most is not None for one in expedition.periods):
            # Whoever may not have too much might go to and fro to be rid of it, and the circuit knows no such plans.
            return NoAnswer("it leaves out plans that come back to a place")
        return answer
    if isinstance(first, Stopped):
        return NoAnswer("not asked, as no number of steps is known to be enough")
    if objective is Objective.FASTEST and isinstance(first, Plan):
        return _fastest(expedition, first, effort)
    return steps_with_cpsat(expedition, objective, steps_enough(expedition, objective, first), effort=effort)


def _fastest(expedition: Expedition, first: Plan, effort: float) -> Plan | ClaimsInfeasible | NoAnswer[Plan]:
    """The fastest plan in two questions, each shorter than the whole: fewer periods, and as many with fewer actions."""
    if first.periods > 1:
        shorter = replace(expedition, periods=expedition.periods[:first.periods - 1])
        steps = steps_enough(shorter, Objective.FASTEST, NoPlan(0))
        earlier = steps_with_cpsat(shorter, Objective.FASTEST, steps, effort=effort)
        if not isinstance(earlier, ClaimsInfeasible):
            return earlier
    limited = replace(expedition, periods=expedition.periods[:first.periods])
    return steps_with_cpsat(limited, Objective.FEWEST, steps_enough(limited, Objective.FEWEST, first), effort=effort)


def _unfinished(
    expedition: Expedition, objective: Objective, first: Stopped, known: Plan | None,
    second: Plan | ClaimsInfeasible | NoAnswer[Plan],
) -> Planned:
    limit = f"label setting stopped after {first.labels} labels"
    if known is not None:
        return Planned(expedition, objective, Verdict.BEST_FOUND, known, (Engine.CP_SAT,), first.bound, limit)
    says = "CP-SAT claims that there is none, which is not enough" if isinstance(second, ClaimsInfeasible) else \
        f"CP-SAT: {_status(second)}"
    return Planned(expedition, objective, Verdict.UNDECIDED, None, (), first.bound, f"{limit}; {says}")


def _status(answer: Plan | ClaimsInfeasible | NoAnswer[Plan]) -> str:
    return answer.status if isinstance(answer, NoAnswer) else type(answer).__name__


def _disagreement(
    expedition: Expedition, objective: Objective, first: Plan | NoPlan, second: Plan | ClaimsInfeasible
) -> EnginesDisagree:
    said = [
        f"{engine.value}: {answer.value(objective) if isinstance(answer, Plan) else type(answer).__name__}"
        for engine, answer in ((Engine.LABELS, first), (Engine.CP_SAT, second))
    ]
    return EnginesDisagree("expedition", [*said, f"objective {objective.value}", repr(expedition)])
