"""The engines for paths against enumeration on small random questions, and against one another."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from typing import cast

import numpy as np
import pytest

from solvers.paths import (
    Arc,
    Engine,
    EnginesDisagree,
    Network,
    NoPath,
    NoTour,
    Outing,
    Path,
    Spot,
    Stopped,
    Tour,
    best_tour,
    cheapest_path,
    find_path,
    find_tour,
    published,
    read_or_library,
    read_outing,
)
from solvers.paths.collecting import spots_within_reach
from solvers.paths.network import total
from solvers.paths.refuting import NoMore, better_tour
from solvers.paths.weighing import COARSE, SCALE, Weighing
from spec.language.errors import Malformed


def random_network(rng: random.Random) -> Network:
    size, kinds = rng.randint(2, 6), rng.randint(0, 2)
    arcs = tuple(
        Arc(one, other, rng.randint(0, 9), tuple(rng.randint(0, 5) for _ in range(kinds)))
        for one in range(size) for other in range(size) if one != other and rng.random() < 0.6
    )
    rests = tuple(tuple(rng.randint(0, 2) for _ in range(kinds)) for _ in range(size))
    return Network(size, arcs, tuple(rng.randint(3, 12) for _ in range(kinds)), rests)


def paths(network: Network, here: int, target: int, before: tuple[Arc, ...]) -> Iterator[tuple[Arc, ...]]:
    if here == target:
        yield before
        return
    for arc in network.leaving[here]:
        if arc.head not in {one.tail for one in before}:
            yield from paths(network, arc.head, target, (*before, arc))


@pytest.mark.parametrize("seed", range(60))
def test_cheapest_path_is_the_best_of_all(seed: int) -> None:
    """No path within the limits is cheaper, and where there is none the answer says whether the graph is to blame."""
    network = random_network(random.Random(seed))
    target = network.vertices - 1
    every = [total(network, 0, arcs) for arcs in paths(network, 0, target, ())]
    within = [cost for cost, uses in every if all(one <= most for one, most in zip(uses, network.limits, strict=True))]
    found = cheapest_path(network, 0, target)
    if isinstance(found, Path):
        assert found.cost == min(within)
        assert (found.vertices[0], found.vertices[-1]) == (0, target)
    else:
        assert (within, found.reachable) == ([], bool(every))


def test_both_engines_answer_where_there_is_no_path() -> None:
    """That there is none rests on the labels, and CP-SAT says the same."""
    network = Network(3, (Arc(0, 1, 1, (5,)), Arc(1, 2, 1, (5,))), (9,))
    found = find_path(network, 0, 2)
    assert (found.answer, found.confirmed) == (NoPath(reachable=True), True)


def random_outing(rng: random.Random) -> Outing:
    spots = [Spot(rng.randrange(10_000), rng.randrange(10_000), rng.randint(0, 9)) for _ in range(rng.randint(2, 8))]
    return Outing(tuple(spots), rng.randrange(2, 40) * 1_000_000)


@pytest.mark.parametrize("seed", range(40))
def test_best_tour_is_the_best_of_all(seed: int) -> None:
    """No order of any spots within the budget collects more."""
    outing = random_outing(random.Random(seed))
    others = range(2, len(outing.spots))
    every = [
        (0, *chosen, 1) for count in range(len(others) + 1) for chosen in permutations(others, count)
    ]
    within = [outing.prize_of(tour) for tour in every if sum(
        outing.shortest[one][other] for one, other in pairwise(tour)) <= outing.budget]
    found, most = best_tour(outing), max(within, default=None)
    assert isinstance(found, (Tour, NoTour))
    assert (found.prize if isinstance(found, Tour) else None) == most
    assert isinstance(better_tour(outing, most or 0), NoMore)
    if most is not None:
        better = better_tour(outing, most - 1)
        assert isinstance(better, Tour)
        assert (better.prize, better.spots in every) == (most, True)


@pytest.mark.parametrize("seed", range(20))
def test_no_weights_put_walks_below_the_best_tour(seed: int) -> None:
    """Whatever the visits cost, the best walk and all weights given back come to no less than any tour."""
    rng = random.Random(seed)
    outing = random_outing(rng)
    found, near = best_tour(outing), spots_within_reach(outing)
    if not isinstance(found, Tour) or not near:
        return
    weights = np.array([0, *(rng.randrange(12 * SCALE) for _ in near)], dtype=np.int64)
    walks = Weighing(outing, near).walks(weights, COARSE)
    bound = outing.prize_of((0, 1)) * SCALE + int(weights.sum() + walks.first[outing.budget // walks.part, 0])
    assert bound >= found.prize * SCALE


def test_spots_in_one_place() -> None:
    """Spots that lie on one another are all collected, though the bound on walks does not hold for them."""
    outing = Outing((Spot(0, 0, 0), Spot(0, 0, 0), *[Spot(1_000, 0, 3)] * 4), 2_000_000)
    assert cast(Tour, best_tour(outing)).prize == 12
    assert cast(Tour, better_tour(outing, 9)).prize == 12


def test_a_search_that_stops_tells_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped, the labels say how much no tour exceeds; CP-SAT settles it with walks, or asked twice."""
    outing = replace(random_outing(random.Random(3)), budget=25_000_000)
    whole = best_tour(outing)
    stopped = best_tour(outing, most_labels=1)
    assert isinstance(whole, Tour)
    assert isinstance(stopped, Stopped)
    assert stopped.bound >= whole.prize
    settled = find_tour(outing, most_labels=1)
    assert (settled.agreed, settled.optimal) == ((Engine.CP_SAT, Engine.WALKS), True)
    assert settled.bound == whole.prize
    monkeypatch.setattr(published, "better_tour", lambda *args: Stopped(1, 99))
    again = find_tour(outing, most_labels=1)
    assert (again.agreed, again.optimal) == ((Engine.CP_SAT, Engine.AGAIN), True)
    monkeypatch.setattr(published, "better_tour", lambda *args: Tour((0, 1), 999))
    with pytest.raises(EnginesDisagree, match="walks 999"):
        find_tour(outing, most_labels=1)


def test_engines_that_disagree_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A path or tour that the other engine finds better is never overlooked."""
    network = Network(2, (Arc(0, 1, 4),))
    monkeypatch.setattr(published, "cheapest_with_cpsat", lambda *args, **more: Path(network.arcs, 3, ()))
    with pytest.raises(EnginesDisagree):
        find_path(network, 0, 1)
    outing = replace(random_outing(random.Random(3)), budget=25_000_000)
    monkeypatch.setattr(published, "tour_with_cpsat", lambda *args, **more: Tour((0, 1), 999))
    with pytest.raises(EnginesDisagree):
        find_tour(outing)


@pytest.mark.parametrize("wrong", [
    lambda: Network(2, (Arc(0, 2, 1),)),
    lambda: Network(2, (Arc(0, 1, -1),)),
    lambda: Network(2, (Arc(0, 1, 1, (1,)),)),
    lambda: find_path(Network(2, ()), 0, 5),
    lambda: Outing((Spot(0, 0, 0),), 5),
    lambda: Outing((Spot(0, 0, 0), Spot(0, 0, -1)), 5),
    lambda: read_or_library("2 1 1 0"),
    lambda: read_or_library("2 1 1 1 5 0 0 1 2 3 4"),
    lambda: read_outing("5 1\n1 2"),
    lambda: read_outing("5 1\n0 0 0\n0.12345 2 0"),
])
def test_wrong_questions(wrong: object) -> None:
    """What makes no network or outing is one clear error."""
    assert callable(wrong)
    with pytest.raises(Malformed):
        wrong()
