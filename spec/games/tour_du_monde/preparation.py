"""The preparation: bonus chips, travel cards, the first player."""

from __future__ import annotations

from spec.games.tour_du_monde.board import Card, Chip, City, Colour, Player
from spec.games.tour_du_monde.rows import begin_row
from spec.games.tour_du_monde.state import Decision, Table
from spec.games.tour_du_monde.turns import to_happen
from spec.language import chance, element_at, rule

CHIPS = rule(
    "preparation.chips", "The bonus chips",
    "Red and blue chips are mixed, one of each is laid at every destination, and then all are turned up.", "TDM-4",
)
DEAL = rule("preparation.deal", "Dealing", "Everybody gets three travel cards and a gold coin.", "TDM-3 TDM-5")
FIRST_PLAYER = rule(
    "preparation.first-player", "The first player",
    "Who was in London last gets the first player's marker; detective and pawns stand in Brindisi and London.",
    "TDM-6 TDM-7",
)
DEALT = 3


@chance(CHIPS)
def lay_chips(t: Table, red: Chip, blue: Chip) -> None:
    """A red and a blue chip are laid at the next destination."""
    to_happen(t, Decision.CHIPS)
    t.weight(t.bag[Colour.RED, red] * t.bag[Colour.BLUE, blue])
    for colour, chip in ((Colour.RED, red), (Colour.BLUE, blue)):
        t.bag[colour, chip] -= 1
        t.chip[colour, t.laying] = chip
    t.laying = element_at(City, t.laying.index + 1)
    with t.when(t.laying.index == t.count(City) - 1):
        t.does(DEAL)
        t.open = Decision.DEAL


@chance(DEAL)
def deal(t: Table, card: Card) -> None:
    """The next card is dealt, three to one player after another."""
    to_happen(t, Decision.DEAL)
    t.weight(t.cards.chance_of(card))
    t.cards.take(card)
    t.hand[t.turn, card] += 1
    t.laid += 1
    with t.when(t.laid == DEALT):
        t.laid = 0
        t.turn = t.clockwise(t.turn)
        with t.when(t.turn.index == 0):
            t.open = Decision.STARTING_PLAYER


@chance(FIRST_PLAYER)
def first_player(t: Table, first: Player) -> None:
    """Somebody was in London last; anybody may have been."""
    to_happen(t, Decision.STARTING_PLAYER)
    t.first_player = first
    t.turn = first
    begin_row(t)
