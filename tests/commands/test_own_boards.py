"""Records of games on a board of one's own can be read again, wherever they are written."""

from pathlib import Path

import pytest

from graphs.loading import BOARDS
from tests.commands.running import ran

OWN = """
[board]
game = "eighty_days"
name = "own"
title = "A box of one's own"
based_on = "small.toml"
provenance = "assumed"
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with a board file in a folder of its own, and an empty folder for records."""
    small = BOARDS / "eighty_days" / "small.toml"
    (tmp_path / "boards").mkdir()
    (tmp_path / "games").mkdir()
    (tmp_path / "boards/own.toml").write_text(OWN.replace("small.toml", str(small)), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_game_played_on_a_board_file_is_judged(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The heading of its record names the file as seen from the record."""
    written = "play", "eighty_days", "--board", "boards/own.toml", "--quiet", "-o", "games/a.fogg"
    assert ran(capsys, *written)[0] == 0
    assert "board: ../boards/own.toml" in (own / "games/a.fogg").read_text(encoding="utf-8").splitlines()
    assert ran(capsys, "judge", "--quiet", "games/a.fogg")[0] == 0


def test_a_plan_on_a_board_file_is_judged(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A plan is written beside the working folder though the record it goes on from lies elsewhere."""
    heading = "game: eighty_days\nboard: ../boards/own.toml\nplayers: Antonia, Ben\n"
    (own / "games/a.fogg").write_text(heading, encoding="utf-8")
    assert ran(capsys, "plan", "games/a.fogg", "--horizon", 1, "-o", "plan.fogg")[0] == 0
    assert "board: boards/own.toml" in (own / "plan.fogg").read_text(encoding="utf-8").splitlines()
    assert ran(capsys, "judge", "--quick", "plan.fogg")[0] == 0


def test_a_board_that_is_given_is_meant_from_the_working_folder(
    own: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not the one of the same name beside the record."""
    (own / "games/own.toml").write_text("nothing", encoding="utf-8")
    (own / "own.toml").write_text((own / "boards/own.toml").read_text(encoding="utf-8"), encoding="utf-8")
    (own / "games/a.fogg").write_text("game: eighty_days\nplayers: Antonia, Ben\n", encoding="utf-8")
    assert ran(capsys, "judge", "games/a.fogg", "--board", "own.toml")[0] == 0


def test_a_repaired_record_is_read_again(own: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Though it is written into another folder than the record that was repaired."""
    forgotten = "* draw_adventure stowaway\nAntonia keep stowaway\n"
    heading = "game: eighty_days\nboard: ../boards/own.toml\nplayers: Antonia, Ben\n"
    (own / "games/a.fogg").write_text(heading + forgotten, encoding="utf-8")
    assert ran(capsys, "judge", "games/a.fogg", "--repair", "--repaired", "mended.fogg")[0] == 1
    assert "board: boards/own.toml" in (own / "mended.fogg").read_text(encoding="utf-8").splitlines()
    assert ran(capsys, "judge", "--quiet", "mended.fogg")[0] == 0
