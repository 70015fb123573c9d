"""A second word on plans of any length: CP-SAT's best flow, which no plan can beat.

The numbers of an objective are made small one after the other, each with those before it fixed. If a flow comes to no
less than the plan that is known in any of them, the plan is the best.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, assert_never

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.expeditions.cpsat_flows import FlowModel
from solvers.expeditions.expedition import Expedition, Objective
from solvers.expeditions.limits import is_priced
from solvers.expeditions.spots import End

if TYPE_CHECKING:
    from solvers.expeditions.cpsat_flows import Number


@dataclass(frozen=True)
class Least:
    """What no plan can be below, by CP-SAT's word: the numbers of an objective, as far as was asked."""

    numbers: tuple[int, ...]


def least_value(
    expedition: Expedition, objective: Objective, known: Sequence[int] | None, *, effort: float = 4.0
) -> Least | ClaimsInfeasible | NoAnswer[Least]:
    """The least value of a flow, as long as it is that of the `known` plan; the first number alone where none is known.

    `ClaimsInfeasible` if there is no flow, and so no plan. `effort` is CP-SAT's deterministic time for each number,
    roughly seconds.
    """
    if not is_priced(expedition):
        return NoAnswer("something is free as often as one likes")
    goal, tasks = expedition.goal, len(expedition.tasks)
    places = expedition.places if goal.places is None else sorted(goal.places)
    ends = [End(place, done, led) for place in places for done in ([tasks] if goal.tasks else range(tasks + 1))
            for led in (False, True)]
    model = FlowModel(expedition, ends, goal.coins, goal.items)
    periods: Number = sum(model.comes)
    match objective:
        case Objective.FEWEST:
            numbers: tuple[Number, ...] = (model.acted, periods, -model.left)
        case Objective.CHEAPEST:
            numbers = (model.paid, model.acted, periods)
        case Objective.FASTEST:
            numbers = (periods, model.acted, -model.left)
        case _:
            assert_never(objective)
    found: list[int] = []
    for number, wanted in zip(numbers, known or (None,), strict=False):
        answer = _least(model, number, effort)
        if not isinstance(answer, int):
            return answer if isinstance(answer, ClaimsInfeasible) else NoAnswer(answer.status, Least(tuple(found)))
        found.append(answer)
        if wanted is None or answer != wanted:
            break
        model.model.add(number == answer)
    return Least(tuple(found))


def most_coins(
    expedition: Expedition, ends: Iterable[End], periods: int, *, effort: float = 4.0
) -> int | ClaimsInfeasible | NoAnswer[int]:
    """The most coins that a flow leaves at one of the ends in so many periods."""
    if not is_priced(expedition):
        return NoAnswer("something is free as often as one likes")
    model = FlowModel(replace(expedition, periods=expedition.periods[:periods]), ends)
    answer = _least(model, -model.left, effort)
    return -answer if isinstance(answer, int) else answer


def _least(model: FlowModel, number: Number, effort: float) -> int | ClaimsInfeasible | NoAnswer[int]:
    model.model.minimize(number)
    return ask(model.model, lambda solver: round(solver.objective_value), effort)
