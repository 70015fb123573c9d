"""What stands at the head of every file: what it is a model of, and what its states and moves are."""

from __future__ import annotations

from collections.abc import Iterator

from verification.export.commands import Model
from verification.export.moves import Chance


def heading(model: Model, chance: Chance) -> Iterator[str]:
    """Lines without the language's sign for a comment."""
    instance = model.instance
    yield f"{instance.game.title}, {instance.players} playing, board: {instance.board.name}"
    for setting, made in instance.all_choices.items():
        yield f"{setting.id} = {list(setting.choices)[made]}"
    yield "A truth is 0 or 1, a member of a sort its number, and an absent one -1."
    yield "Every command is an action with its arguments; where the game has ended, what is legal is in here too."
    if chance is Chance.FREE:
        yield "Moves of chance are as free as a player's."
