"""The answer that is published: exact, and with the engines that agree on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.packing.answers import Arrangement, DoesNotFit, Exhausted, in_words
from solvers.packing.cases import Case
from solvers.packing.checking import check_arrangement
from solvers.packing.cpsat import arrange_with_cpsat
from solvers.packing.errors import EnginesDisagree, TooLarge
from solvers.packing.placements import checked_counts
from solvers.packing.search import arrange
from solvers.packing.shapes import Shape

MOST_POSITIONS = 2_000_000
"""Positions of the exact search in `pack`: some ten seconds."""


class Engine(Enum):
    """An independent way to decide a packing."""

    PROOF = "short proof"
    SEARCH = "exact search"
    CP_SAT = "CP-SAT"


class Verdict(Enum):
    """What is known about a packing; `UNDECIDED` is never rounded up."""

    FITS = "fits"
    DOES_NOT_FIT = "does not fit"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Undecided:
    """No engine could decide within its limits, and why."""

    why: str


@dataclass(frozen=True)
class Packing:
    """A published answer: `answer` was reached by each engine in `agreed`."""

    case: Case
    items: tuple[Shape, ...]
    counts: tuple[int, ...]
    answer: Arrangement | DoesNotFit | Undecided
    agreed: tuple[Engine, ...]

    @property
    def verdict(self) -> Verdict:
        """The answer as one word."""
        match self.answer:
            case Arrangement():
                return Verdict.FITS
            case DoesNotFit():
                return Verdict.DOES_NOT_FIT
            case Undecided():
                return Verdict.UNDECIDED

    def __str__(self) -> str:
        match self.answer:
            case Arrangement():
                because = ""
            case DoesNotFit() as refused:
                because = f": {refused.explanation}"
            case Undecided(why):
                because = f": {why}"
        engines = " and ".join(engine.value for engine in self.agreed) or "no engine"
        return f"{in_words(self.items, self.counts)}: {self.verdict.value}{because} ({engines})"


def pack(
    case: Case,
    items: Sequence[Shape],
    counts: Sequence[int],
    *,
    most_positions: int = MOST_POSITIONS,
    effort: float = 10.0,
) -> Packing:
    """Ask both engines whether `counts[i]` pieces of each `items[i]` fit, and publish what is certain.

    An arrangement is checked before it is published. "Does not fit" always rests on a short proof or on the
    exact search, with CP-SAT as second opinion. Raises `MalformedRequest` on bad counts, and `EnginesDisagree`
    with the whole question when one engine packs what the other refuses.

    >>> str(pack(Case.rectangle(2, 3), [Shape.from_rows("hat", ["##", "#."])], [2]))
    '2 x hat: fits (exact search and CP-SAT)'
    """
    counts = checked_counts(items, counts)
    shapes = tuple(items)
    second = arrange_with_cpsat(case, shapes, counts, effort=effort)
    try:
        first = arrange(case, shapes, counts, most_positions=most_positions)
    except TooLarge as limit:
        if isinstance(second, Arrangement):
            return Packing(case, shapes, counts, second, (Engine.CP_SAT,))
        return Packing(case, shapes, counts, Undecided(_why(limit, second)), ())
    if isinstance(first, Arrangement):
        check_arrangement(first, counts)
    engines: tuple[Engine, ...] = (Engine.SEARCH,)
    if isinstance(first, DoesNotFit) and not isinstance(first.reason, Exhausted):
        engines = (Engine.PROOF,) if first.positions is None else (Engine.PROOF, Engine.SEARCH)
    if isinstance(second, NoAnswer):
        return Packing(case, shapes, counts, first, engines)
    if isinstance(first, Arrangement) != isinstance(second, Arrangement):
        raise EnginesDisagree(
            "packing",
            [
                f"{engines[0].value}: {type(first).__name__}, CP-SAT: {type(second).__name__}",
                f"case {list(case.rows)}",
                *(
                    f"{count} x {item.name} {list(item.rows)}{'' if item.flips else ' (no flips)'}"
                    for item, count in zip(shapes, counts, strict=True)
                ),
            ],
        )
    return Packing(case, shapes, counts, first, (*engines, Engine.CP_SAT))


def _why(limit: TooLarge, second: ClaimsInfeasible | NoAnswer[Arrangement]) -> str:
    match second:
        case ClaimsInfeasible():
            return f"{limit}; CP-SAT claims that it does not fit, which is not enough"
        case NoAnswer(status):
            return f"{limit}; CP-SAT: {status}"
