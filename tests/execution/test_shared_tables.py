"""Tables that share what a setting or a name does not touch answer as tables that share nothing."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fogg.setup import game_ids, table
from spec.execution.playing import play_out
from spec.execution.position import every_combination
from spec.execution.table import Table, set_up
from spec.language.errors import Malformed, SpecError
from spec.lowering.executor import Move
from spec.lowering.instance import Row
from tests.execution.bazaar import MODEL


def applied(seated: Table, row: Row, move: Move) -> Row | None:
    try:
        return seated.executor.apply(row, move)
    except SpecError:
        return None


def answers(seated: Table, row: Row, moves: list[Move]) -> list[object]:
    """What an executor says of a state and some moves, legal or not."""
    said: list[object] = [seated.executor.legal(row), seated.executor.read("over", row)]
    return said + [(seated.executor.broken(row, move), applied(seated, row, move)) for move in moves]


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from("ab"), st.sampled_from("ab"))
def test_another_choice(seed: int, first: str, second: str) -> None:
    """A table with two choices made one after the other is the table set up with both."""
    one, two = MODEL.rulings
    sharing = set_up(MODEL).with_choice(one, first).with_choice(two, second)
    fresh = set_up(MODEL, choices={one.id: first, two.id: second})
    assert sharing.agreed == fresh.agreed
    row = list(play_out(fresh, seed, longest=seed % 12).end.row)
    moves = [
        (number, *args) for number, action in enumerate(fresh.executor.actions)
        for args in every_combination(fresh, action)
    ]
    assert answers(sharing, row, moves) == answers(fresh, row, moves)


@pytest.mark.parametrize("game", game_ids())
def test_another_choice_in_every_game(game: str) -> None:
    """The same holds for a choice of some settings, along a random game played with it."""
    usual = table(game)
    rng = random.Random(1)
    for setting in rng.sample(list(usual.game.settings.values()), min(2, len(usual.game.settings))):
        choice = next(one for one in setting.choices if one != usual.agreed[setting.id])
        sharing = usual.with_choice(setting, choice)
        assert sharing is usual.with_choice(setting, choice)
        assert sharing.agreed == {**usual.agreed, setting.id: choice}
        fresh = table(game, choices={setting.id: choice})
        row, moves = list(fresh.instance.start), play_out(fresh, 1, longest=60).moves
        for move in moves:
            assert answers(sharing, row, [move]) == answers(fresh, row, [move])
            row = fresh.executor.apply(row, move)


def test_other_names() -> None:
    """Other names change what is read and written, and nothing of what is compiled."""
    usual = set_up(MODEL, players=["Ann", "Bob"])
    renamed = usual.with_names(["Cy", "Di"])
    assert (renamed.players, renamed.names.of(MODEL.players)[0].id) == (("Cy", "Di"), "Cy")
    assert renamed.executor is usual.executor
    with pytest.raises(Malformed, match="same name"):
        usual.with_names(["Cy", "cy"])
    with pytest.raises(Malformed, match="not 4"):
        usual.with_names(["A", "B", "C", "D"])
