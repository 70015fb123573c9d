"""That somebody can always act, or chance does, until the game is over: what the open decision finds to decide on."""

from __future__ import annotations

from spec.games.eighty_days.board import Assistant, LineTile, Player, Side
from spec.games.eighty_days.state import Decision, Table, Two
from spec.language import Number, Truth, choose, invariant, total


@invariant(
    "always-a-move", "Assistants are dealt two to each player; a record tells of one player after another.", "80D-37"
)
def assistants_are_dealt_in_pairs(t: Table) -> Truth:
    dealt = total(t.is_dealt[Assistant.at(n)].as_number() for n in range(len(Assistant.members)))
    before, two = 2 * t.active.index, len(Two.members)
    laying = (t.open == Decision.LINE_TILE) | (t.open == Decision.PASS_TILE)
    return (
        laying.implies(dealt == 0)
        & (t.open == Decision.DEAL_ASSISTANT).implies((dealt + t.to_draw == before + two) & (t.to_draw <= two))
        & (t.open == Decision.KEEP_ASSISTANT).implies(dealt == before + two)
    )


@invariant("always-a-move", "As many line tiles are laid as marked squares are covered.", "80D-33")
def line_tiles_cover_squares(t: Table) -> Truth:
    laid = total(t.tile_is_laid[LineTile.at(n)].as_number() for n in range(len(LineTile.members)))
    squares: Number = choose(t.board.side == Side.B, t.board.marked_lines, 0)
    return laid + t.squares_left == squares


@invariant("always-a-move", "Pass tiles are still to be laid out just while tiles are being laid.", "80D-34")
def all_pass_tiles_are_laid_out(t: Table) -> Truth:
    laying = (t.open == Decision.LINE_TILE) | (t.open == Decision.PASS_TILE)
    return laying.iff(t.tiles_left > 0)


@invariant(
    "always-a-move", "Whoever is to keep an Assistant has been dealt two; in a record later players have none yet.",
    "80D-37",
)
def there_are_assistants_to_keep(t: Table, player: Player) -> Truth:
    one, other = (t.dealt[player, place].exists for place in (Two.ONE, Two.OTHER))
    mine, later = player == t.active, player.index > t.active.index
    laying = (t.open == Decision.LINE_TILE) | (t.open == Decision.PASS_TILE)
    dealing = (t.open == Decision.DEAL_ASSISTANT) | (t.open == Decision.KEEP_ASSISTANT)
    return (
        (mine & (t.open == Decision.DEAL_ASSISTANT)).implies(one.iff(t.to_draw == 1))
        & (mine & (t.open == Decision.KEEP_ASSISTANT)).implies(one & other)
        & (laying | (dealing & later)).implies(~one & ~other)
    )
