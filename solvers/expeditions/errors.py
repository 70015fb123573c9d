"""What can be wrong with a question about an expedition or with an answer to it, everything at once."""

from __future__ import annotations

from collections.abc import Iterable


class ExpeditionError(ValueError):
    """Something is wrong with an expedition or a plan; `problems` lists everything that is."""

    def __init__(self, about: str, problems: Iterable[str]) -> None:
        self.about = about
        self.problems = tuple(problems)
        super().__init__(f"{about}: " + "; ".join(self.problems))

    def __reduce__(self) -> tuple[type[ExpeditionError], tuple[str, tuple[str, ...]]]:
        return type(self), (self.about, self.problems)


class MalformedExpedition(ExpeditionError):
    """Places, ways, areas, periods and belongings do not go together."""


class BrokenPlan(ExpeditionError):
    """A plan does something that it cannot: a price that is not in hand, an item that is not there."""


class EnginesDisagree(ExpeditionError):
    """Two exact methods gave different answers, so neither is published."""
