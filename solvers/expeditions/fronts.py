"""What can be had at the same time: few periods, many coins left, and many points for where one is in the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from solvers.cpsat import ClaimsInfeasible
from solvers.expeditions.cpsat_paths import is_bare, path_with_cpsat
from solvers.expeditions.errors import EnginesDisagree
from solvers.expeditions.expedition import Expedition, Goal, Objective
from solvers.expeditions.front_search import FrontSearch
from solvers.expeditions.labels import actions_of
from solvers.expeditions.limits import may_be_too_rich
from solvers.expeditions.outlook import Outlook
from solvers.expeditions.plans import Plan, played
from solvers.expeditions.relaxed import most_coins
from solvers.expeditions.spots import End
from solvers.routes.published import Engine


@dataclass(frozen=True)
class Efficient:
    """A plan that no other beats in all of periods, coins left and points, being better in one."""

    periods: int
    coins: int
    points: int
    plan: Plan


@dataclass(frozen=True)
class Front:
    """Every efficient value with a plan for it, by periods and falling coins.

    `whole` says whether the search came to its end; `agreed` are the engines that say that nothing is missing.
    """

    expedition: Expedition
    efficient: tuple[Efficient, ...]
    whole: bool
    agreed: tuple[Engine, ...]


def pareto_front(
    expedition: Expedition, points: Mapping[str, int], *, led: Mapping[str, int] | None = None,
    most_labels: int = 300_000, effort: float = 8.0,
) -> Front:
    """The efficient plans, wherever they end; `points` are those for ending at each place, besides those of the tasks.

    `led` are the points of those who were led out of a final place, if they are others. The goal says nothing.

    Exact where it is whole and both engines agree. Raises `EnginesDisagree` when CP-SAT finds a plan that is missing.
    """
    anywhere = replace(expedition, goal=Goal(None, tasks=False))
    worth = [0]
    for task in expedition.tasks:
        worth.append(worth[-1] + task.points)
    listed = (points, points if led is None else led)
    levels = sorted({here + there for one in listed for here in one.values() for there in worth})
    ends = {level: [End(place, done, bool(out)) for out, one in enumerate(listed) for place in anywhere.places
                    for done, more in enumerate(worth) if one[place] + more >= level] for level in levels}
    outlook = Outlook(anywhere, [frozenset((one.place, one.done) for one in ends[level]) for level in levels])
    search = FrontSearch(anywhere, outlook, most_labels)
    found: list[Efficient] = []
    for label in search.settled():
        value = (label.period + 1, label.coins, listed[label.status.led][label.place] + worth[label.done])
        search.note(label, levels.index(value[2]))
        if any(one.periods <= value[0] and one.coins >= value[1] and one.points >= value[2] for one in found):
            continue
        found = [one for one in found
                 if not (one.periods >= value[0] and one.coins <= value[1] and one.points <= value[2])]
        found.append(Efficient(*value, played(anywhere, actions_of(label), to_goal=False)))
    found.sort(key=lambda one: (one.periods, -one.coins))
    front = Front(anywhere, tuple(found), not search.stopped, () if search.stopped else (Engine.LABELS,))
    if front.whole and effort:
        complete = _is_complete_path(front, points, effort) if is_bare(anywhere) else _is_complete(front, ends, effort)
        if complete:
            front = replace(front, agreed=(Engine.LABELS, Engine.CP_SAT))
    return front


def _is_complete(front: Front, ends: Mapping[int, list[End]], effort: float) -> bool:
    """Whether no flow, and so no plan, has more coins for its periods and points; False where CP-SAT cannot say."""
    for periods in range(1, len(front.expedition.periods) + 1):
        asked: int | None = None
        for level in sorted(ends):
            best = max((one.coins for one in front.efficient if one.periods <= periods and one.points >= level),
                       default=-1)
            if best == asked:
                continue  # fewer points were asked for before, and even those cannot be had with more coins
            asked = best
            answer = most_coins(front.expedition, ends[level], periods, effort=effort)
            if isinstance(answer, int) and answer < best:
                raise EnginesDisagree(
                    "front", [f"within {periods} periods no flow to {level} points leaves {best} coins"])
            if not (isinstance(answer, ClaimsInfeasible) and best < 0) and answer != best:
                return False
    return True


def _is_complete_path(front: Front, points: Mapping[str, int], effort: float) -> bool:
    """Whether CP-SAT agrees that no plan has more coins for its periods and points; False where it cannot say."""
    expedition = front.expedition
    for periods in range(1, len(expedition.periods) + 1):
        asked: int | None = None
        for level in sorted(set(points.values())):
            best = max((one.coins for one in front.efficient if one.periods <= periods and one.points >= level),
                       default=-1)
            if best == asked:
                continue  # fewer points were asked for before, and even those cannot be had with more coins
            asked = best
            goal = Goal(frozenset(place for place, worth in points.items() if worth >= level), coins=best + 1)
            shorter = replace(expedition, periods=expedition.periods[:periods], goal=goal)
            answer = path_with_cpsat(shorter, Objective.FASTEST, effort=effort)
            if isinstance(answer, Plan) and not may_be_too_rich(expedition):
                raise EnginesDisagree(
                    "front", [f"within {periods} periods CP-SAT ends in {answer.place} with {answer.coins} coins"])
            if not isinstance(answer, ClaimsInfeasible):
                return False
    return True
