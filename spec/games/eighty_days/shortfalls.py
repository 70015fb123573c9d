"""How many moves it takes at least until something has run out: lower bounds, proved for every board.

Every number here falls by at most one in any move, which `fogg verify` proves with the claims of `exhaustion.py`.
What takes several moves is counted as those moves; what a move may bring about at once is taken off beforehand.
"""

from __future__ import annotations

from spec.games.eighty_days.board import Area, Item, Newspaper, Player, Side
from spec.games.eighty_days.state import GREY_COINS, JUGGLER_STACKS, Decision, JugglerField, Phase, Table
from spec.games.eighty_days.variants import ASSISTANTS
from spec.language import Number, Truth, choose, invariant, least, most, some, total

DEAL = 3  # moves: two cards are drawn and one is kept
COMPLETION = 4  # moves: an adventure is completed, and then as for a deal
FOR_LONDON = 3  # adventures that whoever enters London has in the diary before that move, under any ruling
OBSERVERS_COINS = 13  # no other move takes more out of the supply, but for a newspaper
NEWSPAPERS_COINS = 14  # at most, for everyone
COINS_OF_PASS_TILES = 8  # that passing takes out on side B: two as an effect, and one for each of six tiles
STORM = 2  # coins, and so the height of the first stack


def people(t: Table) -> int:
    """How many play."""
    return len(list(t.each(Player)))


def is_open(t: Table, *decisions: Decision) -> Truth:
    """Whether one of these comes next."""
    return some(t.open == one for one in decisions)


def deals(t: Table) -> Number:
    """How many are still to be dealt adventures, after the active player if that one is being dealt them."""
    before = is_open(
        t, Decision.LINE_TILE, Decision.PASS_TILE, Decision.DEAL_ASSISTANT, Decision.KEEP_ASSISTANT
    )
    after = choose(is_open(t, Decision.DRAW, Decision.KEEP), people(t) - 1 - t.active.index, 0)
    return choose(before, people(t), after)


def pile_lasts(t: Table) -> Truth:
    """Whether the pile has cards for each deal that is left, and where Alex may help for three each."""
    each = choose(t.chosen(ASSISTANTS, "yes"), 3 * deals(t), 2 * deals(t))
    return t.adventures.left >= each + choose(t.open == Decision.DRAW, t.to_draw, 0)


def preparing(t: Table) -> Number:
    """The deals that are left and the starting player; the deals only if the pile lasts for them."""
    drawing = choose(is_open(t, Decision.DRAW, Decision.KEEP), t.to_draw + 1, 0)
    return choose(t.phase == Phase.PREPARATION, choose(pile_lasts(t), DEAL * deals(t) + drawing, 0) + 1, 0)


def passed(t: Table) -> Number:
    """How many have passed in the period; before a newspaper all have."""
    those = total(t.passed[player].as_number() for player in t.each(Player))
    return choose((t.phase == Phase.PREPARATION) | (t.open == Decision.NEWSPAPER), people(t), those)


# Coins: everyone passes before each newspaper, so a pass is counted as the coins that it brings nearer.


def coins_until_short(t: Table) -> Number:
    """The coins by which the supply is too large for a newspaper to be more than it holds, with those for passes."""
    count = people(t)
    a_pass = -((OBSERVERS_COINS - NEWSPAPERS_COINS * count) // count)
    juggled = total(most(coins - t.juggler[field], 0) for field, coins in JUGGLER_STACKS)
    spoken_for: Number = choose(t.phase == Phase.PREPARATION, count * (count - 1) // 2, 0)
    supply = t.bank - spoken_for - choose(t.board.side == Side.A, juggled, 0)
    return supply + a_pass * (count - passed(t)) - (count * NEWSPAPERS_COINS - 1)


def moves_until_coins_are_short(t: Table, newspaper: Newspaper) -> Number:
    """No move takes more than 13 coins, with a newspaper's spread over the passes before it."""
    left, on_side_b = most(coins_until_short(t), 0), OBSERVERS_COINS + COINS_OF_PASS_TILES
    moves = choose(
        t.board.side == Side.A, (left + OBSERVERS_COINS - 1) // OBSERVERS_COINS, (left + on_side_b - 1) // on_side_b
    )
    return preparing(t) + moves


# Grey coins: each stack on the board is at most one coin more than the highest one.


def payments_until_greys_are_short(t: Table) -> Number:
    """How many stacks must still be placed, if each is one coin more than the highest that lies there."""
    highest = Number(STORM)
    for area in t.each(Area):
        highest = most(highest, t.height[area])
    juggled = most(total(t.juggler[field] for field in t.each(JugglerField)), 4)
    lying = most(total(t.laid[area] for area in t.each(Area)), STORM) + juggled
    return total(
        (lying + stacks * highest + stacks * (stacks + 1) // 2 + highest + stacks + 1 <= GREY_COINS).as_number()
        for stacks in range(11)
    )


def moves_until_greys_are_short(t: Table, area: Area) -> Number:
    """Whoever pays has taken an action, and the next one is another turn's; on side B nothing is said."""
    moves = preparing(t) + 2 * payments_until_greys_are_short(t) + 1 - may_act(t)
    return choose(t.board.side == Side.A, moves, 0)


def may_act(t: Table) -> Number:
    """1 in a turn whose action has not been taken, or while it leads to passing; 1 too while a newspaper is read."""
    acting = (~t.acted | t.leaving).as_number()
    return choose(t.phase == Phase.ACTIONS, acting, is_reading(t).as_number())


def is_reading(t: Table) -> Truth:
    """Whether a newspaper lies out whose decisions come before the actions."""
    return (t.phase == Phase.NEWSPAPER) & (t.open != Decision.NEWSPAPER)


# Items: one an action, or by a bonus or pass tile one in two moves; Santa Express alone gives everyone one at once.


def moves_until_none_is_left(t: Table, item: Item) -> Number:
    """An item is bought in one move and a turn ends in another; with Assistants nothing is said."""
    pending = is_open(
        t, Decision.ROLL, Decision.ROLLED, Decision.CHOOSE_ITEM, Decision.PLACE, Decision.SWAP
    ) & (t.phase == Phase.ACTIONS)
    moves = preparing(t) + 2 * t.supply[item] + 1 - may_act(t) - pending.as_number() - rolls_of_santa(t)
    assisted = t.chosen(ASSISTANTS, "yes") | is_open(t, Decision.DEAL_ASSISTANT, Decision.KEEP_ASSISTANT)
    return choose(assisted, 0, moves)


def rolls_of_santa(t: Table) -> Number:
    """The rolls that Santa Express gives yet: one for each that is still to read it."""
    count = people(t)
    after = (t.start_marker.index + count - t.active.index - 1) % count
    now = (t.newspaper == Newspaper.SANTA_EXPRESS) & is_reading(t)
    return choose(now, after + 1, choose(t.revealed[Newspaper.SANTA_EXPRESS], 0, count))


# Cards: a pile loses one card a draw, and what is put under it comes on top.


def moves_until_pile_is_short(t: Table) -> Number:
    """All cards but one are drawn, after the preparation or in it."""
    return most(preparing(t), t.adventures.left - 1)


def moves_until_london_pile_is_short(t: Table) -> Number:
    """Somebody gets to London with the adventures for it, and then all cards but one are drawn there."""
    nearest = Number(99 + FOR_LONDON)
    for player in t.each(Player):
        completing = (t.completing & (player == t.active)).as_number()
        missing = most(FOR_LONDON - t.diary[player] - completing, 0)
        nearest = least(nearest, missing + most(t.board.distance[t.city[player]] - 1, 0))
    return preparing(t) + nearest + most(t.london_adventures.left - 1, 0)


@invariant(
    "shortfalls", "Before the first newspaper no pawn has left London and no adventure is completed.",
    "80D-19 80D-25 80D-58",
)
def nobody_sets_out_before_the_first_newspaper(t: Table, player: Player) -> Truth:
    at_home = (t.city[player] == t.board.departure) & (t.diary[player] == 0)
    return (t.phase == Phase.PREPARATION).implies(at_home)


@invariant("shortfalls", "A newspaper that lies out has been revealed.", "80D-45")
def what_lies_out_is_revealed(t: Table, newspaper: Newspaper) -> Truth:
    return (t.newspaper == newspaper).implies(t.revealed[newspaper])


@invariant("shortfalls", "In phase 1 Santa Express alone makes anybody roll the die.", "80D-47 80D-147")
def santa_alone_gives_rolls(t: Table) -> Truth:
    rolling = is_open(t, Decision.ROLL, Decision.ROLLED, Decision.CHOOSE_ITEM, Decision.PLACE)
    return ((t.phase == Phase.NEWSPAPER) & rolling).implies(t.newspaper == Newspaper.SANTA_EXPRESS)
