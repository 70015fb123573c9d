"""Deciding as one goes: the days on average if every later choice may depend on the dice so far.

A plan fixes which cards pay for which leg. Whoever decides only when the time comes can do a little better, since
the coins that are left for later dice depend on the earlier ones.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from solvers.tour_du_monde.dice import Die, rolled
from solvers.tour_du_monde.tour import Tour
from solvers.tour_du_monde.turns import Moment, Standing, beginning, endings, is_worthwhile, legs_from, openings

MOST_STANDINGS = 5_000
"""Standings with coins between turns that are looked at: some ten seconds."""
_NEVER = Fraction(10**6)
"""Stands for the days of what cannot be done; whether it can depends on no die."""


class TooManyStandings(Exception):
    """There are more standings than are looked at."""


def best_policy(tour: Tour, *, most_standings: int = MOST_STANDINGS) -> Fraction | None:
    """The fewest days on average, or None if the target cannot be reached; raises `TooManyStandings`."""
    found = _Policy(tour, most_standings).between(0, beginning(tour), tour.coins)
    return None if found >= _NEVER else found


class _Policy:
    def __init__(self, tour: Tour, most_standings: int) -> None:
        self.tour = tour
        self.most_standings = most_standings
        self.known: dict[tuple[int, Standing, int], Fraction] = {}

    def between(self, number: int, here: Standing, coins: int) -> Fraction:
        """The days to come before a turn."""
        tour = self.tour
        if here.done == len(tour.payments):
            return Fraction(0)
        if number == len(tour.rows) or here.done < tour.behind(number - 1, here.events):
            return _NEVER
        key = number, here, coins
        found = self.known.get(key)
        if found is None:
            if len(self.known) >= self.most_standings:
                raise TooManyStandings
            clock = tour.round_days if number else 0
            found = self.known[key] = clock + min(
                (self.within(number, moment, coins + (moment.turn.offer.coins if moment.turn.offer else 0))
                 for moment in openings(tour, number, here)), default=_NEVER,
            )
        return found

    def within(self, number: int, moment: Moment, coins: int) -> Fraction:
        """The days to come at a moment of a turn."""
        tour, here = self.tour, moment.standing
        best = _NEVER
        if is_worthwhile(moment):
            caught = tour.caught(tour.city + here.done, here.detective)
            best = caught + min(
                (self.between(number + 1, there, coins) for _, there in endings(tour, moment)), default=_NEVER
            )
        for payment, after in legs_from(tour, moment):
            def later(left: int, after: Moment = after) -> Fraction:
                return self.within(number, after, left)

            best = min(best, payment.days + self._dice(payment.dice, coins, later))
        return best

    def _dice(self, dice: tuple[Die, ...], coins: int, after: Callable[[int], Fraction]) -> Fraction:
        if not dice:
            return after(coins)
        return rolled(dice[0], coins, lambda left: self._dice(dice[1:], left, after))
