"""What the readings of a ruling come to: the same game, proved, or a game on which they differ, replayed under both."""

from verification.rulings.comparing import Compared, compare

__all__ = ["Compared", "compare"]
