"""The 8-puzzle; it ships with the product because `fogg bench` measures with it."""

from verification.puzzles.eight_puzzle import MODEL, instance

__all__ = ["MODEL", "instance"]
