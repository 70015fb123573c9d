"""The games that the pages tell of: each is legal, and shows what it is named for, by the rules run directly."""

from pathlib import Path

import pytest

from fogg.records import load_record
from spec.execution.judging import judge
from spec.execution.verdicts import Verdict
from spec.lowering.direct import DirectExecutor
from spec.lowering.shown import shown

GAMES = sorted((Path(__file__).parents[2] / "docs" / "games").glob("*/*.fogg"))


def test_there_are_games() -> None:
    """The pages tell of games that were found."""
    assert GAMES


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_game_shows_what_it_is_named_for(path: Path) -> None:
    """Every move is legal, the claim holds first at the end, and the title counts the moves."""
    record = load_record(str(path))
    assert judge(record).verdict is Verdict.LEGAL
    claim = record.table.game.properties[path.stem.rpartition("_")[0]]
    assert record.header.title.startswith(f"{claim.says} {len(record.moves)} moves, ")
    executor = DirectExecutor(record.table.instance)
    row = list(record.start)
    for move in record.moves:
        assert shown(executor, claim, None, row) is None
        row = executor.apply(row, move)
    assert shown(executor, claim, None, row) is not None
