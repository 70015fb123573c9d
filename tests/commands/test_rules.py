"""`fogg rules` shows a game's rules and its ledger, whole or by line, rule and kind, for people and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from fogg.command import main
from fogg.setup import find_game
from spec.execution import ledger
from spec.execution.ledger import load_ledger

GAME = "eighty_days"


def said(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    main(["rules", GAME, *words])
    return capsys.readouterr().out


def answered(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(said(capsys, *words, "--json"))
    return answer


def test_json_counts_every_line(capsys: pytest.CaptureFixture[str]) -> None:
    """The answer counts the lines by kind, names those that nothing covers, and lists every rule with citations."""
    answer = answered(capsys)
    counts = answer["ledger"]
    assert list(counts) == ["lines", "rule", "fact", "example", "flavour", "uncovered"]
    assert counts["rule"] + counts["fact"] + counts["example"] + counts["flavour"] == counts["lines"] == 173
    assert counts["uncovered"] == []
    rules = find_game(GAME).rules
    assert [(one["id"], one["title"], one["citations"]) for one in answer["rules"]] == [
        (id_, rule.title, list(rule.cites)) for id_, rule in rules.items()
    ]


def test_the_whole_ledger_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """Every line stands in the human view once, below the rules, and alone with --ledger."""
    whole = load_ledger(find_game(GAME))
    assert whole is not None
    for words in ((), ("--ledger",)):
        text = said(capsys, *words)
        shown = [word for line in text.splitlines() if (word := line.partition(" ")[0]) in whole.by_id]
        assert shown == list(whole.numbered)
        assert text.endswith("; not covered: none\n")
        assert (find_game(GAME).title in text.splitlines()[0]) is (words == ())


def test_filters(capsys: pytest.CaptureFixture[str]) -> None:
    """Lines are picked by their number with or without the rulebook's letters, by rule and by kind; all must hold."""
    def picked(*words: str) -> list[str]:
        return [one["line"] for one in answered(capsys, *words)["lines"]]

    price = ["80D-59", "80D-60", "80D-61", "80D-62", "80D-64", "80D-65", "80D-66"]
    assert picked("--line", "80D-60") == picked("--line", "60") == picked("--line", "80d-60") == ["80D-60"]
    assert picked("--rule", "travel.price") == price
    assert picked("--rule", "travel.price", "--kind", "example") == ["80D-66"]
    assert picked("--rule", "travel.price", "--line", "60", "--line", "67") == ["80D-60"]
    (line,) = answered(capsys, "--line", "66")["lines"]
    assert (line["kind"], line["rules"], line["cases"]) == ("example", ["travel.price"], ["80D.travel.1"])


def test_a_rule_shows_its_lines_and_actions(capsys: pytest.CaptureFixture[str]) -> None:
    """One rule is shown with its lines in our words, and with the actions that are declared to rest on it."""
    answer = answered(capsys, "adventures.additional")
    assert [one["line"] for one in answer["lines"]] == ["80D-56", "80D-100"]
    assert [one["action"] for one in answer["actions"]] == ["complete"]
    assert "80D-56, rule: " in said(capsys, "adventures.additional")


@pytest.mark.parametrize(("words", "told"), [
    (("--line", "174"), "error: the rulebook has no line '80D-174' (its lines are 80D-1 to 80D-173)"),
    (("--rule", "travel.prise"), "error: 80 Days has no rule 'travel.prise' (did you mean 'travel.price'? "),
])
def test_unknown_lines_and_rules(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str) -> None:
    """A line or rule that there is not is told with status 2, and with what there is."""
    with pytest.raises(SystemExit) as left:
        main(["rules", GAME, *words])
    assert left.value.code == 2
    assert capsys.readouterr().err.startswith(told)


def test_a_game_without_a_ledger(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its rules are listed all the same, and asking for the ledger says that there is none."""
    monkeypatch.setattr(ledger, "ledger_file", lambda game: tmp_path / "ledger.toml")
    assert list(answered(capsys)) == ["rules"]
    with pytest.raises(SystemExit) as left:
        main(["rules", GAME, "--ledger"])
    assert left.value.code == 2
    assert capsys.readouterr().err == "error: 80 Days has no ledger yet (list its rules with: fogg rules eighty_days)\n"
