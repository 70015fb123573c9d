"""What so many uses cost at least over several periods, each of which begins its prices anew."""

from __future__ import annotations

import heapq

import numpy as np

from solvers.expeditions.expedition import Counts, Expedition

HELP = ""
"""Stands in the list of areas for the one help of each period, which costs nothing."""
ENDLESS = 1 << 30
"""More than anybody can pay."""


class Slots:
    """The cheapest prices there are from a period to a last one, as running sums up to `most` uses."""

    def __init__(self, expedition: Expedition, most: int) -> None:
        self.expedition, self.most = expedition, most
        names = dict.fromkeys(area.name for period in expedition.periods for area in period.areas)
        self.areas = [*names, HELP]
        self._known: dict[tuple[str, int, int, int], np.ndarray] = {}
        self._shops = [sorted({offer.area for offer in period.offers if offer.area is not None})
                       for period in expedition.periods]

    def riding(self, area: str, period: int, last: int, used: int) -> np.ndarray:
        """What 0, 1, 2 and more uses of an area cost at least, so many having been made in the first period."""
        key = area, period, last, used
        found = self._known.get(key)
        if found is None:
            prices = [self._prices(area, number, used if number == period else 0)
                      for number in range(period, last + 1)]
            found = self._known[key] = self._sums(prices)
        return found

    def shopping(self, period: int, last: int, uses: Counts) -> np.ndarray:
        """The same of purchases, wherever one likes."""
        prices = []
        for number in range(period, last + 1):
            at = {area.name: n for n, area in enumerate(self.expedition.periods[number].areas)}
            prices += [self._prices(area, number, uses[at[area]] if number == period else 0)
                       for area in self._shops[number]]
            prices += [[offer.coins] * self.most for offer in self.expedition.periods[number].offers
                       if offer.area is None]
        return self._sums(prices)

    def _prices(self, area: str, number: int, used: int) -> list[int]:
        period = self.expedition.periods[number]
        if area == HELP:
            return [0] * int(period.help)
        found = next((one for one in period.areas if one.name == area), None)
        return [] if found is None else [found.price(used + n) for n in range(self.most)]

    def _sums(self, prices: list[list[int]]) -> np.ndarray:
        cheapest = np.full(self.most, ENDLESS, dtype=np.int64)
        listed = heapq.nsmallest(self.most, (price for one in prices for price in one))
        cheapest[:len(listed)] = listed
        sums: np.ndarray = np.minimum(np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(cheapest)]), ENDLESS)
        return sums
