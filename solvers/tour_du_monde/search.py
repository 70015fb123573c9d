"""The exact search: turn by turn, keeping for each standing and each timeline of dice the fewest days.

Labels that cannot become better than a plan known already are dropped; that plan comes from the same search with only
the most promising labels of each turn kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from solvers.tour_du_monde.dice import Die, Gain, expected_days, worst_days
from solvers.tour_du_monde.plans import NoPlan, Plan, Turn
from solvers.tour_du_monde.tour import Objective, Payment, Tour
from solvers.tour_du_monde.turns import Moment, Standing, beginning, endings, is_worthwhile, legs_from, openings

MOST_LABELS = 200_000
"""Labels of the exact search: some ten seconds."""
_FEW = 60


@dataclass(frozen=True)
class Stopped:
    """The search has looked at so many labels and not come to an end; `best` is the best plan it knows."""

    labels: int
    best: Plan | None


def search_plan(tour: Tour, objective: Objective, *, most_labels: int = MOST_LABELS) -> Plan | NoPlan | Stopped:
    """The plan with the fewest days; of equals one with few turns, cards and actions."""
    search = _Search(tour, objective)
    search.run(width=_FEW, most_labels=most_labels)
    return search.run(width=None, most_labels=most_labels)


def moments_to_end(tour: Tour, number: int, here: Standing) -> Iterator[Moment]:
    """Every moment at which a turn may end, if the target can still be reached then."""
    waiting: list[Moment] = list(openings(tour, number, here))
    while waiting:
        moment = waiting.pop()
        if is_worthwhile(moment) and moment.standing.done >= tour.behind(number, moment.standing.events):
            yield moment
        waiting += [paid for _, paid in legs_from(tour, moment)]


def days_of_turn(tour: Tour, number: int, turn: Turn, there: Standing) -> int:
    """The days of a turn besides dice, which leaves the player standing `there`."""
    clock = tour.round_days if number else 0
    return sum(payment.days for payment in turn.paid) + tour.caught(tour.city + there.done, there.detective) + clock


Code = tuple[int, ...]
"""A timeline in short: the number of a die, or coins that come in, as a negative number."""


@dataclass(frozen=True, slots=True)
class _Label:
    days: int
    value: Fraction  # the days, and what the dice so far cost at least
    effort: int
    turns: tuple[Turn, ...]


class _Search:
    """Both runs of a search; `best` is the best plan so far."""

    def __init__(self, tour: Tour, objective: Objective) -> None:
        self.tour = tour
        self.objective = objective
        self.best: Plan | None = None
        self.rank: tuple[Fraction, int, int] | None = None
        self.dice: dict[Die, int] = {}
        self.costs: dict[Code, Fraction] = {(): Fraction(0)}
        self.least = self._least_days()

    def run(self, width: int | None, most_labels: int) -> Plan | NoPlan | Stopped:
        """Go through the turns; with a `width` only so many labels go on to the next one."""
        tour, legs = self.tour, len(self.tour.payments)
        labels: dict[tuple[Standing, Code], _Label] = {(beginning(tour), ()): _Label(0, Fraction(0), 0, ())}
        looked = 0
        for number in range(len(tour.rows)):
            following: dict[tuple[Standing, Code], _Label] = {}
            for (here, code), label in labels.items():
                for moment in moments_to_end(tour, number, here):
                    looked += 1
                    grown, code_there = self._after(label, code, moment.turn, moment.standing, number)
                    if self.rank is not None and grown.value + self.least[moment.standing.done] > self.rank[0]:
                        continue
                    if moment.standing.done == legs:
                        self._reached(grown)
                        continue
                    for turn, there in endings(tour, moment):
                        looked += 1
                        key = there, code_there
                        other = following.get(key)
                        if other is None or (grown.value, grown.effort) < (other.value, other.effort):
                            following[key] = replace(grown, turns=(*label.turns, turn))
                if looked > most_labels and width is None:
                    return Stopped(looked, self.best)
            if width is not None and len(following) > width:
                following = {key: following[key] for key in sorted(following, key=self._promise(following))[:width]}
            labels = following
        return NoPlan() if self.best is None else self.best

    def _promise(
        self, labels: Mapping[tuple[Standing, Code], _Label]
    ) -> Callable[[tuple[Standing, Code]], tuple[Fraction, int, int]]:
        """Few days in all, then legs done, then little spent."""
        def rank(key: tuple[Standing, Code]) -> tuple[Fraction, int, int]:
            label, done = labels[key], key[0].done
            return label.value + self.least[done], -done, label.effort

        return rank

    def _reached(self, label: _Label) -> None:
        rank = label.value, len(label.turns), label.effort
        if self.rank is None or rank < self.rank:
            self.rank, self.best = rank, Plan(self.tour, label.turns, label.days)

    def _after(
        self, label: _Label, code: Code, turn: Turn, there: Standing, number: int
    ) -> tuple[_Label, Code]:
        days = label.days + days_of_turn(self.tour, number, turn, there)
        if self.objective is Objective.WORST:
            value = label.value + days - label.days + worst_days(turn.timeline)
        else:
            for one in turn.timeline:
                code = (*code, -one.coins if isinstance(one, Gain) else self.dice.setdefault(one, len(self.dice)))
            value = days + self._cost(code)
        return _Label(days, value, label.effort + turn.effort, (*label.turns, turn)), code

    def _cost(self, code: Code) -> Fraction:
        """What the dice so far cost at least: coins may be needed for later ones too."""
        known = self.costs.get(code)
        if known is None:
            dice = list(self.dice)
            timeline = tuple(Gain(-one) if one < 0 else dice[one] for one in code)
            known = self.costs[code] = expected_days(timeline, self.tour.coins)
        return known

    def _least_days(self) -> list[Fraction]:
        """The fewest days that the legs after each number of them can cost: each die as if it had all coins."""
        def least(payment: Payment) -> Fraction:
            if self.objective is Objective.WORST:
                return Fraction(payment.worst)
            return payment.days + expected_days(payment.dice, self.tour.coins_at_most)

        found = [Fraction(0)]
        for leg in reversed(self.tour.payments):
            found.append(found[-1] + min(map(least, leg), default=Fraction(0)))
        return found[::-1]
