"""Exhaustive exploration against numbers that nobody here computed first, and the ways that it ends."""

import gc
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence

import pytest

from spec.language import Game
from spec.language.data import EMPTY, BoardData
from spec.language.errors import Malformed
from spec.lowering.instance import Instance, Row
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.python import PythonExecutor
from spec.lowering.shown import shown
from tests.lowering import corners
from tests.models import (
    die_hard,
    eight_puzzle,
    exploring,
    hanoi,
    knuth_yao_die,
    missionaries,
    pocket_cube,
    rising_prices,
    roundabout,
    tic_tac_toe,
    wolf_goat_cabbage,
)
from verification.exploration import Exploration, Stopped, Violation, explore
from verification.exploration.claims import check
from verification.exploration.memory import COUNTERS
from verification.traces import Trace
from verification.verdicts import Verdict

PUZZLE_LAYERS = (
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110,
    23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
)
"""OEIS A089473, the empty square in a corner."""


def found(game: Game, board: BoardData = EMPTY, max_states: int | None = None) -> Exploration:
    return explore(Instance(game, game.counts[0], board), max_states=max_states)


def last_row(trace: Trace) -> Row:
    """Where a trace leads, by the reference executor, which must find each move legal."""
    reference = PythonExecutor(trace.instance)
    row = list(trace.instance.start)
    for move in trace.moves:
        assert reference.broken(row, move) == ()
        row = reference.apply(row, move)
    return row


def test_die_hard() -> None:
    """TLA+ Examples: 16 states, 96 moves, and four gallons in six moves."""
    result = found(die_hard.MODEL)
    assert (result.states, result.moves, result.terminal) == (16, 96, 0)
    assert result.layers == (1, 2, 3, 2, 2, 2, 2, 2)
    trace = result.trace_to(lambda row: row[1] == 4)
    assert trace is not None
    assert (len(trace.moves), last_row(trace)[1]) == (6, 4)


def test_eight_puzzle() -> None:
    """OEIS A089473: 181,440 states, 483,840 moves, two of them 31 moves away."""
    result = found(eight_puzzle.MODEL)
    assert (result.states, result.moves, result.complete) == (181_440, 483_840, True)
    assert result.layers == PUZZLE_LAYERS
    trace = result.trace_to(result.found[181_439])
    assert trace is not None and len(trace.moves) == 31
    assert result.found.overhead < 16


CUBE_LAYERS = (
    1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536, 90_280, 276,
)
"""OEIS A079762, quarter turns."""


def test_pocket_cube_begins_as_known() -> None:
    """OEIS A079762: the layers up to eight quarter turns, with a solution of eight turns for a state eight away."""
    result = found(pocket_cube.MODEL, max_states=sum(CUBE_LAYERS[:9]) + 1)
    assert result.layers == (*CUBE_LAYERS[:9], 1)
    assert (result.whole, result.depth, result.complete) == (9, 8, False)
    trace = result.trace_to(result.found[sum(CUBE_LAYERS[:9]) - 1])
    assert trace is not None and len(trace.moves) == 8


@pytest.mark.slow
def test_growing_does_not_double_memory() -> None:
    """At its peak an exploration takes up little more than what is set aside for its states in the end."""
    program = (
        "import resource; from verification.puzzles.pocket_cube import instance; "
        "from verification.exploration.explore import prepared; "
        "peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024; "
        "ready = prepared(instance()); before = peak(); found = ready.explored(None); "
        "print(found.states, (peak() - before) / found.memory)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    states, share = done.stdout.split()
    assert int(states) == sum(CUBE_LAYERS) and float(share) < 1.1


@pytest.mark.slow
def test_pocket_cube() -> None:
    """OEIS A079762: 3,674,160 states, all layers; fewer than 16 bytes for each beside the state itself."""
    result = found(pocket_cube.MODEL)
    assert (result.states, result.moves, result.complete) == (3_674_160, 6 * 3_674_160, True)
    assert result.layers == CUBE_LAYERS
    assert result.found.overhead < 16
    trace = result.trace_to(result.found[result.states - 1])
    assert trace is not None and len(trace.moves) == 14


def test_tic_tac_toe() -> None:
    """Classical: 5,478 states, 16,167 moves; 626 ends won by X, 316 by O, 16 drawn."""
    result = found(tic_tac_toe.MODEL)
    assert (result.states, result.moves, result.terminal) == (5478, 16_167, 958)
    assert result.layers == (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
    reference = PythonExecutor(result.instance)
    ends = [row for row in result.found if reference.read("over", row)]
    won = Counter(tuple(reference.read("wins", row, (player,)) for player in range(2)) for row in ends)
    assert won == {(1, 0): 626, (0, 1): 316, (0, 0): 16}


@pytest.mark.parametrize("discs", [1, 3, 7])
def test_hanoi(discs: int) -> None:
    """3^n states and 3(3^n - 1) moves; the tower is moved in 2^n - 1."""
    result = found(hanoi.MODEL, hanoi.discs(discs))
    assert (3**discs, 3 * (3**discs - 1)) == (result.states, result.moves)
    trace = result.trace_to([2] * discs)
    assert trace is not None and len(trace.moves) == 2**discs - 1


def test_river_crossings() -> None:
    """Classical: 16 states and 34 moves for missionaries and cannibals, 10 and 20 for wolf, goat and cabbage."""
    three, goat = found(missionaries.MODEL), found(wolf_goat_cabbage.MODEL)
    assert (three.states, three.moves, goat.states, goat.moves) == (16, 34, 10, 20)
    # Both are over when all are across; the models let them row back.
    assert (three.terminal, goat.terminal) == (1, 1)


GAMES = (
    die_hard.MODEL, knuth_yao_die.MODEL, missionaries.MODEL, roundabout.MODEL, tic_tac_toe.MODEL,
    wolf_goat_cabbage.MODEL,
)


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_finds_what_a_plain_search_finds(game: Game) -> None:
    """States, moves and layers are those of a plain search on the reference executor, in the same order."""
    result = found(game)
    plain = exploring.explore(PythonExecutor(result.instance))
    assert (plain.moves, tuple(plain.widths)) == (result.moves, result.layers)
    assert [list(row) for layer in plain.layers for row in layer] == list(result.found)


@pytest.mark.parametrize("limit", [1, 2, 1_000, 100_000])
def test_a_bounded_run_stops_at_its_limit(limit: int) -> None:
    """A run with a limit finds just so many states, whose last layer is not whole, and says so."""
    result = found(eight_puzzle.MODEL, max_states=limit)
    assert (limit, False, Stopped.LIMIT) == (result.states, result.complete, result.stopped)
    assert sum(result.layers) == limit
    assert result.layers[:-1] == PUZZLE_LAYERS[:len(result.layers) - 1]
    assert 0 < result.layers[-1] <= PUZZLE_LAYERS[len(result.layers) - 1]
    trace = result.trace_to(result.found[limit - 1])
    assert trace is not None and last_row(trace) == result.found[limit - 1]


def test_a_limit_that_is_just_enough_is_complete() -> None:
    """A run whose limit is the number of states ends by itself."""
    enough, short = found(die_hard.MODEL, max_states=16), found(die_hard.MODEL, max_states=15)
    assert (enough.states, enough.complete) == (16, True)
    assert (short.states, short.complete) == (15, False)


@pytest.mark.parametrize("limit", [0, -1, 1 << 32])
def test_a_limit_must_be_one(limit: int) -> None:
    """A limit that no run can keep is refused."""
    with pytest.raises(Malformed, match="max_states"):
        found(die_hard.MODEL, max_states=limit)


def test_an_interruption_ends_it_with_what_was_found() -> None:
    """A keyboard interruption gives what was found so far, with ways to it."""
    seen: list[int] = []

    def interrupt(states: int) -> None:
        seen.append(states)
        if states > 10_000:
            raise KeyboardInterrupt

    result = explore(eight_puzzle.instance(), progress=interrupt)
    assert (Stopped.INTERRUPTED, False, seen[-1]) == (result.stopped, result.complete, result.states)
    assert seen == sorted(seen) and seen[0] == 1
    trace = result.trace_to(result.found[len(result.found) - 1])
    assert trace is not None and last_row(trace) == result.found[len(result.found) - 1]


def violated(game: Game, names: Sequence[str]) -> tuple[Exploration, Violation]:
    instance = Instance(game, game.counts[0])
    result = explore(instance, properties=[game.properties[name] for name in names])
    assert result.violation is not None and result.stopped is Stopped.VIOLATION
    return result, result.violation


def test_a_violation_has_a_shortest_trace() -> None:
    """A step property and a ranking are violated by a first move that does; the reference confirms it."""
    game = rising_prices.MODEL
    _, violation = violated(game, ["triangle", "periods_left", "all_150"])
    assert (violation.name, len(violation.trace.moves)) == ("periods_left", 1)
    before = list(violation.trace.instance.start)
    assert violation.declared is not None
    after = last_row(violation.trace)
    assert shown(PythonExecutor(violation.trace.instance), violation.declared, before, after) == ()


def test_an_invariant_is_violated_as_early_as_can_be() -> None:
    """Levels grow by seven at most, so that one above 14 takes three moves."""
    result, violation = violated(corners.MODEL, ["small_steps", "low"])
    # Leaps move the level by more than seven, but that takes one move to get to 7, and one that leaps far.
    assert (violation.name, len(violation.trace.moves)) == ("small_steps", 2)
    result, violation = violated(corners.MODEL, ["low"])
    assert (violation.name, len(violation.trace.moves)) == ("low", 3)
    assert last_row(violation.trace)[0] > 14
    assert len(result.layers) == 4


@pytest.mark.parametrize("big", range(6))
def test_traces_are_as_short_as_a_plain_search_s(big: int) -> None:
    """A trace to the first state with something is as long as that state is deep."""

    def holds(row: Sequence[int]) -> bool:
        return row[1] == big

    trace = found(die_hard.MODEL).trace_to(holds)
    assert trace is not None
    assert len(trace.moves) == exploring.explore(PythonExecutor(Instance(die_hard.MODEL, 1))).depth(holds)


def test_what_holds_is_not_violated() -> None:
    """Properties that hold leave the exploration complete, and count no state less."""
    properties = roundabout.MODEL.properties.values()
    result = explore(Instance(roundabout.MODEL, 1), properties=tuple(properties))
    assert (result.complete, result.violation) == (True, None)
    assert result.states == found(roundabout.MODEL).states


def test_what_must_be_reachable_has_a_witness() -> None:
    """A property to be reached does not stop the exploration; its witness is a shortest one."""
    game = rising_prices.MODEL
    instance = Instance(game, 2)
    sought = game.properties["four_lies"]
    result = explore(instance, properties=[sought], max_states=20_000)
    assert (result.stopped, list(result.witnesses)) == (Stopped.LIMIT, ["four_lies"])
    witness = result.witnesses["four_lies"]
    slots = {slots.field.name: slots.offset for slots in instance.layout.values()}
    assert last_row(witness)[slots["top"]] == 4
    plain = result.trace_to(lambda row: row[slots["top"]] == 4)
    assert plain is not None and len(plain.moves) == len(witness.moves)
    assert explore(instance, properties=[sought], max_states=2).witnesses == {}


def test_a_store_outside_its_sort_is_a_violation() -> None:
    """A store that leaves its sort stops the exploration with a way there."""
    instance = Instance(corners.MODEL, 2)
    result = explore(instance, max_states=400_000)
    assert result.violation is not None
    assert (result.violation.name, result.violation.declared) == ("domains", None)
    *moves, last = result.violation.trace.moves
    assert PythonExecutor(instance).actions[last[0]].name == "overstep"
    assert len(moves) >= 3


def test_one_executor_explores_again_and_again() -> None:
    """Explorations by one executor do not share states, and outlive one another."""
    executor = LlvmExecutor(Instance(die_hard.MODEL, 1))
    first = explore(executor.instance, executor=executor, max_states=5)
    second = explore(executor.instance, executor=executor)
    assert (first.states, second.states) == (5, 16)
    rows = list(second.found)
    del second
    assert list(first.found) == rows[:5]


def test_memory_is_given_back() -> None:
    """When nobody holds an exploration any more, its states are freed."""
    result = found(die_hard.MODEL)
    counters, rows = result.found.counters, COUNTERS.index("rows")
    assert counters[rows] != 0
    del result
    gc.collect()
    assert counters[rows] == 0


def test_a_state_that_cannot_be_reached_has_no_trace() -> None:
    """A state outside what was found has no trace, and no predicate without a state has one."""
    result = found(die_hard.MODEL)
    assert result.trace_to((1, 1)) is None
    assert result.trace_to(lambda row: row == [1, 1]) is None
    start = result.trace_to(result.instance.start)
    assert start is not None and start.moves == ()


@pytest.mark.parametrize("bound", [30_000, 1_500_000])
def test_a_bound_on_memory_is_kept(bound: int) -> None:
    """A run stops before the states take up more than their bound, with whole layers told and ways to what it found."""
    result = explore(eight_puzzle.instance(), memory=bound)
    assert (result.stopped, result.complete) == (Stopped.BUDGET, False)
    assert bound // 3 < result.memory <= bound
    assert result.layers[:result.whole] == PUZZLE_LAYERS[:result.whole]
    assert sum(result.layers) == result.states
    trace = result.trace_to(result.found[result.states - 1])
    assert trace is not None and last_row(trace) == result.found[result.states - 1]


def test_a_bound_on_memory_that_is_enough_changes_nothing() -> None:
    """A run that fits into its bound is complete."""
    result = explore(eight_puzzle.instance(), memory=8_000_000)
    assert (result.states, result.complete) == (181_440, True)
    with pytest.raises(Malformed, match="do not hold one state"):
        explore(eight_puzzle.instance(), memory=100)


def test_verdicts_are_never_rounded_up() -> None:
    """What holds is proved by exhaustion alone; otherwise it is bounded by the moves that were looked at in full."""
    whole = check(Instance(roundabout.MODEL, 1))
    assert {(one.verdict, one.method) for one in whole.results} == {(Verdict.PROVED, "exhausted")}
    part = check(Instance(roundabout.MODEL, 1), max_states=5)
    assert {(one.verdict, one.method) for one in part.results} == {(Verdict.BOUNDED, f"{part.exploration.depth} moves")}
    assert not part.good and part.exploration.depth == part.exploration.whole - 1


def test_each_violation_is_refuted_by_its_own_trace() -> None:
    """A claim that fails does not hide another: each has a shortest trace, and the faulty store is one of them."""
    checked = check(Instance(corners.MODEL, 2))
    refuted = {one.property: len(one.trace.moves) for one in checked.results if one.trace is not None}
    assert refuted == {"low": 3, "steps": 2, "ends": 1, "drops": 1, "same": 1, "stores": 4}
    assert {one.verdict for one in checked.results if one.property not in refuted} <= {Verdict.BOUNDED}
