"""What a packing question can be answered with: an arrangement, or why there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from solvers.packing.cases import Case
from solvers.packing.shapes import Cell, Shape


@dataclass(frozen=True)
class Placed:
    """One item lying in the case: the index of its shape and the cells it covers, sorted."""

    item: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Arrangement:
    """A way to lay items in a case; `check_arrangement` holds it to account."""

    case: Case
    items: tuple[Shape, ...]
    placed: tuple[Placed, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        """How many of each item lie in the case."""
        return tuple(sum(piece.item == item for piece in self.placed) for item in range(len(self.items)))

    @property
    def parts(self) -> tuple[Arrangement, ...]:
        """What lies in each copy of the case, as an arrangement in that one alone."""
        shared: list[list[Placed]] = [[] for _ in range(self.case.copies)]
        for piece in self.placed:
            copy = piece.cells[0][1] // self.case.pitch
            shift = copy * self.case.pitch
            shared[copy].append(Placed(piece.item, tuple((row, column - shift) for row, column in piece.cells)))
        return tuple(Arrangement(self.case.single, self.items, tuple(placed)) for placed in shared)

    @property
    def free_cells(self) -> tuple[Cell, ...]:
        """The usable cells that nothing lies on, sorted."""
        taken = {cell for piece in self.placed for cell in piece.cells}
        return tuple(cell for cell in self.case.cells if cell not in taken)


@dataclass(frozen=True)
class NowhereToLie:
    """These items fit nowhere, not even in the empty case."""

    items: tuple[int, ...]


@dataclass(frozen=True)
class AreaExceeded:
    """The items cover more cells than the case has."""

    needed: int
    available: int


@dataclass(frozen=True)
class Chessboard:
    """On a chessboard colouring the items need more cells of one colour than the case has, however they lie.

    `dark` and `light` are cells of the case, `covered` is the area of the items, `dark_covered` are the
    numbers of dark cells that the items can cover together.
    """

    dark: int
    light: int
    covered: int
    dark_covered: tuple[int, ...]


@dataclass(frozen=True)
class Coloured:
    """The same for another colouring, `pattern` in words, counted over every place where each item can lie."""

    pattern: str
    dark: int
    light: int
    covered: int
    dark_covered: tuple[int, ...]


@dataclass(frozen=True)
class Exhausted:
    """Every arrangement was tried; `positions` is how many partly filled cases the search looked at."""

    positions: int


Reason = NowhereToLie | AreaExceeded | Chessboard | Coloured | Exhausted


@dataclass(frozen=True)
class DoesNotFit:
    """There is no arrangement, and the reason; a person can follow every reason but `Exhausted`.

    `positions` is how many partly filled cases a search looked at that found the same; None if none was needed.
    """

    case: Case
    items: tuple[Shape, ...]
    counts: tuple[int, ...]
    reason: Reason
    positions: int | None = None

    @property
    def explanation(self) -> str:
        """The reason as one sentence."""
        copies = self.case.copies
        the_case_has = "the case has" if copies == 1 else f"the {copies} cases have"
        match self.reason:
            case NowhereToLie(items):
                names = ", ".join(self.items[item].name for item in items)
                return f"there is no place for {names}, even in {'the' if copies == 1 else 'an'} empty case"
            case AreaExceeded(needed, available):
                return f"the items cover {needed} cells and {the_case_has} {available}"
            case Chessboard(dark, light, covered, dark_covered):
                shares = _shares(dark, light, covered, dark_covered)
                return f"coloured like a chessboard {the_case_has} {shares}"
            case Coloured(pattern, dark, light, covered, dark_covered):
                return f"with {pattern} dark {the_case_has} {_shares(dark, light, covered, dark_covered)}"
            case Exhausted(positions):
                every = "arrangement" if copies == 1 else f"way to share the items out among the {copies} cases"
                return f"every {every} was tried ({positions} partly filled cases)"
            case _:
                assert_never(self.reason)


def _shares(dark: int, light: int, covered: int, dark_covered: Sequence[int]) -> str:
    numbers = " or ".join(str(number) for number in dark_covered)
    if len(dark_covered) > 3 and dark_covered[-1] - dark_covered[0] == len(dark_covered) - 1:
        numbers = f"{dark_covered[0]} to {dark_covered[-1]}"
    most = f"at most {dark}" if covered <= light else f"{covered - light} to {dark}"
    most = str(dark) if covered - light == dark else most
    return (
        f"{dark} dark and {light} light cells; the items cover {covered} cells, of which {numbers} are dark however "
        f"they lie, and only {most} would do"
    )


def in_words(items: Sequence[Shape], counts: Sequence[int]) -> str:
    """A multiset of items as people write it.

    >>> in_words([Shape.from_rows("hat", ["#"]), Shape.from_rows("shoes", ["##"])], [2, 1])
    '2 x hat, 1 x shoes'
    """
    return ", ".join(f"{count} x {item.name}" for item, count in zip(items, counts, strict=True) if count) or "nothing"
