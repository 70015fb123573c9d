"""The question: a journey over several periods, in each of which prices begin anew, with purchases on the way.

In a period every use of an area costs a coin more than the last one; when it is left, the next one begins with its
own prices, ways and markets and pays an income. What is bought must fit the case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

from solvers.expeditions.errors import MalformedExpedition
from solvers.routes.journey import Area, Counts

__all__ = ["Area", "Counts", "Expedition", "Goal", "Objective", "Offer", "Period", "Task", "Token", "Way"]


class Objective(Enum):
    """What makes a plan the best; in each the later numbers break ties."""

    FEWEST = "fewest"
    """The fewest actions, then the fewest periods, then the most coins left."""
    CHEAPEST = "cheapest"
    """The fewest coins paid, then the fewest actions, then the fewest periods."""
    FASTEST = "fastest"
    """The fewest periods, then the fewest actions, then the most coins left."""


@dataclass(frozen=True)
class Way:
    """A link, travelled both ways as an action: paid on an area (None: at no price), and `coins` and `items` on top.

    `how` is for whoever carries the plan out. `holds` are items that must be there, given up or not. A way that
    `helps` uses up the one help of a period.
    """

    link: str
    start: str
    end: str
    how: str = "travel"
    area: str | None = None
    coins: int = 0
    items: Counts = ()
    holds: Counts = ()
    helps: bool = False


@dataclass(frozen=True)
class Offer:
    """An item to be had as an action, at some places (None: everywhere), paid on an area or for `coins`."""

    item: int
    how: str = "buy"
    area: str | None = None
    coins: int = 0
    places: frozenset[str] | None = None


@dataclass(frozen=True)
class Period:
    """One period: what is received when it begins, its prices, ways and offers.

    Instead of `income` an item may be handed in for `trade_in` coins. `finds` are stacks of coins that lie there at
    its beginning and can be taken, an action each. `help` says that there is one help left in it, and `swaps` that
    the help may be used to swap an item for one in stock, which is no action. When it is left, one of the tokens with
    the numbers `tokens` is taken, if there are any; those in `gone` are taken by others. `trips` are the ways that may
    be a task's reward. No plan is made in which
    there are more than `most` coins in hand once the income is there (None: no limit).
    """

    name: str
    areas: tuple[Area, ...]
    ways: tuple[Way, ...]
    offers: tuple[Offer, ...] = ()
    income: int = 0
    trade_in: int | None = None
    finds: tuple[int, ...] = ()
    help: bool = False
    swaps: bool = False
    tokens: tuple[int, ...] = ()
    gone: frozenset[int] = frozenset()
    most: int | None = None
    trips: tuple[Way, ...] = ()


@dataclass(frozen=True)
class Token:
    """One of several things of which one is taken when a period is left: the coins on it and `bonus` more.

    A token that nobody takes gets a coin on top; all lie there again in the next period. With one that has `rides`
    a trip of the period's `trips` in one of these manners comes with leaving, as it does with a task.
    """

    name: str
    coins: int = 0
    bonus: int = 0
    rides: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Task:
    """Something to be done at one of some places for items and coins; it is no action, and each has its turn.

    The reward are coins, an item of choice that is in stock (`gift`), or a trip: a way of the period's `trips` that is
    taken in one of the manners `rides`, and must be if there is one.
    """

    name: str
    places: frozenset[str]
    items: Counts = ()
    coins: int = 0
    gains: int = 0
    gift: bool = False
    rides: frozenset[str] = frozenset()
    points: int = 0


@dataclass(frozen=True)
class Goal:
    """Where to be in the end (None: anywhere), holding so many of each item and so many coins at least.

    `tasks` says whether all tasks must be done then.
    """

    places: frozenset[str] | None
    items: Counts = ()
    coins: int = 0
    tasks: bool = True


@dataclass(frozen=True)
class Expedition:
    """A traveller at `start` with coins and items, and the periods from this one on.

    `spare` are items besides that need no room; `spare_first` says that they are given up before those in the case.
    No more than `stock` of a kind can be held in all (empty: any number), and what is in the case must be at most one
    of the multisets `room` (empty: it has room for everything). Items may be left behind at any time. `gated` places
    may be entered once `opens` of the tasks are done; a trip that rewards a task counts that one only with `early`.
    Such a trip must be taken if there is one, unless one `may_stay`.
    """

    places: tuple[str, ...]
    periods: tuple[Period, ...]
    start: str
    goal: Goal
    coins: int
    item_kinds: tuple[str, ...] = ()
    items: Counts = ()
    spare: Counts = ()
    spare_first: bool = False
    stock: Counts = ()
    room: tuple[Counts, ...] = ()
    tokens: tuple[Token, ...] = ()
    closed: frozenset[str] = frozenset()
    final: frozenset[str] = frozenset()
    tasks: tuple[Task, ...] = ()
    gated: frozenset[str] = frozenset()
    opens: int = 0
    early: bool = False
    may_stay: bool = False

    def __post_init__(self) -> None:
        if problems := [*_twice(self), *_strangers(self), *_wrong_numbers(self)]:
            raise MalformedExpedition("expedition", problems)

    @cached_property
    def no_items(self) -> Counts:
        """None of each kind."""
        return (0,) * len(self.item_kinds)

    @cached_property
    def plenty(self) -> Counts:
        """More of each kind than anything asks for."""
        return (99,) * len(self.item_kinds)

    def padded(self, counts: Counts) -> Counts:
        """Counts, or none of each kind where they are empty."""
        return counts or self.no_items

    def fits(self, counts: Counts) -> bool:
        """Whether so many of each kind fit the case."""
        return not self.room or any(all(map(int.__le__, counts, most)) for most in self.room)

    @cached_property
    def rides(self) -> tuple[dict[str, tuple[tuple[int, str], ...]], ...]:
        """For each period and place the ways from it, by number, with the place each leads to."""
        return tuple(self._leaving(period.ways) for period in self.periods)

    @cached_property
    def trips(self) -> tuple[dict[str, tuple[tuple[int, str], ...]], ...]:
        """The same for the trips that may reward a task."""
        return tuple(self._leaving(period.trips) for period in self.periods)

    def _leaving(self, ways: tuple[Way, ...]) -> dict[str, tuple[tuple[int, str], ...]]:
        here: dict[str, list[tuple[int, str]]] = {place: [] for place in self.places}
        for number, way in enumerate(ways):
            for start, end in ((way.start, way.end), (way.end, way.start)):
                if start != end and start not in self.final and end not in self.closed:
                    here[start].append((number, end))
        return {place: tuple(found) for place, found in here.items()}

    def is_open(self, place: str, done: int) -> bool:
        """Whether a place may be entered after so many tasks, as far as the gates go."""
        return place not in self.gated or done >= self.opens

    def is_open_to_trips(self, place: str, done: int) -> bool:
        """The same for the trip that rewards the task that comes after so many."""
        return self.is_open(place, done + self.early)

    def rewards(self, period: int, place: str, done: int, held: Counts) -> tuple[tuple[int, str], ...]:
        """The trips that could reward the next task at a place; one is taken if there are any, unless one may stay."""
        return self._trips(period, place, self.tasks[done].rides, done + self.early, held)

    def outings(
        self, period: int, place: str, token: int | None, done: int, held: Counts
    ) -> tuple[tuple[int, str], ...]:
        """The same of the trips that could come with leaving a period with a token."""
        rides = frozenset[str]() if token is None else self.tokens[token].rides
        return self._trips(period, place, rides, done, held) if rides else ()

    def _trips(
        self, period: int, place: str, rides: frozenset[str], done: int, held: Counts
    ) -> tuple[tuple[int, str], ...]:
        ways = self.periods[period].trips
        return tuple(
            (number, there) for number, there in self.trips[period][place]
            if ways[number].how in rides and self.is_open(there, done)
            and not any(map(int.__lt__, held, self.padded(ways[number].holds)))
        )


def _twice(expedition: Expedition) -> Iterator[str]:
    kinds = [("place", expedition.places), ("kind of item", expedition.item_kinds),
             ("token", tuple(token.name for token in expedition.tokens))]
    kinds += [(f"area of {period.name}", tuple(area.name for area in period.areas)) for period in expedition.periods]
    for what, names in kinds:
        yield from (f"{what} {name!r} is there {times} times" for name, times in Counter(names).items() if times > 1)


def _strangers(expedition: Expedition) -> Iterator[str]:
    places = set(expedition.places)
    if not expedition.periods:
        yield "there is no period"
    named = [("start", expedition.start)]
    named += [("goal", place) for place in sorted(expedition.goal.places or ())]
    named += [("closed place", place) for place in sorted(expedition.closed)]
    named += [("final place", place) for place in sorted(expedition.final)]
    named += [("gated place", place) for place in sorted(expedition.gated)]
    named += [(f"place of {task.name!r}", place) for task in expedition.tasks for place in sorted(task.places)]
    for period in expedition.periods:
        areas = {area.name for area in period.areas}
        for way in (*period.ways, *period.trips):
            named += [(f"end of {way.link!r}", end) for end in (way.start, way.end)]
            if way.area is not None and way.area not in areas:
                yield f"in {period.name} {way.link!r} is paid on {way.area!r}, which is not an area"
        for offer in period.offers:
            named += [("place of an offer", place) for place in sorted(offer.places or ())]
            if offer.area is not None and offer.area not in areas:
                yield f"in {period.name} an offer is paid on {offer.area!r}, which is not an area"
            if not 0 <= offer.item < len(expedition.item_kinds):
                yield f"in {period.name} an offer is of item number {offer.item}, which is not there"
    unknown = [f"the {what} is {name!r}, which is not a place" for what, name in named if name not in places]
    yield from dict.fromkeys(unknown)


def _wrong_numbers(expedition: Expedition) -> Iterator[str]:
    kinds = len(expedition.item_kinds)
    counts = [("the items in the case", expedition.items), ("the spare items", expedition.spare),
              ("the stock", expedition.stock), ("the items of the goal", expedition.goal.items)]
    counts += [("the room", most) for most in expedition.room]
    counts += [(f"what {task.name!r} needs", task.items) for task in expedition.tasks]
    coins = [("in hand", expedition.coins), ("of the goal", expedition.goal.coins)]
    coins += [(f"of {task.name!r}", min(task.coins, task.gains)) for task in expedition.tasks]
    for period in expedition.periods:
        coins += [(f"of {period.name}", period.income), (f"of {period.name}", period.trade_in or 0)]
        coins += [(f"found in {period.name}", find) for find in period.finds]
        for way in period.ways:
            counts += [(f"the items of {way.link!r}", way.items), (f"what {way.link!r} asks to hold", way.holds)]
            coins.append((f"of {way.link!r}", way.coins))
        coins += [("of an offer", offer.coins) for offer in period.offers]
        coins += [(f"on {area.name!r}", min(area.height, area.fixed or 0)) for area in period.areas]
    for what, given in counts:
        if given and len(given) != kinds:
            yield f"{what}: {len(given)} counts for {kinds} kinds of items"
        elif min(given, default=0) < 0:
            yield f"{what}: {given} has a negative count"
    yield from dict.fromkeys(f"{number} coins {what}" for what, number in coins if number < 0)
    if not expedition.fits(expedition.padded(expedition.items)):
        yield "the items in hand do not fit the case"
