"""Every game plays to its end under every combination of its variants, on every board that comes with it."""

from collections.abc import Iterator
from itertools import product

import pytest

from fogg.setup import find_game, game_ids, table
from graphs.loading import board_files
from spec.execution.playing import play_out
from spec.language.actions import Kind
from spec.lowering.shown import shown


def combinations() -> Iterator[tuple[str, str, dict[str, str]]]:
    """A game, a board, and a choice for each variant: all that can be agreed on."""
    for id_ in game_ids():
        game = find_game(id_)
        for board in board_files(game):
            for choices in product(*(one.choices for one in game.variants)):
                yield id_, board, dict(zip((one.id for one in game.variants), choices, strict=True))


SWEEP = list(combinations())


def test_variants_are_swept() -> None:
    """Some game has variants, and each of their choices is met beside each of every other."""
    assert any(choices for _, _, choices in SWEEP)


@pytest.mark.parametrize(
    ("game", "board", "choices"), SWEEP,
    ids=["-".join((game, board, *map("=".join, choices.items()))) for game, board, choices in SWEEP],
)
def test_a_combination_plays_to_its_end(game: str, board: str, choices: dict[str, str]) -> None:
    """With any number of players a random game ends, and no claim is broken on the way."""
    for players in find_game(game).counts:
        seated = table(game, board, players, choices)
        played = play_out(seated, players)
        assert seated.executor.read("over", played.end.row) == 1
        claims = [one for one in seated.game.properties.values() if one.kind is not Kind.REACHABLE]
        row = seated.instance.start
        for move in played.moves:
            after = seated.executor.apply(row, move)
            assert [one.name for one in claims if shown(seated.executor, one, row, after) is not None] == []
            row = tuple(after)
