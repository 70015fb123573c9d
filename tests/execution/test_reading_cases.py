"""Adjudication cases: they are held against the judge, and a suite that cannot be read says all that is wrong."""

import pytest

from spec.execution.cases import read_suite, run_case
from spec.language.errors import Malformed
from tests.execution.bazaar import seat

SUITE = """
[suite]
game = "bazaar"
title = "Buying"
players = ["Antonia", "Ben"]
position.coins.Antonia = 2
moves = []

[[case]]
id = "BAZ.buying.1"
title = "A rug costs a coin"
cites = ["BAZ-3"]
rules = ["buying.price"]
move = "Antonia buy rug"
verdict = "legal"
after = {coins = {Antonia = 1}, goods = {Antonia = {rug = 1}}}
reads.wealth.Antonia = 2
"""
REFUSED = 'move = "Antonia buy rug"\nverdict = "illegal"\nrules = ["buying.price"]'


def differences(old: str = "", new: str = "", more: str = "") -> tuple[str, ...]:
    (case,) = read_suite(SUITE.replace(old, new) + more, "x.toml").cases
    return run_case(case, seat)


def test_agreement() -> None:
    """A judge that answers as the case says differs in nothing."""
    assert differences() == ()


@pytest.mark.parametrize(("old", "new", "told"), [
    ("{Antonia = 1}, goods", "{Antonia = 2}, goods", "expected coins[Antonia] = 2 afterwards, and it is 1"),
    ("wealth.Antonia = 2", "wealth.Antonia = 3", "expected wealth of Antonia to be 3, and it is 2"),
    ("Antonia = 2\nmoves", "Antonia = 0\nmoves", "expected legal, and it is illegal"),
    ("moves = []", 'moves = ["Ben buy lamp"]', "leading up to it: line 1: Ben buy lamp -- illegal"),
    ("coins.Antonia = 2\nmoves", "price.lamp = 2\nmoves",
     "the position is impossible: prices lamp [BAZ-3]: A price tells how many pieces were bought. "
     "Here price[lamp] = 2, supply[lamp] = 2."),
])
def test_differences(old: str, new: str, told: str) -> None:
    """Whatever a judge answers otherwise is told."""
    assert told in differences(old, new)


def test_expected_refusals() -> None:
    """A refusal is expected for just the rules that are broken, and a dependence for the right ruling."""
    head, _, _ = SUITE.partition('move = "Antonia')
    head = head.replace('rules = ["buying.price"]\n', "")

    def told(position: str, rest: str) -> tuple[str, ...]:
        (case,) = read_suite(head.replace("coins.Antonia = 2", position) + rest, "x.toml").cases
        return run_case(case, seat)

    assert told("coins.Antonia = 0", REFUSED) == ()
    assert told("coins.Antonia = 0", REFUSED.replace("price", "supply"))[0].startswith("expected buying.supply")
    assert told("coins.Antonia = 2", REFUSED)[0] == "expected illegal, and it is legal"
    depends = 'move = "Antonia buy rug"\nverdict = "depends"\nruling = "R1"'
    assert told("coins.Antonia = 1", depends) == ()
    assert told("coins.Antonia = 1", depends.replace("R1", "R2"))[0] == "expected it to depend on R2, and it is"
    impossible = 'verdict = "impossible"'
    assert told("coins.Antonia = 13", impossible) == ()
    assert told("coins.Antonia = 2", impossible) == ("the position is possible",)


def test_problems() -> None:
    """Everything that is wrong with a suite is told at once, with the line of its case."""
    with pytest.raises(Malformed) as found:
        cases = '[[case]]\nid = "a"\nverdict = "fine"\nmvoe = "x"\n[[case]]\nid = "a"'
        read_suite(f'[suite]\ngmae = "x"\n{cases}', "x.toml")
    told = [str(problem).partition(" (")[0] for problem in found.value.problems]
    assert told == [
        "x.toml:1: [suite] has no key 'gmae'",
        "x.toml:3: a case has no key 'mvoe'",
        "x.toml:3: title is missing",
        "x.toml:3: cites is missing",
        "x.toml:3: 'fine' is no verdict",
        "x.toml:3: a case that is legal needs move",
        "x.toml:3: a case that is legal needs rules",
        "x.toml:7: title is missing",
        "x.toml:7: cites is missing",
        "x.toml:7: verdict is missing",
        "x.toml:7: a case that is legal needs move",
        "x.toml:7: a case that is legal needs rules",
        "x.toml:7: the id 'a' stands twice",
    ]


@pytest.mark.parametrize(("text", "told"), [("", "x.toml holds no cases"), ("[suite", "x.toml:1: ")])
def test_no_suite(text: str, told: str) -> None:
    """A file without cases is no suite."""
    with pytest.raises(Malformed, match=told):
        read_suite(text, "x.toml")
