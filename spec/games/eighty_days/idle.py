"""Requirements that refuse nothing alone: what they refuse, others refuse as well; and why they stand there.

A move that is refused is told every rule that it breaks, so they stay.
"""

from __future__ import annotations

from spec.language import noted

DIFFER = "free.requirements-differ"

SECOND_SUITCASE = noted(
    "free.rules-refuse", "assistants.jean",
    "what does not fit into two suitcases is refused for lack of room, whoever carries the second",
)
NO_ROOM_IN_TWO = noted(
    DIFFER, "buy/assistants.jean place/assistants.jean swap/assistants.jean paul/assistants.jean jill/assistants.jean",
    "what does not fit into two suitcases is refused for lack of room, and for Jean's second one where there is one",
)
PASSED = noted(
    DIFFER, "travel/passing.pass buy/passing.pass black_market/passing.pass juggle/passing.pass pass/passing.pass "
    "pass_with/passing.pass paul/passing.pass leonard/passing.pass mary/passing.pass",
    "passing is the one action of a turn, so that whoever has passed has also acted",
)
FIXED_PRICE = noted(
    DIFFER, "buy/newspapers.independent",
    "the price of every area is asked alike, and on the black market, whose price alone is fixed, no item is chosen",
)
LAYING_TILES = noted(
    DIFFER, "lay_line_tile/actions.decisions",
    "line tiles are laid until every marked square has one, so that afterwards a tile lies there already",
)
