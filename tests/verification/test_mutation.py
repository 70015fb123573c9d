"""Mutants of a small model come to what is known of them, whoever is asked: cases, claims, z3 or the executors."""

from functools import cache
from pathlib import Path

import pytest

from fogg.mutation import case_files, mutation, record_files
from fogg.setup import find_game, game_ids, ready_board
from graphs.loading import board_files
from spec.execution.cases import Suite, read_suite, run_case
from spec.execution.header import Header
from spec.execution.table import Table, set_up
from spec.language.data import EMPTY
from spec.language.errors import Malformed, SpecError
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import rising_prices
from verification.mutation.bench import Workshops
from verification.mutation.exhibits import Grounds, trial_of_case
from verification.mutation.findings import Finding, Verdict, by_rule, tally
from verification.mutation.journal import Journal
from verification.mutation.mutants import Kind, Mutant, Part
from verification.mutation.run import EVERY_BOARD, Labour, Mutation
from verification.mutation.spoilt import spoilt
from verification.mutation.trying import Trials

GAME = rising_prices.MODEL
QUICK = Labour(milliseconds=5_000, games=2, states=6)
CASES = """
[suite]
game = "rising_prices"
title = "Paying"
players = ["Ann", "Bob"]

[[case]]
id = "RP.paying.1"
title = "The first payment is one coin"
cites = ["RP-1"]
rules = ["prices.rising"]
move = "Ann pay train"
verdict = "legal"
after.coins.Ann = 2
after.top.train = 1
after.laid.train = 1
after.turn = "Bob"

[[case]]
id = "RP.paying.2"
title = "Nobody pays for another"
cites = ["RP-2"]
rules = ["prices.turn"]
move = "Bob pay train"
verdict = "illegal"

[[case]]
id = "RP.paying.3"
title = "Three coins do not pay four"
cites = ["RP-1"]
rules = ["prices.rising"]
position.top.train = 3
position.laid.train = 6
position.supply = 137
move = "Ann pay train"
verdict = "illegal"

[[case]]
id = "RP.paying.4"
title = "In the last period the areas are left alone, if the table so rules"
cites = ["RP-3"]
rules = ["prices.period"]
position.period = 4
move = "Ann end_of_period"
verdict = "depends"
ruling = "last-period"
readings = {A = "legal", B = "illegal"}
"""


def seat(header: Header) -> Table:
    return set_up(GAME, EMPTY, header.seated, header.settings)


def ready(text: str) -> Mutation:
    """The model with cases from a text, ready to be mutated."""
    workshops, grounds = Workshops(GAME), Grounds()
    suite = read_suite(text, "paying.toml")
    trials = [trial_of_case(case, seat, grounds, workshops.mentioned) for case in suite.cases]
    cases = Trials(workshops, trials)
    assert cases.wrong == []
    return Mutation(GAME, [EMPTY], GAME.counts, workshops, cases, Trials(workshops, []), QUICK)


@cache
def job() -> Mutation:
    return ready(CASES)


@cache
def findings() -> tuple[Finding, ...]:
    return tuple(job().run(tuple(job().mutants)))


def of(kind: Kind, part: Part, says: str) -> Finding:
    """The one finding about a clause."""
    (found,) = (
        one for one in findings()
        if (one.mutant.kind, one.mutant.part) == (kind, part) and one.mutant.says.startswith(says)
    )
    return found


@pytest.mark.parametrize(("kind", "part", "says", "verdict", "by"), [
    (Kind.NO_REQUIREMENT, Part.NEEDS, "p = turn", Verdict.CASE, "RP.paying.2"),
    (Kind.LOWERED, Part.NEEDS, "top[a] + 1 <= coins[p]", Verdict.SURVIVED, ""),
    (Kind.RAISED, Part.NEEDS, "top[a] + 1 <= coins[p]", Verdict.CASE, "RP.paying.3"),
    (Kind.LOWERED, Part.DOES, "laid[a] := ", Verdict.CASE, "RP.paying.1"),
    (Kind.RAISED, Part.NEEDS, "coins[p] <= 58", Verdict.PROPERTY, "stores"),
    (Kind.NO_STORE, Part.DOES, "supply := supply - 2", Verdict.PROPERTY, "all_coins"),
    (Kind.FLIPPED, Part.NEEDS, "choice of last-period", Verdict.CASE, "RP.paying.4"),
    (Kind.NO_REQUIREMENT, Part.NEEDS, "top[a] + 1 <= 40", Verdict.EQUIVALENT, EVERY_BOARD),
])
def test_known_mutants(kind: Kind, part: Part, says: str, verdict: Verdict, by: str) -> None:
    """Each clause is missed by just who is there to miss it."""
    found = of(kind, part, says)
    assert (found.verdict, found.by) == (verdict, by)


def test_every_finding_is_counted_once() -> None:
    """Each mutant gets one verdict, and the rules' tallies add up to that of all."""
    assert len(findings()) == len(job().mutants) == tally(findings())["mutants"]
    rules = by_rule(findings())
    assert sum(one["survived"] for one in rules.values()) == tally(findings())["survived"]
    assert set(rules) == {"prices.rising", "prices.turn", "prices.period", "prices.income"}


def test_a_survivor_is_shown_by_a_move_on_which_the_executors_differ() -> None:
    """What is told of a survivor is a position where the rules do one thing and the mutant another."""
    found = of(Kind.LOWERED, Part.NEEDS, "top[a] + 1 <= coins[p]")
    assert found.shown is not None
    assert found.shown.by_rules.startswith("legal") and found.shown.by_mutant == "illegal, prices.rising"


def test_a_case_that_is_missing_can_be_written() -> None:
    """A case for a survivor kills it."""
    more = CASES + """
[[case]]
id = "RP.paying.5"
title = "Three coins pay three"
cites = ["RP-1"]
rules = ["prices.rising"]
position.top.train = 2
position.laid.train = 3
position.supply = 140
move = "Ann pay train"
verdict = "legal"
"""
    mutant = of(Kind.LOWERED, Part.NEEDS, "top[a] + 1 <= coins[p]").mutant
    (found,) = ready(more).run([mutant])
    assert (found.verdict, found.by) == (Verdict.CASE, "RP.paying.5")


@pytest.mark.parametrize("number", range(0, 80, 5))
def test_the_judge_of_a_spoilt_game_answers_as_the_columns_say(number: int) -> None:
    """A case kills a mutant exactly if the judge, who plays the spoilt game by the reference executor, errs in it."""
    mutant = list(job().mutants)[number]
    game = spoilt(GAME, mutant)
    suite: Suite = read_suite(CASES, "paying.toml")
    erring = []
    for case in suite.cases:
        try:
            errs = bool(run_case(case, lambda header: set_up(game, EMPTY, header.seated, {})))
        except SpecError:
            errs = True  # a legal move leaves the sorts of the state
        erring += [case.id] if errs else []
    assert sorted(erring) == sorted(trial.name for trial in job().cases.killing(mutant, most=99))


def test_a_spoilt_game_is_the_mutant_in_every_action_that_has_the_clause() -> None:
    """The tape of a spoilt game lacks what was dropped, and the others are as they were."""
    mutant = of(Kind.NO_REQUIREMENT, Part.NEEDS, "p = turn").mutant
    instance = Instance(spoilt(GAME, mutant), 2)
    pay = list(GAME.actions).index("pay")
    assert PythonExecutor(instance).broken(instance.start, (pay, 1, 0)) == ()
    assert PythonExecutor(Instance(GAME, 2)).broken(instance.start, (pay, 1, 0)) == (0,)


def test_a_journal_is_gone_on_with(tmp_path: Path) -> None:
    """What was decided stands in the journal; other rules begin anew, other cases keep what rests on rules alone."""
    file = tmp_path / "journal.jsonl"
    journal = Journal.opened(file, "walkers", "rules", "cases")
    for finding in findings():
        journal.add(finding)
    decided = {one.mutant.id for one in findings() if one.verdict.decided}
    of_rules = {one.mutant.id for one in findings() if one.verdict in (Verdict.EQUIVALENT, Verdict.PROPERTY)}
    assert decided == set(Journal.opened(file, "walkers", "rules", "cases").kept)
    with file.open("a", encoding="utf-8") as torn:
        torn.write('{"id": "never fin')
    assert decided == set(Journal.opened(file, "walkers", "rules", "cases").kept)
    assert of_rules == set(Journal.opened(file, "walkers", "rules", "more cases").kept)
    before = file.read_text(encoding="utf-8")
    assert Journal.opened(file, "walkers", "other rules", "cases").kept == {}
    assert before == file.with_name("journal.jsonl.old").read_text(encoding="utf-8")


@pytest.mark.parametrize(("content", "says"), [
    (b"a diary\n", "no journal"), (b"\xff\n", "not a text in UTF-8"), (b"[" * 9999, "no journal"),
    (b"\n", "no journal"),
    (b'{"game": "riders", "rules": "rules", "evidence": "cases"}\n', "the journal of riders"),
])
def test_no_journal(tmp_path: Path, content: bytes, says: str) -> None:
    """A file that is something else, or the journal of another game, is refused, and stays as it is."""
    file = tmp_path / "journal.jsonl"
    file.write_bytes(content)
    with pytest.raises(Malformed, match=says):
        Journal.opened(file, "walkers", "rules", "cases")
    assert content == file.read_bytes()


@pytest.mark.parametrize(("game_id", "rule", "suite"), [
    ("eighty_days", "markets.goods", "02_newspapers.toml 05_buy.toml"),
    ("tour_du_monde", "actions.start-player", "03_actions.toml"),
])
def test_clauses_of_a_rule_are_noticed_by_its_suite(game_id: str, rule: str, suite: str) -> None:
    """What the games say of one matter cannot be spoiled unnoticed, whatever the other suites hold."""
    game = find_game(game_id)
    suites = [path for path in case_files(game, None) if path.name in suite.split()]
    found = mutation(game, [ready_board("small", game)], [min(game.counts)], suites, [], QUICK)
    about = list(found.run([mutant for mutant in found.mutants if mutant.rule == rule]))
    assert about and [str(one.mutant) for one in about if one.verdict is not Verdict.CASE] == []


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "count"), [
    ("eighty_days", 60),
    ("tour_du_monde", 90),
])
def test_mutants_of_the_games_are_noticed(game_id: str, count: int) -> None:
    """Of a sample of a game's mutants each is killed, or proved to be the same game."""
    game = find_game(game_id)
    board = ready_board(next(iter(board_files(game))), game)
    found = mutation(game, [board], [min(game.counts)], case_files(game, None), record_files(game, []), QUICK)
    mutants = list(found.mutants)
    findings = found.run([mutants[number * len(mutants) // count] for number in range(count)])
    assert [str(one.mutant) for one in findings if not one.verdict.decided] == []


def test_every_game_is_mutated() -> None:
    """The samples are of every game that has a spec."""
    assert {"eighty_days", "tour_du_monde"} == set(game_ids())


def test_mutants_are_found_by_what_is_done_to_them() -> None:
    """Every kind of clause of the model is spoilt, and equal mutants have equal numbers."""
    mutants = list(job().mutants)
    assert {one.kind for one in mutants} == set(Kind) - {Kind.TABLE}
    assert len({one.id for one in mutants}) == len(mutants)
    assert mutants[0] == Mutant(
        mutants[0].kind, mutants[0].part, mutants[0].place, mutants[0].mark, rule="another"
    )


