"""`fogg plan`: plans and advice as lines and as JSON, and one clear error for each wrong question."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from fogg.commands.plan import command
from fogg.setup import table
from spec.execution.playing import play_out
from spec.execution.records import record_of, write_record
from spec.language.errors import Malformed

RULED = """
game: eighty_days
board: small
players: Antonia, Ben
* draw_adventure stowaway
* draw_adventure hat_on_the_quay
Antonia keep stowaway
* draw_adventure arrival_by_sea
* draw_adventure friendly_tailor
Ben keep arrival_by_sea
* first_player Antonia
* reveal good_times
ruling: suitcase[Antonia, coat] = 1
"""


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A random game on the small board."""
    ready = table("eighty_days", "small", 2)
    file = tmp_path_factory.mktemp("plans") / "game.fogg"
    file.write_text(write_record(record_of(ready, play_out(ready, 4).moves)))
    return file


def asked(*words: str) -> Result:
    return CliRunner().invoke(command, list(words), catch_exceptions=False)


def test_a_plan_is_legal_as_it_stands(record: Path) -> None:
    """The record that is written holds the plan, all of it legal, and the JSON says the same."""
    from fogg.commands.judge import command as judge

    out = record.with_name("plan.fogg")
    answer = asked(str(record), "--at", "50", "--horizon", "4", "--json", "-o", str(out), "--time-limit", "60")
    data = json.loads(answer.stdout)
    assert (data["verdict"], data["gap"], data["horizon"]) == ("optimal", 0, 4)
    assert len(data["engines"]) >= 2
    judged = CliRunner().invoke(judge, [str(out), "--json"])
    told = json.loads(judged.stdout)
    assert [one["move"] for one in told["moves"]] == data["moves"]
    assert {one["verdict"] for one in told["moves"]} <= {"legal"}


@pytest.mark.slow
def test_what_the_table_ruled_must_be_possible(tmp_path: Path) -> None:
    """A plan that puts back more than there is has no state to lead to: the claim that the ruling breaks is told."""
    file = tmp_path / "ruled.fogg"
    file.write_text(RULED)
    with pytest.raises(Malformed, match="impossible position: items_are_conserved coat"):
        asked(str(file), "--horizon", "2", "--time-limit", "20")


def test_the_draws_of_the_record_come_first(record: Path) -> None:
    """In the middle of a record its later draws are known, and the lines say how many."""
    answer = asked(str(record), "--at", "50", "--horizon", "3", "--time-limit", "60")
    assert "draws as in the record" in answer.stdout
    assert "optimal" in answer.stdout


@pytest.mark.slow
def test_advice(record: Path) -> None:
    """The legal moves by their averages, with intervals, and the policy that they rest on."""
    number = next(
        at for at in range(50, 90)
        if not (line := _moves(record)[at]).startswith("*") and len(_legal(record, at)) > 1 and line
    )
    data = json.loads(asked(str(record), "--at", str(number), "--average", "--time-limit", "1", "--json").stdout)
    assert sorted(one["move"] for one in data["moves"]) == sorted(_legal(record, number))
    assert all(one["half_width"] >= 0 and one["games"] >= 2 for one in data["moves"])
    assert "most at once" in data["policy"]
    words = ("--at", str(number), "--average", "--policy", "random", "--time-limit", "1", "--json")
    by_chance = asked(str(record), *words)
    assert "random" in json.loads(by_chance.stdout)["policy"]


@pytest.mark.parametrize(("words", "told"), [
    (("--by", "luck"), "no points called 'luck'"),
    (("--others", "fly"), "no player's action fly"),
    (("--others", ""), "no player's action"),
    (("--by", ""), "no points called ''"),
    (("--average", "--horizon", "3"), "leave out --horizon"),
    (("--average", "--others", "help"), "leave out --others"),
    (("--policy", "random"), "add --average"),
    (("--as", "Zoe"), "Zoe"),
    (("--at", "99999"), "99999"),
])
def test_wrong_questions(record: Path, words: tuple[str, ...], told: str) -> None:
    """Each is told in one message."""
    at = () if "--at" in words else ("--at", "50")
    with pytest.raises(Malformed) as error:
        asked(str(record), *at, *words)
    assert told in str(error.value)


def _moves(record: Path) -> list[str]:
    from fogg.records import load_record
    from spec.execution.moves import move_text

    read = load_record(str(record))
    return [move_text(read.table, move) for move in read.moves]


def _legal(record: Path, number: int) -> list[str]:
    from fogg.records import load_record

    return load_record(str(record)).position_at(number).legal
