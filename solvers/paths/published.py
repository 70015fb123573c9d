"""The answers that are published: exact, with the engines that agree, or the best found with a bound."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.paths.circuit import tour_with_cpsat
from solvers.paths.collecting import MOST_LABELS, NoTour, Stopped, Tour, best_tour
from solvers.paths.cpsat import cheapest_with_cpsat
from solvers.paths.labels import NoPath, Path, cheapest_path
from solvers.paths.network import Network, total
from solvers.paths.outing import Outing
from solvers.paths.refuting import NoMore, better_tour
from spec.language.errors import FoggError, Malformed


class Engine(Enum):
    """An independent way to an answer."""

    LABELS = "label setting"
    CP_SAT = "CP-SAT"
    WALKS = "label setting with weights on the visits of walks"
    AGAIN = "CP-SAT asked for more, without presolve and with another seed too"


class EnginesDisagree(FoggError):
    """Two engines come to different answers: a bug of ours. The message holds the whole question."""


class Broken(FoggError):
    """A path or tour does not keep to its limits: a bug of ours."""


@dataclass(frozen=True)
class PathAnswer:
    """The cheapest path, or that there is none; the label setting is exact, and `agreed` names who else says so."""

    answer: Path | NoPath
    agreed: tuple[Engine, ...]

    @property
    def confirmed(self) -> bool:
        """Whether two engines agree."""
        return len(self.agreed) > 1


@dataclass(frozen=True)
class TourAnswer:
    """The best tour found, that none collects more than `bound`, and the engines that this rests on.

    `optimal` only where two say so. A `tour` of None is a proof that the straight way is too long.
    """

    tour: Tour | None
    bound: int
    agreed: tuple[Engine, ...]

    @property
    def optimal(self) -> bool:
        """Whether it is proved to be the best, by two engines."""
        return len(self.agreed) > 1 and (self.tour is None or self.tour.prize == self.bound)


def find_path(network: Network, start: int, target: int, *, effort: float = 10.0) -> PathAnswer:
    """The cheapest path within the limits, by both engines; `effort` is CP-SAT's deterministic time, 0 leaves it out.

    Raises `EnginesDisagree` if they differ and `Malformed` if there are no such vertices.
    """
    for vertex in (start, target):
        if not 0 <= vertex < network.vertices:
            raise Malformed.one(f"there is no vertex {vertex}", f"give 0 to {network.vertices - 1}")
    first = cheapest_path(network, start, target)
    if isinstance(first, Path):
        _check(network, start, first)
    if not effort or start == target:
        return PathAnswer(first, (Engine.LABELS,))
    second = cheapest_with_cpsat(network, start, target, effort=effort)
    if isinstance(second, NoAnswer):
        return PathAnswer(first, (Engine.LABELS,))
    cost = first.cost if isinstance(first, Path) else None
    other = second.cost if isinstance(second, Path) else None
    if cost != other:
        raise EnginesDisagree(f"cheapest path from {start} to {target}: labels {cost}, CP-SAT {other}, in {network}")
    return PathAnswer(first, (Engine.LABELS, Engine.CP_SAT))


def _check(network: Network, start: int, path: Path) -> None:
    joined = all(one.head == other.tail for one, other in zip(path.arcs, path.arcs[1:], strict=False))
    cost, uses = total(network, start, path.arcs)
    if not joined or (cost, uses) != (path.cost, path.uses) or any(
        one > limit for one, limit in zip(uses, network.limits, strict=True)
    ):
        raise Broken(f"{path} is no path of that cost within the limits of {network}")


def find_tour(outing: Outing, *, most_labels: int = MOST_LABELS, effort: float = 60.0) -> TourAnswer:
    """The tour that collects most. Labels and CP-SAT must agree; where labels stop, those that walks with weights
    leave are to collect no more than CP-SAT's tour, and where even those are too many, CP-SAT is asked for more again.

    Raises `EnginesDisagree` if they differ.
    """
    first = best_tour(outing, most_labels=most_labels)
    if isinstance(first, NoTour):
        return TourAnswer(None, 0, (Engine.LABELS,))
    second = tour_with_cpsat(outing, effort=effort)
    best = second.best if isinstance(second, NoAnswer) else second
    if isinstance(best, ClaimsInfeasible):
        raise EnginesDisagree(f"CP-SAT finds no tour where the straight way is one: {outing}")
    if isinstance(first, Tour):
        if best is not None and (best.prize > first.prize or (best is second and best.prize < first.prize)):
            raise EnginesDisagree(f"best tour: labels {first.prize}, CP-SAT {best.prize}, of {outing}")
        agreed = (Engine.LABELS, Engine.CP_SAT) if best is second else (Engine.LABELS,)
        return _measured(outing, first, first.prize, agreed)
    return _without_labels(outing, first, best, best is second, effort)


def _without_labels(outing: Outing, stopped: Stopped, best: Tour | None, claimed: bool, effort: float) -> TourAnswer:
    if best is None:
        return TourAnswer(None, stopped.bound, ())
    more = better_tour(outing, best.prize)
    if isinstance(more, Tour) and claimed:
        raise EnginesDisagree(f"best tour: walks {more.prize}, CP-SAT {best.prize}, of {outing}")
    if isinstance(more, NoMore):
        return _measured(outing, best, best.prize, (Engine.CP_SAT, Engine.WALKS) if claimed else (Engine.WALKS,))
    if isinstance(more, Tour):
        return _measured(outing, more, stopped.bound, (Engine.WALKS,))
    if claimed and isinstance(tour_with_cpsat(outing, least=best.prize + 1, effort=effort), ClaimsInfeasible):
        return _measured(outing, best, best.prize, (Engine.CP_SAT, Engine.AGAIN))
    return _measured(outing, best, stopped.bound, (Engine.CP_SAT,))


def _measured(outing: Outing, tour: Tour, bound: int, agreed: tuple[Engine, ...]) -> TourAnswer:
    """The answer, if the tour keeps to the budget whichever way its distances are rounded."""
    if tour.spots[0] != 0 or tour.spots[-1] != 1 or len(set(tour.spots)) < len(tour.spots) or (
        outing.prize_of(tour.spots) != tour.prize
    ):
        raise Broken(f"{tour} is no tour of {outing}")
    if not outing.surely_fits(tour.spots):
        return TourAnswer(Tour((0, 1), outing.prize_of((0, 1))), bound, ())
    return TourAnswer(tour, bound, agreed)
