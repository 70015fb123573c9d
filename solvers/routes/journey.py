"""The question: a graph whose links are paid for on areas where every use makes the next one dearer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from solvers.routes.errors import MalformedJourney

Counts = tuple[int, ...]
"""How many of each kind of item, in the order of `Journey.item_kinds`."""


class Objective(Enum):
    """What makes a route the best."""

    FEWEST = "fewest"
    """The fewest links; of those the fewest coins."""
    CHEAPEST = "cheapest"
    """The fewest coins in all; of those the fewest links."""


@dataclass(frozen=True)
class Area:
    """Where links are paid: a use costs one coin more than the last one did, which cost `height`; or always `fixed`.

    >>> [Area("rail", height=2).price(uses) for uses in (0, 1)], Area("rail", fixed=2).price(5)
    ([3, 4], 2)
    """

    name: str
    height: int = 0
    fixed: int | None = None

    def price(self, uses: int) -> int:
        """What the next use costs after so many uses on this journey, in coins."""
        return self.height + uses + 1 if self.fixed is None else self.fixed

    def total(self, uses: int) -> int:
        """What so many uses cost together, in coins."""
        return uses * self.height + uses * (uses + 1) // 2 if self.fixed is None else uses * self.fixed


@dataclass(frozen=True)
class Link:
    """A link, travelled both ways and paid on any one of `areas`.

    Besides the price on the area it costs `coins` and `items` (empty: none). `holds` are items that the traveller
    must have before leaving, those that are paid included, and of which the others are kept (empty: none).
    """

    name: str
    start: str
    end: str
    areas: tuple[str, ...]
    coins: int = 0
    items: Counts = ()
    holds: Counts = ()


@dataclass(frozen=True)
class Journey:
    """From `start` to `target`, with `coins` and `items` in hand (None: as many as it takes).

    `closed` places may not be entered, `final` ones may not be left. Raises `MalformedJourney` with everything
    that does not go together.
    """

    places: tuple[str, ...]
    links: tuple[Link, ...]
    areas: tuple[Area, ...]
    start: str
    target: str
    item_kinds: tuple[str, ...] = ()
    coins: int | None = None
    items: Counts | None = None
    closed: frozenset[str] = frozenset()
    final: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if problems := [*_twice(self), *_strangers(self), *_wrong_numbers(self)]:
            raise MalformedJourney("journey", problems)

    @cached_property
    def leaving(self) -> dict[str, tuple[tuple[Link, str], ...]]:
        """For each place the links that can be taken from it, with the place each leads to."""
        found: dict[str, list[tuple[Link, str]]] = {place: [] for place in self.places}
        for link in self.links:
            for here, there in ((link.start, link.end), (link.end, link.start)):
                if here != there and here not in self.final and there not in self.closed:
                    found[here].append((link, there))
        return {place: tuple(ways) for place, ways in found.items()}

    @cached_property
    def area(self) -> dict[str, Area]:
        """The areas by name."""
        return {area.name: area for area in self.areas}

    @cached_property
    def no_items(self) -> Counts:
        """None of each kind of item."""
        return (0,) * len(self.item_kinds)

    def items_of(self, link: Link) -> Counts:
        """What a link costs in items."""
        return link.items or self.no_items

    def holds_of(self, link: Link) -> Counts:
        """What the traveller must have to take a link: at least what it costs."""
        return tuple(map(max, link.holds or self.no_items, self.items_of(link)))


def in_words(kinds: tuple[str, ...], counts: Counts) -> str:
    """Items as people write them.

    >>> in_words(("hat", "coat"), (2, 1))
    '2 x hat, 1 x coat'
    """
    return ", ".join(f"{count} x {kind}" for kind, count in zip(kinds, counts, strict=True) if count) or "nothing"


def _twice(journey: Journey) -> Iterator[str]:
    for what, names in (
        ("place", journey.places), ("link", [link.name for link in journey.links]),
        ("area", [area.name for area in journey.areas]), ("kind of item", journey.item_kinds),
    ):
        yield from (f"{what} {name!r} is there {times} times" for name, times in Counter(names).items() if times > 1)


def _strangers(journey: Journey) -> Iterator[str]:
    places, areas = set(journey.places), {area.name for area in journey.areas}
    named = [("start", journey.start), ("target", journey.target)]
    named += [("closed place", place) for place in sorted(journey.closed)]
    named += [("final place", place) for place in sorted(journey.final)]
    named += [(f"end of {link.name!r}", end) for link in journey.links for end in (link.start, link.end)]
    yield from (f"the {what} is {name!r}, which is not a place" for what, name in named if name not in places)
    for link in journey.links:
        if not link.areas:
            yield f"link {link.name!r} has no area to be paid on"
        yield from (f"link {link.name!r} is paid on {area!r}, which is not an area"
                    for area in link.areas if area not in areas)


def _wrong_numbers(journey: Journey) -> Iterator[str]:
    for area in journey.areas:
        if min(area.height, area.fixed or 0) < 0:
            yield f"area {area.name!r} has a negative height or price"
    counts = [("the items in hand", journey.items)] if journey.items is not None else []
    for link in journey.links:
        counts += [(f"the items of link {link.name!r}", link.items or journey.no_items),
                   (f"what link {link.name!r} asks to hold", link.holds or journey.no_items)]
        if link.coins < 0:
            yield f"link {link.name!r} costs {link.coins} coins"
    for what, given in counts:
        if len(given) != len(journey.item_kinds):
            yield f"{what}: {len(given)} counts for {len(journey.item_kinds)} kinds of items"
        elif min(given, default=0) < 0:
            yield f"{what}: {given} has a negative count"
    if journey.coins is not None and journey.coins < 0:
        yield f"there are {journey.coins} coins in hand"
