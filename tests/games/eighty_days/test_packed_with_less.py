"""Proofs for every board assume that what is packed still is with less in it; so it is on every board that comes along.
"""

import pytest
import z3

from fogg.setup import find_game, ready_board
from graphs.loading import board_files
from spec.language.data import BoardData
from spec.language.sorts import Int
from spec.lowering.instance import Instance
from verification.instances import closed_downward
from verification.queries import Asker, Question, Status
from verification.system import System
from verification.z3_lowering.tables import KnownTable
from verification.z3_lowering.terms import as_number, either, negated

GAME = find_game("eighty_days")
PACKED = [table for table in GAME.board.tables if table.closed_downward]


@pytest.mark.parametrize("name", board_files(GAME))
def test_packing_tables_are_closed_downward(name: str) -> None:
    """With every multiset of items that fits all smaller ones do, for one suitcase and for two."""
    instance = Instance(GAME, 2, ready_board(name, GAME))
    tables = [KnownTable(one, instance.data.tables[one.name], instance.shape) for one in PACKED]
    assert [one.name for one in PACKED] == ["fits", "fits_two"]
    assert all(one.maximal for one in tables)


def asked(board: BoardData, gives: int) -> Status:
    """Whether it follows from some items fitting that they do with so many hats taken out."""
    system = System(GAME, 2, GAME.shape(2, board.sizes))
    scope = system.scope()
    counts = [as_number(scope.constant(f"count{number}", Int(2, 6))) for number in range(5)]
    less = [*counts[:2], counts[2] - gives, *counts[3:]]
    full, emptier = (system.tables[PACKED[0]](tuple(cell), scope, None) for cell in (counts, less))
    system.assume([], {}, scope)
    return Asker()(Question("less", tuple(scope.all_facts()), either([negated(full), emptier]))).status


def test_any_number_may_be_taken_out() -> None:
    """Two hats less fit for whatever board; of a hat more nothing is known."""
    board = ready_board("small", GAME)
    assert [asked(board, gives) for gives in (2, -1)] == [Status.FOLLOWS, Status.FAILS]


def test_too_many_cells_are_left_alone() -> None:
    """Where a question reads very many cells of a table, no two of them are compared; other tables never are."""
    system = System(GAME, 2, GAME.shape(2, ready_board("small", GAME).sizes))
    scope = system.scope()
    for shoes in range(3):
        system.tables[PACKED[0]]((z3.Int(f"shoes{shoes}"), 0, 0, 0, 0), scope, None)
    assert len(closed_downward(PACKED[0], scope)) == 6
    assert closed_downward(PACKED[1], scope) == []
    for shoes in range(30):
        system.tables[PACKED[0]]((z3.Int(f"more{shoes}"), 0, 0, 0, 0), scope, None)
    assert closed_downward(PACKED[0], scope) == []
