"""What `fogg route` assumes about a made-up position of 80 Days is told, and can be said otherwise."""

import json
from pathlib import Path
from typing import Any

import pytest

from fogg.setup import table as set_up
from solvers.eighty_days.journeys import number
from spec.execution.playing import play_out
from spec.execution.position import Position
from spec.execution.records import record_of, write_record
from spec.games.eighty_days.board import Assistant, Line
from spec.games.eighty_days.state import Decision
from tests.commands.running import ran

PARIS_PETERSBURG = "paris_st_petersburg_train"
MARY = number(Assistant.MARY)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit status, output and errors of `fogg route` for this game."""
    return ran(capsys, "route", "eighty_days", *words)


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The answer with --json."""
    answer: dict[str, Any] = json.loads(run(capsys, *words, "--json")[1])
    return answer


def test_the_assumed_line_tiles_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    """On side B the answer names the tile on each of the sixteen squares and how to say otherwise; on side A none."""
    question = ("paris", "yokohama", "--board", "side_b")
    status, out, _ = run(capsys, *question)
    said = " ".join(out.split())
    assert status == 0
    assert "assumed in order (--tile or --record says otherwise)" in said
    assert f"london_constantinople_special=t1, {PARIS_PETERSBURG}=t2" in said
    assert "optimal for these line tiles (" in said
    data = as_json(capsys, *question)
    assert [f"t{n}" for n in range(1, 17)] == list(data["line_tiles"].values())
    assert data["line_tiles_assumed"] is True
    assert "line tiles" not in run(capsys, "paris", "yokohama")[1]
    assert "line_tiles" not in as_json(capsys, "paris", "yokohama")


def test_line_tiles_can_be_laid_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    """A tile that costs a coin opens the line to those without items, and the other squares get what is left."""
    question = ("paris", "st_petersburg", "--board", "side_b")
    asked = as_json(capsys, *question, "--tile", f"{PARIS_PETERSBURG}=t11")
    assert as_json(capsys, *question)["links"] > 1
    assert (asked["links"], asked["coins"]) == (1, 3)  # the second coin of a stack of trains, and the tile's
    assert asked["line_tiles"][PARIS_PETERSBURG] == "t11"
    assert {f"t{n}" for n in range(1, 17)} == set(asked["line_tiles"].values())


def test_tiles_that_cannot_lie_there_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Not on a line without a square, on two lines, on side A, or besides a record."""
    question = ("paris", "yokohama", "--board", "side_b")
    status, _, err = run(capsys, *question, "--tile", f"{PARIS_PETERSBURG}=t3", "--tile",
                         "omsk_vladivostok_train=t3", "--tile", "suez_bombay_ship=t4")
    assert status == 2
    assert "t3 cannot lie on paris_st_petersburg_train and on omsk_vladivostok_train" in err
    assert "suez_bombay_ship has no marked square" in err
    status, _, err = run(capsys, "paris", "yokohama", "--tile", "paris_moscow_train=t3")
    assert (status, "choose a board of side B" in err) == (2, True)
    assert "t17" in run(capsys, *question, "--tile", f"{PARIS_PETERSBURG}=t17")[2]
    status, _, err = run(capsys, *question[:2], "--record", "none.fogg", "--tile", f"{PARIS_PETERSBURG}=t3")
    assert (status, "the record already says what --tile would" in err) == (2, True)


def test_with_a_record_the_tiles_and_the_assistant_are_those_of_the_record(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """On side B whoever waits is asked about with what lies there, and Mary may help."""
    table = set_up("eighty_days", "side_b", 3, {"assistants": "yes"})
    for seed in range(200):  # until a game gives Mary to somebody
        moves = play_out(table, seed, longest=80).moves
        position, played = Position.start(table), 0
        while position.table.instance.cells(position.row)["open", ()] != number(Decision.ACTION) or played < 30:
            position = Position(table, tuple(table.executor.apply(position.row, moves[played])))
            played += 1
        cells = table.instance.cells(position.row)
        owners = [one for one in range(3) if cells["assistant", (one,)] == MARY]
        if owners and cells["active", ()] != owners[0] and not cells["acted", ()]:
            break
    else:
        pytest.fail("Mary is kept in one of 200 games")
    file = tmp_path / "game.fogg"
    file.write_text(write_record(record_of(table, moves[:played])))
    words = ("here", "constantinople", "--record", str(file), "--as", table.players[owners[0]])
    _, out, err = run(capsys, *words)
    said = " ".join(out.split())
    assert "line tiles, as in the record" in said, err
    assert "Assistant, as in the record: Mary" in said
    data = as_json(capsys, *words)
    lying = {line.id: cells["line_tile", (n,)] for n, line in enumerate(table.names.of(Line))}
    assert {line: f"t{tile + 1}" for line, tile in lying.items() if tile >= 0} == data["line_tiles"]
    assert (data["line_tiles_assumed"], data["not_considered"]) == (False, data["not_considered"])
    assert not any("mary" in one.lower() for one in data["not_considered"])


def test_an_assumed_assistant_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """With the module the answer says whose help is assumed, and without it nothing of Assistants."""
    question = ("paris", "yokohama", "--set", "assistants=yes")
    assert "Assistant, assumed: Paul\n" in run(capsys, *question)[1]
    assert "Assistant, assumed: Mary\n" in run(capsys, *question, "--as", "Ben")[1]
    assert "Assistant" not in run(capsys, "paris", "yokohama")[1]
