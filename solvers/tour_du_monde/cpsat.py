"""A second engine: the whole plan as one CP-SAT model, with no search of ours in it.

Days besides dice are linear. What dice cost on average depends on the whole timeline of coins and dice, so it is
tabulated by timeline: fractions become ranks, and the objective is days times the number of distinct fractions plus
the rank of the fraction; it orders plans just as the exact values do, in small integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import floor
from typing import TYPE_CHECKING

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.tour_du_monde.dice import Die, Gain, Timeline, expected_days, worst_days
from solvers.tour_du_monde.plans import Plan, Turn
from solvers.tour_du_monde.tour import Objective, Payment, Tour

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Linear = cp_model.LinearExpr | int

MOST_TIMELINES = 60_000
"""Timelines that are tabulated; questions with more get no second opinion."""


@dataclass(frozen=True)
class Leg:
    """A way to travel: the turn, whether as its first or second leg, the leg ahead, and how it is paid."""

    turn: int
    place: int
    leg: int
    payment: Payment


class TourModel:
    """The model; `taken`, `travelled` and `allowed` hold one boolean for each way to do something in a turn."""

    def __init__(self, tour: Tour, objective: Objective) -> None:
        from ortools.sat.python import cp_model

        self.tour, self.objective = tour, objective
        self.model = model = cp_model.CpModel()
        self.turns = range(len(tour.rows))
        self.legs = range(len(tour.payments))
        rows = [() if number == 0 and tour.took else row for number, row in enumerate(tour.rows)]
        self.taken = {
            (number, offer): model.new_bool_var(f"take {offer.slot} in {number}")
            for number in self.turns for offer in rows[number]
        }
        self.travelled = {
            one: model.new_bool_var(f"leg {one.leg} in {one.turn}")
            for one in (
                Leg(number, place, leg, payment) for number in self.turns for place in (0, 1) for leg in self.legs
                if leg <= 2 * number + place for payment in tour.payments[leg]
            )
        }
        self.allowed = {
            (number, early, second): model.new_bool_var(f"second leg in {number}")
            for number in self.turns for early in (True, False) for second in tour.seconds
        }
        for number in self.turns:
            if rows[number]:
                model.add_exactly_one(self._takes(number))
        self.done = self._order()
        self._cards()
        self._last_event()
        self.caught = self._detective()
        self._minimise()

    def fix(self, leg: int, payment: Payment) -> None:
        """Require that a leg is paid in one given way."""
        self.model.add_exactly_one(
            var for one, var in self.travelled.items() if (one.leg, one.payment) == (leg, payment)
        )

    def extract(self, solver: cp_model.CpSolver) -> Plan:
        """Read the plan that the solver has found; the days are counted anew."""
        tour, turns = self.tour, []
        days = done = 0
        place = tour.detective
        for number in self.turns:
            if done == len(tour.payments):
                break
            offer = next((o for (t, o), var in self.taken.items() if t == number and solver.boolean_value(var)), None)
            moved = None
            if offer is not None and offer.detective:
                moved = next(
                    city for city in self.cities if city != place and solver.boolean_value(self.stands[number][city])
                )
                place = moved
            paid = tuple(one.payment for one in sorted(
                (one for one, var in self.travelled.items() if one.turn == number and solver.boolean_value(var)),
                key=lambda one: one.leg,
            ))
            second, early = next(
                ((one, early) for (t, early, one), var in self.allowed.items()
                 if t == number and solver.boolean_value(var)), (None, False),
            )
            away = [solver.value(var) for var in self.away[number]]
            kinds = len(tour.hand)
            turns.append(Turn(offer, moved, second, early, paid, tuple(away[:kinds]), tuple(away[kinds:])))
            done += len(paid)
            days += sum(payment.days for payment in paid) + tour.caught(tour.city + done, place)
            days += tour.round_days if number else 0
        return Plan(tour, tuple(turns), days)

    def _takes(self, number: int) -> list[cp_model.IntVar]:
        return [var for (turn, _), var in self.taken.items() if turn == number]

    def _legs(self, number: int, place: int | None = None) -> dict[Leg, cp_model.IntVar]:
        return {
            one: var for one, var in self.travelled.items() if one.turn == number and place in (None, one.place)
        }

    def _order(self) -> list[cp_model.IntVar]:
        """Legs in their order, at most two a turn, the second only if it is allowed; returns how many are done."""
        model, tour = self.model, self.tour
        done = [model.new_int_var(0, len(self.legs), f"done before {number}") for number in range(len(tour.rows) + 1)]
        model.add(done[0] == 0)
        model.add(done[-1] == len(self.legs))
        for number in self.turns:
            first, second = self._legs(number, 0), self._legs(number, 1)
            legs, allowed = (tour.legs, tour.second) if number == 0 else (0, False)
            model.add(sum(first.values()) <= (legs == 0))
            model.add(sum(second.values()) <= (sum(first.values()) if legs == 0 else int(legs == 1)))
            allowing = [var for (turn, _, _), var in self.allowed.items() if turn == number]
            early = [var for (turn, is_early, _), var in self.allowed.items() if turn == number and is_early]
            if allowed:
                model.add(sum(allowing) == 0)
            else:
                model.add(sum(allowing) == sum(second.values()))
            if legs:
                model.add(sum(early) == 0)
            for one, var in first.items():
                model.add(done[number] == one.leg).only_enforce_if(var)
            for one, var in second.items():
                model.add(done[number] == one.leg - (legs == 0)).only_enforce_if(var)
            model.add(done[number + 1] == done[number] + sum(first.values()) + sum(second.values()))
            balloons = int(tour.balloon and number == 0) + sum(
                var for (turn, offer), var in self.taken.items() if turn == number and offer.balloon
            )
            model.add(sum(var for one, var in self._legs(number).items() if one.payment.balloon) <= balloons)
        return done

    def _cards(self) -> None:
        """What is held after each turn is what was held, taken, and neither used nor thrown away; at most the limit."""
        model, tour = self.model, self.tour
        kinds = len(tour.hand)
        held: list[Linear] = [*tour.hand, *tour.events]
        self.away: list[list[cp_model.IntVar]] = []
        for number in self.turns:
            after, away = [], []
            travelled = self._legs(number)
            had: list[Linear] = []
            for kind, has in enumerate(held):
                taken: list[cp_model.IntVar] = []
                if kind < kinds:
                    taken = [v for (turn, o), v in self.taken.items() if turn == number and o.card == kind]
                    used = [one.payment.cards[kind] * var for one, var in travelled.items() if one.payment.cards[kind]]
                else:
                    used = [var for one, var in travelled.items() if one.payment.event == kind - kinds]
                    used += [var for (turn, _, second), var in self.allowed.items()
                             if turn == number and second.event == kind - kinds]
                stays, goes = model.new_int_var(0, 99, f"held {kind}"), model.new_int_var(0, 99, f"away {kind}")
                model.add(stays + goes == has + sum(taken) - sum(used))
                after.append(stays)
                away.append(goes)
                had.append(has + sum(taken))
            model.add(sum(after) <= tour.limit)
            if tour.must_move is not None:  # then it matters that only what is above the limit goes
                is_full = model.new_bool_var(f"full after {number}")
                model.add(sum(after) == tour.limit).only_enforce_if(is_full)
                model.add(sum(away) == 0).only_enforce_if(~is_full)
            self.away.append(away)
            self._must_move(number, had[:kinds])
            held = list(after)

    def _must_move(self, number: int, hand: Sequence[Linear]) -> None:
        tour, model = self.tour, self.model
        if tour.must_move is None or (number == 0 and tour.legs):
            return
        travelled = sum(self._legs(number).values())
        for leg in self.legs:
            needs = tour.must_move[leg]
            short = [model.new_bool_var(f"lacks mode {mode}") for mode, _ in enumerate(needs)]
            for mode, (needed, lacks) in enumerate(zip(needs, short, strict=True)):
                owns = sum(has for has, of in zip(hand, tour.modes, strict=True) if of == mode)
                model.add(owns <= needed - 1).only_enforce_if(lacks)
            here = model.new_bool_var(f"before leg {leg}")
            model.add(self.done[number] == leg).only_enforce_if(here)
            model.add(self.done[number] != leg).only_enforce_if(~here)
            model.add(sum(short) + travelled >= 1).only_enforce_if(here)

    def _last_event(self) -> None:
        """What the Princess would copy, before each of the four moments of a turn when an event may be played."""
        model, tour = self.model, self.tour
        nothing = len(tour.events)
        last = model.new_constant(nothing if tour.last is None else tour.last)
        for number in self.turns:
            moments = [
                self._seconds(number, True), self._playing(number, 0), self._seconds(number, False),
                self._playing(number, 1),
            ]
            for moment in moments:
                after = model.new_int_var(0, nothing, f"last in {number}")
                for var, effect, copies in moment:
                    if copies is not None:
                        model.add(last == copies).only_enforce_if(var)
                    model.add(after == effect).only_enforce_if(var)
                played = model.new_bool_var(f"event in {number}")
                model.add(sum(var for var, _, _ in moment) == played)
                model.add(after == last).only_enforce_if(~played)
                last = after

    def _seconds(self, number: int, early: bool) -> list[tuple[cp_model.IntVar, int, int | None]]:
        return [
            (var, second.effect, second.copies) for (turn, is_early, second), var in self.allowed.items()
            if turn == number and is_early == early
        ]

    def _playing(self, number: int, place: int) -> list[tuple[cp_model.IntVar, int, int | None]]:
        return [
            (var, one.payment.effect, one.payment.copies) for one, var in self._legs(number, place).items()
            if one.payment.effect is not None
        ]

    def _detective(self) -> list[cp_model.IntVar]:
        """Where the detective stands in each turn, moved only by the action, and whether he is met at its end."""
        model, tour = self.model, self.tour
        self.cities = range(1, tour.cities - 1)
        self.stands: list[list[cp_model.IntVar]] = []
        before: list[cp_model.IntVar] | None = None
        caught = []
        for number in self.turns:
            stands = [model.new_bool_var(f"detective in {city}") for city in range(tour.cities)]
            model.add(sum(stands[city] for city in self.cities) == 1)
            moves = sum(var for (turn, offer), var in self.taken.items() if turn == number and offer.detective)
            for city in range(tour.cities):
                was: Linear = int(city == tour.detective) if before is None else before[city]
                model.add(stands[city] + was <= 2 - moves)
                model.add(stands[city] - was <= moves)
                model.add(was - stands[city] <= moves)
            meets = model.new_bool_var(f"met in {number}")
            for leg in range(len(self.legs) + 1):
                city = tour.city + leg
                ends = model.new_bool_var(f"ends in {city}")
                model.add(self.done[number + 1] == leg).only_enforce_if(ends)
                model.add(self.done[number + 1] != leg).only_enforce_if(~ends)
                if leg < len(self.legs):
                    model.add_bool_or(~ends, ~stands[city], meets)
                else:
                    active = self._active(number)
                    model.add_bool_or(~ends, ~stands[city], ~active, meets)
            caught.append(meets)
            self.stands.append(stands)
            before = stands
        return caught

    def _active(self, number: int) -> cp_model.IntVar:
        """Whether the target was not reached before a turn."""
        active = self.model.new_bool_var(f"turn {number}")
        self.model.add(self.done[number] < len(self.legs)).only_enforce_if(active)
        self.model.add(self.done[number] == len(self.legs)).only_enforce_if(~active)
        return active

    def _minimise(self) -> None:
        tour = self.tour
        days: Linear = sum(one.payment.days * var for one, var in self.travelled.items())
        days += sum(tour.detective_days * var for var in self.caught)
        if tour.round_days:
            days += sum(tour.round_days * self._active(number) for number in self.turns[1:])
        if self.objective is Objective.WORST:
            days += sum(worst_days(one.payment.dice) * var for one, var in self.travelled.items() if one.payment.dice)
            self.model.minimize(days)
            return
        variables, table = self._timelines()
        values = sorted({cost - floor(cost) for cost in table.values()})
        scale = len(values)
        rank = {value: place for place, value in enumerate(values)}
        if not variables:
            self.model.minimize(days)
            return
        most = max((floor(cost) + 1 for cost in table.values()), default=0) * scale
        dice = self.model.new_int_var(0, most, "dice")
        self.model.add_allowed_assignments(
            [*variables, dice],
            [(*codes, floor(cost) * scale + rank[cost - floor(cost)]) for codes, cost in table.items()],
        )
        self.model.minimize(days * scale + dice)

    def _timelines(self) -> tuple[list[cp_model.IntVar], dict[tuple[int, ...], Fraction]]:
        """Variables that tell which timeline it is, and the days of each timeline's dice on average."""
        model, variables = self.model, []
        choices: list[list[tuple[Die | Gain, ...]]] = []

        def tell(options: dict[Timeline, list[cp_model.IntVar]]) -> None:
            known = [timeline for timeline in options if timeline]
            if not known:
                return
            code = model.new_int_var(0, len(known), "part of the timeline")
            model.add(code == sum(n * sum(options[one]) for n, one in enumerate(known, 1)))
            variables.append(code)
            choices.append([(), *known])

        for number in self.turns:
            gains: dict[Timeline, list[cp_model.IntVar]] = {}
            for (turn, offer), var in self.taken.items():
                if turn == number and offer.coins:
                    gains.setdefault((Gain(offer.coins),), []).append(var)
            tell(gains)
            for place in (0, 1):
                dice: dict[Timeline, list[cp_model.IntVar]] = {}
                for one, var in self._legs(number, place).items():
                    dice.setdefault(one.payment.dice, []).append(var)
                tell(dice)
        table: dict[tuple[int, ...], Fraction] = {}
        for codes in _codes(choices, self.tour.dice_at_most, len(self.legs)):
            timeline = tuple(one for code, part in zip(codes, choices, strict=True) for one in part[code])
            table[codes] = expected_days(timeline, self.tour.coins)
        return variables, table


class TooManyTimelines(Exception):
    """There are more orders of coins and dice than are tabulated."""


def _codes(choices: Sequence[Sequence[Timeline]], most_dice: int, most_legs: int) -> list[tuple[int, ...]]:
    """Every combination of parts with at most so many dice, in the payments of at most so many legs."""
    found: list[tuple[tuple[int, ...], int, int]] = [((), 0, 0)]
    for parts in choices:
        grown = []
        for (codes, dice, legs), (code, part) in product(found, enumerate(parts)):
            here = sum(isinstance(one, Die) for one in part)
            if dice + here <= most_dice and legs + (here > 0) <= most_legs:
                grown.append(((*codes, code), dice + here, legs + (here > 0)))
        if len(grown) > MOST_TIMELINES:
            raise TooManyTimelines
        found = grown
    return [codes for codes, _, _ in found]


def search_with_cpsat(
    tour: Tour, objective: Objective, *, effort: float = 10.0
) -> Plan | ClaimsInfeasible | NoAnswer[Plan]:
    """Ask CP-SAT for the best plan; `effort` is its deterministic time, roughly seconds, for each run."""
    try:
        model = TourModel(tour, objective)
    except TooManyTimelines:
        return NoAnswer("too many orders of coins and dice to tabulate")
    return ask(model.model, model.extract, effort)


