"""Answers known by hand, and what the published answer says when engines stop, disagree or refuse."""

import pickle
from dataclasses import replace

import pytest

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.routes import (
    Area,
    Barred,
    BestFound,
    BrokenRoute,
    Engine,
    EnginesDisagree,
    ItemsMissing,
    Journey,
    Lacking,
    Link,
    MalformedJourney,
    NoRoute,
    Objective,
    Route,
    Stopped,
    TooDear,
    Undecided,
    Unreachable,
    Verdict,
    check_route,
    find_route,
    search_route,
)
from solvers.routes import published as published_module
from solvers.routes.answers import route_of
from solvers.routes.cpsat import RouteModel, search_with_cpsat

# The short way is three links by rail, where the stack is high; the long way alternates rail, sea and air.
DIAMOND = Journey(
    places=tuple("sabcdet"),
    links=(
        Link("sa", "s", "a", ("rail",)), Link("ab", "a", "b", ("rail",)), Link("bt", "b", "t", ("rail",)),
        Link("sc", "s", "c", ("sea",)), Link("cd", "c", "d", ("air",)), Link("de", "d", "e", ("sea",)),
        Link("et", "e", "t", ("air",), coins=1),
    ),
    areas=(Area("rail", 4), Area("sea"), Area("air")), start="s", target="t",
)

HAT_OR_COAT = Journey(
    places=("a", "b", "c"),
    links=(
        Link("hat", "a", "b", ("rail",), items=(1, 0)), Link("coat", "a", "b", ("rail",), coins=3, items=(0, 1)),
        Link("on", "b", "c", ("rail",), holds=(1, 0)),
    ),
    areas=(Area("rail"),), start="a", target="c", item_kinds=("hat", "coat"), items=(0, 0),
)


def test_fewest_and_cheapest_differ_where_stacks_are_high() -> None:
    """Three links at 5, 6 and 7 coins against four links at 1, 1, 2 and 2 with one coin of line costs."""
    fewest, cheapest = find_route(DIAMOND, Objective.FEWEST), find_route(DIAMOND, Objective.CHEAPEST)
    assert fewest.route is not None and cheapest.route is not None
    assert fewest.route.value(Objective.FEWEST) == (3, 18)
    assert cheapest.route.value(Objective.CHEAPEST) == (7, 4)
    assert cheapest.route.places == ("s", "c", "d", "e", "t")
    assert (Engine.LABELS, Engine.CP_SAT) == fewest.agreed == cheapest.agreed


def test_a_budget_can_force_the_longer_way() -> None:
    """With 17 coins the three links cannot be paid, and four are the fewest; with 6 nothing can."""
    answer = find_route(replace(DIAMOND, coins=17)).answer
    assert isinstance(answer, Route)
    assert answer.links == 4
    assert TooDear(needed=7, owned=6) == _reason(replace(DIAMOND, coins=6))


def test_the_special_area_takes_over_when_others_are_dear() -> None:
    """Where one area may pay for every link, the uses are shared out so that the sum is least."""
    both = tuple(replace(link, areas=(*link.areas, "air")) for link in DIAMOND.links[:3])
    answer = find_route(replace(DIAMOND, links=both)).route
    assert answer is not None
    assert [(step.area, step.price) for step in answer.steps] == [("air", 1), ("air", 2), ("air", 3)]


def test_a_fixed_price_does_not_rise() -> None:
    """An area with a fixed price costs the same for every link."""
    answer = find_route(replace(DIAMOND, areas=(Area("rail", 4, fixed=2), Area("sea"), Area("air")))).route
    assert answer is not None
    assert [step.price for step in answer.steps] == [2, 2, 2]


def test_a_way_with_more_links_and_fewer_coins_is_kept() -> None:
    """The short way to b is too dear for what follows, though not by the bound: the long way must not be dropped."""
    links = (
        Link("sb", "s", "b", ("rail",), coins=4), Link("sc", "s", "c", ("rail",)), Link("cb", "c", "b", ("rail",)),
        Link("bx", "b", "x", ("sea",)), Link("xt", "x", "t", ("sea",)),
    )
    journey = Journey(tuple("sbcxt"), links, (Area("rail"), Area("sea", 5)), "s", "t", coins=17)
    answer = search_route(journey, Objective.FEWEST)
    assert isinstance(answer, Route)
    assert answer.value(Objective.FEWEST) == (4, 16)


def test_a_way_with_as_many_coins_and_fewer_links_is_kept() -> None:
    """Two flights look cheaper at b than one dear train, but in the end they cost the same and are one link more."""
    links = (
        Link("sc", "s", "c", ("air",)), Link("cb", "c", "b", ("air",)), Link("sb", "s", "b", ("rail",), coins=5),
        Link("bx", "b", "x", ("sea",)), Link("xt", "x", "t", ("sea",)),
    )
    journey = Journey(tuple("sbcxt"), links, (Area("rail"), Area("sea"), Area("air", fixed=3)), "s", "t")
    answer = search_route(journey, Objective.CHEAPEST)
    assert isinstance(answer, Route)
    assert answer.value(Objective.CHEAPEST) == (9, 3)


def test_missing_items_are_listed_as_least_sets() -> None:
    """Two hats (one is spent, one is held), or a hat and a coat: no other set without waste."""
    reason = _reason(HAT_OR_COAT)
    assert ItemsMissing((Lacking((1, 1), 6), Lacking((2, 0), 3))) == reason
    assert "1 x hat, 1 x coat (and 6 coins in all) or 2 x hat (and 3 coins in all)" in _explanation(HAT_OR_COAT)


def test_what_a_link_asks_to_hold_is_kept() -> None:
    """The hat that the last link asks for is still in hand afterwards, so it may ask for it twice."""
    more = (*HAT_OR_COAT.links, Link("again", "c", "d", ("rail",), holds=(1, 0)))
    journey = replace(HAT_OR_COAT, places=tuple("abcd"), links=more, target="d", items=(1, 1))
    answer = find_route(journey).route
    assert answer is not None
    assert answer.items == (0, 1)
    assert [step.link for step in answer.steps] == ["coat", "on", "again"]


def test_the_graph_alone_can_refuse() -> None:
    """Without a way nothing helps; a way through closed places, or out of final ones, names just those."""
    alone = replace(DIAMOND, places=(*DIAMOND.places, "island"), target="island")
    assert Unreachable() == _reason(alone)
    assert Barred(("c",), ("a",)) == _reason(replace(DIAMOND, closed=frozenset("c"), final=frozenset("a")))
    assert Barred(("t",), ()) == _reason(replace(DIAMOND, closed=frozenset("t")))
    refused = find_route(alone)
    assert refused.agreed == (Engine.GRAPH, Engine.CP_SAT)
    assert refused.verdict == Verdict.NO_ROUTE


def test_staying_is_a_route_without_steps() -> None:
    """From a place to itself nothing is travelled or paid."""
    answer = find_route(replace(DIAMOND, target="s", coins=0))
    assert Route(answer.journey, ()) == answer.answer
    assert answer.verdict == Verdict.OPTIMAL


def test_the_judge_lists_everything_wrong_with_a_route() -> None:
    """A gap, a wrong area, a wrong price and a wrong end are all reported."""
    good = search_route(DIAMOND, Objective.FEWEST)
    assert isinstance(good, Route)
    first, second, _ = good.steps
    broken = Route(DIAMOND, (replace(first, price=1), replace(second, start="s", area="sea")))
    with pytest.raises(BrokenRoute) as caught:
        check_route(broken)
    said = "; ".join(caught.value.problems)
    parts = ("costs 5 on rail, not 1", "leaves s, but the traveller is in a", "cannot be paid", "ends in b, not in")
    for part in parts:
        assert part in said
    assert caught.value.problems == pickle.loads(pickle.dumps(caught.value)).problems


def test_the_judge_counts_coins_and_items() -> None:
    """A route beyond the purse or the bag is broken, also when it is added up rightly."""
    links = {link.name: link for link in HAT_OR_COAT.links}
    route = route_of(replace(HAT_OR_COAT, coins=2), [(links["hat"], "b", "rail"), (links["on"], "c", "rail")])
    with pytest.raises(BrokenRoute) as caught:
        check_route(route)
    assert caught.value.problems == (
        "step 1 costs 1 x hat, and 0 are left", "step 2 asks to hold 1 x hat, and -1 are left",
        "it costs 3 coins, and there are 2",
    )


def test_all_problems_of_a_journey_are_told() -> None:
    """Names used twice, strangers, links without areas and negative numbers are all in one error."""
    with pytest.raises(MalformedJourney) as caught:
        Journey(
            ("a", "a"), (Link("ab", "a", "b", (), coins=-1, items=(1,)), Link("aa", "a", "a", ("sky",))),
            (Area("rail", -1),), "a", "z", coins=-3, closed=frozenset("q"),
        )
    said = "; ".join(caught.value.problems)
    for part in ("'a' is there 2 times", "target is 'z'", "closed place is 'q'", "'b', which is not a place", "no area",
                 "'sky'", "negative height", "costs -1 coins", "1 counts for 0 kinds", "-3 coins"):
        assert part in said


def test_cp_sat_can_be_held_to_a_link() -> None:
    """With a link fixed, CP-SAT finds the best route through it, in either direction."""
    from ortools.sat.python import cp_model

    problem = RouteModel(DIAMOND, Objective.FEWEST)
    problem.fix("de", "sea")
    solver = cp_model.CpSolver()
    assert solver.solve(problem.model) == cp_model.OPTIMAL
    assert problem.extract(solver).links == 4


def test_a_stopped_search_publishes_a_bound_and_a_gap() -> None:
    """Where only CP-SAT finished, its route is the best found, beside the bound of the unfinished search."""
    answer = find_route(DIAMOND, Objective.CHEAPEST, most_labels=2)
    assert isinstance(answer.answer, BestFound)
    assert answer.answer.route.value(Objective.CHEAPEST) == (7, 4)
    assert 0 <= answer.answer.gap <= 7
    assert answer.verdict == Verdict.BEST_FOUND


def test_no_route_is_never_published_from_cp_sat_alone() -> None:
    """Where the search was stopped, CP-SAT's claim that there is no route leaves it undecided."""
    stopped = find_route(replace(DIAMOND, coins=6), Objective.FEWEST, most_labels=0)
    assert isinstance(search_with_cpsat(replace(DIAMOND, coins=6), Objective.FEWEST), ClaimsInfeasible)
    assert isinstance(stopped.answer, Undecided)
    assert "which is not enough" in stopped.answer.why
    assert stopped.agreed == ()


def test_disagreement_is_an_error_and_not_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A better route, a worse optimum, and a claimed infeasibility from the second engine all raise."""
    best, longer = search_route(DIAMOND, Objective.FEWEST), search_route(DIAMOND, Objective.CHEAPEST)
    assert isinstance(best, Route) and isinstance(longer, Route)
    for said in (longer, ClaimsInfeasible()):
        monkeypatch.setattr(published_module, "search_with_cpsat", lambda *_, said=said, **__: said)
        with pytest.raises(EnginesDisagree):
            find_route(DIAMOND)
    monkeypatch.setattr(published_module, "search_route", lambda *_, **__: longer)
    monkeypatch.setattr(published_module, "search_with_cpsat", lambda *_, **__: NoAnswer("FEASIBLE", best))
    with pytest.raises(EnginesDisagree):
        find_route(DIAMOND)
    refused = NoRoute(DIAMOND, TooDear(7, 6))
    monkeypatch.setattr(published_module, "search_route", lambda *_, **__: refused)
    with pytest.raises(EnginesDisagree):
        find_route(DIAMOND)
    monkeypatch.setattr(published_module, "search_route", lambda *_, **__: best)
    for fewest in (None, best.links + 1):
        monkeypatch.setattr(published_module, "fewest_links", lambda _, said=fewest: said)
        with pytest.raises(EnginesDisagree, match="search of the graph"):
            find_route(DIAMOND, effort=0)


def test_one_engine_alone_is_named_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an answer from CP-SAT the exact answer stands, and the answer says by whom."""
    assert find_route(DIAMOND, effort=0).agreed == (Engine.LABELS,)
    monkeypatch.setattr(published_module, "search_with_cpsat", lambda *_, **__: NoAnswer("UNKNOWN"))
    assert "(label setting)" in str(find_route(DIAMOND))
    monkeypatch.setattr(published_module, "search_route", lambda *_, **__: Stopped(5, (3, 0)))
    assert "undecided: label setting stopped after 5 labels; CP-SAT: UNKNOWN" in str(find_route(DIAMOND))


def _reason(journey: Journey) -> object:
    answer = find_route(journey).answer
    assert isinstance(answer, NoRoute), answer
    return answer.reason


def _explanation(journey: Journey) -> str:
    answer = find_route(journey).answer
    assert isinstance(answer, NoRoute), answer
    return answer.explanation
