"""`fogg judge --repair` and `--quick`, and `fogg legal --at`: what a user types, sees and gets back."""

import json
from pathlib import Path

import pytest

from fogg.command import main

GAME = ["play", "eighty_days", "--board", "small", "--players", "2", "--seed", "1", "--quiet", "-o"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a random game."""
    file = tmp_path_factory.mktemp("records") / "played.fogg"
    main([*GAME, str(file)])
    return file


@pytest.fixture
def damaged(played: Path, tmp_path: Path) -> Path:
    """The same record without one line where a player ends a turn."""
    lines = played.read_text(encoding="utf-8").splitlines()
    del lines[next(at for at, line in enumerate(lines) if line.endswith(" finish"))]
    file = tmp_path / "damaged.fogg"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def status(*words: object) -> int:
    """The exit status of a command."""
    try:
        main([str(word) for word in words])
    except SystemExit as end:
        assert isinstance(end.code, int)
        return end.code
    return 0


def test_a_repaired_record_is_the_one_that_was_played(
    played: Path, damaged: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A forgotten end of a turn is found and written back, and the judge then finds nothing."""
    repaired = tmp_path / "repaired.fogg"
    assert status("judge", damaged, "--quick", "--repaired", repaired) == 1
    assert "the smallest repair inserts a move" in capsys.readouterr().out
    assert repaired.read_text(encoding="utf-8") == played.read_text(encoding="utf-8")
    assert status("judge", repaired, "--repair") == 0


def test_a_diagnosis_as_json(damaged: Path, played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The JSON of both judges holds the same diagnosis, and none for a legal record."""
    answers = []
    for words in ((damaged, "--json"), (damaged, "--json", "--quick"), (played, "--json", "--quick")):
        status("judge", "--repair", *words)
        answers.append(json.loads(capsys.readouterr().out))
    full, quick, legal = answers
    assert full["diagnosis"] == quick["diagnosis"]
    assert full["diagnosis"]["repair"]["kind"] == "inserted"
    assert (full["verdict"], quick["verdict"], legal["verdict"]) == ("illegal", "illegal", "legal")
    assert legal["diagnosis"] is None


def test_quick_verdicts_of_many_records(damaged: Path, played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Each record has one line, and the status is that of the worst."""
    assert status("judge", "--quick", played, damaged) == 1
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{played}: ") and first.endswith("legal: legal")
    assert second.startswith(f"{damaged}: line ") and second.endswith("-- illegal")
    assert status("judge", "--quick", played) == 0


def test_only_one_record_is_written(damaged: Path, played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Several repaired records cannot go to one file."""
    assert status("judge", played, damaged, "--repaired", "-") == 2
    assert "one by one" in capsys.readouterr().err


def test_the_position_after_some_moves(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--at 0` lists what may be done at the start; a number that the record does not reach is refused."""
    assert status("legal", played, "--at", 0, "--json") == 0
    legal = json.loads(capsys.readouterr().out)["legal"]
    first = next(line for line in played.read_text(encoding="utf-8").splitlines() if line.startswith("*"))
    assert first in legal
    assert status("legal", played, "--at", 100_000) == 2
    assert "out of range" in capsys.readouterr().err
