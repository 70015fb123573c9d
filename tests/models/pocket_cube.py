"""The pocket cube; it ships with the product because `fogg bench` measures with it."""

from verification.puzzles.pocket_cube import MODEL, instance

__all__ = ["MODEL", "instance"]
