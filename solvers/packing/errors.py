"""What can be wrong with a packing question or with an answer to it.

Each error carries every problem that was found, not only the first, so that one run is enough to mend a file.
"""

from __future__ import annotations

from collections.abc import Iterable


class PackingError(ValueError):
    """Something is wrong with a packing question or answer; `problems` lists everything that is."""

    def __init__(self, about: str, problems: Iterable[str]) -> None:
        self.about = about
        self.problems = tuple(problems)
        super().__init__(f"{about}: " + "; ".join(self.problems))

    def __reduce__(self) -> tuple[type[PackingError], tuple[str, tuple[str, ...]]]:
        return type(self), (self.about, self.problems)


class MalformedShape(PackingError):
    """The rows of an item do not describe one connected shape."""


class MalformedCase(PackingError):
    """The rows of a case do not describe a grid with at least one usable cell."""


class MalformedRequest(PackingError):
    """The counts asked about do not match the items (wrong length, negative, above a cap)."""


class BrokenArrangement(PackingError):
    """An arrangement is not what it claims to be: an overlap, a wrong shape, a wrong count."""


class TooLarge(PackingError):
    """The exact method would exceed the budget it was given; the message says by which measure."""


class EnginesDisagree(PackingError):
    """Two exact methods gave opposite answers, so neither is published."""
