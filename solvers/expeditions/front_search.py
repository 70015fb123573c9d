"""The exact search for a front: the labels that may still be better than what was found, the most promising first."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import numpy as np

from solvers.expeditions.dominance import Kept, useful
from solvers.expeditions.expedition import Expedition
from solvers.expeditions.labels import Following, Label, first_label
from solvers.expeditions.limits import may_be_too_rich
from solvers.expeditions.outlook import Outlook


class FrontSearch:
    """One run; `made` labels were made, and it `stopped` if there would have been more than `most_labels`.

    NOTE(regret): the outlook of a label says what can be left at most in each group of ends within each number of
    periods. A label is looked at in the order of its regret: by how much the best of that falls short of what could be
    hoped for at the start. It is needless once all that it may lead to was found.
    """

    def __init__(self, expedition: Expedition, outlook: Outlook, most_labels: int | None) -> None:
        self.expedition, self.outlook, self.most_labels = expedition, outlook, most_labels
        worth = useful(expedition)
        self.following = Following(expedition, worth, finds_first=not may_be_too_rich(expedition))
        self.kept = Kept(expedition, worth, None)
        self.made, self.stopped = 0, False
        self.start = first_label(expedition)
        self.hopes = outlook.of(self.start)
        self.found = np.full(self.hopes.shape, -1, dtype=np.int64)

    def note(self, label: Label, group: int) -> None:
        """That a label's coins can be had in its periods at an end of this group, and of all before it."""
        here = self.found[:group + 1, label.period:]
        np.maximum(here, label.coins, out=here)

    def settled(self) -> Iterator[Label]:
        """The labels that may be better than those before them."""
        waiting: list[tuple[int, int, Label, bool]] = [(0, 0, self.start, False)]
        while waiting:
            regret, _, label, is_known = heapq.heappop(waiting)
            if not is_known:
                real = self.regret(label)
                if real is None:
                    continue
                if waiting and real > waiting[0][0]:
                    self.made += 1
                    heapq.heappush(waiting, (real, -self.made, label, True))
                    continue
                regret = real
            elif self.regret(label) is None:
                continue
            if not self.kept.add(label):
                continue
            yield label
            for following in self.following.of(label):
                if not self.kept.dominate(following):
                    self.made += 1
                    heapq.heappush(waiting, (regret, -self.made, following, False))
            if self.most_labels is not None and self.made > self.most_labels:
                self.stopped = True
                return

    def regret(self, label: Label) -> int | None:
        """By how much the best outlook falls short of what was hoped; None where all that it may lead to was found."""
        outlook = self.outlook.of(label)
        open_ = outlook > self.found
        return int((self.hopes - outlook)[open_].min()) if open_.any() else None
