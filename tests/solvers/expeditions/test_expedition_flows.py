"""Flows against label setting: no plan is below them, and where they fall short of a plan it is not called the best."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings
from hypothesis import strategies as st

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.expeditions import (
    Area,
    EnginesDisagree,
    Expedition,
    Goal,
    NoPlan,
    Objective,
    Offer,
    Period,
    Plan,
    Way,
    find_plan,
    search_plan,
)
from solvers.expeditions import fronts as fronts_module
from solvers.expeditions import published as published_module
from solvers.expeditions.fronts import pareto_front
from solvers.expeditions.labels import first_label
from solvers.expeditions.limits import is_priced
from solvers.expeditions.outlook import Outlook
from solvers.expeditions.relaxed import Least, least_value
from solvers.routes.published import Engine, Verdict
from tests.solvers.expeditions.strategies import every_plan, expeditions

ignored = [HealthCheck.too_slow, HealthCheck.filter_too_much]
brief = settings(max_examples=12, deadline=None, suppress_health_check=ignored, phases=[Phase.generate])


@brief
@given(expeditions(shopping=True), st.sampled_from(list(Objective)))
def test_no_plan_is_below_the_flows(expedition: Expedition, objective: Objective) -> None:
    """The least flow is never above the best plan, and there is one wherever there is a plan."""
    assume(is_priced(expedition))
    first = search_plan(expedition, objective)
    value = first.value(objective) if isinstance(first, Plan) else None
    flow = least_value(expedition, objective, value)
    if isinstance(first, Plan) and value is not None:
        assert isinstance(flow, Least)
        assert flow.numbers <= value
    else:
        assert (isinstance(first, NoPlan), isinstance(flow, (Least, ClaimsInfeasible))) == (True, True)


@brief
@given(expeditions(shopping=True))
def test_the_front_with_purchases_is_what_no_plan_beats(expedition: Expedition) -> None:
    """Every plan of a few actions is beaten or met by one of the front, with tasks, purchases and stacks."""
    points = {place: n for n, place in enumerate(expedition.places)}
    worth = replace(expedition, tasks=tuple(replace(task, points=2) for task in expedition.tasks))
    led = {place: points[place] + 1 for place in points}
    front = pareto_front(worth, points, led=led, effort=0)
    assert front.whole
    for plan in every_plan(front.expedition, 2):
        ends = led if plan.is_led else points
        assert any(
            one.periods <= plan.periods and one.coins >= plan.coins and one.points >= ends[plan.place] + plan.points
            for one in front.efficient)


@brief
@given(expeditions(shopping=True))
def test_the_outlook_never_promises_less_than_there_is(expedition: Expedition) -> None:
    """No plan of a few actions leaves more coins where it ends than the outlook at the start says, or along it."""
    nodes = [(place, done) for place in expedition.places for done in range(len(expedition.tasks) + 1)]
    outlook = Outlook(expedition, [frozenset({node}) for node in nodes])
    hopes = outlook.of(first_label(expedition))
    for plan in every_plan(expedition, 2):
        group = nodes.index((plan.place, plan.done))
        assert plan.coins <= hopes[group, plan.periods - 1]


RAIL = (Way("ab", "a", "b", area="rail"), Way("bc", "b", "c", area="rail", items=(1,)))


def shopping(*places: str) -> Expedition:
    """Two trains, of which the second costs an item that some places sell."""
    period = Period("I", (Area("rail"), Area("market")), RAIL, (Offer(0, "buy", "market", 0, frozenset(places)),))
    return Expedition(("a", "b", "c"), (period,), "a", Goal(frozenset({"c"})), 9, ("hat",))


def test_a_long_plan_with_purchases_is_confirmed() -> None:
    """Both engines come to a journey of more steps than are asked for one by one."""
    places = tuple(f"p{n}" for n in range(18))
    ways = tuple(Way(f"w{n}", here, there, area="rail", items=(int(n % 5 == 0),))
                 for n, (here, there) in enumerate(pairwise(places)))
    period = Period("I", (Area("rail", fixed=1), Area("market")), ways, (Offer(0, "buy", "market"),), income=3)
    long = Expedition(places, (period, period), places[0], Goal(frozenset({places[-1]})), 30, ("hat",), room=((1,),))
    for objective in Objective:
        found = find_plan(long, objective)
        assert (found.verdict, found.agreed) == (Verdict.OPTIMAL, (Engine.LABELS, Engine.CP_SAT))
        assert found.plan is not None and len(found.plan.steps) > 18


def test_an_item_must_be_carried_from_where_it_is_sold() -> None:
    """No flow buys behind the line what the line costs."""
    assert find_plan(shopping("b")).verdict is Verdict.OPTIMAL
    assert isinstance(least_value(shopping("c"), Objective.FEWEST, None), ClaimsInfeasible)
    refused = find_plan(shopping("c"))
    assert (refused.verdict, refused.agreed) == (Verdict.NO_ROUTE, (Engine.LABELS, Engine.CP_SAT))


def test_what_is_free_as_often_as_one_likes_has_no_flows() -> None:
    """A free way has no bound on its uses, so that nothing is said."""
    free = replace(shopping("b").periods[0], ways=(*RAIL, Way("ac", "a", "c")))
    assert isinstance(least_value(replace(shopping("b"), periods=(free,)), Objective.FEWEST, None), NoAnswer)


def test_a_flow_above_a_plan_is_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever claims that no plan can be what one is, or that the front has too many coins, is not believed."""
    monkeypatch.setattr(published_module, "least_value", lambda *_, **__: Least((99,)))
    with pytest.raises(EnginesDisagree):
        find_plan(shopping("b"))
    monkeypatch.setattr(published_module, "least_value", lambda *_, **__: ClaimsInfeasible())
    with pytest.raises(EnginesDisagree):
        find_plan(shopping("b"))
    monkeypatch.setattr(fronts_module, "most_coins", lambda *_, **__: 0)
    with pytest.raises(EnginesDisagree):
        pareto_front(shopping("b"), {"a": 0, "b": 1, "c": 2})


def test_a_flow_below_a_plan_leaves_the_step_model_to_be_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a flow promises more than there is, the plan step by step confirms the best plan."""
    asked: list[Objective] = []

    def promising(_: Expedition, objective: Objective, __: object, *, effort: float) -> Least:
        asked.append(objective)
        return Least((int(effort < 0),))

    monkeypatch.setattr(published_module, "least_value", promising)
    found = find_plan(shopping("b"))
    assert (asked, found.verdict) == ([Objective.FEWEST], Verdict.OPTIMAL)
