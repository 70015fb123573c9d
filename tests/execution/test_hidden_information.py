"""Nobody is told what they cannot see: what looks alike is answered alike, for every game on every board of it.

The law is only worth something where it can fail, so each board must give pairs that differ for the referee, and a
game whose hidden cells are looked at by mistake must be caught.
"""

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from fogg.setup import find_game, game_ids, table
from graphs.loading import board_files
from spec.execution.insight import Finding, exactly, finding
from spec.execution.knowing import Known
from spec.execution.reasons import reasons
from spec.execution.seeing import Onlooker, Viewer
from spec.execution.table import Table, set_up
from spec.execution.verdicts import Verdict
from spec.language.state import Sight
from spec.lowering.executor import Move
from tests.execution import bazaar, helpers, whispers
from tests.execution.hidden_pairs import differences, onlookers, pairs, positions, told
from tests.fragments import chained_cards, legs_paid

BOARDS = [(game, board) for game in game_ids() for board in board_files(find_game(game)).values()]
NAMES = [f"{game}-{board.stem}" for game, board in BOARDS]
MODELS: dict[str, Callable[[], Table]] = {
    "whispers": lambda: set_up(whispers.MODEL, players=3),
    "helpers": lambda: set_up(helpers.MODEL, players=3),
    "bazaar": lambda: set_up(bazaar.MODEL, players=3),
    "chained_cards": lambda: set_up(chained_cards.MODEL, chained_cards.BOARD, 3),
    "legs_paid": lambda: set_up(legs_paid.MODEL, legs_paid.BOARD, 3),
}
FEWEST_PAIRS = 6
"""So many pairs of states must differ in what is hidden, or a run has shown nothing."""


FEWEST_BITING = 3
"""In so many of them moves or verdicts must differ for the referee."""


def check(seated: Table, seed: int, count: int, longest: int) -> tuple[int, int]:
    """Hold pairs of states to the law: how many there were, and in how many the referee judges or lists otherwise."""
    rng = random.Random(seed)
    found = biting = 0
    for position in positions(seated, seed, count, longest):
        for pair in pairs(seated, position, rng):
            agreed = rng.random() < 0.5
            assert differences(pair, pair.viewer, agreed) == []
            found += 1
            biting += any(not one.startswith("view") for one in differences(pair, Viewer.REFEREE, agreed))
    return found, biting


@pytest.mark.parametrize("name", MODELS)
def test_what_looks_alike_is_answered_alike_in_models(name: str) -> None:
    """Views, legal moves and judgements of states that look alike to a viewer are equal, word by word."""
    found, biting = check(MODELS[name](), 1, 12, 40)
    assert found >= FEWEST_PAIRS
    assert biting >= FEWEST_BITING


@pytest.mark.slow
@pytest.mark.parametrize(("game", "board"), BOARDS, ids=NAMES)
def test_what_looks_alike_is_answered_alike(game: str, board: Path) -> None:
    """The same on every board of every game, from its beginning to its end."""
    seated = table(game, board, find_game(game).counts[-1])
    if all(field.sight is Sight.EVERYONE for field in seated.game.state.fields):
        return  # nothing is hidden in this game, which is what the law says of it
    found, biting = check(seated, 2, 6, 150)
    assert found >= FEWEST_PAIRS
    assert biting >= FEWEST_BITING


@pytest.mark.parametrize(("game", "board"), BOARDS, ids=NAMES)
def test_views_and_moves_that_look_alike(game: str, board: Path) -> None:
    """Views and legal moves alone."""
    seated, rng = table(game, board), random.Random(3)
    found = [pair for position in positions(seated, 3, 3, 150) for pair in pairs(seated, position, rng)]
    for pair in found:
        assert told(seated, pair.one, pair.viewer, (), True) == told(seated, pair.other, pair.viewer, (), True)
    assert len(found) >= FEWEST_PAIRS


@pytest.mark.parametrize("name", MODELS)
def test_what_is_said_is_so(name: str) -> None:
    """Whatever a viewer calls legal or illegal is so; but chance may have dealt what a viewer cannot check."""
    assert sound(MODELS[name](), 4, 8, 40) > 0


@pytest.mark.parametrize(("game", "board"), BOARDS, ids=NAMES)
def test_what_is_said_of_a_game_is_so(game: str, board: Path) -> None:
    """The same on every board of every game."""
    assert sound(table(game, board), 5, 6, 150) > 0


def sound(seated: Table, seed: int, count: int, longest: int) -> int:
    """Hold findings to the truth; how many moves were looked at that are not illegal."""
    rng, legal_moves = random.Random(seed), 0
    for position in positions(seated, seed, count, longest):
        moves = rng.sample(list(position.moves), min(4, len(position.moves)))
        moves += [_with_another(seated, move, rng) for move in moves]
        for viewer in onlookers(seated):
            known = Known.of(seated, position.row, viewer)
            for move in moves:
                legal_moves += _is_so(seated, position.row, move, finding(known, move[0], exactly(move)))
    return legal_moves


def _is_so(seated: Table, row: tuple[int, ...], move: Move, found: Finding) -> bool:
    broken = reasons(seated, row, move)
    if found.verdict is Verdict.ILLEGAL:
        assert broken != ()
        assert {one.rule.id for one in found.broken} <= {one.rule.id for one in broken}
    elif found.verdict is Verdict.LEGAL and not seated.executor.actions[move[0]].chance:
        assert broken == ()
    return broken == ()


def _with_another(seated: Table, move: Move, rng: random.Random) -> Move:
    """A move with one parameter changed at random."""
    if len(move) == 1:
        return move
    params = seated.instance.tape(seated.executor.actions[move[0]]).params
    at = rng.randrange(len(params))
    return (*move[:1 + at], rng.randint(params[at].lo, params[at].hi), *move[2 + at:])


def seeing_too_much(table: Table, viewer: Onlooker) -> tuple[bool, ...]:
    return (True,) * table.instance.width


@pytest.mark.parametrize(("place", "wrong"), [
    ("spec.execution.knowing.seen_slots", seeing_too_much),
    ("spec.execution.views.can_see", lambda viewer, sight, index: True),
    ("spec.execution.views.can_see", lambda viewer, sight, index: sight is not Sight.NOBODY),
    ("spec.execution.judging_as.args_seen", lambda known, move: exactly(move)),
])
def test_a_leak_is_caught(monkeypatch: pytest.MonkeyPatch, place: str, wrong: Callable[..., object]) -> None:
    """A view or a judge that looks at what is hidden fails the law."""
    seated, rng = MODELS["whispers"](), random.Random(6)
    found = [pair for position in positions(seated, 6, 8, 12) for pair in pairs(seated, position, rng)]
    assert [difference for pair in found for difference in differences(pair, pair.viewer, True)] == []
    monkeypatch.setattr(place, wrong)
    assert [difference for pair in found for difference in differences(pair, pair.viewer, True)] != []
