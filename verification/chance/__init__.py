"""The exact probability that something comes about in a game, as a fraction."""

from verification.chance.events import Event, event
from verification.chance.policy import Policy
from verification.chance.probability import Answer, Chances, probability

__all__ = ["Answer", "Chances", "Event", "Policy", "event", "probability"]
