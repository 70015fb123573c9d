"""Game preparation: where everything lies before the first period, and who begins.

The pieces lie ready in the fields of `state.py`; the tiles of side B are laid out by moves of this file, the Assistants
are dealt by those of `assistants.py` and the adventure cards by those of `cards.py`.
"""

from __future__ import annotations

from spec.games.eighty_days.assistance import deal_assistants
from spec.games.eighty_days.board import Line, LineTile, PassTile, Player, Printed, Side
from spec.games.eighty_days.cards import draw
from spec.games.eighty_days.general_supply import take_coins
from spec.games.eighty_days.state import JUGGLED, Decision, Phase, Table
from spec.games.eighty_days.turns import to_happen
from spec.games.eighty_days.variants import ASSISTANTS
from spec.language import Truth, axiom, chance, rule

BOARD = rule(
    "preparation.board", "The board is laid out",
    "Pawns start in London; items, coins and the die lie ready, and there are fix coins for two or three players.",
    "80D-3 80D-4 80D-17 80D-18 80D-19 80D-20 80D-21 80D-22 80D-24 80D-27 80D-28",
)
JUGGLER = rule(
    "preparation.juggler", "The juggler's coins",
    "On side A four coins of the general supply lie on the juggler's marked spaces in stacks of 2, 1 and 1.", "80D-29",
)
STARTING_PLAYER = rule(
    "preparation.starting-player", "The starting player",
    "The starting player gets the start marker, and the others one coin more for each seat further clockwise.",
    "80D-30",
)
LINE_TILES = rule(
    "preparation.line-tiles", "The line tiles",
    "On side B a shuffled line tile is laid on each marked square of a line, and stays there for the game.",
    "80D-32 80D-33",
)
PASS_TILES = rule(
    "preparation.pass-tiles", "The pass tiles",
    "On side B the tile with the start marker and random others lie ready, two more in all than there are players.",
    "80D-32 80D-34 80D-35",
)


@axiom("side A has coins for the juggler's fields", f"raise money = to {JUGGLED} or more, or leave it out")
def coins_for_the_juggler(board: Printed) -> Truth:
    return (board.side == Side.A).implies(board.money >= JUGGLED)


@chance(LINE_TILES)
def lay_line_tile(t: Table, line: Line, tile: LineTile) -> None:
    """A line tile is laid on a marked square; which is next and which tile it gets is random."""
    to_happen(t, Decision.LINE_TILE)
    t.require(LINE_TILES, t.board.marked[line], because="{line} has no marked square", line=line)
    t.require(LINE_TILES, t.line_tile[line].missing, because="a tile lies on {line} already", line=line)
    t.require(LINE_TILES, ~t.tile_is_laid[tile], because="{tile} lies on another line", tile=tile)
    t.line_tile[line] = tile
    t.tile_is_laid[tile] = True
    t.squares_left -= 1
    with t.when(t.squares_left == 0):
        t.open = Decision.PASS_TILE


@chance(PASS_TILES)
def lay_pass_tile(t: Table, tile: PassTile) -> None:
    """A shuffled pass tile is laid out; the one with the start marker lies there already."""
    to_happen(t, Decision.PASS_TILE)
    t.require(PASS_TILES, ~t.in_play[tile], because="{tile} lies there already", tile=tile)
    t.in_play[tile] = True
    t.available[tile] = True
    t.tiles_left -= 1
    with t.when(t.tiles_left == 0):
        begin_dealing(t)


def begin_dealing(t: Table) -> None:
    """The tiles lie ready: the first player is dealt Assistants, or without the module adventures."""
    with t.when(t.chosen(ASSISTANTS, "yes")):
        deal_assistants(t)
    with t.otherwise():
        draw(t, t.active, Decision.STARTING_PLAYER)


@chance(STARTING_PLAYER)
def first_player(t: Table, first: Player) -> None:
    """Somebody is determined to start, each with the same chance."""
    to_happen(t, Decision.STARTING_PLAYER)
    t.start_marker = first
    t.active = first
    for seats, player in enumerate(t.clockwise_from(first)):
        take_coins(t, player, seats)
    t.phase = Phase.NEWSPAPER
    t.open = Decision.NEWSPAPER
