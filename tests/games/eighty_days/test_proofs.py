"""The named proofs of 80 Days hold for every board, and each falls with the guards it rests on and with no others."""

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache

import pytest

from fogg.setup import find_game, ready_board
from graphs.axioms import check_axioms
from spec.language.data import BoardData
from spec.language.errors import SpecError
from spec.lowering.executor import Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from verification.known import Known
from verification.proofs import verify
from verification.queries import Effort
from verification.traces import Shows, Trace, replayed, violation
from verification.verdicts import Part, Result, Verdict
from verification.weakening import Weakened, weakened

GAME = find_game("eighty_days")
NAMES = ("coin-stacking", "four-adventures", "endgame")
QUICK = Effort(moves=2_000_000, plays=30, states=5_000, deepest=1)

RESTS_ON = {
    "coin-stacking": {"actions.decisions"},
    "four-adventures": {"actions.decisions", "arrival.four-adventures", "travel.lines"},
    "endgame": {
        "actions.decisions", "actions.turn", "newspapers.reveal", "passing.pass", "passing.pass-tile",
    },
}
"""The rules whose requirements each proof rests on; it stands without any other."""


def guards() -> list[str]:
    """The rules that some action's requirement belongs to, in the order of the actions."""
    shape = Instance(GAME, 2, ready_board("small", GAME)).shape
    tapes = [GAME.tape(action, shape) for action in GAME.actions.values()]
    return list(dict.fromkeys(one.rule.id for tape in tapes for one in tape.requires))


@cache
def results_without(rule: str, *actions: str) -> dict[str, Result]:
    """The three proofs of two players for every board, without what a rule requires in the named actions or in all."""
    board = ready_board("small", GAME)
    weak = weakened(GAME, rule, *actions)
    grounds = [ready_board("small_b", GAME), turned_round(board)]
    found = verify(weak, names=NAMES, players=[2], at_hand=board, grounds=grounds, effort=QUICK, known=whole_game())
    return {one.property: one for one in found}


def turned_round(board: BoardData) -> BoardData:
    """The same board with the two ends of each line written the other way round, so that some begin in London."""
    tables = {table.name: table for table in GAME.board.tables}
    start, end = tables["start"], tables["end"]
    turned = board.with_table(start, board.tables["end"]).with_table(end, board.tables["start"])
    made = replace(turned, title=f"{board.title}, with its lines turned round")
    check_axioms(made, GAME, thorough=True, players=2)
    return made


@cache
def whole_game() -> Known:
    """What is known of the game with all its guards: of most actions it is the same without one."""
    known = Known()
    verify(GAME, names=NAMES, players=[2], at_hand=ready_board("small", GAME), effort=QUICK, known=known)
    return known


def assert_shown(trace: Trace, part: Part, weak: Weakened) -> None:
    """The weakened game's reference executor makes each move legally and the last one violates the claim."""
    instance = Instance(weak, 2, trace.instance.board, trace.instance.choices)
    shows = violation(weak.properties[part.name])
    again = replayed(instance, trace.moves, shows, part.says)
    assert again.moves == trace.moves
    row = list(instance.start)
    reference, intact = PythonExecutor(instance), PythonExecutor(Instance(GAME, 2, instance.board, instance.choices))
    refused = []
    for move in trace.moves:
        refused += [GAME.tape(intact.actions[move[0]], instance.shape).requires[number].rule.id
                    for number in intact.broken(row, move) if number >= 0]
        row = reference.apply(row, move)
    # The whole game refuses the trace, and only for the rule that was dropped.
    assert set(refused) == set(weak.dropped)


def assert_falls(rule: str, name: str, *actions: str) -> None:
    """A proof is refuted, every part of it that fails by a trace that the weakened game replays."""
    result = results_without(rule, *actions)[name]
    assert result.verdict == Verdict.REFUTED
    assert result.trace is not None
    for part in result.parts:
        if part.verdict is Verdict.REFUTED:
            assert part.trace is not None
            assert_shown(part.trace, part, weakened(GAME, rule, *actions))


@pytest.mark.parametrize("players", [2, *(pytest.param(count, marks=pytest.mark.slow) for count in (3, 4))])
def test_proved_for_every_board(players: int) -> None:
    """Coin stacking, four adventures and the end of the game are proved without a board, by induction."""
    results = verify(GAME, names=NAMES, players=[players], at_hand=ready_board("small", GAME), effort=QUICK)
    told = [(one.property, one.verdict, one.players, one.board, one.trace) for one in results]
    assert told == [(name, Verdict.PROVED, players, "every board", None) for name in NAMES]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rule", "name"), [("arrival.four-adventures", "four-adventures"), ("newspapers.reveal", "endgame")]
)
def test_a_proof_falls_with_a_guard(rule: str, name: str) -> None:
    """Without the guard that it is about, a proof is refuted, and the two others stand."""
    assert_falls(rule, name)
    others = {one.property: one.verdict for one in results_without(rule).values() if one.property != name}
    assert others == {other: Verdict.PROVED for other in NAMES if other != name}


@pytest.mark.slow
def test_a_reveal_at_the_wrong_time_breaks_the_count_of_newspapers() -> None:
    """If only the newspaper may be revealed whenever, a second one comes out in the same period."""
    assert_falls("actions.decisions", "endgame", "reveal")


@pytest.mark.slow
@pytest.mark.parametrize("rule", guards())
def test_every_guard_dropped(rule: str) -> None:
    """Each proof is refuted where a rule that it rests on is dropped, and proved where any other is."""
    for name, result in results_without(rule).items():
        if rule not in RESTS_ON[name]:
            assert (rule, name, result.verdict) == (rule, name, Verdict.PROVED)
        else:
            assert_falls(rule, name)


def test_the_rules_that_proofs_rest_on_are_guards() -> None:
    """The table names rules that refuse something, so that the sweep meets each of them."""
    assert set().union(*RESTS_ON.values()) <= set(guards())


@pytest.mark.parametrize(("rule", "part", "choices"), [
    ("actions.decisions", "nothing_follows_the_end", {}),
])
def test_one_move_more_breaks_what_verify_may_leave_open(rule: str, part: str, choices: dict[str, str]) -> None:
    """A game by all the rules, and then one move that only the dropped guard refused, violates the claim."""
    weak = weakened(GAME, rule)
    fixed = {GAME.settings[name]: list(GAME.settings[name].choices).index(choice) for name, choice in choices.items()}
    instance = Instance(weak, 2, ready_board("small", GAME), fixed)
    declared = weak.properties[part]
    moves = one_move_more(instance, violation(declared))
    trace = replayed(instance, moves, violation(declared), declared.says)
    assert_shown(trace, Part(part, declared.says, Verdict.REFUTED, ""), weak)


def one_move_more(weak: Instance, shows: Shows, games: int = 300) -> tuple[Move, ...]:
    """Moves of a game by all the rules, and one after them that is legal in the weakened game alone and shows it."""
    loose, strict = PythonExecutor(weak), PythonExecutor(Instance(GAME, weak.players, weak.board, weak.choices))
    for seed in range(games):
        chooser, made = random.Random(seed), list[Move]()
        row: Sequence[int] = weak.start
        while True:
            legal = strict.legal(row)
            for move in set(loose.legal(row)).difference(legal):
                with suppress(SpecError):  # the move leaves a sort, which is another fault than the one looked for
                    if shows(loose, row, loose.apply(row, move)):
                        return (*made, move)
            if not legal:
                break
            made.append(chooser.choice(legal))
            row = strict.apply(row, made[-1])
    raise AssertionError(f"no move in {games} games shows it")
