"""A template asks for all that a check asks for, whatever the game."""

from __future__ import annotations

import tomllib

import pytest

from fogg.setup import find_game
from graphs.places import snake
from graphs.template import template
from spec.language import Board, Element, Game, State, array, optional, scalar
from tests.models.gated_journey import MODEL


class Player(Element, size="players"):
    """Who plays."""


class Card(Element, size="board"):
    """Cards that nothing printed speaks of."""


class Plain(Board):
    """Nothing is printed."""


class Table(State[Plain]):
    hand = array(Player, optional(Card))
    turn = scalar(Player)


CARDS = Game("cards", "Cards", Table, Plain, Player, (2,), ())


@pytest.mark.parametrize("game", [CARDS, MODEL], ids=lambda game: game.id)
def test_every_sort_of_the_board_has_rows(game: Game) -> None:
    """The template is TOML and has a row for each sort whose size the board gives."""
    wanted = {snake(element) for element in game.elements if element.size == "board"}
    assert wanted
    assert wanted - tomllib.loads(template(game)).keys() == set()


def test_what_may_be_left_out_says_so_and_shows_what_it_is_then() -> None:
    """A single value with a default is filled in with it."""
    text = template(find_game("eighty_days"))
    assert "money = 125  # 0 to 125, may be left out" in text.splitlines()
