"""`fogg export` writes models and traces, and refuses what makes no sense in one clear line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fogg.models import instance_of
from tests.commands.running import ran
from verification.itf import read_itf

MODELS = Path(__file__).parents[1] / "models"
DIE = str(MODELS / "knuth_yao_die.py")
TOUR = Path(__file__).parents[2] / "fogg" / "examples" / "tour.fogg"
RECORD = str(Path(__file__).parents[1] / "verification" / "exhausting" / "eighty_days_five_coins.fogg")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit status, output and errors of `fogg export`."""
    return ran(capsys, "export", *words)


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The answer with --json."""
    answer: dict[str, Any] = json.loads(run(capsys, *words, "--json")[1])
    return answer


@pytest.mark.parametrize(("language", "begins"), [
    ("jani", '{"jani-version":1'), ("prism", "// Knuth and Yao's die"), ("promela", "/* Knuth and Yao's die"),
    ("murphi", "-- Knuth and Yao's die"), ("itf", "{"),
])
def test_every_language(capsys: pytest.CaptureFixture[str], language: str, begins: str) -> None:
    """Without -o the text goes to standard output, and nothing else."""
    status, out, err = run(capsys, DIE, "--to", language)
    assert (status, out[:len(begins)], err) == (0, begins, "")


def test_a_file_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """With -o the text goes to a file, and --json tells how large the model is."""
    file = tmp_path / "deep" / "die.prism"
    answer = as_json(capsys, DIE, "--to", "prism", "-o", str(file))
    assert answer == {"language": "prism", "variables": 1, "commands": 2, "file": str(file)}
    assert "endmodule" in file.read_text(encoding="utf-8")


def test_chance(capsys: pytest.CaptureFixture[str]) -> None:
    """Chance has probabilities, unless it is asked to be as free as a player."""
    assert "\ndtmc\n" in run(capsys, DIE, "--to", "prism")[1]
    assert "\nmdp\n" in run(capsys, DIE, "--to", "prism", "--chance", "free")[1]


def test_a_random_game_is_a_trace(capsys: pytest.CaptureFixture[str]) -> None:
    """The same seed gives the same game, as ITF that reads back to its moves."""
    words = ("eighty_days", "--board", "small", "--players", "2", "--to", "itf", "--seed", "5", "--moves", "20")
    answer = as_json(capsys, *words)
    instance = instance_of("eighty_days", "2", "small", (), ())
    assert (answer["moves"], answer["states"]) == (20, 21)
    assert len(read_itf(instance, answer["trace"])) == 20
    assert json.loads(run(capsys, *words)[1]) == answer["trace"]


def test_a_record_is_a_trace(capsys: pytest.CaptureFixture[str]) -> None:
    """The game of a record as ITF has all its moves, from its own start on."""
    answer = as_json(capsys, RECORD, "--to", "itf")
    assert answer["moves"] == len(answer["trace"]["states"]) - 1
    assert RECORD in answer["trace"]["#meta"]["description"]


def test_refused_moves_are_in_no_trace(capsys: pytest.CaptureFixture[str]) -> None:
    """What the judge left out is left out of the trace too."""
    answer = as_json(capsys, str(TOUR), "--to", "itf", "--moves", "3")
    assert (answer["moves"], answer["states"]) == (2, 3)


def test_a_trace_has_only_moves(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Where the table ruled that a cell changes no move leads on, unless the trace ends before that."""
    file = tmp_path / "ruled.fogg"
    text = TOUR.read_text(encoding="utf-8")
    file.write_text(text.replace("ruling: stand-ins = a", "ruling: coins[Ben] = 3"), encoding="utf-8")
    status, _, err = run(capsys, str(file), "--to", "itf")
    assert (status, "the table ruled what no move does" in err) == (2, True)
    assert as_json(capsys, str(file), "--to", "itf", "--moves", "1")["moves"] == 1


def test_a_model_of_a_record_begins_where_it_ends(capsys: pytest.CaptureFixture[str]) -> None:
    """The start of the variables is the position at the record's end."""
    start = instance_of(RECORD, "", None, (), ()).start
    beginning = run(capsys, RECORD, "--to", "murphi")[1].partition("startstate begin")[2].partition("end;")[0]
    assert tuple(map(int, re.findall(r":= (-?\d+);", beginning))) == start


@pytest.mark.parametrize(("words", "says"), [
    ((DIE, "--to", "murphi", "--chance", "free"), "--chance says nothing to murphi (leave it out)"),
    ((DIE, "--to", "jani", "--moves", "3"), "--moves says nothing to jani (leave it out)"),
    ((DIE, "--to", "jani", "--seed", "3"), "--seed would be ignored: nothing is played at random (leave it out)"),
    ((RECORD, "--to", "itf", "--seed", "0"), "--seed would be ignored"),
    ((str(MODELS / "hanoi.py"), "--to", "jani"), "Towers of Hanoi is played on a board, and a Game in a file has none"),
    ((RECORD, "--to", "jani", "--players", "2"), "a record says itself who plays"),
    (("nothing.py", "--to", "jani"), "there is no file nothing.py"),
    (("eighty_days", "--board", "small", "--players", "2", "--to", "prism"), "cannot be exported: its effect has"),
])
def test_bad_input(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], says: str) -> None:
    """What makes no sense is told in one line, with exit status 2."""
    status, out, err = run(capsys, *words)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert says in err
