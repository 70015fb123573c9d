"""Laws that hold for every journey; the strategy for journeys and the brute force live here."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from graphs.network import build_network, fewest_links
from solvers import routes
from solvers.routes import (
    Area,
    Barred,
    Engine,
    ItemsMissing,
    Journey,
    Link,
    NoRoute,
    Objective,
    Route,
    TooDear,
    Unreachable,
    Verdict,
    check_route,
    find_route,
    least_missing,
    search_route,
)

KINDS = ("hat", "coat")
counts = st.tuples(st.integers(0, 2), st.integers(0, 2))
costs = st.sampled_from([(), (), (0, 0), (1, 0), (0, 1), (1, 1), (2, 0)])
tolls = st.sampled_from([0, 0, 1, 3])
objectives = st.sampled_from(list(Objective))


@st.composite
def journeys(draw: st.DrawFn) -> Journey:
    """Boards of two to five places and up to seven links, with every feature of a journey."""
    places = tuple("abcde"[: draw(st.integers(2, 5))])
    areas = (
        Area("rail", draw(st.integers(0, 3))), Area("sea", draw(st.integers(0, 3))),
        Area("air", 0, draw(st.sampled_from([None, 0, 2]))),
    )
    payable = st.sampled_from([("rail",), ("rail",), ("sea",), ("air",), ("rail", "air"), ("sea", "rail", "air")])
    links = tuple(
        Link(f"{start}{end}{n}", start, end, draw(payable), draw(tolls), draw(costs), draw(costs))
        for n, (start, end) in enumerate(
            draw(st.lists(st.tuples(st.sampled_from(places), st.sampled_from(places)), max_size=7))
        )
    )
    start, target = draw(st.sampled_from(places)), draw(st.sampled_from(places))
    some = st.frozensets(st.sampled_from(places), max_size=1)
    return Journey(
        places, links, areas, start, target, KINDS, draw(st.none() | st.integers(0, 14)), draw(st.none() | counts),
        draw(some), draw(some),
    )


def every_path(journey: Journey, here: str, seen: frozenset[str]) -> Iterator[tuple[Link, ...]]:
    """The links of every way from `here` to the target that enters no place of `seen`."""
    if here == journey.target:
        yield ()
    elif here not in journey.final:
        for link in journey.links:
            for one, there in ((link.start, link.end), (link.end, link.start)):
                if one == here and there not in seen | journey.closed:
                    yield from ((link, *rest) for rest in every_path(journey, there, seen | {there}))


def every_way(journey: Journey, coins: int | None, items: tuple[int, ...] | None) -> Iterator[tuple[int, int]]:
    """Links and coins of every way without a place twice, on every choice of areas, played step by step."""
    for taken in every_path(journey, journey.start, frozenset({journey.start})):
        for choice in product(*(link.areas for link in taken)):
            paid, bag, used = 0, list(items or ()), {area.name: 0 for area in journey.areas}
            possible = True
            for link, name in zip(taken, choice, strict=True):
                area = next(area for area in journey.areas if area.name == name)
                used[name] += 1
                paid += link.coins + (area.height + used[name] if area.fixed is None else area.fixed)
                if items is not None:
                    possible &= all(have >= hold for have, hold in zip(bag, link.holds, strict=False))
                    bag = [have - cost for have, cost in zip(bag, link.items or (0, 0), strict=True)]
                    possible &= min(bag) >= 0
            if possible and (coins is None or paid <= coins):
                yield len(taken), paid


def best_by_brute_force(
    journey: Journey, objective: Objective, coins: int | None, items: tuple[int, ...] | None
) -> tuple[int, int] | None:
    """The value of the best of all ways."""
    fewest = objective is Objective.FEWEST
    return min(((a, b) if fewest else (b, a) for a, b in every_way(journey, coins, items)), default=None)


@settings(max_examples=400)
@given(journeys(), objectives)
def test_the_search_finds_the_best_of_all_ways(journey: Journey, objective: Objective) -> None:
    """A route has the least value among all ways of travelling and paying; without any there is none."""
    answer = search_route(journey, objective)
    value = answer.value(objective) if isinstance(answer, Route) else None
    assert best_by_brute_force(journey, objective, journey.coins, journey.items) == value
    if isinstance(answer, Route):
        check_route(answer)


@settings(max_examples=60, deadline=None)
@given(journeys(), objectives)
def test_the_engines_agree(journey: Journey, objective: Objective) -> None:
    """Label setting and CP-SAT find routes of the same value, or both none; `find_route` raises otherwise."""
    answer = find_route(journey, objective)
    if journey.start != journey.target:
        assert Engine.CP_SAT in answer.agreed
    assert answer.verdict in (Verdict.OPTIMAL, Verdict.NO_ROUTE)


@given(journeys())
def test_with_unlimited_means_fewest_is_the_graph_distance(journey: Journey) -> None:
    """Where nothing is short, the fewest links are those of a shortest path in the graph."""
    free = replace(journey, coins=None, items=None, closed=frozenset(), final=frozenset())
    rows = [{"id": link.name, "start": link.start, "end": link.end} for link in journey.links]
    graph = build_network([{"id": place} for place in journey.places], rows)
    answer = search_route(free, Objective.FEWEST)
    links = answer.links if isinstance(answer, Route) else None
    assert fewest_links(graph, journey.start, journey.target) == links == routes.fewest_links(free)


@given(journeys(), objectives)
def test_no_route_has_fewer_links_than_the_graph(journey: Journey, objective: Objective) -> None:
    """Closed and final places count, coins and items do not: a lower bound, and none only where the graph refuses."""
    fewest, answer = routes.fewest_links(journey), search_route(journey, objective)
    if isinstance(answer, Route):
        assert fewest is not None and fewest <= answer.links
    else:
        assert isinstance(answer, NoRoute) and (fewest is None) == answer.is_about_the_graph


@given(journeys(), objectives)
def test_prices_add_up(journey: Journey, objective: Objective) -> None:
    """The coins of a route are the prices and line costs of its steps, whatever the engine counted."""
    answer = search_route(journey, objective)
    if isinstance(answer, Route):
        assert sum(step.price + step.coins for step in answer.steps) == answer.coins
        by_area = {area.name: [step.price for step in answer.steps if step.area == area.name] for area in journey.areas}
        for area in journey.areas:
            assert [area.price(n) for n in range(len(by_area[area.name]))] == by_area[area.name]
            assert area.total(len(by_area[area.name])) == sum(by_area[area.name])


@given(journeys(), st.integers(0, 8))
def test_more_coins_never_hurt(journey: Journey, more: int) -> None:
    """With more coins there is still a route, with no more links; the cheapest one costs the same."""
    poor = replace(journey, coins=journey.coins or 0)
    rich = replace(journey, coins=(journey.coins or 0) + more)
    for objective in Objective:
        before, after = search_route(poor, objective), search_route(rich, objective)
        if isinstance(before, Route):
            assert isinstance(after, Route)
            assert after.value(objective) <= before.value(objective)
            if objective is Objective.CHEAPEST:
                assert before.coins == after.coins


@settings(max_examples=300)
@given(journeys(), objectives)
def test_a_refusal_says_exactly_what_would_do(journey: Journey, objective: Objective) -> None:
    """One coin less than said is too few, as many are enough; the same for every set of missing items."""
    answer = search_route(journey, objective)
    if not isinstance(answer, NoRoute):
        return
    match answer.reason:
        case TooDear(needed, owned):
            assert journey.coins == owned < needed
            best = best_by_brute_force(journey, Objective.CHEAPEST, None, journey.items)
            assert best is not None
            assert best[0] == needed
        case ItemsMissing(ways):
            assert journey.items is not None
            assert ways
            for way in ways:
                richer = tuple(map(sum, zip(journey.items, way.items, strict=True)))
                best = best_by_brute_force(journey, Objective.CHEAPEST, None, richer)
                assert best is not None
                assert best[0] == way.coins
                for kind in range(len(KINDS)):
                    if way.items[kind]:
                        less = tuple(count - (n == kind) for n, count in enumerate(richer))
                        assert best_by_brute_force(journey, Objective.CHEAPEST, None, less) is None
        case Barred(closed, final):
            assert set(closed) <= journey.closed
            assert set(final) <= journey.final
            freed = replace(journey, closed=frozenset(), final=frozenset(), coins=None, items=None)
            assert best_by_brute_force(freed, Objective.FEWEST, None, None) is not None
            assert closed or final
        case Unreachable():
            freed = replace(journey, closed=frozenset(), final=frozenset())
            assert best_by_brute_force(freed, Objective.FEWEST, None, None) is None


@given(journeys())
def test_every_least_set_of_missing_items_is_found(journey: Journey) -> None:
    """Any further items up to two of each suffice just if they hold one of the least sets."""
    owned = journey.items or (0, 0)
    least = least_missing(replace(journey, items=owned))
    for more in product(range(3), repeat=2):
        richer = tuple(map(sum, zip(owned, more, strict=True)))
        covered = any(all(map(int.__le__, known, more)) for known in least)
        assert (best_by_brute_force(journey, Objective.FEWEST, None, richer) is not None) == covered
