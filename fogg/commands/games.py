"""`fogg games`: what there is to play."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from fogg import options
from fogg.output import print_json, print_rows

if TYPE_CHECKING:
    from spec.language.game import Game
    from spec.language.settings import Ruling


@click.command(epilog="Example: fogg games --json")
@options.as_json
def command(as_json: bool) -> None:
    """List the games with their boards, variants and rulings."""
    from fogg.setup import find_game, game_ids
    from graphs.loading import board_files

    games = [find_game(id_) for id_ in game_ids()]
    if as_json:
        print_json({"games": [_described(game, list(board_files(game))) for game in games]})
        return
    rows = [
        (game.id, game.title, game.seats, ", ".join(board_files(game)),
         f"{len(game.variants)}", f"{len(game.rulings)}")
        for game in games
    ]
    print_rows("", ("game", "title", "players", "boards", "variants", "rulings"), rows)


def _described(game: Game, boards: list[str]) -> dict[str, Any]:
    variants = {
        one.id: {"title": one.title, "choices": dict(one.choices), "default": one.default} for one in game.variants
    }
    rulings = {one.id: described_ruling(one) for one in game.rulings}
    return {"id": game.id, "title": game.title, "players": list(game.counts), "boards": boards,
            "variants": variants, "rulings": rulings}


def described_ruling(ruling: Ruling) -> dict[str, Any]:
    """A ruling as data."""
    return {"question": ruling.title, "readings": dict(ruling.choices), "default": ruling.default,
            "why": ruling.why, "citations": list(ruling.cites)}
