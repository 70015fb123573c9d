"""What a question about routes can be answered with: a route, or why there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from solvers.routes.journey import Counts, Journey, Link, Objective, in_words


@dataclass(frozen=True)
class Step:
    """One link of a route: paid on `area` at `price`, with the link's own `coins` and `items` on top.

    `so_far` counts all coins up to and with this step.
    """

    link: str
    start: str
    end: str
    area: str
    price: int
    coins: int
    items: Counts
    so_far: int


@dataclass(frozen=True)
class Route:
    """A way from the start to the target; `check_route` holds it to account."""

    journey: Journey
    steps: tuple[Step, ...]

    @property
    def links(self) -> int:
        """How many links it takes."""
        return len(self.steps)

    @property
    def coins(self) -> int:
        """What it costs in all, in coins."""
        return self.steps[-1].so_far if self.steps else 0

    @property
    def items(self) -> Counts:
        """What it costs in all, in items."""
        spent = [step.items for step in self.steps]
        return tuple(map(sum, zip(*spent, strict=True))) if spent else self.journey.no_items

    @property
    def places(self) -> tuple[str, ...]:
        """The places it passes, both ends included."""
        return (self.journey.start, *(step.end for step in self.steps))

    def value(self, objective: Objective) -> tuple[int, int]:
        """What the objective compares, the smaller the better."""
        return (self.links, self.coins) if objective is Objective.FEWEST else (self.coins, self.links)


def route_of(journey: Journey, taken: Sequence[tuple[Link, str, str]]) -> Route:
    """The route that takes these links, each with the place it leads to and the area it is paid on.

    The prices follow from the order; their sum depends only on how often each area is used.
    """
    uses = dict.fromkeys(journey.area, 0)
    steps: list[Step] = []
    here, so_far = journey.start, 0
    for link, there, area in taken:
        price = journey.area[area].price(uses[area])
        uses[area] += 1
        so_far += price + link.coins
        steps.append(Step(link.name, here, there, area, price, link.coins, journey.items_of(link), so_far))
        here = there
    return Route(journey, tuple(steps))


@dataclass(frozen=True)
class Unreachable:
    """No links lead from the start to the target at all."""


@dataclass(frozen=True)
class Barred:
    """Every way leads through a place that may not be entered, or that may not be left once it is reached."""

    closed: tuple[str, ...]
    final: tuple[str, ...]


@dataclass(frozen=True)
class TooDear:
    """With the items in hand the cheapest way costs `needed` coins, and there are only `owned`."""

    needed: int
    owned: int


@dataclass(frozen=True)
class Lacking:
    """Items to have besides those in hand, no fewer of which would do, and the coins that are needed then."""

    items: Counts
    coins: int


@dataclass(frozen=True)
class ItemsMissing:
    """No way can be paid with the items in hand, however many coins; `ways` lists every least set that would do."""

    ways: tuple[Lacking, ...]


Reason = Unreachable | Barred | TooDear | ItemsMissing


@dataclass(frozen=True)
class NoRoute:
    """There is no route within the coins and items in hand, and why."""

    journey: Journey
    reason: Reason

    @property
    def is_about_the_graph(self) -> bool:
        """Whether no belongings could help: the places and links alone rule it out."""
        return isinstance(self.reason, (Unreachable, Barred))

    @property
    def explanation(self) -> str:
        """The reason as one sentence."""
        return self.explained({})

    def explained(self, titles: Mapping[str, str]) -> str:
        """The reason as one sentence, with titles for the names of places where there are any."""
        journey = self.journey

        def said(*places: str) -> str:
            return ", ".join(titles.get(place, place) for place in places)

        ends = f"from {said(journey.start)} to {said(journey.target)}"
        match self.reason:
            case Unreachable():
                return f"no way leads {ends}"
            case Barred(closed=(journey.target,), final=()):
                return f"{said(journey.target)} may not be entered"
            case Barred(closed=(), final=(journey.start,)):
                return f"{said(journey.start)} may not be left"
            case Barred(closed, final):
                parts = [f"{said(*closed)}, which may not be entered"] if closed else []
                parts += [f"{said(*final)}, which may not be left"] if final else []
                return f"every way {ends} leads through {' or '.join(parts)}"
            case TooDear(needed, owned):
                return f"the cheapest way costs {needed} coins and there are {owned}"
            case ItemsMissing(ways):
                kinds = journey.item_kinds
                listed = " or ".join(f"{in_words(kinds, way.items)} (and {way.coins} coins in all)" for way in ways)
                return f"every way costs items that are not in hand; missing: {listed}"
            case _:
                assert_never(self.reason)
