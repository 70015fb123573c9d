"""Tokens in a CP-SAT model: one is taken when a period is left, and a coin is put on each that stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.expeditions.expedition import Expedition

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

    Number = cp_model.LinearExpr | int


class Tokens:
    """What lies on the tokens, period by period; `taken` holds for each period a boolean for each choice."""

    def __init__(self, model: cp_model.CpModel, expedition: Expedition, dear: int) -> None:
        self.model, self.expedition, self.dear = model, expedition, dear
        self.lying: list[cp_model.IntVar | int] = [token.coins for token in expedition.tokens]
        self.taken: list[dict[int, cp_model.IntVar]] = []

    def leave(self, leaves: Number = 1) -> cp_model.IntVar | int:
        """The coins gained by leaving the next period, if `leaves` is 1."""
        number = len(self.taken)
        model, period = self.model, self.expedition.periods[number]
        choice = {n: model.new_bool_var(f"token {n} after {number}") for n in period.tokens}
        self.taken.append(choice)
        gained: cp_model.IntVar | int = 0
        if choice:
            model.add(sum(choice.values()) == leaves)
            gained = model.new_int_var(0, self.dear, f"gained after {number}")
            model.add(gained <= self.dear * leaves)
            for n, one in choice.items():
                model.add(gained == self.lying[n] + self.expedition.tokens[n].bonus).only_enforce_if(one)
        after: list[cp_model.IntVar | int] = []
        for n, coins in enumerate(self.lying):
            if n in period.gone:
                after.append(0)
            elif n not in choice:
                after.append(coins + 1 if isinstance(coins, int) else self._plus_one(coins, None))
            else:
                after.append(self._plus_one(coins, choice[n]))
        self.lying = after
        return gained

    def _plus_one(self, coins: cp_model.IntVar | int, taken: cp_model.IntVar | None) -> cp_model.IntVar:
        after = self.model.new_int_var(0, self.dear, "lying")
        if taken is None:
            self.model.add(after == coins + 1)
        else:
            self.model.add(after == coins + 1).only_enforce_if(~taken)
            self.model.add(after == 0).only_enforce_if(taken)
        return after
