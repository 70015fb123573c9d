"""Citations of 80 Days: each names a line of the rulebook, and each line that is a rule of side A is cited."""

from __future__ import annotations

import re

import pytest

from spec.games.eighty_days.game import EIGHTY_DAYS

FORM = re.compile(r"80D-([1-9]\d*)")
LAST_LINE = 173

HEADINGS = {
    1: "game content", 13: "aim", 15: "preparation", 39: "gameplay", 43: "phase 3", 44: "phase 1", 117: "arrival",
    123: "end of the game", 133: "glossary", 142: "newspapers",
}
"""Titles that say nothing the lines below them do not say."""

PIECES = {
    2: "cards", 5: "line tiles", 6: "pass tiles", 7: "die", 8: "start marker", 9: "pawns", 10: "character boards",
    11: "game board", 12: "manual", 16: "pushing the pieces out of their frames",
}
"""What lies in the box and is dealt with where it is used."""

SIDE_B = {
    31: "heading", 32: "heading", 33: "line tiles", 34: "pass tiles laid out", 35: "example", 96: "passing",
    97: "start marker tile", 98: "where the pass tiles are told", 167: "heading", 168: "me first",
    169: "new adventures", 170: "free special trip", 171: "two coins", 172: "a roll", 173: "a swap",
}
"""Another side of the board."""

ASSISTANTS = {
    36: "heading", 37: "preparation", 38: "tip", 114: "turned back", 127: "points", 155: "heading",
    156: "what an action replaces", 157: "Paul", 158: "Leonard", 159: "Mary", 160: "Jill", 161: "Luigi", 162: "Albert",
    163: "Alex", 164: "Amelie", 165: "Jean", 166: "Matilda",
}
"""A module."""

COLORS_FESTIVAL = {131: "heading", 132: "every market everywhere"}
"""A variant."""

NOT_RULES_OF_SIDE_A = (HEADINGS, PIECES, SIDE_B, ASSISTANTS, COLORS_FESTIVAL)

CITING = {
    **{f"rule {one.id}": one.cites for one in EIGHTY_DAYS.rules.values()},
    **{f"setting {one.id}": one.cites for one in EIGHTY_DAYS.settings.values()},
    **{f"claim {one.name}": one.cites for one in EIGHTY_DAYS.properties.values()},
}


def lines_of(cites: tuple[str, ...]) -> list[int]:
    """The numbers of the cited lines that have the right form."""
    return [int(found[1]) for found in map(FORM.fullmatch, cites) if found]


def others() -> set[int]:
    """The lines that are no rule of side A."""
    return {line for group in NOT_RULES_OF_SIDE_A for line in group}


@pytest.mark.parametrize("citing", CITING)
def test_a_citation_is_a_line_of_the_rulebook(citing: str) -> None:
    """Whatever rests on the rulebook cites numbered lines of it, each once."""
    wrong = [cite for cite in CITING[citing] if not (m := FORM.fullmatch(cite)) or int(m[1]) > LAST_LINE]
    assert (wrong, len(CITING[citing]) > 0) == ([], True)
    assert len(set(CITING[citing])) == len(CITING[citing])


@pytest.mark.parametrize("citing", CITING)
def test_nothing_rests_on_a_line_that_is_no_rule_of_side_a(citing: str) -> None:
    """Headings, pieces and what belongs to other modules support no rule, ruling or claim of side A."""
    assert set() == set(lines_of(CITING[citing])) & others()


def test_every_rule_line_of_side_a_is_cited_by_a_rule() -> None:
    """No sentence of the rulebook that is a rule of side A is left without a rule."""
    cited = {line for one in EIGHTY_DAYS.rules.values() for line in lines_of(one.cites)}
    assert [line for line in range(1, LAST_LINE + 1) if line not in cited | others()] == []


def test_a_line_is_left_out_for_one_reason() -> None:
    """The lines that are no rules of side A are told apart, and each exists."""
    listed = [line for group in NOT_RULES_OF_SIDE_A for line in group]
    assert sorted(set(listed)) == sorted(listed)
    assert set() == set(listed) - set(range(1, LAST_LINE + 1))
