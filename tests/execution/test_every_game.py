"""Records and views hold for every game that has a spec, on every board that comes with it."""

from pathlib import Path

import pytest

from fogg.setup import find_game, game_ids, table
from graphs.loading import board_files
from spec.execution.header import Header
from spec.execution.judging import judge
from spec.execution.playing import play_out
from spec.execution.records import read_record, record_of, write_record
from spec.execution.seeing import Viewer
from spec.execution.table import Table
from spec.execution.verdicts import Verdict
from spec.execution.views import view
from spec.language.state import Sight

BOARDS = [(game, board) for game in game_ids() for board in board_files(find_game(game)).values()]


def test_there_are_games() -> None:
    """A project without games passes nothing here."""
    assert BOARDS != []


@pytest.mark.parametrize(("game", "board"), BOARDS, ids=[f"{game}-{board.stem}" for game, board in BOARDS])
def test_a_game_is_written_read_and_judged(game: str, board: Path) -> None:
    """A random game is written, read and written alike, and every move of it is legal from start to end."""
    for players in find_game(game).counts:
        seated = table(game, board, players)

        def seat(header: Header, seated: Table = seated) -> Table:
            return table(header.game, seated.board, header.seated, header.settings)

        played = play_out(seated, players, longest=600)
        text = write_record(record_of(seated, played.moves))
        record = read_record(text, "x.fogg", seat)
        assert record.moves == played.moves
        assert write_record(record) == text
        judgement = judge(record)
        assert judgement.verdict is Verdict.LEGAL, "\n".join(judgement.lines())


@pytest.mark.parametrize(("game", "board"), BOARDS, ids=[f"{game}-{board.stem}" for game, board in BOARDS])
def test_a_position_is_shown(game: str, board: Path) -> None:
    """The referee sees every field, a player those of everyone and the own ones, a bystander those of everyone."""
    seated = table(game, board)
    end = play_out(seated, 1, longest=60).end
    shown = {viewer: set(view(end, viewer).cells) for viewer in (Viewer.REFEREE, Viewer.BYSTANDER, 0)}
    by_sight = {sight: {one.name for one in seated.game.state.fields if one.sight is sight} for sight in Sight}
    assert shown[Viewer.REFEREE] == set().union(*by_sight.values())
    assert shown[0] == by_sight[Sight.EVERYONE] | by_sight[Sight.OWNER]
    assert shown[Viewer.BYSTANDER] == by_sight[Sight.EVERYONE]
