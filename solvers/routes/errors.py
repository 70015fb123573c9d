"""What can be wrong with a question about routes or with an answer to it.

Each error carries every problem that was found, not only the first, so that one run is enough to mend a question.
"""

from __future__ import annotations

from collections.abc import Iterable


class RouteError(ValueError):
    """Something is wrong with a route question or answer; `problems` lists everything that is."""

    def __init__(self, about: str, problems: Iterable[str]) -> None:
        self.about = about
        self.problems = tuple(problems)
        super().__init__(f"{about}: " + "; ".join(self.problems))

    def __reduce__(self) -> tuple[type[RouteError], tuple[str, tuple[str, ...]]]:
        return type(self), (self.about, self.problems)


class MalformedJourney(RouteError):
    """The places, links, areas and belongings of a journey do not go together."""


class BrokenRoute(RouteError):
    """A route is not what it claims to be: a gap, a wrong price, an item that was not there."""


class EnginesDisagree(RouteError):
    """Two exact methods gave different answers, so neither is published."""
