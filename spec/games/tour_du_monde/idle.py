"""Requirements that refuse nothing alone: what they refuse, others refuse as well; and why they stand there.

A move that is refused is told every rule that it breaks, so they stay.
"""

from __future__ import annotations

from spec.language import noted

DIFFER = "free.requirements-differ"

BEFORE_THE_FIRST_ROUND = noted(
    DIFFER, "lay_chips/turns.decisions lay_chips/turns.decisions#2 deal/turns.decisions#2 "
    "first_player/turns.decisions#2 lay_out/turns.decisions#2 roll/turns.decisions#2",
    "what comes next is asked alike of everything; no card is due before the first round, while the row is laid out or "
    "before a roll, and no chips are left to be laid later",
)
EXCHANGING = noted(
    DIFFER, "draw_exchanged/turns.decisions",
    "cards have been exchanged only while that is what comes next, so one or the other refuses too",
)
HOME = noted(
    DIFFER, "walk/travel.one-leg ride/travel.one-leg",
    "from London no leg goes overland; that whoever is home travels no more is said of every leg",
)
TOO_MANY_CARDS = noted(
    DIFFER, "discard_card/turns.order discard_event/turns.order",
    "nobody else holds too many cards, since each discards at the end of the own turn",
)
