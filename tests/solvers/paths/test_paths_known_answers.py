"""Published optima: 12 resource-constrained shortest paths and 29 outings; `tests/data` names their sources."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as File

import pytest

from solvers.paths import (
    Network,
    Outing,
    Path,
    Tour,
    best_tour,
    cheapest_path,
    find_path,
    find_tour,
    read_or_library,
    read_outing,
)
from solvers.paths.circuit import tour_with_cpsat
from solvers.paths.outing import PARTS
from solvers.paths.refuting import NoMore, better_tour

DATA = File(__file__).parents[2] / "data"

CHEAPEST = (131, 131, 2, 2, 100, 100, 6, 14, 420, 420, 6, 6)
"""Beasley and Christofides 1989, problems 1 to 12."""

MOST = {
    1: {5: 10, 10: 15, 15: 45, 20: 65, 25: 90, 30: 110, 35: 135, 40: 155, 46: 175, 50: 190, 55: 205, 60: 225, 65: 240,
        70: 260, 73: 265, 75: 270, 80: 280, 85: 285},
    2: {15: 120, 20: 200, 23: 210, 25: 230, 27: 230, 30: 265, 32: 300, 35: 320, 38: 360, 40: 395, 45: 450},
}
"""Prizes by problem and budget."""
QUICK = {(1, 5), (1, 10), (1, 15), (1, 20), (2, 15), (2, 20)}
BY_LABELS = {(1, 25), (1, 30), (1, 35), (1, 40)} | {(2, budget) for budget in MOST[2] if budget < 45} | QUICK


def problem_of(number: int) -> Network:
    return read_or_library((DATA / "rcsp" / f"rcsp{number}.txt").read_text())


@pytest.mark.parametrize("number", range(1, 13))
def test_resource_constrained_shortest_paths(number: int) -> None:
    """The label setting comes to the published cost."""
    network = problem_of(number)
    found = cheapest_path(network, 0, network.vertices - 1)
    assert isinstance(found, Path)
    assert found.cost == CHEAPEST[number - 1]


@pytest.mark.parametrize(
    "number", [pytest.param(number, marks=pytest.mark.slow if 5 <= number <= 8 else ()) for number in range(1, 13)]
)
def test_resource_constrained_shortest_paths_confirmed(number: int) -> None:
    """Both engines come to the published cost."""
    network = problem_of(number)
    found = find_path(network, 0, network.vertices - 1, effort=20.0)
    assert isinstance(found.answer, Path)
    assert (found.answer.cost, found.confirmed) == (CHEAPEST[number - 1], True)


def outing_of(problem: int, budget: int) -> Outing:
    points = read_outing((DATA / "orienteering" / f"tsiligirides_{problem}.txt").read_text())
    return replace(points, budget=budget * PARTS)


@pytest.mark.parametrize(("problem", "budget"), sorted(QUICK))
def test_outings_by_both_engines(problem: int, budget: int) -> None:
    """The best tour collects what is published, and two engines prove it."""
    found = find_tour(outing_of(problem, budget))
    assert found.tour is not None
    assert (found.tour.prize, found.optimal) == (MOST[problem][budget], True)


@pytest.mark.parametrize(("problem", "budget"), [
    pytest.param(problem, budget, marks=() if budget <= 30 else pytest.mark.slow)
    for problem, budget in sorted(BY_LABELS)
])
def test_outings_by_labels(problem: int, budget: int) -> None:
    """The label setting comes to what is published."""
    found = best_tour(outing_of(problem, budget))
    assert isinstance(found, Tour)
    assert found.prize == MOST[problem][budget]


@pytest.mark.parametrize(("problem", "budget"), [
    pytest.param(problem, budget, marks=() if budget <= 30 or budget in (55, 70) else pytest.mark.slow)
    for problem, prizes in MOST.items() for budget in prizes
])
def test_no_tour_collects_more(problem: int, budget: int) -> None:
    """All 29 published optima are the best also by what walks with weights leave, without CP-SAT."""
    outing, prize = outing_of(problem, budget), MOST[problem][budget]
    assert isinstance(better_tour(outing, prize), NoMore)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("problem", "budget"),
    [(problem, budget) for problem, prizes in MOST.items() for budget in prizes if (problem, budget) not in BY_LABELS],
)
def test_outings_by_cpsat(problem: int, budget: int) -> None:
    """CP-SAT comes to what is published, with the large budgets for which the labels become too many."""
    outing = outing_of(problem, budget)
    found = tour_with_cpsat(outing)
    assert isinstance(found, Tour)
    assert outing.surely_fits(found.spots)
    assert found.prize == MOST[problem][budget]
