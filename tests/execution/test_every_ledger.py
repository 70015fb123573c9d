"""The ledger of every game that has one: its rulebook line by line, held against its rules and its cases."""

from __future__ import annotations

import pytest

from fogg.setup import find_game, game_ids
from spec.execution.coverage import disagreements, uncovered, unplayed
from spec.execution.ledger import Ledger, load_ledger
from tests.cases.test_cases import CASES

LEDGERS = {game_id: ledger for game_id in game_ids() if (ledger := load_ledger(find_game(game_id))) is not None}
READ = pytest.mark.parametrize(("game_id", "ledger"), LEDGERS.items(), ids=LEDGERS)


def test_there_are_ledgers() -> None:
    """A project without ledgers passes nothing here."""
    assert len(LEDGERS) > 0


@READ
def test_every_line_is_covered(game_id: str, ledger: Ledger) -> None:
    """Every numbered line is listed, and every line that is a rule is stated by a rule of the game."""
    assert uncovered(ledger, find_game(game_id)) == ()


@READ
def test_the_ledger_and_the_spec_agree(game_id: str, ledger: Ledger) -> None:
    """A rule, ruling or variant cites a line exactly where the ledger names it; none is invented or unknown."""
    assert [str(one) for one in disagreements(ledger, find_game(game_id))] == []


@READ
def test_every_example_is_replayed(game_id: str, ledger: Ledger) -> None:
    """Each example of the rulebook is replayed by a case that the tests of the cases run and that cites it."""
    run = {case.id: case for case in CASES if case.header.game == game_id}
    assert [str(one) for one in unplayed(ledger, run)] == []
