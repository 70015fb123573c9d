"""Symmetry between the players: what it leaves out is what everybody moving on by some seats gives back, and no more.

States are moved on here by the layout alone, not by the machine code that is tested.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

import pytest

from fogg.setup import table
from spec.language.errors import Malformed
from spec.language.sorts import Named, Opt, Sort
from spec.lowering.executor import Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import die_hard, lots
from tests.verification.exhausting.shrunken import SHRUNKEN
from verification.exploration import Exploration, explore
from verification.exploration.seats import seats

State = tuple[int, ...]


def is_player(instance: Instance, sort: Sort) -> bool:
    return isinstance(sort, (Named, Opt)) and sort.element is instance.game.players


def next_player(instance: Instance, player: int) -> int:
    return player if player < 0 else (player + 1) % instance.players


def moved_on(instance: Instance, row: Sequence[int]) -> State:
    """The state in which everybody sits one seat further on."""
    after = list(row)
    for field, slots in instance.layout.items():
        for index in slots.indices():
            seats = [next_player(instance, one) if is_player(instance, sort) else one
                     for sort, one in zip(field.index, index, strict=True)]
            value = row[slots.slot(index)]
            after[slots.slot(seats)] = next_player(instance, value) if is_player(instance, field.sort) else value
    return tuple(after)


def moved_move(executor: PythonExecutor, move: Move) -> Move:
    """The same move of everybody one seat further on."""
    sorts = executor.actions[move[0]].params.values()
    moved = (next_player(executor.instance, one) if is_player(executor.instance, sort) else one
             for sort, one in zip(sorts, move[1:], strict=True))
    return move[0], *moved


def orbit(instance: Instance, row: Sequence[int]) -> set[State]:
    """The states that a state leads to when everybody moves on."""
    found, state = set[State](), tuple(row)
    while state not in found:
        found.add(state)
        state = moved_on(instance, state)
    return found


def both(instance: Instance) -> tuple[Exploration, Exploration]:
    return explore(instance), explore(instance, symmetry=True)


@pytest.mark.parametrize("players", [2, 3])
def test_orbits_add_up(players: int) -> None:
    """Where lots are drawn for who begins, the orbits of the states kept have as many states as there are in all."""
    instance = Instance(lots.MODEL, players)
    whole, kept = both(instance)
    orbits = [orbit(instance, row) for row in kept.found]
    assert (sum(map(len, orbits)), kept.represented) == (whole.states, whole.states)
    assert set().union(*orbits) == {tuple(row) for row in whole.found}
    assert kept.complete and kept.states < whole.states
    assert len(kept.layers) == len(whole.layers)
    ends = PythonExecutor(instance)
    assert whole.terminal == sum(len(one) for one in orbits if ends.read("over", min(one)))


def test_states_kept_stand_for_those_found() -> None:
    """Where one seat begins, the states kept are those that stand for the states found, one for each orbit."""
    drawn = Instance(lots.MODEL, 3)
    instance = drawn.starting_at(PythonExecutor(drawn).apply(drawn.start, (0, 1)))
    whole, kept = both(instance)
    orbits = {frozenset(orbit(instance, row)) for row in whole.found}
    assert orbits == {frozenset(orbit(instance, row)) for row in kept.found}
    assert kept.states == len(orbits) < kept.represented


@cache
def played(game: str, board: str) -> PythonExecutor:
    return table(game, board, players=3).executor


def walk(executor: PythonExecutor, seed: int, length: int) -> Iterator[State]:
    """The states of a random game, and of another one when it has ended."""
    chooser, row = random.Random(seed), executor.instance.start
    for _ in range(length):
        legal = executor.legal(row)
        row = tuple(executor.apply(row, chooser.choice(legal))) if legal else executor.instance.start
        yield row


def successors(executor: PythonExecutor, row: State) -> dict[Move, tuple[int, State]]:
    return {move: (executor.weight(row, move), tuple(executor.apply(row, move))) for move in executor.legal(row)}


@pytest.mark.parametrize(("game", "board"), [
    ("eighty_days", "small"), ("tour_du_monde", "small"),
    pytest.param("eighty_days", "small_b", marks=pytest.mark.slow),
])
def test_moves_of_moved_states_are_moved_moves(game: str, board: str) -> None:
    """In each stage said to be free, the moves after moving on are those before, moved on, to states moved on."""
    executor = played(game, board)
    instance = executor.instance
    found = seats(instance)
    offsets = [instance.layout[field].offset for field in found.fields]
    looked: Counter[tuple[int, ...]] = Counter()
    for row in walk(executor, 7, 600):
        stage = tuple(row[offset] for offset in offsets)
        assert stage in found.reached
        if stage in found.free and looked[stage] < 8:
            looked[stage] += 1
            moved = {moved_move(executor, move): (weight, moved_on(instance, after))
                     for move, (weight, after) in successors(executor, row).items()}
            assert moved == successors(executor, moved_on(instance, row))
    assert sum(looked.values()) > 40 and len(looked) > 4


@pytest.mark.parametrize("name", lots.SEATED)
def test_seats_that_matter_are_found(name: str) -> None:
    """A rule that tells the seats apart keeps them apart, and the refusal names it."""
    for players in (2, 3):
        instance = Instance(lots.SEATED[name], players)
        assert seats(instance).free == frozenset()
        with pytest.raises(Malformed, match=name):
            explore(instance, symmetry=True)


@pytest.mark.parametrize("name", lots.SEATED)
def test_those_rules_do_tell_seats_apart(name: str) -> None:
    """Each of these rules changes what can be reached from a state and from one in which everybody has moved on."""
    instance = Instance(lots.SEATED[name], 3)
    executor = PythonExecutor(instance)
    rows = list(walk(executor, 5, 400))
    moved = ({moved_move(executor, move): (weight, moved_on(instance, after))
              for move, (weight, after) in successors(executor, row).items()} for row in rows)
    assert any(one != successors(executor, moved_on(instance, row)) for one, row in zip(moved, rows, strict=True))


@pytest.mark.slow
def test_preparation_is_left_alone() -> None:
    """Both games deal from seat to seat, so that their preparation is not reduced and all else is."""
    for game, dealing in (("tour_du_monde", "deal"), ("eighty_days", "keep")):
        found = seats(played(game, "small").instance)
        assert found.free and found.why
        assert all(dealing in reason for reason in found.why.values())


def test_properties_are_looked_at_alike() -> None:
    """What holds is not violated; what is violated has as short a trace as without symmetry, replayed."""
    instance = Instance(lots.MODEL, 3)
    claims = [lots.MODEL.properties[name] for name in lots.CLAIMS]
    assert explore(instance, properties=claims, symmetry=True).violation is None
    false = [lots.MODEL.properties["nobody_takes_four"]]
    plain, reduced = (explore(instance, properties=false, symmetry=one).violation for one in (False, True))
    assert plain is not None and reduced is not None
    assert (plain.name, len(plain.trace.moves)) == (reduced.name, len(reduced.trace.moves))


def test_a_property_of_one_seat_is_refused() -> None:
    """A property that is told of one seat is not looked at in states of which another seat stands for it."""
    claim = lots.MODEL.properties["the_first_seat_has_fewer"]
    assert explore(Instance(lots.MODEL, 2), properties=[claim]).violation is not None
    with pytest.raises(Malformed, match="the_first_seat_has_fewer differs from seat to seat"):
        explore(Instance(lots.MODEL, 2), properties=[claim], symmetry=True)


def test_ways_are_those_of_the_game() -> None:
    """A way to a state kept is made of the game's own moves, to it or to a state that it stands for."""
    instance = Instance(lots.MODEL, 4)
    kept, reference = explore(instance, symmetry=True), PythonExecutor(instance)
    for number in range(0, kept.states, 40):
        row = kept.found[number]
        trace = kept.trace_to(row)
        assert trace is not None
        reached = list(instance.start)
        for move in trace.moves:
            reached = reference.apply(reached, move)
        assert tuple(row) in orbit(instance, reached)


def test_one_player_has_nobody_to_change_seats_with() -> None:
    """A game of one player has no symmetry between players."""
    with pytest.raises(Malformed, match="one player"):
        explore(Instance(die_hard.MODEL, 1), symmetry=True)


@pytest.mark.slow
def test_a_whole_game_with_and_without_symmetry() -> None:
    """The states kept of a whole game stand for all that are found, and for the two before the lots were drawn."""
    whole, kept = both(SHRUNKEN["tiny_tour"]())
    assert kept.represented - whole.states == 2
    assert 0.49 < kept.states / whole.states < 0.51
