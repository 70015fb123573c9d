"""The black market die: who is to roll it, and how often."""

from __future__ import annotations

from spec.games.eighty_days.assistance import assists
from spec.games.eighty_days.board import Assistant, Player
from spec.games.eighty_days.rulings import ALBERT_ANYWHERE
from spec.games.eighty_days.state import EXTRA_ROLLS, Decision, Table
from spec.language import Truth, choose


def begin_roll(t: Table, p: Player, bought: Truth | bool = False) -> None:
    """`p` is to roll the die next; with Albert a purchase may be rolled for again twice."""
    again = assists(t, p, Assistant.ALBERT) & (t.chosen(ALBERT_ANYWHERE, "b") | bought)
    t.rolls_left = choose(again, EXTRA_ROLLS, 0)
    t.open = Decision.ROLL
