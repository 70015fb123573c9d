"""Every state that can be reached, counted and kept: breadth-first exploration on compiled successors."""

from verification.exploration.explore import Exploration, Stopped, Violation, explore

__all__ = ["Exploration", "Stopped", "Violation", "explore"]
