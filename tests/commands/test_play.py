"""`fogg play` as a user types it."""

import io
import json
import sys

import pytest

from tests.commands.running import ran


def test_humans_and_json_at_once(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who types the moves of a game that was drawn has the same game, and only the answer on standard output."""
    words = ("play", "eighty_days", "--board", "small", "--players", "Antonia,Ben", "--seed", "2", "--json")
    _, drawn, _ = ran(capsys, *words)
    moves = [one for one in json.loads(drawn)["moves"] if not one.startswith("*")]
    typed = "?\nview\nnonsense\n" + "".join(f"{one}\n" for one in moves)
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    status, out, err = ran(capsys, *words, "--seats", "human")
    assert (status, json.loads(drawn)) == (0, json.loads(out))
    assert "no action 'nonsense'" in err and err.count("> ") >= len(moves)
