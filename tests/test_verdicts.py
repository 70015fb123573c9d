"""The table of verdicts in docs/verification.md: complete, as the specs declare, and still true where that is cheap."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from fogg.commands.verify import command
from fogg.pages import DOCS
from fogg.results import check_summary, write_summary
from fogg.setup import find_game, game_ids, small_board
from fogg.verdict_table import read_verdicts, verdict_table
from spec.language.actions import Kind
from spec.language.errors import Malformed
from verification.free.job import CHEAP
from verification.proofs import verify
from verification.queries import Effort
from verification.verdicts import Result, Verdict

ALL = read_verdicts(DOCS / "verdicts.json")
STORED = [line for line in ALL if line["property"] not in CHEAP]
"""What the games claim themselves; of what no spec claims, the file may hold what takes little."""


def key(line: dict[str, Any]) -> tuple[str, str, int]:
    """What a line is about."""
    return line["game"], line["property"], line["players"]


def test_every_claim_about_every_game_is_in_the_table() -> None:
    """For each game and number of players, and nothing that no spec claims any more."""
    claims = {
        (id_, part.proof, count)
        for id_ in game_ids() for part in find_game(id_).properties.values() if part.kind is not Kind.REACHABLE
        for count in find_game(id_).counts
    }
    reaching = {part.proof for id_ in game_ids() for part in find_game(id_).properties.values()
                if part.kind is Kind.REACHABLE}
    assert {one for one in claims if one[1] not in reaching} == {key(line) for line in STORED}


def test_every_verdict_is_the_one_that_the_spec_declares() -> None:
    """Nothing refuted, unknown or empty stands in the table."""
    assert {(line["verdict"], line["as_declared"]) for line in ALL} == {("PROVED", True)}


def test_cvc5_has_seen_every_proof() -> None:
    """The table was made with a second solver."""
    asked = {line["second_solver"] for line in ALL if line["questions"]}
    assert asked & {None, "not asked", "not installed"} == set()
    assert all(line["questions"] for line in STORED)


def cheapest(id_: str) -> dict[str, Any]:
    """The line whose proof takes the fewest questions, for the smallest number of players."""
    count = find_game(id_).counts[0]
    return min((one for one in STORED if key(one)[::2] == (id_, count)), key=lambda one: one["questions"])


def test_the_cheapest_verdict_holds_now() -> None:
    """A claim of the game with the fewest actions is proved again, as the table has it."""
    line = cheapest(min(game_ids(), key=lambda id_: len(find_game(id_).actions)))
    assert _again(line) == (line["verdict"], line["method"])


@pytest.mark.slow
@pytest.mark.parametrize("id_", game_ids())
def test_a_verdict_of_each_game_holds_now(id_: str) -> None:
    """The same of every game. Which claims hold for all numbers of players is tested with each game."""
    line = cheapest(id_)
    assert _again(line) == (line["verdict"], line["method"])


def _again(line: dict[str, Any]) -> tuple[str, str]:
    game = find_game(line["game"])
    (result,) = verify(game, names=[line["property"]], players=[line["players"]], at_hand=small_board(game),
                       effort=Effort(lean=True))
    return result.verdict.name, result.method


def made_up(claim: str, players: int, second: str, seconds: float = 1.0) -> Result:
    """A result."""
    return Result(claim, Verdict.PROVED, "induction", players, "every board", seconds, second=second)


def test_lines_that_say_the_same_are_one(tmp_path: Path) -> None:
    """Numbers of players are put together, what they took is added up, and what cvc5 left open too."""
    file = tmp_path / "verdicts.json"
    opinions = ("agreed", "1 of 9 questions unknown", "2 of 9 questions unknown")
    told = [made_up("walls", players, second) for players, second in zip((2, 3, 4), opinions, strict=True)]
    write_summary(str(file), [("castle", one) for one in (*told, made_up("moat", 2, "agreed"), made_up("moat", 4, ""))])
    assert list(verdict_table(file))[2:] == [
        "| `castle` | `walls` | 2 to 4 | every board | PROVED | induction | 0 | all but 3 | 3.0 |",
        "|  | `moat` | 2, 4 | every board | PROVED | induction | 0 | agreed | 2.0 |",
    ]


def test_newer_verdicts_take_the_place_of_older_ones(tmp_path: Path) -> None:
    """One claim of one game for a number of players stands there once; the others stay."""
    file = tmp_path / "verdicts.json"
    write_summary(str(file), [("castle", made_up("walls", 2, "agreed")), ("castle", made_up("moat", 2, "agreed"))])
    write_summary(str(file), [("castle", made_up("walls", 2, "agreed", 7.0))])
    assert {one["property"]: one["seconds"] for one in read_verdicts(file)} == {"walls": 7.0, "moat": 1.0}


@pytest.mark.parametrize("content", [
    "[1, 2]", "[" * 9999, '{"results": [{"game": 1, "property": "walls", "players": 2}]}',
    '{"results": [{"game": "castle", "property": "walls", "players": "two"}]}',
])
def test_a_file_of_something_else_is_not_overwritten(tmp_path: Path, content: str) -> None:
    """One clear error, before the work and behind it."""
    file = tmp_path / "notes.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(Malformed, match="holds no verdicts"):
        check_summary(str(file))
    with pytest.raises(Malformed, match="holds no verdicts"):
        write_summary(str(file), [("castle", made_up("walls", 2, "agreed"))])
    assert content == file.read_text(encoding="utf-8")


def test_the_page_names_every_key_of_the_json() -> None:
    """What the page of verification says of the JSON is all that there is."""
    from fogg.results import summary

    page = (DOCS / "verification.md").read_text(encoding="utf-8")
    assert [what for what in summary("castle", made_up("walls", 2, "")) if f"`{what}`" not in page] == []
    assert [f"`--{name}`" for name in ("smt2", "no-second", "itf", "json") if f"--{name}" not in page] == []
    assert {"itf", "smt2", "no_second"} <= {one.name for one in command.params}
