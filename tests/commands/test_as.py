"""`--as PLAYER`: judging, listing and playing as one of the players sees it."""

import json
from pathlib import Path

import pytest

from fogg.command import main

RECORD = """game: eighty_days
board: small
players: Antonia, Ben

* draw_adventure hat_on_the_quay
* draw_adventure dancing_shoes
Antonia keep dancing_shoes
* draw_adventure friendly_tailor
"""
SECRET = ("hat_on_the_quay", "dancing_shoes", "Hat on the quay", "Dancing shoes")


def answer(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str]:
    """The exit status of a command and all that it prints."""
    status = 0
    try:
        main([str(word) for word in words])
    except SystemExit as left:
        status = int(left.code or 0)
    told = capsys.readouterr()
    return status, told.out or told.err


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.fogg"
    file.write_text(RECORD, encoding="utf-8")
    return file


@pytest.mark.parametrize("viewer", ["Ben", "bystander"])
@pytest.mark.parametrize("words", [("judge",), ("judge", "--json"), ("legal", "--view"), ("legal", "--json", "--view")])
def test_nothing_hidden_is_told(
    capsys: pytest.CaptureFixture[str], record: Path, words: tuple[str, ...], viewer: str
) -> None:
    """Neither text nor JSON names a card that Antonia has drawn or kept; she herself is told."""
    command, *options = words
    _, told = answer(capsys, command, record, *options, "--as", viewer)
    assert [name for name in SECRET if name in told] == []
    _, everything = answer(capsys, "judge", record, "--as", "Antonia", "--json")
    assert "dancing_shoes" in everything


def test_what_is_kept_out_of_sight_depends(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    """Ben is told that it depends on what was offered to Antonia; she and the referee that all is legal."""
    status, told = answer(capsys, "judge", record, "--as", "Ben", "--json")
    judgement = json.loads(told)
    assert (status, judgement["viewer"], judgement["verdict"]) == (1, "Ben", "depends")
    assert [move["move"] for move in judgement["moves"]] == [
        "* draw_adventure hidden", "* draw_adventure hidden", "Antonia keep hidden", "* draw_adventure friendly_tailor",
    ]
    assert judgement["moves"][2]["hidden"]["cells"] == [{"field": "offered", "of": "Antonia"}]
    for viewer in ((), ("--as", "Antonia")):
        assert answer(capsys, "judge", record, *viewer)[0] == 0


def test_a_game_is_shown_as_one_player_sees_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The moves told hide what the player cannot see, and the record that is written holds everything."""
    file = tmp_path / "played.fogg"
    _, told = answer(capsys, "play", "eighty_days", "--board", "small", "--players", "2", "--seed", "3", "--as", "Ben",
                     "--json", "-o", file)
    moves = json.loads(told)["moves"]
    assert moves[:2] == ["* draw_adventure hidden"] * 2
    assert "hidden" not in file.read_text(encoding="utf-8")


def test_nobody_of_that_name(capsys: pytest.CaptureFixture[str], record: Path) -> None:
    """A viewer who does not sit at the table is refused, and so is --as with what looks at everything."""
    for words in (("judge", record, "--as", "Zoe"), ("legal", record, "--as", "Zoe"),
                  ("judge", record, "--as", "Ben", "--quick")):
        status, told = answer(capsys, *words)
        assert (status, told.startswith("error: ")) == (2, True)
