"""`fogg graph` measures boards and says all that is wrong with a question at once."""

import json
from pathlib import Path
from typing import Any

import pytest

from graphs.graphml import from_graphml
from tests.commands.running import ran

DISPUTE = str(Path(__file__).parents[2] / "fogg" / "examples" / "dispute.fogg")


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    """Exit status, output and errors of `fogg graph`."""
    return ran(capsys, "graph", *words)


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The answer with --json."""
    answer: dict[str, Any] = json.loads(run(capsys, *words, "--json")[1])
    return answer


def test_a_board_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """From London to London it is nine lines on side A, and the farthest cities are as far apart."""
    data = as_json(capsys, "eighty_days", "side_a", "--from", "paris")
    assert (data["places"], data["lines"], data["diameter"]) == (25, 35, 9)
    assert (data["distances"]["london_departure"]["london_arrival"], data["lines_from"]["london_departure"]) == (9, 1)
    assert len(data["contested"]) == 35
    assert max(data["contested"], key=lambda one: one["share"]) == data["contested"][0]


def test_a_budget_reaches_as_far_as_routes_say(capsys: pytest.CaptureFixture[str]) -> None:
    """With five coins from Paris the first two trains can be paid (2 and 3 coins), and no third one."""
    data = as_json(capsys, "eighty_days", "--from", "paris", "--coins", "5")
    reached = {one["place"]: one for one in data["reached"]}
    assert (reached["irkutsk"]["coins"], reached["irkutsk"]["lines"]) == (5, 2)
    assert reached["irkutsk"]["agreed"] == ["label setting", "CP-SAT"]
    assert "hong_kong" not in reached


def test_a_record_gives_pawns_and_prices(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The picture of a record's position names its players and prices; the graph is written for other tools."""
    svg, graphml = tmp_path / "map.svg", tmp_path / "board.graphml"
    status, out, _ = run(capsys, "--record", DISPUTE, "--svg", str(svg), "--graphml", str(graphml))
    assert (status, f"wrote {svg}" in out) == (0, True)
    picture = svg.read_text(encoding="utf-8")
    assert all(word in picture for word in ("Antonia", "Ben", "Clara", "boutique", "black market"))
    assert len(from_graphml(graphml.read_text(encoding="utf-8"))) == 25


def test_everything_wrong_is_told_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Options that do not go together and names that do not exist are told in one run, with status 2."""
    status, _, err = run(capsys, "nothing", "--as", "Ben", "--coins", "3")
    assert (status, err.count("error: ")) == (2, 3)
    status, _, err = run(capsys, "eighty_days", "--from", "atlantis")
    assert (status, "atlantis" in err) == (2, True)
    status, _, err = run(capsys, "tour_du_monde", "--from", "paris", "--coins", "3")
    assert (status, "not paid for in coins" in err) == (2, True)
    status, _, err = run(capsys)
    assert (status, "no game is named" in err) == (2, True)
