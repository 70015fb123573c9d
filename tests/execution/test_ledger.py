"""Ledgers: one that cannot be read says all that is wrong, and each disagreement with the rules is told."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

import pytest

from spec.execution.cases import Case
from spec.execution.coverage import disagreements, uncovered, unplayed
from spec.execution.header import Header
from spec.execution.ledger import Ledger, LineKind, read_ledger
from spec.execution.verdicts import Verdict
from spec.language import Game, rule, ruling
from spec.language.errors import Malformed, Problem
from tests.execution import bazaar

LEDGER = """
# The bazaar, line by line.
rulebook = "BAZ"
lines = 8

[[line]]
id = "BAZ-1"
kind = "rule"
rules = ["turn.order"]
note = "one after another"
[[line]]
id = "BAZ-2"
kind = "rule"
rules = ["turn.closing"]
rulings = ["R2"]
note = "until all have gone"
[[line]]
id = "BAZ-3"
kind = "rule"
rules = ["buying.price"]
note = "what a good costs"
[[line]]
id = "BAZ-4"
kind = "example"
rules = ["buying.price"]
rulings = ["R1"]
cases = ["BAZ.buying.1"]
note = "a rug for one coin"
[[line]]
id = "BAZ-5"
kind = "fact"
rules = ["buying.supply"]
where = ["state.supply", "state.cards"]
note = "two of each"
[[line]]
id = "BAZ-6"
kind = "rule"
rules = ["luck.omen"]
note = "omens"
[[line]]
id = "BAZ-7"
kind = "rule"
rules = ["luck.roll"]
note = "thieves"
[[line]]
id = "BAZ-8"
kind = "flavour"
note = "a farewell"
"""
CASE = Case("BAZ.buying.1", "A rug costs a coin", ("BAZ-4",), ("buying.price",), Header(), Verdict.LEGAL)


def ledger(old: str = "", new: str = "") -> Ledger:
    assert old in LEDGER
    return read_ledger(LEDGER.replace(old, new, 1), "x.toml")


def placed(problems: Iterable[Problem], text: str = LEDGER) -> list[str]:
    """Problems in words, where a place in the ledger is told as the row that stands there: @1 is the first."""
    rows = [number for number, line in enumerate(text.splitlines(), start=1) if line == "[[line]]"]
    names = {f"x.toml:{line}": f"@{row}" for row, line in enumerate(rows, start=1)}
    return [re.sub(r"x\.toml:\d+", lambda at: names.get(at[0], at[0]), str(one), count=1) for one in problems]


def told(game: Game, old: str = "", new: str = "") -> list[str]:
    problems = disagreements(ledger(old, new), game)
    return [one.partition(" (")[0] for one in placed(problems, LEDGER.replace(old, new, 1))]


def entry(number: int, end: str = "") -> str:
    """The text of one line of the ledger."""
    _, head, rest = LEDGER.partition(f'[[line]]\nid = "BAZ-{number}"')
    return head + rest.partition("[[line]]")[0] + end


def test_agreement() -> None:
    """A ledger that fits its game differs from it in nothing, and is counted and looked up by line and by rule."""
    read = ledger()
    assert told(bazaar.MODEL) == []
    assert uncovered(read, bazaar.MODEL) == ()
    assert {kind.value: read.count(kind) for kind in LineKind} == {"rule": 5, "fact": 1, "example": 1, "flavour": 1}
    assert [one.id for one in read.of_rule("buying.price")] == ["BAZ-3", "BAZ-4"]
    assert read.by_id["BAZ-2"].settings == ("R2",)
    assert str(read.by_id["BAZ-2"].place) == f"x.toml:{LEDGER[:LEDGER.index('BAZ-2')].count(chr(10))}"


def test_a_row_on_one_line() -> None:
    """Rows may be written on one line each, and keep their place."""
    text = 'rulebook = "BAZ"\nlines = 2\n\n'
    row = '  {id = "BAZ-1", kind = "flavour", note = "a tale"},\n'
    rows = "line = [\n" + row + row.replace("BAZ-1", "BAZ-2") + "]"
    assert [str(one.place) for one in read_ledger(text + rows, "x.toml").entries] == ["x.toml:5", "x.toml:6"]


@pytest.mark.parametrize(("old", "new", "expected"), [
    (entry(8), "", ["x.toml:1: BAZ-8 is not listed"]),
    (entry(3), "", ["x.toml:1: BAZ-3 is not listed",
                    "x.toml:1: rule buying.price cites BAZ-3, which is not listed",
                    "claim prices cites BAZ-3, which is not listed"]),
    ('["turn.order"]', '["turn.order", "turn.rest"]', ["@1: BAZ-1: there is no rule turn.rest"]),
    ('["turn.order"]', '["turn.order", "luck.omen"]', ["@1: BAZ-1 names rule luck.omen, which does not cite it"]),
    ('["luck.roll"]', '["luck.omen"]', ["@7: BAZ-7 names rule luck.omen, which does not cite it",
                                        "x.toml:1: no line supports rule luck.roll",
                                        "@7: rule luck.roll cites BAZ-7, which does not name it"]),
    ('["R2"]', '["R3"]', ["@2: BAZ-2: there is no ruling or variant R3",
                          "@2: setting R2 cites BAZ-2, which does not name it"]),
    ('rulings = ["R2"]\n', "", ["@2: setting R2 cites BAZ-2, which does not name it"]),
    ('"state.cards"', '"state.rugs", "board.supply"', ["@5: BAZ-5: there is no state.rugs",
                                                       "@5: BAZ-5: there is no board.supply"]),
])
def test_disagreements(old: str, new: str, expected: list[str]) -> None:
    """Unlisted lines, unknown rules, rulings and places, and one-sided citations are told at their lines."""
    found = told(bazaar.MODEL, old, new)
    assert [re.sub(r"^\S*bazaar\.py:\d+: ", "", one) for one in found] == expected


def test_a_claim_rests_on_no_flavour() -> None:
    """A claim may rest on a rule, a fact or an example, and not on a line that is listed as flavour."""
    (flavour,) = [one for one in told(bazaar.MODEL, entry(5), '[[line]]\nid = "BAZ-5"\nkind = "flavour"\nnote = "x"\n')
                  if "claim" in one]
    assert flavour.endswith("claim pieces cites BAZ-5, which is flavour")


def test_an_invented_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that no line supports is told, whatever it cites."""
    monkeypatch.setattr(bazaar, "HAGGLING", rule("buying.haggling", "Haggling", "Two lamps for one.", "BAZ-8"), False)
    assert told(replace(bazaar.MODEL)) == [
        "x.toml:1: no line supports rule buying.haggling",
        "@8: rule buying.haggling cites BAZ-8, which does not name it",
        "x.toml:1: rule buying.haggling cites BAZ-8, which is flavour",
    ]


def test_unsound_citations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever rests on the rulebook cites lines of it, at least one and each once."""
    monkeypatch.setattr(bazaar, "TURN", rule("turn.order", "Taking turns", "In turn.", "BAZ-1 BAZ-1 BAZ-9"))
    rain = ruling("R3", "What if it rains?", {"a": "All stay.", "b": "All go."}, "a", "They have tents.", "")
    monkeypatch.setattr(bazaar, "RAIN", rain, False)
    assert told(replace(bazaar.MODEL)) == [
        "x.toml:1: rule turn.order cites BAZ-1 twice",
        "x.toml:1: rule turn.order cites BAZ-9, which is not listed",
        "x.toml:1: setting R3 cites no line",
    ]


def test_uncovered() -> None:
    """A line is covered by being listed, and a rule by a rule of the game; the rest is uncovered."""
    assert uncovered(ledger(entry(8), ""), bazaar.MODEL) == ("BAZ-8",)
    assert uncovered(ledger('["luck.roll"]', '["luck.rolling"]'), bazaar.MODEL) == ("BAZ-7",)


def test_examples_are_replayed() -> None:
    """Every example names cases that are run and that cite it."""
    assert unplayed(ledger(), {CASE.id: CASE}) == ()
    (missing,) = unplayed(ledger(), {})
    assert placed([missing])[0].startswith("@4: BAZ-4: there is no case BAZ.buying.1 that is run")
    (silent,) = unplayed(ledger(), {CASE.id: replace(CASE, cites=("BAZ-3",))})
    assert placed([silent])[0].startswith("@4: BAZ-4: case BAZ.buying.1 does not cite it")


@pytest.mark.parametrize(("old", "new", "expected"), [
    (entry(8), entry(8) + entry(8), "@9: BAZ-8 is listed twice (it stands in line "),
    (entry(1) + entry(2), entry(2) + entry(1), "@2: BAZ-1 stands too late"),
    ('"BAZ-8"', '"BAZ-9"', "@8: 'BAZ-9' is no line of the rulebook (its lines are BAZ-1 to BAZ-8)"),
    ('"BAZ-8"', '"ZAB-8"', "@8: 'ZAB-8' is no line of the rulebook"),
    ('"BAZ-8"', "8", "@8: 8: id is missing or not a text"),
    ('note = "a farewell"', "", "@8: BAZ-8: note is missing or not a text"),
    ('kind = "flavour"', 'kind = "poem"', "@8: BAZ-8: 'poem' is no kind of line"),
    ('kind = "flavour"', "", "@8: BAZ-8: None is no kind of line"),
    ('kind = "flavour"', 'kind = "rule"', "@8: BAZ-8 is listed as rule and names no rules"),
    ('kind = "flavour"', 'kind = "fact"', "@8: BAZ-8 is listed as fact and names no where or variants"),
    ('kind = "flavour"', 'kind = "example"', "@8: BAZ-8 is listed as example and names no cases"),
    ('kind = "flavour"', 'kind = "flavour"\nrules = ["luck.omen"]', "@8: BAZ-8 is flavour, and nothing can"),
    ('kind = "example"', 'kind = "rule"', "@4: BAZ-4 is no example, so no case replays it"),
    ('rules = ["luck.omen"]', 'rule = "luck.omen"', "@6: BAZ-6 has no key 'rule'"),
    ('rules = ["luck.omen"]', 'rules = "luck.omen"', "@6: BAZ-6: rules is no list of names"),
    ('["luck.omen"]', '["luck.omen", "luck.omen"]', "@6: BAZ-6: rules names 'luck.omen' twice"),
    ("lines = 8", "lines = true", "x.toml:1: lines is missing or no number"),
    ('rulebook = "BAZ"', "", "x.toml:1: rulebook is missing or no short name"),
    ("lines = 8", "lines = 8\npages = 2", "x.toml:1: a ledger has no key 'pages'"),
    ("lines = 8", "lines = ", "x.toml:4: "),
])
def test_problems(old: str, new: str, expected: str) -> None:
    """Whatever is wrong with a ledger is told with its line."""
    with pytest.raises(Malformed) as found:
        ledger(old, new)
    problems = placed(found.value.problems, LEDGER.replace(old, new, 1))
    assert [one for one in problems if one.startswith(expected)] != []


@pytest.mark.parametrize("text", ["", "line = 5", "line = [5]", '[line]\nid = "BAZ-1"'])
def test_no_ledger(text: str) -> None:
    """A file without rows of lines is no ledger."""
    with pytest.raises(Malformed, match=r"^x\.toml:1: this is no ledger"):
        read_ledger(text, "x.toml")


def test_all_problems_at_once() -> None:
    """A ledger tells all its problems, not the first only."""
    with pytest.raises(Malformed) as found:
        read_ledger(LEDGER.replace('kind = "rule"', 'kind = "rul"').replace('note = "a', 'nota = "a'), "x.toml")
    assert len(found.value.problems) == 5 + 2 * 2
