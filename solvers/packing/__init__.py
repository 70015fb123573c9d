"""Packing polyominoes into a case: does it fit, how, what could be added, what must be given back.

>>> case = Case.rectangle(4, 5)
>>> items = [Shape.from_rows("hat", ["###", ".#."]), Shape.from_rows("shoes", ["##", "##"])]
>>> pack(case, items, [3, 1]).verdict
<Verdict.FITS: 'fits'>
>>> packable(case, items, [12, 8]).maximal
((0, 4), (1, 3), (2, 2), (3, 1), (4, 0))
"""

from solvers.packing.answers import (
    AreaExceeded,
    Arrangement,
    Chessboard,
    Coloured,
    DoesNotFit,
    Exhausted,
    NowhereToLie,
    Placed,
    Reason,
)
from solvers.packing.cases import Case
from solvers.packing.checking import check_arrangement
from solvers.packing.errors import (
    BrokenArrangement,
    EnginesDisagree,
    MalformedCase,
    MalformedRequest,
    MalformedShape,
    PackingError,
    TooLarge,
)
from solvers.packing.giveback import give_backs, largest_part, smallest_give_back
from solvers.packing.maximal import Packable, packable
from solvers.packing.moving import Move, Rearrangement, drawn_arrangement, rearranged
from solvers.packing.picture import draw_arrangement, draw_packing
from solvers.packing.published import Engine, Packing, Undecided, Verdict, pack
from solvers.packing.search import arrange, fits
from solvers.packing.shapes import Shape
from solvers.packing.text import text_picture
from solvers.packing.values import BestSubset, best_subset

__all__ = [
    "AreaExceeded",
    "Arrangement",
    "BestSubset",
    "BrokenArrangement",
    "Case",
    "Chessboard",
    "Coloured",
    "DoesNotFit",
    "Engine",
    "EnginesDisagree",
    "Exhausted",
    "MalformedCase",
    "MalformedRequest",
    "MalformedShape",
    "Move",
    "NowhereToLie",
    "Packable",
    "Packing",
    "PackingError",
    "Placed",
    "Rearrangement",
    "Reason",
    "Shape",
    "TooLarge",
    "Undecided",
    "Verdict",
    "arrange",
    "best_subset",
    "check_arrangement",
    "draw_arrangement",
    "draw_packing",
    "drawn_arrangement",
    "fits",
    "give_backs",
    "largest_part",
    "pack",
    "packable",
    "rearranged",
    "smallest_give_back",
    "text_picture",
]
