"""The formulas that proofs rest on mean what the reference executor does."""

import random
from collections.abc import Sequence
from itertools import product

import pytest

from spec.language import Game
from spec.language.data import EMPTY, BoardData
from spec.language.sorts import bounds
from spec.lowering.executor import Executor, Move
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import die_hard, gated_journey, rising_prices, tic_tac_toe
from verification.z3_lowering.errors import Unsupported
from verification.z3_lowering.executor import Z3Executor

SETTINGS = rising_prices.MODEL.settings
INSTANCES = {
    "jugs": Instance(die_hard.MODEL, 1),
    "noughts": Instance(tic_tac_toe.MODEL, 2),
    "prices": Instance(rising_prices.MODEL, 3),
    "prices with fix coins": Instance(
        rising_prices.MODEL, 2, EMPTY, {SETTINGS["fix-coins"]: 1, SETTINGS["last-period"]: 1}
    ),
    "journey": Instance(gated_journey.MODEL, 2, gated_journey.BOARD),
}
FEW = (0, 8, 1000)


def any_move(executor: Executor, chooser: random.Random) -> Move:
    """A move, legal or not."""
    number = chooser.randrange(len(executor.actions))
    domains = [bounds(sort, executor.instance.shape) for sort in executor.actions[number].params.values()]
    return (number, *(chooser.randint(lo, hi) for lo, hi in domains))


def some_values(executor: Executor, name: str, chooser: random.Random) -> tuple[int, ...]:
    """Values for the parameters of a reading or property."""
    game: Game = executor.instance.game
    declared = game.readings.get(name) or game.properties[name]
    domains = [bounds(sort, executor.instance.shape) for sort in declared.params.values()]
    return tuple(chooser.randint(lo, hi) for lo, hi in domains)


def play(executor: Executor, chooser: random.Random, length: int) -> list[tuple[Sequence[int], Move]]:
    """States along a random game, each with the move made there."""
    row: Sequence[int] = executor.instance.start
    path = []
    for _ in range(length):
        legal = executor.legal(row)
        if not legal:
            break
        path.append((row, chooser.choice(legal)))
        row = executor.apply(*path[-1])
    return path


@pytest.mark.parametrize("few", FEW)
@pytest.mark.parametrize("name", INSTANCES)
def test_a_move_is_refused_by_the_same_requirements_and_does_the_same(name: str, few: int) -> None:
    """Broken requirements, weights and the state after a move agree, for legal and illegal moves."""
    reference, z3s = PythonExecutor(INSTANCES[name]), Z3Executor(INSTANCES[name], few)
    chooser = random.Random(7)
    path = play(reference, chooser, 12)
    assert len(path) >= 4
    for row, made in path:
        assert reference.apply(row, made) == z3s.apply(row, made)
        for move in (made, any_move(reference, chooser)):
            assert reference.broken(row, move) == z3s.broken(row, move)
            assert reference.weight(row, move) == z3s.weight(row, move)


@pytest.mark.parametrize("name", INSTANCES)
def test_the_legal_moves_are_the_same(name: str) -> None:
    """Legal moves agree, in content and order."""
    reference, z3s = PythonExecutor(INSTANCES[name]), Z3Executor(INSTANCES[name])
    for row, _ in play(reference, random.Random(3), 4):
        assert reference.legal(row) == z3s.legal(row)


@pytest.mark.parametrize("few", FEW)
@pytest.mark.parametrize("name", INSTANCES)
def test_readings_and_properties_say_the_same(name: str, few: int) -> None:
    """Readings and properties agree on states of play and on arbitrary rows within the domains."""
    reference, z3s = PythonExecutor(INSTANCES[name]), Z3Executor(INSTANCES[name], few)
    game, chooser = INSTANCES[name].game, random.Random(5)
    rows = [row for row, _ in play(reference, chooser, 3)]
    rows.append([chooser.randint(lo, hi) for lo, hi in INSTANCES[name].domains])
    for row, said in product(rows, (*game.readings, *game.properties)):
        args = some_values(reference, said, chooser)
        other = chooser.choice(rows)
        assert reference.read(said, row, args, other) == z3s.read(said, row, args, other)


def test_a_table_of_what_fits_is_told_by_its_largest_entries() -> None:
    """A downward closed relation is true exactly below one of its maximal elements."""
    tables = Z3Executor(INSTANCES["journey"]).tables
    table = next(known for printed, known in tables.items() if printed.name == "fits")
    maximal = {(hats, 5 - hats) for hats in range(1, 5)}
    assert maximal == set(table.maximal)  # type: ignore[attr-defined]  # a table of a known board


def test_a_board_in_which_nothing_fits_has_no_largest_entries() -> None:
    """Where no cell is true, the relation is false for all indices."""
    nothing = BoardData(
        "nothing", "Nothing fits", gated_journey.BOARD.sizes, gated_journey.BOARD.names,
        {**gated_journey.BOARD.tables, "fits": (0,) * 25},
    )
    instance = Instance(gated_journey.MODEL, 2, nothing)
    pack = list(instance.game.actions).index("pack")
    broken = [kind(instance).broken(instance.start, (pack, 0)) for kind in (PythonExecutor, Z3Executor)]
    assert broken[0] == broken[1] == (1,)


def test_a_relation_without_order_is_told_cell_by_cell() -> None:
    """A table that is not downward closed is lowered all the same: here an odd number of things fits."""
    odd = tuple((hats + coats) % 2 for hats in range(5) for coats in range(5))
    tables = {**gated_journey.BOARD.tables, "fits": odd}
    board = BoardData("odd", "Odd", gated_journey.BOARD.sizes, gated_journey.BOARD.names, tables)
    instance = Instance(gated_journey.MODEL, 2, board)
    pack = list(instance.game.actions).index("pack")
    row = list(instance.start)
    hats, coats = (next(slots.offset for one, slots in instance.layout.items() if one.name == name)
                   for name in ("hats", "coats"))
    z3s = Z3Executor(instance)
    for row[hats], row[coats] in product(range(4), range(5)):
        expected = () if (row[hats] + 1 + row[coats]) % 2 else (1,)
        assert z3s.broken(row, (pack, 0)) == expected


def test_what_cannot_be_said_is_named_with_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table too large to be told cell by cell is an error that names the table and the line of the spec."""
    monkeypatch.setattr("verification.z3_lowering.tables.MOST_CELLS", 3)
    walk = list(gated_journey.MODEL.actions).index("walk")
    with pytest.raises(Unsupported, match=r"gated_journey.py:\d+: .*table of 4 cells .*\(start\)"):
        Z3Executor(INSTANCES["journey"]).broken(INSTANCES["journey"].start, (walk, 0, 0))
