"""Every spec that there is: the games with their boards, the models and the fragments, found by looking."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from itertools import cycle, product
from pathlib import Path

from spec.language import Game
from spec.language.data import EMPTY
from spec.language.settings import Setting
from spec.lowering.instance import Instance

TESTS = Path(__file__).parent.parent


def _modules() -> Iterator[str]:
    for folder in ("models", "fragments"):
        for path in sorted((TESTS / folder).rglob("*.py")):
            if not path.name.startswith("test_"):
                yield ".".join(("tests", *path.relative_to(TESTS).with_suffix("").parts))


@cache
def instances() -> dict[str, Instance]:
    """Every spec by name, set up in every way its own module or folder offers."""
    found: dict[str, Instance] = {}
    for name in _modules():
        module = importlib.import_module(name)
        own = getattr(module, "INSTANCES", None)
        if own is not None:
            found.update({f"{name}:{label}": instance for label, instance in own.items()})
        elif isinstance(getattr(module, "MODEL", None), Game):
            game: Game = module.MODEL
            board = getattr(module, "BOARD", EMPTY)
            found[name] = Instance(game, game.counts[0], board)
    found.update(_games())
    return found


def _games() -> dict[str, Instance]:
    from fogg.setup import find_game, game_ids, ready_board
    from graphs.loading import board_files

    found: dict[str, Instance] = {}
    for id_ in game_ids():
        game = find_game(id_)
        boards = {name: ready_board(name, game) for name in board_files(game)}
        for name, board in boards.items():
            for count in game.counts:
                found[f"{id_}:{name}:{count}"] = Instance(game, count, board)
        # Every combination of variants once, on one board after another and with one number of players after another.
        others = list(_other_variants(game))
        for number, (choices, name) in enumerate(zip(others, cycle(boards), strict=False)):
            count = game.counts[number % len(game.counts)]
            told = ",".join(f"{one.id}={list(one.choices)[made]}" for one, made in choices.items())
            found[f"{id_}:{name}:{count}:{told}"] = Instance(game, count, boards[name], choices)
    return found


def _other_variants(game: Game) -> Iterator[dict[Setting, int]]:
    """Every combination of variants but the one that holds when nothing is agreed."""
    for made in product(*(range(len(one.choices)) for one in game.variants)):
        choices: dict[Setting, int] = dict(zip(game.variants, made, strict=True))
        if any(number != one.number_of(one.default) for one, number in choices.items()):
            yield choices
