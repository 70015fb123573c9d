"""Plans of expeditions against every plan that can be carried out, and the engines against each other."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.expeditions import (
    Area,
    BrokenPlan,
    EnginesDisagree,
    Expedition,
    Goal,
    MalformedExpedition,
    NoPlan,
    Objective,
    Offer,
    Period,
    Plan,
    Ride,
    Stopped,
    Way,
    find_plan,
    played,
    search_plan,
)
from solvers.expeditions import published as published_module
from solvers.expeditions.cpsat_paths import is_bare, path_with_cpsat
from solvers.expeditions.cpsat_steps import steps_with_cpsat
from solvers.expeditions.fronts import pareto_front
from solvers.expeditions.published import steps_enough
from solvers.routes.published import Engine, Verdict
from tests.solvers.expeditions.strategies import every_plan, expeditions, reaches

LONGEST = 3
quiet = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@quiet
@given(expeditions(shopping=True), st.sampled_from(list(Objective)))
def test_no_short_plan_is_better(expedition: Expedition, objective: Objective) -> None:
    """Of all plans of a few actions that can be carried out none is better than the best that is found."""
    values = [plan.value(objective) for plan in every_plan(expedition, LONGEST) if reaches(plan)]
    found = search_plan(expedition, objective)
    if isinstance(found, Plan):
        assert reaches(found)
        assert found.value(objective) <= min(values, default=found.value(objective))
        if len(found.steps) <= LONGEST:
            assert found.value(objective) == min(values)
    else:
        assert (isinstance(found, NoPlan), values) == (True, [])


@quiet
@given(expeditions(shopping=False), st.sampled_from(list(Objective)))
def test_the_circuit_agrees_where_nothing_is_bought(expedition: Expedition, objective: Objective) -> None:
    """Label setting and the CP-SAT circuit find plans of the same value, or neither finds one."""
    assert is_bare(expedition)
    bounded = replace(expedition, periods=tuple(replace(one, most=None) for one in expedition.periods))
    first, second = search_plan(bounded, objective), path_with_cpsat(bounded, objective)
    assert isinstance(first, Plan) == isinstance(second, Plan)
    if isinstance(first, Plan) and isinstance(second, Plan):
        assert first.value(objective) == second.value(objective)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow], phases=[Phase.generate])
@given(expeditions(shopping=True), st.sampled_from(list(Objective)))
def test_the_step_model_agrees_where_things_are_bought(expedition: Expedition, objective: Objective) -> None:
    """With as many steps as a better plan could have, CP-SAT finds one of the same value, or none either."""
    first = search_plan(expedition, objective)
    assert not isinstance(first, Stopped)
    steps = min(steps_enough(expedition, objective, first), 5)
    second = steps_with_cpsat(expedition, objective, steps, effort=1)
    is_short = isinstance(first, Plan) and len(first.steps) <= steps
    if isinstance(second, Plan):
        assert isinstance(first, Plan) and first.value(objective) <= second.value(objective)
        assert not is_short or first.value(objective) == second.value(objective)
    elif isinstance(second, ClaimsInfeasible):
        assert not is_short


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(expeditions(shopping=False))
def test_the_front_is_what_no_plan_beats(expedition: Expedition) -> None:
    """Every plan of a few actions is beaten or met by one of the front, whose plans end as they say."""
    bounded = replace(expedition, periods=tuple(replace(one, most=None) for one in expedition.periods))
    points = {place: n for n, place in enumerate(bounded.places)}
    front = pareto_front(bounded, points)
    assert (front.whole, front.agreed) == (True, (Engine.LABELS, Engine.CP_SAT))
    for one in front.efficient:
        assert (one.plan.periods, one.plan.coins, points[one.plan.place]) == (one.periods, one.coins, one.points)
    for plan in every_plan(front.expedition, 2):
        assert any(one.periods <= plan.periods and one.coins >= plan.coins and one.points >= points[plan.place]
                   for one in front.efficient)


RAIL = (Way("ab", "a", "b", area="rail"), Way("bc", "b", "c", area="rail"), Way("ac", "a", "c", coins=5))


def two_periods(coins: int, income: int = 2) -> Expedition:
    """Two trains or a dear direct way, in two periods."""
    listed = tuple(Period(name, (Area("rail"),), RAIL, income=income) for name in ("I", "II"))
    return Expedition(("a", "b", "c"), listed, "a", Goal(frozenset({"c"})), coins)


def test_prices_begin_anew_in_each_period() -> None:
    """Two trains cost 1 and 2 coins in one period, and 1 each where the second one waits for the next."""
    expected = {Objective.FEWEST: (1, 1, 5), Objective.FASTEST: (1, 1, 5), Objective.CHEAPEST: (2, 2, 2)}
    for objective, numbers in expected.items():
        found = find_plan(two_periods(6), objective)
        assert (found.verdict, found.agreed) == (Verdict.OPTIMAL, (Engine.LABELS, Engine.CP_SAT))
        assert found.plan is not None and numbers == (found.plan.actions, found.plan.periods, found.plan.paid)


def test_an_income_makes_a_way_that_the_purse_does_not() -> None:
    """With one coin the second train is paid from the next income; without an income there is no plan."""
    found = find_plan(two_periods(1)).plan
    assert found is not None and (found.periods, found.coins) == (2, 1)
    poor = find_plan(two_periods(1, income=0))
    assert (poor.verdict, poor.plan, len(poor.agreed)) == (Verdict.NO_ROUTE, None, 2)


def test_whoever_must_spend_to_have_less_is_not_called_lost() -> None:
    """A useless coat makes room in the purse: the step model finds that, and it is the best found by one engine."""
    first, second = (Period(name, (Area("rail"),), RAIL[:1], (Offer(0, "buy", None, 1),), 3, most=5)
                     for name in ("I", "II"))
    start = Expedition(("a", "b"), (first, replace(second, offers=(Offer(1, "buy", None, 1),))), "a",
                       Goal(frozenset({"a"}), (0, 1)), 3, ("coat", "hat"), (1, 0), (), False, (2, 2), ((2, 1),))
    found = find_plan(start)
    assert (found.verdict, found.agreed) == (Verdict.BEST_FOUND, (Engine.CP_SAT,))
    assert found.plan is not None and found.plan.actions == 2


def test_a_full_case_leaves_something_behind() -> None:
    """Whoever wants a coat and has room for one item only leaves the hat."""
    period = Period("I", (Area("rail"), Area("market")), RAIL, (Offer(1, "buy", "market"),))
    start = Expedition(("a", "b", "c"), (period,), "a", Goal(None, (0, 1)), 3, ("hat", "coat"), (1, 0), (), False,
                       (1, 1), ((1, 0), (0, 1)))
    found = find_plan(start).plan
    assert found is not None
    assert Counter(found.steps[0].items) == Counter((0, 1))


def test_a_plan_that_one_engine_alone_has_is_not_called_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an answer of CP-SAT the best plan is the best found, and no plan is undecided."""
    assert find_plan(two_periods(6), effort=0).verdict is Verdict.BEST_FOUND
    assert find_plan(two_periods(1, income=0), effort=0).verdict is Verdict.UNDECIDED
    monkeypatch.setattr(published_module, "path_with_cpsat", lambda *_, **__: ClaimsInfeasible())
    with pytest.raises(EnginesDisagree):
        find_plan(two_periods(6))
    monkeypatch.setattr(published_module, "path_with_cpsat", lambda *_, **__: NoAnswer("UNKNOWN"))
    assert find_plan(two_periods(6), most_labels=0).verdict is Verdict.UNDECIDED


def test_what_cannot_be_done_is_refused() -> None:
    """Ways that do not lead from there, coins that are not there, and a goal that is missed."""
    wrong = (([Ride(1, "c")], "does not lead"), ([Ride(2, "c")], "it costs 5"), ([Ride(0, "b")], "ends in b"))
    for actions, words in wrong:
        with pytest.raises(BrokenPlan, match=words):
            played(two_periods(4), actions)


def test_everything_wrong_with_an_expedition_is_told_at_once() -> None:
    """Unknown places and areas, negative coins and items that do not fit are one error."""
    period = Period("I", (Area("rail"),), (Way("ab", "a", "x", area="sea"),), income=-1)
    with pytest.raises(MalformedExpedition) as caught:
        Expedition(("a", "a"), (period,), "b", Goal(frozenset({"y"})), 0, ("hat",), (2,), room=((1,),))
    for words in ("place 'a' is there 2 times", "'x'", "'sea'", "'b'", "'y'", "-1 coins", "do not fit"):
        assert any(words in problem for problem in caught.value.problems)
