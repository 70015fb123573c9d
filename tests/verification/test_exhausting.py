"""Games shrunk until every state can be looked at: each claim of the game holds in each of them, and so many there are.

The counts are kept in `exhausting/counts.json`, with and without symmetry between the players; they change only if the
rules do. `python -m tests.verification.exhausting.counts` counts again.
"""

import json
from pathlib import Path

import pytest

from spec.execution.possible import impossibilities
from spec.execution.table import set_up
from tests.verification.exhausting.counts import COUNTS, counted
from tests.verification.exhausting.shrunken import LARGEST, SHRUNKEN, SMALLEST
from verification.exploration.claims import check
from verification.verdicts import Verdict

KEPT = json.loads(Path(COUNTS).read_text(encoding="utf-8"))
LARGER = [name for name in SHRUNKEN if name not in (*SMALLEST, *LARGEST)]


def exhausted(name: str, symmetry: bool, threads: int = 1) -> None:
    checked = check(SHRUNKEN[name](), symmetry=symmetry, threads=threads)
    assert counted(checked.exploration) == KEPT[name]["with symmetry" if symmetry else "without symmetry"]
    found = {(result.property, result.verdict, result.method) for result in checked.results}
    assert {one for one in found if one[1:] != (Verdict.PROVED, "exhausted")} == set()
    assert {result.property for result in checked.results} >= {"termination", "stores"}


@pytest.mark.parametrize("name", SMALLEST)
def test_every_claim_holds_in_every_state(name: str) -> None:
    """The smallest of them: every invariant, step and ranking holds everywhere, and the counts are those kept."""
    exhausted(name, symmetry=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", LARGER)
def test_every_claim_holds_in_every_state_of_larger_games(name: str) -> None:
    """The larger ones, up to whole games on boards of their own, by two threads."""
    exhausted(name, symmetry=False, threads=2)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHRUNKEN)
def test_every_claim_holds_in_every_state_that_is_kept(name: str) -> None:
    """The same with symmetry between the players, where every claim is the same for every seat."""
    exhausted(name, symmetry=True)


@pytest.mark.parametrize("name", SHRUNKEN)
def test_they_begin_in_a_possible_position(name: str) -> None:
    """A shrunken game begins where a game may stand."""
    instance = SHRUNKEN[name]()
    choices = {one.id: list(one.choices)[made] for one, made in instance.all_choices.items()}
    table = set_up(instance.game, instance.board, instance.players, choices)
    assert impossibilities(table, instance.start) == ()


def test_counts_are_kept_of_each() -> None:
    """Each shrunken game has counts, and there are no others."""
    assert set(KEPT) == set(SHRUNKEN)
