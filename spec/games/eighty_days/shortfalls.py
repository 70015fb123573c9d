"""How many moves it takes at least until something has run out: lower bounds, and what they lean on.

Every number here falls by at most one in any move, which `fogg verify` proves with the claims of `exhaustion.py`, for
each board on which a game is looked for.
What takes several moves is counted as those moves; what a move may bring about at once is taken off beforehand.
"""

from __future__ import annotations

from spec.games.eighty_days.assistance import assists
from spec.games.eighty_days.board import Adventure, Area, Assistant, Bonus, Item, Newspaper, Player, Side
from spec.games.eighty_days.periods import LAST_PERIOD
from spec.games.eighty_days.state import (
    GREY_COINS,
    JUGGLED,
    JUGGLER_STACKS,
    REVOLVERS_OF_MATILDA,
    Decision,
    Phase,
    Table,
    fix_coins,
)
from spec.games.eighty_days.variants import ASSISTANTS
from spec.language import Number, Truth, choose, every, invariant, least, most, some, total

DEAL = 3  # moves: two cards are drawn and one is kept
COINS_A_STEP = 2  # that the juggler gives for an action
MOST_STEPS = 9  # to count; as many take longer than to wait for newspapers
FARTHEST = 400  # moves: more than any that are told
FOR_LONDON = 3  # adventures that whoever enters London has in the diary before that move, under any ruling
STORM = 2  # coins, and so the height of the first stack

BEFORE_ADVENTURES = (
    Decision.LINE_TILE, Decision.PASS_TILE, Decision.DEAL_ASSISTANT, Decision.KEEP_ASSISTANT,
)
"""What is laid out and dealt before the adventure cards."""


def people(t: Table) -> int:
    """How many play."""
    return len(list(t.each(Player)))


def is_open(t: Table, *decisions: Decision) -> Truth:
    """Whether one of these comes next."""
    return some(t.open == one for one in decisions)


def deals(t: Table) -> Number:
    """How many are still to be dealt adventures, after the active player if that one is being dealt them."""
    dealing = (t.phase == Phase.PREPARATION) & is_open(t, Decision.DRAW, Decision.KEEP)
    return choose(is_open(t, *BEFORE_ADVENTURES), people(t), choose(dealing, people(t) - 1 - t.active.index, 0))


def reserved(t: Table) -> Number:
    """The cards that are drawn in the deals that are left, where Alex may help for three each."""
    each = choose(t.chosen(ASSISTANTS, "yes"), 3 * deals(t), 2 * deals(t))
    return choose(t.phase == Phase.PREPARATION, each + choose(t.open == Decision.DRAW, t.to_draw, 0), 0)


def preparing(t: Table) -> Number:
    """The moves of the deals that are left, as far as the pile surely lasts for them, and the starting player."""
    drawing = choose(is_open(t, Decision.DRAW, Decision.KEEP), t.to_draw + 1, 0)
    lasting = most(t.adventures.left - choose(t.open == Decision.DRAW, t.to_draw, 0), 0)
    sure = least(deals(t), choose(t.chosen(ASSISTANTS, "yes"), lasting // 3, lasting // 2))
    return choose(t.phase == Phase.PREPARATION, DEAL * sure + drawing + 1, 0)


def passed(t: Table) -> Number:
    """How many have passed in the period; before a newspaper all have."""
    those = total(t.passed[player].as_number() for player in t.each(Player))
    return choose((t.phase == Phase.PREPARATION) | (t.open == Decision.NEWSPAPER), people(t), those)


# Coins leave the supply with newspapers, at the juggler's, and as bonuses. What comes by newspapers is counted in the
# passes before them; anything else in actions, which take two moves each, and in completed adventures.


def unfinished(t: Table) -> Number:
    """The moves that a turn takes yet: one to end it, and one for what must be decided before."""
    deciding = (t.open != Decision.ACTION).as_number()
    return choose(t.phase == Phase.ACTIONS, (t.acted & ~t.leaving).as_number() + deciding, 0)


def items_needed(t: Table, card: Adventure) -> Number:
    """How many items an adventure needs."""
    return total(t.board.needs[card, item] for item in t.each(Item))


def gives_an_item(t: Table, card: Adventure) -> Truth:
    """Whether the bonus of an adventure is an item."""
    return (t.board.bonus[card] == Bonus.ROLL) | (t.board.bonus[card] == Bonus.ITEM)


def coins_given(t: Table, card: Adventure) -> Number:
    """The coins that are the bonus of an adventure."""
    return choose(t.board.bonus[card] == Bonus.COINS, t.board.bonus_coins[card], 0)


def worth_of_an_item(t: Table) -> Number:
    """The coins that an item is worth at most: one more from The Observer, or what a bonus gives beyond two coins."""
    worth = Number(1)
    for card in t.each(Adventure):
        needed, beyond = items_needed(t, card), coins_given(t, card) - COINS_A_STEP
        worth = most(worth, choose(needed == 1, beyond, choose(needed > 1, (beyond + 1) // 2, 0)))
    return worth


def worth_of_a_step(t: Table) -> Number:
    """The coins, or items by their worth, that an action or a completed adventure brings at most."""
    worth, item = most(COINS_A_STEP, worth_of_an_item(t)), worth_of_an_item(t)
    for card in t.each(Adventure):
        free = most(coins_given(t, card), choose(gives_an_item(t, card), item, 0))
        worth = most(worth, choose(items_needed(t, card) == 0, free, 0))
    return worth


def items_out(t: Table) -> Number:
    """The items that people have, are about to get, or may get in phase 1 of Santa Express and from Matilda."""
    held = total(t.suitcase[player, item] for player in t.each(Player) for item in t.each(Item))
    rolling = is_open(t, Decision.ROLL, Decision.ROLLED, Decision.CHOOSE_ITEM, Decision.PLACE)
    coming = (rolling & (t.phase == Phase.ACTIONS)).as_number()
    santa = choose((t.newspaper == Newspaper.SANTA_EXPRESS) & is_reading(t), readers(t), 0)
    may_be_matilda = is_open(t, *BEFORE_ADVENTURES) & t.chosen(ASSISTANTS, "yes") & (t.holster == 0)
    return held + t.holster + coming + santa + choose(may_be_matilda, REVOLVERS_OF_MATILDA, 0)


def readers(t: Table) -> Number:
    """How many a newspaper gives something to decide yet."""
    count = people(t)
    return (t.start_marker.index + count - t.active.index - 1) % count + 1


def coins_now(t: Table, usual: Number | int) -> Number:
    """The coins of the supply after phase 1, The Observer giving the usual coins."""
    seats: Number = choose(t.phase == Phase.PREPARATION, people(t) * (people(t) - 1) // 2, 0)
    observed = choose((t.newspaper == Newspaper.OBSERVER) & is_reading(t), usual * readers(t), 0)
    return t.bank - seats - observed


def coins_left(t: Table, usual: Number | int) -> Number:
    """The same after phase 3, when coins come back from the areas and the juggler gets some."""
    taken = total(coins - t.juggler[field] for field, coins in JUGGLER_STACKS)
    return coins_now(t, usual) + total(t.laid[area] for area in t.each(Area)) - taken


def usual_coins(t: Table) -> Number:
    """The coins of a newspaper but for the best two, an item that it gives being worth coins."""
    return most(12, 11 + worth_of_an_item(t))


def coins_of_newspapers(t: Table, usual: Number | int, count: int, *but: Newspaper) -> Number:
    """The most coins that one person gets with so many newspapers more, none of `but` being among them."""
    best, both = Number(0), Number(0)
    for newspaper in (Newspaper.GOOD_TIMES, Newspaper.FOGGY_JOURNAL):
        left = ~t.revealed[newspaper] & every(one != newspaper for one in but)
        more = choose(left, most(t.board.newspaper_coins[newspaper] - usual, 0), 0)
        best, both = most(best, more), both + more
    return usual * count + (Number(0) if count == 0 else best if count == 1 else both)


def moves_for(t: Table, coins: Number, worth: Number) -> Number:
    """The moves that so many coins take by other means than newspapers, if a step brings what it is worth.

    A step takes two moves: an action, or an adventure completed and what must be decided next. Only where cards run
    out, in the pile or in London, no new ones are to be drawn after it.
    """
    steps = total((coins > worth * step).as_number() for step in range(MOST_STEPS))
    few = Number(FOR_LONDON)
    for player in t.each(Player):
        few = least(few, most(FOR_LONDON - t.diary[player], 0))
    return least(2 * steps, steps + least(few, most(t.adventures.left - reserved(t) - 2, 0)))


def to_the_newspaper(t: Table, further: int) -> Number:
    """The passes until a newspaper is to be revealed, and until one is after so many further ones."""
    waiting = (t.phase == Phase.PREPARATION) | (t.open == Decision.NEWSPAPER)
    return choose(waiting, 0, people(t) - passed(t)) + further * (people(t) + 1)


def moves_until_coins_are_short(t: Table, newspaper: Newspaper) -> Number:
    """Newspapers take coins, up to four of them before the one that cannot be paid; on side B nothing is said."""
    enough, usual = people(t) * t.board.newspaper_coins[newspaper] - 1, usual_coins(t)
    left = coins_left(t, usual) - worth_of_an_item(t) * items_out(t) - enough
    fewest = Number(FARTHEST)
    for further in range(LAST_PERIOD):
        given = people(t) * coins_of_newspapers(t, usual, further, newspaper)
        moves = to_the_newspaper(t, further) + moves_for(t, left - given, worth_of_a_step(t))
        fewest = least(fewest, moves)
    moves = preparing(t) + fewest + unfinished(t)
    return choose(t.board.side == Side.A, choose(t.revealed[newspaper], FARTHEST, moves), 0)


# Grey coins: each stack on the board is at most one coin more than the highest one.


def payments_until_greys_are_short(highest: Number, lying: Number) -> Number:
    """How many stacks must still be placed, if each is one coin more than the highest that lies there."""
    return total(
        (lying + stacks * highest + stacks * (stacks + 1) // 2 + highest + stacks + 1 <= GREY_COINS).as_number()
        for stacks in range(11)
    )


def moves_until_greys_are_short(t: Table, area: Area) -> Number:
    """More coins than the grey ones must be out of the supply, after up to five newspapers, and placed."""
    enough, usual = t.board.money - GREY_COINS - 1, t.board.newspaper_coins[Newspaper.FOGGY_JOURNAL]
    # A stack of 2 may be the first one, on the black market under The Independent, as if there were one of 1.
    worth, highest, fix = Number(COINS_A_STEP), Number(1), Number(1)
    for card in t.each(Adventure):
        worth = most(worth, coins_given(t, card))
    for one in t.each(Area):
        highest, fix = most(highest, t.height[one]), most(fix, fix_coins(t.board, one))

    laid, juggled = total(t.laid[one] for one in t.each(Area)), JUGGLED
    before = (t.phase == Phase.PREPARATION) | (t.open == Decision.NEWSPAPER)
    payments = payments_until_greys_are_short(highest, laid + juggled)
    fewest: Number = choose(before, FARTHEST, 2 * payments + moves_for(t, coins_now(t, usual) - enough, worth))
    for newspapers in range(1, LAST_PERIOD + 1):
        until = to_the_newspaper(t, newspapers - 1) + 1
        for stack in (0, STORM):
            but = [Newspaper.GOOD_TIMES] if stack and newspapers == 1 else []
            given = people(t) * coins_of_newspapers(t, usual, newspapers, *but) + stack
            payments = payments_until_greys_are_short(most(fix, stack), Number(stack) + juggled)
            moves = moves_for(t, coins_left(t, usual) - given - enough, worth)
            fewest = least(fewest, until + 2 * payments + moves)
    moves = preparing(t) + fewest + unfinished(t)
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


@invariant("shortfalls", "In phase 1 The Observer alone gives a choice.", "80D-47 80D-151")
def the_observer_alone_gives_a_choice(t: Table) -> Truth:
    return (t.open == Decision.OBSERVER).implies(t.newspaper == Newspaper.OBSERVER)


@invariant("shortfalls", "No field of the juggler holds more than its stack.", "80D-29 80D-115")
def the_juggler_has_no_more(t: Table) -> Truth:
    return every(t.juggler[field] <= coins for field, coins in JUGGLER_STACKS)


@invariant("shortfalls", "The preparation comes before the first period.", "80D-23 80D-40")
def the_preparation_comes_first(t: Table) -> Truth:
    return (t.phase == Phase.PREPARATION).implies((t.period == 1) & t.newspaper.missing)


@invariant("shortfalls", "Pass tiles are taken on side B.", "80D-96")
def tiles_are_taken_on_side_b(t: Table) -> Truth:
    return t.leaving.implies(t.board.side == Side.B)


@invariant("shortfalls", "Nobody has more of a kind than fit into a suitcase alone.", "80D-84 80D-86 80D-165")
def no_more_of_a_kind_than_fit(t: Table, player: Player, item: Item) -> Truth:
    jean = assists(t, player, Assistant.JEAN)
    return t.suitcase[player, item] <= choose(jean, t.board.alone_in_two[item], t.board.alone[item])
