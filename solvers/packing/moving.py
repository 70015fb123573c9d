"""Rearranging a packed case: how to lay some items with the fewest of those in it moved.

NOTE(moving): subsets of the pieces that lie there are tried to be left alone, the largest first; for each the exact
search packs the rest into the cells that are left. CP-SAT is asked for the most pieces that can stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import TYPE_CHECKING

from solvers.cpsat import ClaimsInfeasible, NoAnswer, ask
from solvers.packing.answers import Arrangement, DoesNotFit, Placed
from solvers.packing.cases import Case
from solvers.packing.checking import check_arrangement
from solvers.packing.cpsat import PackingModel
from solvers.packing.errors import EnginesDisagree, MalformedRequest, TooLarge
from solvers.packing.placements import checked_counts, placements
from solvers.packing.search import arrange
from solvers.packing.shapes import Cell, Shape, at_origin

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

MOST_SUBSETS = 100_000
"""Subsets of pieces that may be tried: those of some sixteen."""


@dataclass(frozen=True)
class Move:
    """A piece of an item that lies elsewhere now; `before` or `after` is None if it was put in or taken out."""

    item: int
    before: Placed | None
    after: Placed | None


@dataclass(frozen=True)
class Rearrangement:
    """What to do: the pieces that stay, and each other one; `moved` counts those that were and remain in the case."""

    before: Arrangement
    after: Arrangement
    stays: tuple[Placed, ...]
    moves: tuple[Move, ...]
    agreed: tuple[str, ...]

    @property
    def moved(self) -> int:
        """How many pieces must be moved within the case."""
        return sum(move.before is not None and move.after is not None for move in self.moves)

    @property
    def steps(self) -> tuple[str, ...]:
        """Each move in words."""
        return tuple(_in_words(self.after, move) for move in self.moves)


def rearranged(before: Arrangement, counts: Sequence[int], *, effort: float = 10.0) -> Rearrangement | DoesNotFit:
    """How to have `counts[i]` pieces of each item in the case with the fewest moved, or why they do not fit.

    Exact, and CP-SAT must agree on how many can stay. Raises `BrokenArrangement` if what lies there cannot lie so,
    `MalformedRequest` on bad counts, and `TooLarge` on too many pieces to try.

    >>> bar, dot = Shape.from_rows("bar", ["##"]), Shape.from_rows("dot", ["#"])
    >>> lies = Arrangement(Case.rectangle(1, 3), (bar, dot), (Placed(1, ((0, 1),)),))
    >>> rearranged(lies, [1, 1]).steps
    ('move dot from row 1, column 2 to row 1, column 3', 'put in bar at row 1, columns 1 and 2')
    """
    case, items = before.case, before.items
    counts = checked_counts(items, counts)
    check_arrangement(before, before.counts)
    whole = arrange(case, items, counts)
    if isinstance(whole, DoesNotFit):
        return whole
    stays, after = _most_that_stay(before, counts)
    check_arrangement(after, counts)
    agreed = ["exact search"]
    second = _stay_with_cpsat(before, counts, effort)
    if isinstance(second, int):
        if second != len(stays):
            raise EnginesDisagree("packing", [f"{len(stays)} pieces can stay by the search, {second} by CP-SAT"])
        agreed.append("CP-SAT")
    moves = sorted(_moves(before, after, stays), key=lambda move: (move.before is None) - (move.after is None))
    return Rearrangement(before, after, stays, tuple(moves), tuple(agreed))


def drawn_arrangement(case: Case, items: Sequence[Shape], rows: Sequence[str]) -> Arrangement:
    """What lies in a case, drawn with a character of its own for each piece, '.' for a free cell and '#' for a hole.

    Cells of one character are one piece; its shape says which item it is. Raises `MalformedRequest` with every piece
    that is none of the items, or lies where the case has no cell.
    """
    usable, problems = set(case.cells), list[str]()
    pieces: dict[str, list[Cell]] = {}
    for row, text in enumerate(rows):
        for column, mark in enumerate(text):
            if mark in ".# ":
                continue
            pieces.setdefault(mark, []).append((row, column))
            if (row, column) not in usable:
                problems.append(f"{mark!r} lies at row {row + 1}, column {column + 1}, where the case has no cell")
    placed: list[Placed] = []
    for mark, cells in pieces.items():
        kinds = [n for n, shape in enumerate(items) if at_origin(cells) in shape.orientations]
        named = [n for n in kinds if items[n].name[:1].upper() == mark.upper()]
        if not kinds:
            problems.append(f"the piece {mark!r} of {len(cells)} cells has the shape of no item")
        else:
            placed.append(Placed((named or kinds)[0], tuple(sorted(cells))))
    if problems:
        raise MalformedRequest("what lies in the case", problems)
    return Arrangement(case, tuple(items), tuple(placed))


def _most_that_stay(before: Arrangement, counts: Sequence[int]) -> tuple[tuple[Placed, ...], Arrangement]:
    case, items = before.case, before.items
    tried = 0
    for number in range(len(before.placed), 0, -1):
        for stays in combinations(before.placed, number):
            rest = [count - sum(one.item == item for one in stays) for item, count in enumerate(counts)]
            if min(rest) < 0:
                continue
            tried += 1
            if tried > MOST_SUBSETS:
                raise TooLarge("rearranging", [f"more than {MOST_SUBSETS} ways to leave pieces where they are"])
            taken = {cell for one in stays for cell in one.cells}
            free = tuple(cell for cell in case.cells if cell not in taken)
            if not any(rest):
                return stays, Arrangement(case, items, stays)
            if free:
                answer = arrange(Case(free), items, rest)
                if isinstance(answer, Arrangement):
                    return stays, Arrangement(case, items, (*stays, *answer.placed))
    answer = arrange(case, items, counts)
    assert isinstance(answer, Arrangement), "that it fits is known"
    return (), answer


def _stay_with_cpsat(before: Arrangement, counts: Sequence[int], effort: float) -> int | None:
    """How many pieces can stay by CP-SAT; None if it has no answer."""
    table = placements(before.case, before.items)
    bit = {cell: 1 << k for k, cell in enumerate(before.case.scan_order)}
    places = [(one.item, sum(bit[cell] for cell in one.cells)) for one in before.placed]
    problem = PackingModel(table, counts)
    problem.prefer(places)

    def staying(solver: cp_model.CpSolver) -> int:
        return sum(solver.boolean_value(problem.lies[item][mask]) for item, mask in places)

    found = ask(problem.model, staying, effort)
    return None if isinstance(found, (ClaimsInfeasible, NoAnswer)) else found


def _moves(before: Arrangement, after: Arrangement, stays: Sequence[Placed]) -> Iterator[Move]:
    for item in range(len(before.items)):
        gone = [one for one in before.placed if one.item == item and one not in stays]
        come = [one for one in after.placed if one.item == item and one not in stays]
        for n in range(max(len(gone), len(come))):
            yield Move(item, gone[n] if n < len(gone) else None, come[n] if n < len(come) else None)


def _in_words(after: Arrangement, move: Move) -> str:
    name = after.items[move.item].name
    if move.before is None:
        assert move.after is not None, "a piece was or is in the case"
        return f"put in {name} at {_where(move.after)}"
    if move.after is None:
        return f"take out {name} from {_where(move.before)}"
    return f"move {name} from {_where(move.before)} to {_where(move.after)}"


def _where(piece: Placed) -> str:
    """The cells of a piece, like rows together."""
    by_row = groupby(piece.cells, key=lambda cell: cell[0])
    lines = [(row, [column + 1 for _, column in cells]) for row, cells in by_row]
    parts = []
    for columns, alike in groupby(lines, key=lambda line: line[1]):
        rows = [row + 1 for row, _ in alike]
        parts.append(f"row{'s' * (len(rows) > 1)} {_span(rows)}, column{'s' * (len(columns) > 1)} {_span(columns)}")
    return "; ".join(parts)


def _span(numbers: Sequence[int]) -> str:
    """Ascending numbers as people write them: 1, 1 and 2, 1 to 3."""
    if len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers[:-1])) + " and " * (len(numbers) > 1) + str(numbers[-1])
