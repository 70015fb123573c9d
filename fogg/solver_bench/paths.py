"""Path tasks: journeys with rising prices, cheapest paths within limits, and outings."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

from fogg.solver_bench.measuring import Task
from solvers.paths import Arc, Network, NoPath, Outing, Path, Spot, Tour, best_tour, cheapest_path
from solvers.routes import Area, Journey, Link, NoRoute, Objective, Route, fewest_links, search_route

AREAS = ("ship", "rail", "road", "air")


def _journey(moves: int) -> Any:
    """A way of so many moves at least: layers of three places, and links that are paid on one or two areas."""
    def make(rng: random.Random) -> Journey:
        layers = [["start"], *([f"{layer}.{place}" for place in range(3)] for layer in range(1, moves)), ["end"]]
        links: list[Link] = []
        for one, other in pairwise(layers):
            for place in other:
                for before in rng.sample(one, min(len(one), 2)):
                    areas = tuple(rng.sample(AREAS, rng.randint(1, 2)))
                    links.append(Link(f"{before}-{place}", before, place, areas, rng.randint(0, 3)))
        areas_of = (*(Area(name, height=rng.randint(0, 2)) for name in AREAS[:3]), Area("air", fixed=3))
        places = tuple(place for layer in layers for place in layer)
        return Journey(places, tuple(links), areas_of, "start", "end")

    return make


def _coins(journey: Journey) -> int | None:
    found = search_route(journey, Objective.CHEAPEST)
    assert isinstance(found, (Route, NoRoute)), "no limit was given"
    return found.coins if isinstance(found, Route) else None


def _coins_by_cpsat(journey: Journey) -> int | None:
    """What one would write down: moves in time, a place and an area each, and as many uses as came before."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    number = {place: at for at, place in enumerate(journey.places)}
    arcs: list[Any] = []
    paid: list[Any] = []
    prices: list[int] = []
    uses: dict[str, list[Any]] = {area.name: [] for area in journey.areas}
    for link in journey.links:
        for one, other in ((link.start, link.end), (link.end, link.start)):
            for name in link.areas:
                taken = model.new_bool_var("")
                arcs.append((number[one], number[other], taken))
                paid.append(taken)
                prices.append(link.coins)
                uses[name].append(taken)
    arcs += [(at, at, model.new_bool_var("")) for place, at in number.items() if place not in ("start", "end")]
    arcs.append((number["end"], number["start"], model.new_constant(1)))
    model.add_circuit(arcs)
    for area in journey.areas:
        most = len(journey.places) - 1
        used = model.new_int_var(0, most, "")
        model.add(used == sum(uses[area.name]))
        cost = model.new_int_var(0, area.total(most), "")
        model.add_element(used, [area.total(count) for count in range(most + 1)], cost)
        paid.append(cost)
        prices.append(1)
    model.minimize(cp_model.LinearExpr.weighted_sum(paid, prices))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # it would keep Ctrl-C to itself
    status = solver.solve(model)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None


def _links(journey: Journey) -> int | None:
    return fewest_links(journey)


def _links_by_networkx(journey: Journey) -> int | None:
    import networkx

    graph: networkx.Graph[str] = networkx.Graph([(link.start, link.end) for link in journey.links])
    return networkx.single_source_shortest_path_length(graph, "start").get("end")


def _network(vertices: int, arcs: int) -> Any:
    """Arcs mostly to near vertices with costs and uses that pull apart, and about as much as a middling path uses."""
    def make(rng: random.Random) -> Network:
        found: dict[tuple[int, int], Arc] = {}
        for one in range(vertices - 1):
            found[one, one + 1] = Arc(one, one + 1, rng.randint(1, 20), (rng.randint(1, 20),))
        while len(found) < arcs:
            one = rng.randrange(vertices)
            other = min(vertices - 1, max(0, one + rng.choice((-3, -2, -1, 1, 2, 3, 4, 5, 6, 7))))
            if one != other:
                cost = rng.randint(1, 30)
                found[one, other] = Arc(one, other, cost, (max(1, 31 - cost + rng.randint(-5, 5)),))
        network = Network(vertices, tuple(found.values()), (10**6,))
        cheapest = cheapest_path(network, 0, vertices - 1)
        lightest = cheapest_path(
            Network(vertices, tuple(Arc(arc.tail, arc.head, arc.uses[0], (0,)) for arc in network.arcs), (0,)),
            0, vertices - 1,
        )
        assert isinstance(cheapest, Path), "the vertices lie on one path"
        assert isinstance(lightest, Path), "the vertices lie on one path"
        limit = lightest.cost + (cheapest.uses[0] - lightest.cost) * rng.randint(20, 80) // 100
        return Network(vertices, network.arcs, (limit,))

    return make


def _cost(network: Network) -> int | None:
    fresh = Network(network.vertices, network.arcs, network.limits)  # so that the lists of arcs are made anew
    found = cheapest_path(fresh, 0, network.vertices - 1)
    return None if isinstance(found, NoPath) else found.cost


def _cost_by_cpsat(network: Network) -> int | None:
    from ortools.sat.python import cp_model

    from solvers.paths.cpsat import PathModel

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # it would keep Ctrl-C to itself
    status = solver.solve(PathModel(network, 0, network.vertices - 1).model)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None


@contextmanager
def _quiet_output() -> Iterator[None]:
    """HiGHS prints its name, from C, when it is first used; standard output is for the answer."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _cost_by_highs(network: Network) -> int | None:
    import highspy

    with _quiet_output():
        model = highspy.Highs()
    model.setOptionValue("output_flag", False)
    model.setOptionValue("threads", 1)
    taken = [model.addBinary() for _ in network.arcs]
    for vertex in range(network.vertices):
        balance = int(vertex == 0) - int(vertex == network.vertices - 1)
        leaving = sum(one for one, arc in zip(taken, network.arcs, strict=True) if arc.tail == vertex)
        entering = sum(one for one, arc in zip(taken, network.arcs, strict=True) if arc.head == vertex)
        model.addConstr(leaving - entering == balance)
    model.addConstr(sum(arc.uses[0] * one for one, arc in zip(taken, network.arcs, strict=True)) <= network.limits[0])
    model.minimize(sum(arc.cost * one for one, arc in zip(taken, network.arcs, strict=True)))
    optimal = model.getModelStatus() == highspy.HighsModelStatus.kOptimal
    return round(model.getObjectiveValue()) if optimal else None


def _outing(spots: int) -> Any:
    def make(rng: random.Random) -> Outing:
        found = [Spot(rng.randrange(10_000), rng.randrange(10_000), rng.randint(1, 9)) for _ in range(spots)]
        return Outing(tuple(found), rng.randint(15, 22) * 1_000_000)

    return make


def _prize(outing: Outing) -> int | None:
    found = best_tour(outing)
    return found.prize if isinstance(found, Tour) else None


def _prize_by_cpsat(outing: Outing) -> int | None:
    from ortools.sat.python import cp_model

    from solvers.paths.circuit import OutingModel

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False  # it would keep Ctrl-C to itself
    status = solver.solve(OutingModel(outing).model)
    return round(solver.objective_value) if status == cp_model.OPTIMAL else None


PATHS = (
    Task("journey_12_moves", "plain CP-SAT model", ("ortools",), _journey(12), _coins, _coins_by_cpsat),
    Task("journey_16_moves", "plain CP-SAT model", ("ortools",), _journey(16), _coins, _coins_by_cpsat),
    Task("fewest_links_16_moves", "networkx", ("networkx",), _journey(16), _links, _links_by_networkx),
    Task("cheapest_within_limits_100", "HiGHS", ("highspy",), _network(100, 600), _cost, _cost_by_highs),
    Task("cheapest_within_limits_100_cpsat", "plain CP-SAT model", ("ortools",), _network(100, 600), _cost,
         _cost_by_cpsat),
    Task("outing_14_spots", "plain CP-SAT model", ("ortools",), _outing(14), _prize, _prize_by_cpsat),
)
