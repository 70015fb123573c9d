"""Phase 3, end of round: after periods I to IV the board is made ready for the next; after V the game ends."""

from __future__ import annotations

from spec.games.eighty_days.board import Area, PassTile, Player, Side
from spec.games.eighty_days.rulings import REFILL_SHORT
from spec.games.eighty_days.state import JUGGLER_STACKS, Decision, Phase, Table, fix_coins
from spec.games.eighty_days.turns import next_turn
from spec.language import choose, every, least, rule, total

LAST_PERIOD = 5

AREAS_CLEARED = rule(
    "periods.areas", "The areas are cleared",
    "After periods I to IV all coins but the fix coins return from the areas to the general supply.",
    "80D-43 80D-111 80D-112",
)
NEWSPAPER_REMOVED = rule(
    "periods.newspaper", "The newspaper goes", "The newspaper of the period is out of the game.", "80D-111 80D-113"
)
JUGGLER_FILLED = rule(
    "periods.juggler", "The juggler's coins again",
    "On side A the juggler's spaces are filled up again to stacks of 2, 1 and 1.", "80D-111 80D-115",
)
PASS_TILES_BACK = rule(
    "periods.pass-tiles", "The pass tiles again",
    "On side B each pass tile that was left gets a coin on top of those that lie there, and then all are put back.",
    "80D-111 80D-115",
)
ASSISTANTS_TURNED_BACK = rule(
    "periods.assistants", "The Assistants turn back", "Assistants that show their backs are turned to the front.",
    "80D-111 80D-114",
)
NEXT_PERIOD = rule(
    "periods.next", "The next period",
    "A new period begins with its newspaper; the person with the start marker will take the first action.",
    "80D-40 80D-49 80D-111 80D-116",
)
GAME_END = rule(
    "periods.game-end", "The end of the game", "The game ends when everyone has passed in period V.", "80D-14 80D-124"
)


def end_of_round(t: Table) -> None:
    """Everyone has passed: get ready for the next period, or end the game."""
    with t.when(t.period == LAST_PERIOD):
        t.does(GAME_END)
        t.open = Decision.NOTHING
        t.acted = False
    with t.otherwise():
        t.does(AREAS_CLEARED)
        t.bank += total(t.laid[area] for area in t.each(Area))
        for area in t.each(Area):
            t.laid[area] = 0
            t.height[area] = fix_coins(t.board, area)

        t.does(NEWSPAPER_REMOVED)
        t.newspaper = None

        t.does(ASSISTANTS_TURNED_BACK)
        for player in t.each(Player):
            t.turned[player] = False

        with t.when(t.board.side == Side.A):
            fill_juggler(t)
        with t.otherwise():
            put_pass_tiles_back(t)

        t.does(NEXT_PERIOD)
        t.period += 1
        t.phase = Phase.NEWSPAPER
        t.open = Decision.NEWSPAPER
        t.active = t.start_marker
        t.acted = False
        for player in t.each(Player):
            t.passed[player] = False


def fill_juggler(t: Table) -> None:
    """The juggler's spaces are filled up from the supply."""
    t.does(JUGGLER_FILLED)
    missing = total(coins - t.juggler[field] for field, coins in JUGGLER_STACKS)
    short = (t.bank < missing) & t.chosen(REFILL_SHORT, "b")
    for field, coins in JUGGLER_STACKS:
        filled = choose(short, 0, least(coins - t.juggler[field], t.bank))
        t.juggler[field] += filled
        t.bank -= filled


def put_pass_tiles_back(t: Table) -> None:
    """The pass tiles that nobody took get a coin each, and all lie ready again."""
    t.does(PASS_TILES_BACK)
    left = total(t.available[tile].as_number() for tile in t.each(PassTile))
    short = (t.bank < left) & t.chosen(REFILL_SHORT, "b")
    for tile in t.each(PassTile):
        with t.when(t.available[tile] & (t.bank > 0) & ~short):
            t.tile_coins[tile] += 1
            t.bank -= 1
    for tile in t.each(PassTile):
        t.available[tile] = t.in_play[tile]


def leave_period(t: Table, p: Player) -> None:
    """`p` has passed: the turn goes on, or the period ends with the last to pass."""
    t.leaving = False
    t.passed[p] = True
    with t.when(every(t.passed[player] for player in t.each(Player))):
        end_of_round(t)
    with t.otherwise():
        next_turn(t)
