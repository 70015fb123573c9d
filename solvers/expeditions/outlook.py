"""How many coins can be left at most where a label may still lead: never less than the truth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import numpy as np

from solvers.expeditions.dominance import swaps_in
from solvers.expeditions.expedition import Counts, Expedition
from solvers.expeditions.labels import Label
from solvers.expeditions.needs import Need, Needs, Node
from solvers.expeditions.slots import ENDLESS, Slots

NEVER = -ENDLESS
"""What is left where there is no way."""


class Outlook:
    """The most coins left at each of some groups of ends, when at most so many periods were begun.

    The cheapest of the needs counts, its missing items bought where they are cheapest; whoever hands in an item for
    coins has one left over or buys one more.
    """

    def __init__(self, expedition: Expedition, groups: Sequence[frozenset[Node]]) -> None:
        self.expedition, self.groups = expedition, groups
        self.many = len(expedition.periods)
        nodes = len(expedition.places) * (len(expedition.tasks) + 1)
        self.slots = Slots(expedition, nodes + 1)
        self.incomes = [0, *accumulate(
            period.income + sum(period.finds) for period in expedition.periods[1:])]
        self.trades = [0] + [max((period.trade_in or 0) - period.income, 0) for period in expedition.periods[1:]]
        gains = [task.gains for task in expedition.tasks]
        self.rewards = [sum(gains[done:]) for done in range(len(gains) + 1)]
        gifts = [task.gift for task in expedition.tasks]
        self.gifts = [sum(gifts[done:]) for done in range(len(gifts) + 1)]
        self.swaps = swaps_in(expedition) > 0
        purse = expedition.coins + sum(expedition.periods[0].finds) + self.incomes[-1] + sum(self.trades)
        self._brought: dict[tuple[Counts, int], np.ndarray] = {}
        lying = tuple(token.coins for token in expedition.tokens)
        self.purse = purse + self.rewards[0] + int(self._tokens(lying, 0).max())
        needs = Needs(expedition, self.slots, self.purse)
        listed = [needs.to(group) for group in groups]
        more = sum(one > 0 for one in self.trades)
        self._needs = {node: _Table([one[node] for one in listed], more) for node in needs.arriving}
        self._known: dict[tuple[str, int, int, Counts, bool, Counts], np.ndarray] = {}

    def of(self, label: Label) -> np.ndarray:
        """For each group of ends and each last period what can be left at most; below zero where there is no way."""
        held = tuple(map(int.__add__, label.case, label.spare))
        table = self._needs[label.place, label.done]
        key = label.place, label.done, label.period, label.uses, label.help, tuple(map(min, held, table.most))
        net = self._known.get(key)
        if net is None:
            net = self._known[key] = self._net(table, label, held)
        finds = self.expedition.periods[label.period].finds
        coins = label.coins + sum(coins for stack, coins in enumerate(finds) if label.finds >> stack & 1)
        found: np.ndarray = net + coins + self._tokens(label.tokens, label.period)
        return found

    def _tokens(self, lying: Counts, period: int) -> np.ndarray:
        """What the tokens can bring until each last period."""
        found = self._brought.get((lying, period))
        if found is None:
            later = [-ENDLESS] * period + [0] + [-ENDLESS] * (self.many - period - 1)
            found = self._brought[lying, period] = np.array(later)
            if period + 1 < self.many:
                left = self.expedition.periods[period]
                for token in left.tokens or (None,):
                    gained = 0 if token is None else lying[token] + self.expedition.tokens[token].bonus
                    after = tuple(0 if other == token or other in left.gone else coins + 1
                                  for other, coins in enumerate(lying))
                    np.maximum(found, self._tokens(after, period + 1) + gained, out=found)
        return found

    def _net(self, table: _Table, label: Label, held: Counts) -> np.ndarray:
        """What comes in less what the cheapest way costs, for each group and last period."""
        found = np.full((len(self.groups), self.many), NEVER, dtype=np.int64)
        if not len(table.coins):
            return found
        areas = {area.name: n for n, area in enumerate(self.expedition.periods[label.period].areas)}
        have = np.array(held, dtype=np.int64)
        missing = np.maximum(table.items - have, 0).sum(axis=1)
        if self.swaps:
            missing = np.maximum(table.items.sum(axis=1) - have.sum(), 0)
        missing = np.maximum(missing - self.gifts[label.done], 0)
        surplus = np.maximum(have.sum() + self.gifts[label.done] + missing - table.items.sum(axis=1), 0)
        for last in range(label.period, self.many):
            cost = table.coins.copy()
            for column, name in table.areas(self.slots.areas):
                used = label.uses[areas[name]] if name in areas else int(not label.help)
                cost += self.slots.riding(name, label.period, last, used)[table.uses[:, column]]
            shops = self.slots.shopping(label.period, last, label.uses)
            trades = sorted(self.trades[label.period + 1:last + 1], reverse=True)
            best = -shops[np.minimum(missing, self.slots.most)]
            for number, gained in enumerate(accumulate(one for one in trades if one), 1):
                more = missing + np.maximum(number - surplus, 0)
                best = np.maximum(best, gained - shops[np.minimum(more, self.slots.most)])
            income = self.incomes[last] - self.incomes[label.period] + self.rewards[label.done]
            found[table.groups, last] = np.maximum.reduceat(best - cost, table.starts) + income
        return found


class _Table:
    """The needs of all groups from one place, group after group; `most` is what can be of use, with `more` to trade."""

    def __init__(self, listed: Sequence[Sequence[Need]], more: int) -> None:
        needs = [need for one in listed for need in one]
        self.groups = [n for n, one in enumerate(listed) if one]
        sizes = [len(listed[n]) for n in self.groups]
        self.starts = [0, *accumulate(sizes)][:-1]
        self.uses = np.array([need.uses for need in needs], dtype=np.int64)
        self.items = np.array([need.items for need in needs], dtype=np.int64)
        self.coins = np.array([need.coins for need in needs], dtype=np.int64)
        self.most: Counts = tuple(int(most) + more for most in self.items.max(axis=0)) if needs else ()

    def areas(self, names: Sequence[str]) -> list[tuple[int, str]]:
        """The areas that some need uses, with their columns."""
        return [(n, name) for n, name in enumerate(names) if self.uses[:, n].any()]
