"""The question: a journey over several periods, in each of which prices begin anew, with purchases on the way.

In a period every use of an area costs a coin more than the last one; when it is left, the next one begins with its
own prices, ways and markets and pays an income. What is bought must fit the case.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import NamedTuple

from solvers.expeditions.errors import MalformedExpedition
from solvers.expeditions.malformed import problems_of
from solvers.routes.journey import Area, Counts

__all__ = ["Area", "Counts", "Expedition", "Goal", "Objective", "Offer", "Period", "Task", "Token", "Way"]


DRAWN, DEALT, LOST = range(3)
"""What can be in hand: a task that was drawn anywhere, one that was dealt in a dealing place, or none that helps."""


class Status(NamedTuple):
    """Whether the traveller was led out of a final place, and what is in hand."""

    led: bool = False
    hand: int = DRAWN


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
    `helps` uses up the one help of a period. One that `leads_out` is taken from final places as well, and whoever
    has left one takes no others any more.
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
    leads_out: bool = False


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
    a trip of the period's `trips` in one of these manners comes with leaving, as it does with a task. With one that
    `swaps` an item may be swapped for one in stock before the period ends; one that `draws` exchanges the task in hand.
    """

    name: str
    coins: int = 0
    bonus: int = 0
    rides: frozenset[str] = frozenset()
    swaps: bool = False
    draws: bool = False


@dataclass(frozen=True)
class Task:
    """Something to be done at one of some places for items and coins; it is no action, and each has its turn.

    The reward are coins, an item of choice that is in stock (`gift`), or a trip: a way of the period's `trips` that is
    taken in one of the manners `rides`, and must be if there is one. It is one of those that are `dealt` in the dealing
    places, or of those that come to hand elsewhere.
    """

    name: str
    places: frozenset[str]
    items: Counts = ()
    coins: int = 0
    gains: int = 0
    gift: bool = False
    rides: frozenset[str] = frozenset()
    points: int = 0
    dealt: bool = False


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
    Such a trip must be taken if there is one, unless one `may_stay`; and a token's swap must be made if there is one,
    even for the same kind, where one `must_swap`. `led` says that a final place was left before.

    NOTE(hands): the first task is in hand, and each other one when it is drawn for the last time before its turn. One
    is drawn when a task is done, on entering a place of `dealing`, and with a token that draws; it is one of those that
    are dealt there, or of the others, as where the traveller is then. The first one, once exchanged, never comes again.
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
    dealing: frozenset[str] = frozenset()
    led: bool = False
    must_swap: bool = False

    def __post_init__(self) -> None:
        if problems := problems_of(self):
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
                if start != end and (start not in self.final or way.leads_out) and end not in self.closed:
                    here[start].append((number, end))
        return {place: tuple(found) for place, found in here.items()}

    @property
    def first_status(self) -> Status:
        """The status at the start, where the first task is in hand."""
        return Status(self.led, DEALT if self.tasks and self.tasks[0].dealt else DRAWN)

    def moved(self, status: Status, start: str, there: str, done: int) -> Status:
        """The status of a traveller who has gone on from a place to another."""
        led = status.led or start in self.final
        hand = self._drawn(there, done) if there in self.dealing else status.hand
        return Status(led, hand) if (led, hand) != status else status

    def completed(self, status: Status, place: str, there: str, done: int) -> Status:
        """The status after the task that comes after `done` others was done at a place and perhaps led elsewhere."""
        return Status(status.led or (there != place and place in self.final), self._drawn(there, done + 1))

    def exchanged(self, status: Status, place: str, token: int | None, done: int) -> Status:
        """The status after a period was left at a place with a token."""
        if token is None or not self.tokens[token].draws or not self.tasks:
            return status
        return Status(status.led, self._drawn(place, done))

    def _drawn(self, place: str, done: int) -> int:
        """What is in hand after a task was drawn at a place."""
        if not done:
            return LOST
        return DEALT if place in self.dealing else DRAWN

    def is_in_hand(self, status: Status, done: int) -> bool:
        """Whether the task that comes after `done` others can be in hand."""
        return status.hand == (DEALT if self.tasks[done].dealt else DRAWN)

    def is_open(self, place: str, done: int) -> bool:
        """Whether a place may be entered after so many tasks, as far as the gates go."""
        return place not in self.gated or done >= self.opens

    def rewards(
        self, period: int, place: str, done: int, held: Counts, status: Status
    ) -> tuple[tuple[int, str], ...]:
        """The trips that could reward the next task at a place; one is taken if there are any, unless one may stay."""
        return self._trips(period, place, self.tasks[done].rides, done + self.early, held, status)

    def outings(
        self, period: int, place: str, token: int | None, done: int, held: Counts, status: Status
    ) -> tuple[tuple[int, str], ...]:
        """The same of the trips that could come with leaving a period with a token."""
        rides = frozenset[str]() if token is None else self.tokens[token].rides
        return self._trips(period, place, rides, done, held, status) if rides else ()

    def _trips(
        self, period: int, place: str, rides: frozenset[str], done: int, held: Counts, status: Status
    ) -> tuple[tuple[int, str], ...]:
        ways = self.periods[period].trips
        return tuple(
            (number, there) for number, there in self.trips[period][place]
            if ways[number].how in rides and self.is_open(there, done) and (ways[number].leads_out or not status.led)
            and not any(map(int.__lt__, held, self.padded(ways[number].holds)))
        )
