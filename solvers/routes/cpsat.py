"""A second engine: the journey as a CP-SAT circuit.

A best route never comes back to a place, so it is a path: one boolean for each link, direction and area. Uses of an
area are a count, and its n-th use has one boolean with the n-th price. The items spent so far are carried from place
to place only where a link asks to hold what it does not take.

NOTE(second-opinion): CP-SAT has answered "infeasible" to feasible models (google/or-tools#5274), so what it says
against a route is a claim and never a verdict. The claim is made twice, the second time without presolve and with
another seed.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.routes.answers import Route, route_of
from solvers.routes.checking import check_route
from solvers.routes.journey import Counts, Journey, Link, Objective

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


@dataclass(frozen=True)
class Arc:
    """One way to take a link: in a direction, paid on an area."""

    link: Link
    start: str
    end: str
    area: str


class RouteModel:
    """The model; `taken` holds one boolean for each arc."""

    def __init__(self, journey: Journey, objective: Objective) -> None:
        from ortools.sat.python import cp_model

        self.journey = journey
        self.model = cp_model.CpModel()
        self.arcs = [
            Arc(link, here, there, area)
            for here, ways in journey.leaving.items() if here != journey.target
            for link, there in ways if there != journey.start
            for area in link.areas
        ]
        self.taken = [self.model.new_bool_var(f"{arc.link.name} from {arc.start} on {arc.area}") for arc in self.arcs]
        self._circuit()
        coins, most = self._coins()
        if journey.items is not None:
            for kind, owned in enumerate(journey.items):
                self._items(kind, owned)
        longest = len(journey.places) - 1
        links = self.model.new_int_var(0, longest, "links")
        self.model.add(sum(self.taken) == links)
        if objective is Objective.FEWEST:
            self.model.minimize(links * (most + 1) + coins)
        else:
            self.model.minimize(coins * (longest + 1) + links)

    def fix(self, link: str, area: str) -> None:
        """Require that a link is taken, in whichever direction, and paid on one given area."""
        self.model.add_exactly_one(
            taken for arc, taken in zip(self.arcs, self.taken, strict=True)
            if (arc.link.name, arc.area) == (link, area)
        )

    def extract(self, solver: cp_model.CpSolver) -> Route:
        """Read the route that the solver has found."""
        leaving = {
            arc.start: arc for arc, taken in zip(self.arcs, self.taken, strict=True) if solver.boolean_value(taken)
        }
        taken: list[tuple[Link, str, str]] = []
        here = self.journey.start
        while here != self.journey.target:
            arc = leaving[here]
            taken.append((arc.link, arc.end, arc.area))
            here = arc.end
        return route_of(self.journey, taken)

    def _circuit(self) -> None:
        """A circuit through the start, the target, and whatever places lie between; the others loop to themselves."""
        journey = self.journey
        number = {place: n for n, place in enumerate(journey.places)}
        circuit = [
            (number[arc.start], number[arc.end], taken) for arc, taken in zip(self.arcs, self.taken, strict=True)
        ]
        circuit.append((number[journey.target], number[journey.start], self.model.new_constant(1)))
        circuit += [
            (number[place], number[place], self.model.new_bool_var(f"not {place}"))
            for place in journey.places if place not in (journey.start, journey.target)
        ]
        self.model.add_circuit(circuit)

    def _coins(self) -> tuple[cp_model.IntVar, int]:
        """All coins of the route, and the most that they can be."""
        from ortools.sat.python import cp_model

        longest = len(self.journey.places) - 1
        pairs = list(zip(self.arcs, self.taken, strict=True))
        paid, prices = list(self.taken), [arc.link.coins for arc in self.arcs]
        dearest = longest * max(prices, default=0)
        for area in self.journey.areas:
            uses = [taken for arc, taken in pairs if arc.area == area.name]
            used = [self.model.new_bool_var(f"use {n + 1} of {area.name}") for n in range(longest)]
            self.model.add(sum(used) == sum(uses))
            for one, following in pairwise(used):
                self.model.add_implication(following, one)
            paid += used
            prices += [area.price(n) for n in range(longest)]
            dearest += area.total(longest)
        most = dearest if self.journey.coins is None else min(dearest, self.journey.coins)
        coins = self.model.new_int_var(0, most, "coins")
        self.model.add(cp_model.LinearExpr.weighted_sum(paid, prices) == coins)
        return coins, most

    def _items(self, kind: int, owned: int) -> None:
        journey, pairs = self.journey, list(zip(self.arcs, self.taken, strict=True))

        def count(of: Counts) -> int:
            return of[kind]

        self.model.add(sum(taken * count(journey.items_of(arc.link)) for arc, taken in pairs) <= owned)
        if all(journey.holds_of(link)[kind] == journey.items_of(link)[kind] for link in journey.links):
            return
        spent = {place: self.model.new_int_var(0, owned, f"spent at {place}") for place in journey.places}
        self.model.add(spent[journey.start] == 0)
        for arc, taken in pairs:
            costs, holds = count(journey.items_of(arc.link)), count(journey.holds_of(arc.link))
            self.model.add(spent[arc.end] == spent[arc.start] + costs).only_enforce_if(taken)
            self.model.add(spent[arc.start] + holds <= owned).only_enforce_if(taken)


def search_with_cpsat(
    journey: Journey, objective: Objective, *, effort: float = 10.0
) -> Route | ClaimsInfeasible | NoAnswer[Route]:
    """Ask CP-SAT for the best route; `effort` is its deterministic time, roughly seconds, for each run.

    A route has passed `check_route`; that it is the best is CP-SAT's claim. Start and target must differ.
    """
    problem = RouteModel(journey, objective)

    def checked(solver: cp_model.CpSolver) -> Route:
        route = problem.extract(solver)
        check_route(route)
        return route

    return ask(problem.model, checked, effort)
