"""How the players of a game choose, where chance decides the rest."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction


class Policy(Enum):
    """To make an event as likely as can be, as unlikely as can be, or each thing that can be chosen alike."""

    MOST = "most"
    LEAST = "least"
    RANDOM = "random"

    def of(self, values: Sequence[Fraction]) -> Fraction:
        """The probability where the players choose among things with these probabilities."""
        match self:
            case Policy.MOST:
                return max(values)
            case Policy.LEAST:
                return min(values)
            case Policy.RANDOM:
                return sum(values, Fraction(0)) / len(values)

    def of_whole(self, values: Sequence[int]) -> int:
        """The same in whole numbers, whose sum is a multiple of how many they are."""
        match self:
            case Policy.MOST:
                return max(values)
            case Policy.LEAST:
                return min(values)
            case Policy.RANDOM:
                return sum(values) // len(values)
