"""Looking for a game that reaches a state: best first, then by beams of growing width, on compiled successors."""

from verification.directed.search import Reached, Seeker

__all__ = ["Reached", "Seeker"]
