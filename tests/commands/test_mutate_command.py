"""`fogg mutate` tells what becomes of each mutant, and what is wrong with what it is given."""

import json
from pathlib import Path

import pytest

from fogg.command import main

ACTIONS = Path("tests") / "cases" / "tour_du_monde" / "03_actions.toml"
SMALL = ("tour", "--board", "small", "--players", 3)


def told(capsys: pytest.CaptureFixture[str], status: int, *words: object) -> str:
    """What the command prints when it ends with a status: on standard output, or as an error."""
    if status:
        with pytest.raises(SystemExit) as left:
            main(["mutate", *map(str, words)])
        assert left.value.code == status
    else:
        main(["mutate", *map(str, words)])
    captured = capsys.readouterr()
    return captured.err if status == 2 else captured.out


@pytest.mark.parametrize(("words", "says"), [
    (("tour_du_mond", "--rule", "die.dice"), "no rule 'die.dice'"),
    (("tour", "--action", "fly"), "no action 'fly'"),
    (("tour", "--players", 7), "2 to 6 players, not 7"),
    (("tour", "--cases", "nowhere"), "nowhere holds no cases"),
    (("tour", "--records", "nowhere"), "there is no folder nowhere"),
    (("tour", "--board", "atlantis"), "atlantis"),
    ((*SMALL, "--mutant", "zzz", "--cases", "tests/cases/tour_du_monde"), "there is no mutant 'zzz'"),
])
def test_bad_input(capsys: pytest.CaptureFixture[str], words: tuple[object, ...], says: str) -> None:
    """One clear error for each kind of bad input."""
    assert says in told(capsys, 2, *words)


def test_a_rule_is_told_of(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Every clause of a rule is decided, the tallies add up, and the journal is read again."""
    (tmp_path / "actions.toml").write_text(ACTIONS.read_text(encoding="utf-8"), encoding="utf-8")
    journal = tmp_path / "journal.jsonl"
    words = (*SMALL, "--rule", "actions.start-player", "--cases", tmp_path, "--journal", journal, "--json")
    first = json.loads(told(capsys, 0, *words))
    wrong = first["findings"][0]["id"] + "0"
    assert f"did you mean {wrong[:-1]!r}" in told(capsys, 2, *words[:-1], "--mutant", wrong)
    assert first["mutants"] == first["case"] == len(first["findings"]) == first["rules"]["actions.start-player"]["case"]
    again = json.loads(told(capsys, 0, *words))
    assert [{**one, "seconds": 0} for one in first["findings"]] == [{**one, "seconds": 0} for one in again["findings"]]


def test_a_survivor_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Without the case that notices it a mutant survives, is shown by a position, and the status is 1."""
    start, rest = ACTIONS.read_text(encoding="utf-8").split('[[case]]\nid = "TDM.actions.30"')
    (tmp_path / "03_actions.toml").write_text(start + rest.partition("\n\n")[2], encoding="utf-8")
    out = told(capsys, 1, *SMALL, "--quick", "--rule", "actions.detective", "--cases", tmp_path)
    assert "SURVIVED" in out and "by the mutant: illegal, actions.detective" in out
