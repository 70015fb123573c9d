"""The adjudication cases: a judge answers every one as it says. Run on every suite found in this folder."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from fogg.setup import find_game, game_ids, ready_board, table
from spec.execution.cases import Case, read_suite, run_case
from spec.execution.header import Header
from spec.execution.table import Table
from spec.execution.verdicts import Verdict
from spec.language import Game
from spec.language.data import BoardData
from spec.language.settings import Ruling, Variant

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.glob("*/*.toml"))
SUITES = [read_suite(path.read_text(encoding="utf-8"), str(path.relative_to(FOLDER))) for path in FILES]
CASES = [case for suite in SUITES for case in suite.cases]
GAMES = game_ids()


@cache
def board_of(game_id: str, board: str) -> BoardData:
    return ready_board(board or None, find_game(game_id))


@cache
def table_of(game_id: str, board: str, players: int | tuple[str, ...], settings: tuple[tuple[str, str], ...]) -> Table:
    return table(game_id, board_of(game_id, board), players, dict(settings))


def seat(header: Header) -> Table:
    return table_of(header.game, header.board, header.seated, tuple(header.settings.items()))


def game_of(case: Case) -> Game:
    return find_game(case.header.game)


def test_there_are_cases() -> None:
    """An empty folder is no success."""
    assert len(CASES) >= 40


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    """The judge answers as the case says, for just the rules it says, and the cells afterwards are as it says."""
    assert run_case(case, seat) == ()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_citations(case: Case) -> None:
    """A case names rules and rulings that exist, and cites lines that these rest on."""
    game = game_of(case)
    named = (*case.rules, *case.related)
    assert [one for one in named if one not in game.rules] == []
    assert not case.ruling or case.ruling in {ruling.id for ruling in game.rulings}
    lines = {line for one in named for line in game.rules[one].cites}
    assert [line for line in case.cites if named and line not in lines] == []


@pytest.mark.parametrize("game_id", GAMES)
def test_suites_and_cases_are_numbered(game_id: str) -> None:
    """Each suite of a game has a number of its own, by which they are ordered, and so has each case."""
    numbers = [int(path.name[:2]) for path in FILES if path.parent.name == game_id]
    assert numbers == sorted(set(numbers))
    ids = [case.id for case in CASES if case.header.game == game_id]
    assert len(set(ids)) == len(ids)
    assert all(re.fullmatch(r"[A-Z0-9]+\.[a-z-]+\.\d+", one) for one in ids)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_rule_has_both_verdicts(game_id: str) -> None:
    """Every rule that can refuse a move is broken in one case, and met or left to a ruling in another."""
    mine = [case for case in CASES if case.header.game == game_id]
    assert mine, f"{game_id} has no cases"
    seated = seat(mine[0].header)
    refusing = {
        require.rule.id for action in seated.game.actions.values() for require in seated.instance.tape(action).requires
    }
    broken = {rule for case in mine if case.verdict is Verdict.ILLEGAL for rule in case.rules}
    met = {rule for case in mine if case.verdict is not Verdict.ILLEGAL for rule in case.rules}
    decided = {rule for case in mine if case.verdict is Verdict.DEPENDS for rule in case.rules}
    assert refusing - (broken | decided) == set()
    assert refusing - met == set()


@pytest.mark.parametrize("game_id", GAMES)
def test_every_ruling_is_met(game_id: str) -> None:
    """Every ruling decides a verdict, or what is seen behind a move in two cases that differ in its reading alone."""
    mine = [case for case in CASES if case.header.game == game_id]
    deciding = {case.ruling for case in mine if case.verdict is Verdict.DEPENDS}
    unmet = [one.id for one in find_game(game_id).rulings if one.id not in deciding and not tells_apart(mine, one)]
    assert unmet == []


def tells_apart(cases: list[Case], ruling: Ruling) -> bool:
    """Whether two cases differ in the reading of a ruling and in what they expect, and in nothing else."""
    seen: dict[str, list[Case]] = {}
    for case in cases:
        if ruling.id in case.header.settings:
            agreed = {id: choice for id, choice in case.header.settings.items() if id != ruling.id}
            header = (case.header.board, case.header.players, sorted(agreed.items()))
            seen.setdefault(repr((header, sorted(case.position.items()), case.moves, case.move)), []).append(case)
    return any(
        one.header.settings[ruling.id] != other.header.settings[ruling.id] and expect_differently(one, other)
        for alike in seen.values() for one, other in combinations(alike, 2)
    )


def expect_differently(one: Case, other: Case) -> bool:
    """Whether two cases give a move another verdict, or something behind it another value."""
    cells = any(one.after[name] != other.after[name] for name in one.after.keys() & other.after.keys())
    said = any(one.reads[name] != other.reads[name] for name in one.reads.keys() & other.reads.keys())
    return one.verdict is not other.verdict or cells or said


@pytest.mark.parametrize("game_id", GAMES)
def test_every_variant_is_played(game_id: str) -> None:
    """Every choice of every official option is agreed on in a case, or is what holds where nobody says otherwise."""
    mine = [case for case in CASES if case.header.game == game_id]
    for option in (one for one in find_game(game_id).settings.values() if isinstance(one, Variant)):
        assert {case.header.settings.get(option.id, option.default) for case in mine} == set(option.choices)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_dependence_has_both_verdicts(game_id: str) -> None:
    """Every case that depends on a ruling is legal under one of its readings and illegal under another."""
    for case in CASES:
        if case.header.game == game_id and case.verdict is Verdict.DEPENDS:
            ruling = next(one for one in game_of(case).rulings if one.id == case.ruling)
            verdicts = set()
            defaults = {one.id: one.default for one in game_of(case).rulings}  # so that no other is open, which is slow
            for choice in ruling.choices:
                header = Header(
                    case.header.game, case.header.board, case.header.players, 0,
                    {**defaults, **case.header.settings, ruling.id: choice},
                )
                agreed = Case(
                    case.id, case.title, case.cites, case.rules, header, Verdict.LEGAL, case.position, case.moves,
                    case.move,
                )
                verdicts.add(run_case(agreed, seat) == ())
            assert verdicts == {True, False}
