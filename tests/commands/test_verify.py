"""`fogg verify`: the verdict of each property, how it was come to, and what the second solver says of it."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from fogg.commands.verify import command
from fogg.results import result_data, write_itf_files
from tests.models import rising_prices
from verification.itf import read_itf
from verification.proofs import verify
from verification.queries import Effort

ONE_LEG = ["tour_du_monde", "one-leg", "--players", "2"]


def run(*args: str, status: int = 0) -> str:
    """What the command prints; it must end with `status`."""
    result = CliRunner().invoke(command, args)
    assert status == result.exit_code
    return result.output


def results(*args: str, status: int = 0) -> list[dict[str, Any]]:
    """The results as JSON."""
    found: list[dict[str, Any]] = json.loads(run(*args, "--json", status=status))["results"]
    return found


def test_a_proof_is_told_with_its_method_and_the_second_opinion() -> None:
    """One step back, and cvc5 has checked every question in the same run."""
    (result,) = results(*ONE_LEG)
    told = {key: result[key] for key in ("game", "verdict", "as_declared", "method", "k", "players", "second_solver")}
    assert told == {"game": "tour_du_monde", "verdict": "PROVED", "as_declared": True, "method": "induction", "k": 1,
                    "players": 2, "second_solver": "agreed"}
    assert result["questions"] > 1


def test_questions_are_written_as_files(tmp_path: Path) -> None:
    """--smt2 writes what z3 was asked, --summary the verdicts; --no-second says plainly that nobody checked them."""
    file = tmp_path / "verdicts.json"
    text = run(*ONE_LEG, "--smt2", str(tmp_path), "--no-second", "--summary", str(file))
    assert "No proof was checked by a second solver: --no-second was given." in text
    assert len(list(tmp_path.glob("*.smt2"))) > 1
    (line,) = json.loads(file.read_text(encoding="utf-8"))["results"]
    assert (line["property"], line["verdict"], "parts" in line) == ("one-leg", "PROVED", False)


def test_a_missing_second_solver_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without cvc5 the proofs stand as z3 alone has them, and the table says so."""
    monkeypatch.setitem(sys.modules, "cvc5", None)
    text = run(*ONE_LEG)
    assert "No proof was checked by a second solver: cvc5 is not installed" in text
    assert "not installed" in text.splitlines()[1]


def test_a_game_that_shows_something_is_given_as_itf(tmp_path: Path) -> None:
    """In the JSON and as a file, and both replay to the same moves."""
    effort = Effort(moves=100_000, plays=40, length=60, states=2_000)
    found = verify(rising_prices.MODEL, names=["expensive", "too-strong"], players=[2], effort=effort)
    write_itf_files(found, str(tmp_path))
    for result in found:
        assert result.trace is not None
        data = json.loads(json.dumps(result_data("rising_prices", result)))
        again = read_itf(result.trace.instance, data["trace"])
        assert (result.trace.moves, len(data["moves"])) == (again, len(again))
        name = next(part.name for part in result.parts if part.trace is not None)
        file = json.loads((tmp_path / f"{name}_2.itf.json").read_text(encoding="utf-8"))
        assert again == read_itf(result.trace.instance, file)


@pytest.mark.parametrize("args", [[], ["--all", "tour_du_monde"], ["--all", "--players", "2"]])
def test_what_makes_no_sense_together_is_refused(args: list[str]) -> None:
    """One game or all of them; of all of them everything."""
    result = CliRunner().invoke(command, args)
    assert "--all" in str(result.exception)
