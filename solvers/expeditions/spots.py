"""Where a traveller can be at all: spots, whatever is in hand, and what leads from one to another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from solvers.expeditions.expedition import Expedition, Status


class Spot(NamedTuple):
    """A place in a period after a number of tasks, with the status there."""

    period: int
    done: int
    place: str
    status: Status = Status()

    def at(self, place: str, status: Status) -> Spot:
        """Another place in the same period after as many tasks."""
        return Spot(self.period, self.done, place, status)


class End(NamedTuple):
    """Where one may end: a place after a number of tasks, having been led out of a final place or not."""

    place: str
    done: int
    led: bool = False


def reachable(expedition: Expedition) -> list[Spot]:
    """Every spot that the ways, tasks and periods lead to, if coins and items are no matter."""
    start = Spot(0, 0, expedition.start, expedition.first_status)
    found, waiting = {start: None}, [start]
    while waiting:
        for spot in _following(expedition, waiting.pop()):
            if spot not in found:
                found[spot] = None
                waiting.append(spot)
    return sorted(found)


def after_leaving(expedition: Expedition, spot: Spot) -> Iterator[tuple[int | None, int | None, Spot]]:
    """What comes of leaving a period: the token and the trip that are needed for it, and the spot after it.

    First comes what needs neither.
    """
    number, done, place, status = spot
    yield None, None, Spot(number + 1, done, place, status)
    for token in expedition.periods[number].tokens:
        exchanged = expedition.exchanged(status, place, token, done)
        if exchanged != status:
            yield token, None, Spot(number + 1, done, place, exchanged)
        for trip, there in expedition.outings(number, place, token, done, expedition.plenty, status):
            moved = expedition.exchanged(expedition.moved(status, place, there, done), there, token, done)
            yield token, trip, Spot(number + 1, done, there, moved)


def _following(expedition: Expedition, spot: Spot) -> Iterator[Spot]:
    number, done, place, status = spot
    for n, there in expedition.rides[number][place]:
        if expedition.is_open(there, done) and (expedition.periods[number].ways[n].leads_out or not status.led):
            yield spot.at(there, expedition.moved(status, place, there, done))
    if done < len(expedition.tasks) and place in expedition.tasks[done].places and \
            expedition.is_in_hand(status, done):
        trips = expedition.rewards(number, place, done, expedition.plenty, status)
        for there in (place, *(end for _, end in trips)):
            yield Spot(number, done + 1, there, expedition.completed(status, place, there, done))
    if number + 1 < len(expedition.periods):
        yield from (after for _, _, after in after_leaving(expedition, spot))
