"""The language and its executors against numbers that nobody here computed first.

*States* are distinct reachable states with the initial one, *moves* distinct (state, move) pairs, *layers* the new
states by breadth-first depth. Sources: Die Hard from the TLA+ examples; tic-tac-toe, river crossings, Hanoi and the
bridge are classical; the 8-puzzle is OEIS A089473, the pocket cube OEIS A079762; the die is the Knuth-Yao case study of
prismmodelchecker.org (13 states and 20 transitions, six of them self-loops of the faces, expected flips 11/3).
"""

from fractions import Fraction
from functools import cache
from itertools import pairwise

import pytest

from spec.language import Game
from spec.language.data import EMPTY, BoardData
from spec.lowering.direct import DirectExecutor
from spec.lowering.executor import Executor
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import (
    bridge_torch,
    die_hard,
    eight_puzzle,
    hanoi,
    knuth_yao_die,
    missionaries,
    pocket_cube,
    tic_tac_toe,
    wolf_goat_cabbage,
)
from tests.models.exploring import State, explore

BOTH = (PythonExecutor, DirectExecutor)


def executor(kind: type[Executor], game: Game, board: BoardData = EMPTY) -> Executor:
    return kind(Instance(game, game.counts[0], board))


@pytest.mark.parametrize("kind", BOTH)
def test_die_hard(kind: type[Executor]) -> None:
    """16 states, 96 moves, and four gallons after six moves."""
    found = explore(executor(kind, die_hard.MODEL))
    assert found.moves == 96
    assert found.widths == [1, 2, 3, 2, 2, 2, 2, 2]
    assert found.depth(lambda state: state[1] == 4) == 6


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize("discs", [1, 2, 3, 4])
def test_hanoi(kind: type[Executor], discs: int) -> None:
    """n discs have 3^n states, 3(3^n - 1) moves and are moved in 2^n - 1."""
    found = explore(executor(kind, hanoi.MODEL, hanoi.discs(discs)))
    assert (found.states, found.moves) == (3**discs, 3 * (3**discs - 1))
    assert found.depth(lambda state: state == (2,) * discs) == 2**discs - 1


@pytest.mark.parametrize("kind", BOTH)
def test_missionaries(kind: type[Executor]) -> None:
    """16 states, 34 moves; 11 crossings in four ways."""
    found = explore(executor(kind, missionaries.MODEL))
    assert (found.states, found.moves) == (16, 34)
    assert found.depth(lambda state: state == (0, 0, 1)) == 11
    assert found.paths[0, 0, 1] == 4


@pytest.mark.parametrize("kind", BOTH)
def test_wolf_goat_cabbage(kind: type[Executor]) -> None:
    """10 states, 20 moves; 7 crossings in two ways."""
    found = explore(executor(kind, wolf_goat_cabbage.MODEL))
    assert (found.states, found.moves) == (10, 20)
    assert found.depth(lambda state: all(state)) == 7
    assert found.paths[1, 1, 1, 1] == 2


@pytest.mark.parametrize("kind", BOTH)
def test_knuth_yao_die(kind: type[Executor]) -> None:
    """13 states, 20 transitions with the faces' self-loops; each face 1/6, and 11/3 flips on average."""
    die = executor(kind, knuth_yao_die.MODEL)
    found = explore(die)
    assert found.states == 13
    assert found.moves + len(found.over) == 20
    chances: dict[State, Fraction] = {die.instance.start: Fraction(1)}
    flips, seen = Fraction(0), dict.fromkeys(found.over, Fraction(0))
    for _ in range(60):
        following: dict[State, Fraction] = {}
        for state, chance in chances.items():
            if state in seen:
                seen[state] += chance
                continue
            flips += chance
            moves = die.legal(state)
            whole = sum(die.weight(state, move) for move in moves)
            for move in moves:
                after = tuple(die.apply(state, move))
                following[after] = following.get(after, Fraction(0)) + chance * Fraction(die.weight(state, move), whole)
        chances = following
    assert [Fraction(1, 6)] * 6 == [face.limit_denominator(10**9) for face in seen.values()]
    assert flips.limit_denominator(10**9) == Fraction(11, 3)


def test_bridge_torch() -> None:
    """Walkers of 5, 10, 20 and 25 minutes are across after 60."""
    found = explore(executor(PythonExecutor, bridge_torch.MODEL, bridge_torch.BOARD))
    assert min(state[-1] for state in found.over) == 60


def test_tic_tac_toe() -> None:
    """5,478 states, 16,167 moves; 626 + 316 + 16 ends; 255,168 games."""
    grid = executor(PythonExecutor, tic_tac_toe.MODEL)
    found = explore(grid)
    assert (found.states, found.moves) == (5478, 16167)
    assert found.widths == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    winners = [tuple(grid.read("wins", state, (player,)) for player in (0, 1)) for state in found.over]
    assert [winners.count(result) for result in ((1, 0), (0, 1), (0, 0))] == [626, 316, 16]

    @cache
    def games(state: State) -> tuple[int, int, int]:
        x, o = (grid.read("wins", state, (player,)) for player in (0, 1))
        moves = grid.legal(state)
        if not moves:
            return x, o, 1 - x - o
        results = [games(tuple(grid.apply(state, move))) for move in moves]
        return sum(one[0] for one in results), sum(one[1] for one in results), sum(one[2] for one in results)

    assert games(grid.instance.start) == (131_184, 77_904, 46_080)


def test_eight_puzzle() -> None:
    """181,440 states, 483,840 moves, the two farthest 31 slides away."""
    found = explore(executor(PythonExecutor, eight_puzzle.MODEL))
    assert (found.states, found.moves) == (181_440, 483_840)
    assert found.widths[:13] == [1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748]
    assert found.widths[30:] == [221, 2]


def test_eight_puzzle_slides_back() -> None:
    """Every slide can be undone by sliding the same tile back."""
    puzzle = executor(DirectExecutor, eight_puzzle.MODEL)
    start = puzzle.instance.start
    for move, back in pairwise([*puzzle.legal(start), *puzzle.legal(start)[:1]]):
        assert move != back
        after = puzzle.apply(start, move)
        assert start in [tuple(puzzle.apply(after, again)) for again in puzzle.legal(after)]


CUBE = {"U": (0, 0, 0), "U'": (0, 0, 1), "R": (1, 0, 0), "R'": (1, 0, 1), "F": (2, 0, 0), "F'": (2, 0, 1)}
"""The quarter turns as moves."""


def turned(cube: Executor, turns: str, times: int) -> list[State]:
    """The cube after some turns once, twice and so on."""
    state, seen = cube.instance.start, []
    for _ in range(times):
        for turn in turns.split():
            state = tuple(cube.apply(state, CUBE[turn]))
        seen.append(state)
    return seen


@pytest.mark.parametrize("kind", BOTH)
@pytest.mark.parametrize(("turns", "order"), [
    ("U", 4), ("R", 4), ("F", 4), ("U U'", 1), ("R R'", 1), ("F F'", 1), ("R U R' U'", 6), ("R U", 15), ("R U'", 9),
])
def test_pocket_cube_turns(kind: type[Executor], turns: str, order: int) -> None:
    """Turns done over and over lead back to the solved cube after a known number of times, and not before.

    On the larger cube R U has the order 105 and R U' the order 63, both 7 times the order among the corners.
    """
    cube = executor(kind, pocket_cube.MODEL)
    seen = turned(cube, turns, order)
    assert [state == cube.instance.start for state in seen] == [False] * (order - 1) + [True]


def test_pocket_cube_layers() -> None:
    """OEIS A079762: 1, 6, 27, 120 and 534 states in up to four quarter turns."""
    cube = executor(DirectExecutor, pocket_cube.MODEL)
    layer: set[State] = {cube.instance.start}
    seen, widths = set(layer), [1]
    for _ in range(4):
        layer = {tuple(cube.apply(state, move)) for state in layer for move in cube.legal(state)} - seen
        seen |= layer
        widths.append(len(layer))
    assert widths == [1, 6, 27, 120, 534]
