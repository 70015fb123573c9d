"""D. Pass: leaving the current period, on side B with a pass tile and its effect; and the end of any other turn."""

from __future__ import annotations

from spec.games.eighty_days.board import Item, PassTile, Player, Side
from spec.games.eighty_days.cards import draw, put_under_pile
from spec.games.eighty_days.diary import carry_on
from spec.games.eighty_days.exchange import exchange, swap_is_possible
from spec.games.eighty_days.general_supply import take_coins
from spec.games.eighty_days.periods import LAST_PERIOD, leave_period
from spec.games.eighty_days.rolling import begin_roll
from spec.games.eighty_days.rulings import DISCARDED_ADVENTURE, SWAP_DUTY
from spec.games.eighty_days.state import CARDS_DRAWN, Decision, Table
from spec.games.eighty_days.turns import ONE_ACTION, PASS, TURN, next_turn, take_action, to_decide
from spec.language import Truth, action, rule, some

START_MARKER = rule(
    "passing.start-marker", "The start marker", "On side A the first to pass in a period gets the start marker.",
    "80D-95",
)
PASS_TILE = rule(
    "passing.pass-tile", "Taking a pass tile",
    "On side B whoever passes takes a pass tile that is left, with the coins on it, and carries out its effect at "
    "once; not so in period V.", "80D-55 80D-96 80D-167",
)
ME_FIRST = rule(
    "pass-tiles.me-first", "Me first!",
    "The start marker goes to whoever takes its tile, and stays with its owner if nobody does.", "80D-97 80D-168",
)
NEW_ADVENTURES = rule(
    "pass-tiles.new-adventures", "New adventures!",
    "The current adventure is discarded, and one of three new cards is kept.", "80D-169",
)
AND_BYE = rule(
    "pass-tiles.and-bye", "And bye!", "The pawn makes a special trip without travel costs and line costs.", "80D-170"
)
MONEY = rule("pass-tiles.money", "Give me the money!", "The player takes two coins from the general supply.", "80D-171")
ON_OFFER = rule(
    "pass-tiles.on-offer", "What do you have on offer?",
    "The black market die is rolled once, and the item goes into the suitcase.", "80D-172",
)
SWAP = rule(
    "pass-tiles.swap", "Time for a swap!", "An item of the suitcase is swapped for any item of the supply.", "80D-173"
)
COINS_OF_A_TILE = 2


def takes_a_tile(t: Table) -> Truth:
    """Whether whoever passes now takes a pass tile."""
    return (t.board.side == Side.B) & (t.period < LAST_PERIOD)


@action(PASS)
def pass_(t: Table, p: Player) -> None:
    """Pass, and leave the current period."""
    take_action(t, p)
    t.require(PASS_TILE, ~takes_a_tile(t), because="on side B whoever passes before period V takes a pass tile")
    with t.when(t.board.side == Side.A):
        t.does(START_MARKER)
        with t.when(~some(t.passed[player] for player in t.each(Player))):
            t.start_marker = p
    t.does(PASS)
    leave_period(t, p)


@action(PASS)
def pass_with(t: Table, p: Player, tile: PassTile) -> None:
    """Pass with a pass tile of side B: take its coins and carry out its effect; then finish."""
    take_action(t, p)
    t.require(PASS_TILE, t.board.side == Side.B, because="side A of the game board has no pass tiles")
    with t.when(t.board.side == Side.B):
        t.require(PASS_TILE, t.period < LAST_PERIOD, because="nobody takes a pass tile in the last period")
        t.require(PASS_TILE, t.available[tile], because="{tile} does not lie on the game board", tile=tile)
    t.does(PASS_TILE)
    t.available[tile] = False
    t.coins[p] += t.tile_coins[tile]
    t.tile_coins[tile] = 0
    t.leaving = True

    with t.when(tile == PassTile.ME_FIRST):
        t.does(ME_FIRST)
        t.start_marker = p
    with t.when(tile == PassTile.NEW_ADVENTURES):
        t.does(NEW_ADVENTURES)
        with t.when(t.chosen(DISCARDED_ADVENTURE, "a")):
            put_under_pile(t, t.adventure[p])
        t.adventure[p] = None
        draw(t, p, Decision.ACTION, CARDS_DRAWN)
    with t.when(tile == PassTile.AND_BYE):
        t.does(AND_BYE)
        t.open = Decision.FREE_TRIP
    with t.when(tile == PassTile.MONEY):
        t.does(MONEY)
        take_coins(t, p, COINS_OF_A_TILE)
    with t.when(tile == PassTile.ON_OFFER):
        t.does(ON_OFFER)
        begin_roll(t, p)
    with t.when(tile == PassTile.SWAP):
        t.does(SWAP)
        t.open = Decision.SWAP


@action(SWAP)
def swap(t: Table, p: Player, gives: Item, takes: Item) -> None:
    """Swap an item for one of the supply, as the pass tile allows."""
    to_decide(t, p, Decision.SWAP)
    exchange(t, p, gives, takes, SWAP)
    carry_on(t, p)


@action(SWAP)
def swap_nothing(t: Table, p: Player) -> None:
    """Leave the suitcase as it is, and the period."""
    to_decide(t, p, Decision.SWAP)
    t.require(
        SWAP, t.chosen(SWAP_DUTY, "a") | ~swap_is_possible(t, p), because="there is an item that {p} can swap", p=p
    )
    carry_on(t, p)


@action(TURN)
def finish(t: Table, p: Player) -> None:
    """End the own turn, once its action has been taken; whoever has taken a pass tile leaves the period."""
    to_decide(t, p, Decision.ACTION)
    with t.when(p == t.active):
        t.require(
            ONE_ACTION, t.acted, because="{p} has not taken an action in this turn; the last resort is to pass", p=p
        )
    with t.when(t.leaving):
        t.does(PASS)
        leave_period(t, p)
    with t.otherwise():
        next_turn(t)
