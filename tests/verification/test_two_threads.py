"""Two threads that explore together find what one finds: each holds half of the states."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from spec.language.errors import Malformed
from spec.lowering.instance import Instance, Row
from spec.lowering.python import PythonExecutor
from tests.lowering import corners
from tests.models import die_hard, rising_prices, roundabout
from tests.verification.exhausting.shrunken import SHRUNKEN
from verification.exploration import Exploration, Stopped, explore
from verification.exploration.claims import check
from verification.puzzles import eight_puzzle
from verification.traces import Trace

GAMES: dict[str, Callable[[], Instance]] = {
    "die hard": lambda: Instance(die_hard.MODEL, 1),
    "roundabout": lambda: Instance(roundabout.MODEL, 1),
    "eight puzzle": eight_puzzle.instance,
    "tour": SHRUNKEN["tour_without_coins"],
}


def counted(found: Exploration) -> tuple[object, ...]:
    return found.states, found.moves, found.terminal, found.layers, found.whole, found.represented, found.stopped


def end(trace: Trace) -> Row:
    """Where a trace leads, by the reference executor."""
    reference, row = PythonExecutor(trace.instance), list(trace.instance.start)
    for move in trace.moves:
        assert reference.broken(row, move) == ()
        row = reference.apply(row, move)
    return row


@pytest.mark.parametrize("name", GAMES)
def test_two_threads_find_what_one_finds(name: str) -> None:
    """The counts are the same, the states too, and both parts hold some."""
    instance = GAMES[name]()
    one, two = explore(instance), explore(instance, threads=2)
    assert counted(one) == counted(two)
    assert {tuple(row) for row in one.found} == {tuple(row) for row in two.found}
    assert len({number % 2 for number in two.found.numbers()}) == 2


def test_claims_are_looked_at_in_every_state_of_both() -> None:
    """The verdicts are those of one thread."""
    instance = SHRUNKEN["tour_without_coins"]()
    one, two = check(instance), check(instance, threads=2)
    assert [(r.property, r.verdict, r.method) for r in one.results] == [
        (r.property, r.verdict, r.method) for r in two.results
    ]
    assert len(one.results) > 5 and two.good


def test_symmetry_is_the_same() -> None:
    """What the states kept stand for does not depend on who holds them."""
    instance = SHRUNKEN["tiny_tour"]()
    one, two = (explore(instance, symmetry=True, max_moves=40, threads=threads) for threads in (1, 2))
    assert counted(one) == counted(two)
    assert two.represented > two.states


def test_layers_are_gone_through_in_order() -> None:
    """A trace to the first state with something is a shortest one."""
    two = explore(eight_puzzle.instance(), threads=2)
    numbers = list(two.found.numbers())
    assert numbers[0] == two.found.first and len(numbers) == two.states == 181_440
    last = two.trace_to(two.found[numbers[-1]])
    assert last is not None and len(last.moves) == 31 and end(last) == two.found[numbers[-1]]
    wanted = two.found[numbers[100_000]]
    first = two.trace_to(lambda row: row == wanted)
    again = explore(eight_puzzle.instance()).trace_to(wanted)
    assert first is not None and again is not None
    assert len(first.moves) == len(again.moves)
    with pytest.raises(IndexError):
        two.found[2 * two.states]


@pytest.mark.parametrize(("game", "names"), [
    (rising_prices.MODEL, ["periods_left"]), (corners.MODEL, ["small_steps", "low"]), (corners.MODEL, ["low"]),
    (corners.MODEL, []),
], ids=["a move", "a move later", "a state", "a store"])
def test_violations_are_as_short(game: object, names: list[str]) -> None:
    """What one thread finds violated, two do by a trace of the same length; the reference executor has replayed it."""
    instance = Instance(game, 2)  # type: ignore[arg-type]  # one of the games above
    claims = [instance.game.properties[name] for name in names]
    one, two = (explore(instance, properties=claims, threads=threads).violation for threads in (1, 2))
    assert one is not None and two is not None
    assert (one.name, len(one.trace.moves)) == (two.name, len(two.trace.moves))


def test_witnesses_are_as_short() -> None:
    """What is reached is reached by a shortest trace, whichever part holds its end."""
    game = rising_prices.MODEL
    sought = [game.properties["four_lies"]]
    one, two = (
        explore(Instance(game, 2), properties=sought, max_moves=9, threads=threads).witnesses for threads in (1, 2)
    )
    assert {name: len(trace.moves) for name, trace in one.items()} == {
        name: len(trace.moves) for name, trace in two.items()
    } != {}


def test_the_bound_on_memory_is_for_both() -> None:
    """Two threads together keep to the bound, and what they found is told layer by layer."""
    two = explore(eight_puzzle.instance(), memory=1_500_000, threads=2)
    assert (two.stopped, two.complete) == (Stopped.BUDGET, False)
    assert two.memory <= 1_500_000
    assert sum(two.layers) == two.states
    assert two.layers[:two.whole] == explore(eight_puzzle.instance()).layers[:two.whole]


def test_an_interruption_waits_for_both() -> None:
    """A keyboard interruption gives what was found so far, with ways to it."""
    def interrupt(states: int) -> None:
        if states > 10_000:
            raise KeyboardInterrupt

    two = explore(eight_puzzle.instance(), progress=interrupt, threads=2)
    assert two.stopped is Stopped.INTERRUPTED
    *_, last = two.found.numbers()
    trace = two.trace_to(two.found[last])
    assert trace is not None and end(trace) == two.found[last]


def test_what_two_threads_cannot_do_is_told() -> None:
    """There are one or two, and two do not stop at a number of states."""
    instance = Instance(die_hard.MODEL, 1)
    with pytest.raises(Malformed, match="threads is 3"):
        explore(instance, threads=3)
    with pytest.raises(Malformed, match="leave out max_states"):
        explore(instance, threads=2, max_states=5)
