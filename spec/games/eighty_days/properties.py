"""What must hold in every game, on every board: the claims that `fogg verify` proves, and the facts they lean on.

Figures of the rulebook are written out here on purpose: a claim that took them from the rules could not catch a
wrong one.
"""

from __future__ import annotations

from spec.games.eighty_days.board import (
    Area,
    Assistant,
    Item,
    Line,
    LineTile,
    Newspaper,
    PassTile,
    Player,
    Side,
)
from spec.games.eighty_days.newspapers import STORMS
from spec.games.eighty_days.periods import LAST_PERIOD
from spec.games.eighty_days.state import Decision, JugglerField, Phase, Table, Two, fix_coins
from spec.games.eighty_days.variants import ASSISTANTS
from spec.language import Number, Truth, choose, every, invariant, some, step, total


def triangle(height: Number) -> Number:
    """Twice the coins in stacks of 1, 2, 3 and so on up to a height."""
    return height * (height + 1)


def is_before_the_newspaper(t: Table) -> Truth:
    """Whether the newspaper of the period is still to be revealed."""
    return (t.open == Decision.NEWSPAPER) | (t.phase == Phase.PREPARATION)


def is_stormy(t: Table, area: Area) -> Truth:
    """Whether the newspaper lays a stack of two in an area."""
    return some((t.newspaper == storm) & (area == place) for storm, place in STORMS)


def is_fixed_here(t: Table, area: Area) -> Truth:
    """Whether The Independent fixes the price of an area."""
    return (area == Area.BLACK_MARKET) & (t.newspaper == Newspaper.INDEPENDENT)


@invariant(
    "coin-stacking",
    "The stacks of an area rise by one and add up to the coins that lie there, but for those a storm's stack lacks.",
    "80D-61 80D-62 80D-64 80D-78 80D-79 80D-81 80D-143 80D-144 80D-145",
)
def stacks_add_up(t: Table, area: Area) -> Truth:
    fix, lying = fix_coins(t.board, area), 2 * t.laid[area]
    ordinary = lying == triangle(t.height[area]) - 2 * fix
    most_lie = triangle(t.height[area]) - 2
    after_storm = is_stormy(t, area) & (t.height[area] >= 2) & (lying <= most_lie) & (lying >= most_lie - 4)
    return is_fixed_here(t, area) | ordinary | after_storm


@invariant(
    "coin-stacking", "Under The Independent stacks of two lie on the black market, and nothing else.", "80D-148",
)
def independent_stacks(t: Table, area: Area) -> Truth:
    some_lie = (t.height[area] == 2) & (t.laid[area] >= 2) & (t.laid[area] % 2 == 0)
    none_lie = (t.height[area] == 0) & (t.laid[area] == 0)
    return is_fixed_here(t, area).implies(some_lie | none_lie)


@invariant(
    "coin-stacking", "No newspaper lies out before it is revealed, and no area has coins then.", "80D-45 80D-112",
)
def areas_are_clear_before_the_newspaper(t: Table, area: Area) -> Truth:
    before = is_before_the_newspaper(t)
    clear = (t.laid[area] == 0) & (t.height[area] == fix_coins(t.board, area)) & t.newspaper.missing
    return before.implies(clear)


@step(
    "coin-stacking",
    "A new stack is one coin more than the last: the first 1, or 2 with a fix coin, 3 under a storm; always 2 on "
    "the black market under The Independent. Stacks go only at the end of a period.",
    "80D-61 80D-64 80D-78 80D-81 80D-112 80D-143 80D-144 80D-145 80D-148",
)
def each_stack_is_one_more(before: Table, after: Table, area: Area) -> Truth:
    same = (after.height[area] == before.height[area]) & (after.laid[area] == before.laid[area])
    asked = choose(is_fixed_here(before, area), 2, before.height[area] + 1)
    stacked = (after.height[area] == asked) & (after.laid[area] == before.laid[area] + asked)
    cleared = (
        (after.period == before.period + 1) & (after.laid[area] == 0)
        & (after.height[area] == fix_coins(after.board, area))
    )
    by_newspaper = (
        before.newspaper.missing & is_stormy(after, area) & (after.height[area] == 2) & (after.laid[area] <= 2)
    )
    return same | stacked | cleared | by_newspaper


@invariant(
    "four-adventures", "Nobody is in the arrival city London with fewer than four adventures in the diary.", "80D-118",
)
def four_adventures_in_london(t: Table, player: Player) -> Truth:
    return (t.city[player] == t.board.arrival).implies(t.diary[player] >= 4)


@invariant(
    "four-adventures", "A free trip is the bonus of an adventure being completed, or the effect of a pass tile.",
    "80D-106 80D-107 80D-138 80D-170",
)
def free_trips_have_a_reason(t: Table) -> Truth:
    return (t.open == Decision.FREE_TRIP).implies(t.completing | t.leaving)


ROLLING = (Decision.ROLL, Decision.ROLLED, Decision.CHOOSE_ITEM, Decision.PLACE)
"""What a roll of the die makes somebody decide."""
LAYING_OUT = (Decision.LINE_TILE, Decision.PASS_TILE, Decision.DEAL_ASSISTANT, Decision.KEEP_ASSISTANT)
"""What comes before the adventure cards are dealt."""


def all_passed(t: Table) -> Truth:
    """Whether everybody has passed in the period."""
    return every(t.passed[player] for player in t.each(Player))


@invariant(
    "endgame", "The game is over exactly when everybody has passed in period V.", "80D-14 80D-124",
)
def over_when_all_have_passed_in_the_last_period(t: Table) -> Truth:
    return (t.open == Decision.NOTHING).iff((t.period == LAST_PERIOD) & all_passed(t))


@invariant("endgame", "In periods I to IV somebody has not passed: the next period begins at once.", "80D-111 80D-116")
def somebody_goes_on(t: Table) -> Truth:
    return (t.period < LAST_PERIOD).implies(~all_passed(t))


@invariant("endgame", "Nobody has passed before the actions of a period begin.", "80D-49 80D-94")
def nobody_has_passed_before_the_actions(t: Table) -> Truth:
    return (t.phase != Phase.ACTIONS).implies(~some(t.passed[player] for player in t.each(Player)))


@invariant("endgame", "Nobody has taken an action before the actions of a period begin.", "80D-42 80D-49")
def nobody_has_acted_before_the_actions(t: Table) -> Truth:
    return (t.phase != Phase.ACTIONS).implies(~t.acted)


@invariant("endgame", "Each period has revealed one newspaper more: five in all.", "80D-23 80D-40 80D-45")
def one_newspaper_a_period(t: Table) -> Truth:
    out = total(t.revealed[Newspaper.at(n)].as_number() for n in range(len(Newspaper.members)))
    return out == t.period - is_before_the_newspaper(t).as_number()


@invariant(
    "endgame", "What is to be decided belongs to the phase: cards are dealt first, the newspaper is read in phase 1.",
    "80D-25 80D-30 80D-41 80D-42 80D-124",
)
def decisions_belong_to_phases(t: Table) -> Truth:
    preparing = some(t.open == one for one in (*LAYING_OUT, Decision.DRAW, Decision.KEEP, Decision.STARTING_PLAYER))
    reading = some(t.open == one for one in (Decision.NEWSPAPER, Decision.OBSERVER, *ROLLING))
    acting = ~some(
        t.open == one for one in
        (*LAYING_OUT, Decision.STARTING_PLAYER, Decision.NEWSPAPER, Decision.OBSERVER)
    )
    return choose(t.phase == Phase.PREPARATION, preparing, choose(t.phase == Phase.NEWSPAPER, reading, acting))


@invariant("endgame", "An adventure is being completed only while its bonus is carried out.", "80D-105 80D-106")
def completing_carries_out_a_bonus(t: Table) -> Truth:
    bonus = some(t.open == one for one in (*ROLLING, Decision.FREE_TRIP))
    return t.completing.implies(bonus & (t.phase == Phase.ACTIONS))


@invariant(
    "endgame", "Whoever has taken a pass tile carries out its effect, and then can only leave the period.",
    "80D-94 80D-96",
)
def leaving_carries_out_a_pass_tile(t: Table) -> Truth:
    effect = (t.phase == Phase.ACTIONS) & ~t.completing & t.acted & (t.period < LAST_PERIOD)
    return t.leaving.implies(effect) & (t.open == Decision.SWAP).implies(t.leaving)


@step("endgame", "The game goes through its five periods one after another.", "80D-40 80D-116 80D-124")
def periods_step_by_one(before: Table, after: Table) -> Truth:
    stays, follows = after.period == before.period, after.period == before.period + 1
    return stays | (follows & (before.period < LAST_PERIOD))


@step("endgame", "No move is possible once the game is over.", "80D-124")
def nothing_follows_the_end(before: Table, after: Table) -> Truth:
    return before.open != Decision.NOTHING


@invariant(
    "components", "No coin is made or lost: the printed box holds 75 grey and 10 yellow ones, worth 125.",
    "80D-3 80D-60 80D-68",
)
def money_is_conserved(t: Table) -> Truth:
    areas = total(t.laid[Area.at(n)] for n in range(len(Area.members)))
    juggler = total(t.juggler[JugglerField.at(n)] for n in range(len(JugglerField.members)))
    tiles = total(t.tile_coins[PassTile.at(n)] for n in range(len(PassTile.members)))
    return t.bank + total(t.coins[player] for player in t.each(Player)) + areas + juggler + tiles == t.board.money


@invariant("components", "No item is made or lost: all are in the supply or in suitcases.", "80D-4 80D-28 80D-89")
def items_are_conserved(t: Table, item: Item) -> Truth:
    on_the_card = choose(item == Item.REVOLVER, t.holster, 0)
    held = total(t.suitcase[player, item] for player in t.each(Player)) + on_the_card
    return t.supply[item] + held == t.board.stock[item]


@invariant("components", "An item that waits to be placed still lies in the supply.", "80D-83 80D-89")
def a_waiting_item_is_in_the_supply(t: Table, item: Item) -> Truth:
    return ((t.rolled == item) & (t.open == Decision.PLACE)).implies(t.supply[item] > 0)


@invariant("components", "An item waits while it is to be placed, or while it may be rolled again.", "80D-83 80D-162")
def an_item_waits_while_it_is_placed(t: Table) -> Truth:
    waits = (t.open == Decision.PLACE).implies(t.rolled.exists)
    return waits & t.rolled.exists.implies((t.open == Decision.PLACE) | (t.open == Decision.ROLLED))


@invariant("components", "Rolls are left only while the die is rolled, and then at most two.", "80D-162")
def rolls_are_left_while_rolling(t: Table) -> Truth:
    rolling = (t.open == Decision.ROLL) | (t.open == Decision.ROLLED)
    return (t.rolls_left > 0).implies(rolling) & (t.open == Decision.ROLLED).implies(t.rolls_left > 0)


@invariant("components", "Albert alone lets anybody roll the die again.", "80D-162")
def rolls_are_left_with_albert(t: Table) -> Truth:
    return (t.rolls_left > 0).implies(t.assistant[t.active] == Assistant.ALBERT)


@invariant(
    "components", "The pieces of side B lie on side B only, the juggler's coins on side A only.", "80D-32 80D-91",
)
def pieces_lie_on_their_side(t: Table) -> Truth:
    tiles = every(~t.in_play[PassTile.at(n)] for n in range(len(PassTile.members)))
    fields = every(t.juggler[JugglerField.at(n)] == 0 for n in range(len(JugglerField.members)))
    return choose(t.board.side == Side.A, tiles, fields)


@invariant(
    "components", "A pass tile that can be taken is in play; coins lie on such tiles only.", "80D-34 80D-96 80D-115",
)
def tiles_in_play(t: Table, tile: PassTile) -> Truth:
    coins = t.tile_coins[tile] > 0
    return t.available[tile].implies(t.in_play[tile]) & coins.implies(t.available[tile] & (t.period > 1))


@invariant("components", "A pass tile gets at most one coin for each period that is over.", "80D-115")
def coins_on_tiles(t: Table, tile: PassTile) -> Truth:
    return t.tile_coins[tile] < t.period


@invariant(
    "always-a-move", "Once laid out, the pass tiles in play are two more than the players.", "80D-34 80D-35",
)
def two_tiles_more_than_players(t: Table) -> Truth:
    in_play = total(t.in_play[PassTile.at(n)].as_number() for n in range(len(PassTile.members)))
    wanted: Number = choose(t.board.side == Side.B, len(list(t.each(Player))) + 2, 0)
    return in_play + t.tiles_left == wanted


@invariant(
    "always-a-move", "In periods I to IV each pass takes just one pass tile, so that two are left in the end.",
    "80D-96 80D-115",
)
def a_tile_for_everyone(t: Table) -> Truth:
    left = total(t.available[PassTile.at(n)].as_number() for n in range(len(PassTile.members)))
    passed = total(t.passed[player].as_number() for player in t.each(Player)) + t.leaving.as_number()
    in_play = total(t.in_play[PassTile.at(n)].as_number() for n in range(len(PassTile.members)))
    return choose(t.period < LAST_PERIOD, (t.board.side == Side.A) | (left == in_play - passed), True)


@invariant("components", "Every Assistant lies before at most one player, and only if dealt.", "80D-37")
def assistants_are_not_doubled(t: Table, assistant: Assistant) -> Truth:
    seen = total(
        (t.assistant[player] == assistant).as_number()
        + total((t.dealt[player, one] == assistant).as_number() for one in t.each(Two))
        for player in t.each(Player)
    )
    return seen <= t.is_dealt[assistant].as_number()


@invariant("components", "Revolvers lie on Matilda's card only while she assists somebody.", "80D-166")
def revolvers_lie_on_matilda(t: Table) -> Truth:
    return (t.holster > 0).implies(some(t.assistant[player] == Assistant.MATILDA for player in t.each(Player)))


@invariant("components", "Assistants are dealt from the first seat on, to players who have none.", "80D-37")
def assistants_are_dealt_in_turn(t: Table, player: Player) -> Truth:
    laying = some(t.open == one for one in LAYING_OUT)
    tiles = (t.open == Decision.LINE_TILE) | (t.open == Decision.PASS_TILE)
    none_yet = (laying & (player.index >= t.active.index)).implies(t.assistant[player].missing)
    return none_yet & tiles.implies(t.active.index == 0)


@invariant("components", "Tiles are laid out as long as squares and places for them are left.", "80D-33 80D-34")
def tiles_are_left_to_lay(t: Table) -> Truth:
    lines, passes = t.open == Decision.LINE_TILE, t.open == Decision.PASS_TILE
    return lines.implies(t.squares_left > 0) & (lines | passes).implies(t.tiles_left > 0)


@invariant("components", "Until adventures are dealt, both piles of them are whole.", "80D-25 80D-26")
def piles_are_whole_at_first(t: Table) -> Truth:
    before = (Decision.LINE_TILE, Decision.PASS_TILE, Decision.DEAL_ASSISTANT, Decision.KEEP_ASSISTANT)
    laying = (t.phase == Phase.PREPARATION) & some(t.open == one for one in before)
    whole = (t.adventures.left == t.board.ordinary_cards) & (t.london_adventures.left == t.board.london_cards)
    return laying.implies(whole)


@invariant("components", "Nobody has coins until the starting player is determined.", "80D-28 80D-30")
def purses_are_empty_at_first(t: Table, player: Player) -> Truth:
    return (t.phase == Phase.PREPARATION).implies(t.coins[player] == 0)


@invariant("components", "Suitcases are empty until the game is prepared.", "80D-28")
def suitcases_are_empty_at_first(t: Table, player: Player, item: Item) -> Truth:
    return (t.phase == Phase.PREPARATION).implies(t.suitcase[player, item] == 0)


@invariant("components", "Nobody has an Assistant in a game without them.", "80D-37")
def no_assistants_without_the_module(t: Table, player: Player) -> Truth:
    none = t.assistant[player].missing & every(t.dealt[player, one].missing for one in t.each(Two))
    return t.chosen(ASSISTANTS, "yes") | none


@invariant("components", "Arrival cards are taken in their order, each by one player.", "80D-120")
def arrival_cards_are_taken_in_order(t: Table, player: Player) -> Truth:
    mine = t.arrival_card[player]
    others = every(
        (one == player) | t.arrival_card[one].missing | (t.arrival_card[one].value != mine.value)
        for one in t.each(Player)
    )
    return mine.missing | ((mine.value.index < t.arrivals_taken) & others)


@invariant("tiles", "Each line tile lies on one line, if it is laid.", "80D-33")
def line_tiles_are_not_doubled(t: Table, tile: LineTile) -> Truth:
    return total((t.line_tile[line] == tile).as_number() for line in t.each(Line)) == t.tile_is_laid[tile].as_number()


@invariant("tiles", "Line tiles lie on marked squares alone.", "80D-33")
def line_tiles_lie_on_squares(t: Table, line: Line) -> Truth:
    return t.board.marked[line] | t.line_tile[line].missing


@invariant("tiles", "As many squares are left as there are marked lines without a tile.", "80D-33")
def squares_left_are_bare(t: Table) -> Truth:
    bare = total((t.board.marked[line] & t.line_tile[line].missing).as_number() for line in t.each(Line))
    return t.squares_left == bare


@invariant("tiles", "No square is left once the line tiles are laid out.", "80D-33")
def no_square_is_left(t: Table) -> Truth:
    return (t.open != Decision.LINE_TILE).implies(t.squares_left == 0)
