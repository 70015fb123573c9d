"""What the box holds runs out: coins, grey coins, each kind of item, and both piles of adventure cards.

Each claim is answered by a game in which it happens, so that what the rulings say of a shortage is needed. The moves
that it takes at least stand in `shortfalls.py` and `short_piles.py`; a game is looked for by those and by what is
added to them here.
"""

from __future__ import annotations

from collections.abc import Callable

from spec.games.eighty_days.assistance import fits_suitcase
from spec.games.eighty_days.board import MARKET_AREAS, Area, Item, Newspaper, Player
from spec.games.eighty_days.cards import in_london
from spec.games.eighty_days.general_supply import grey_coins_placed, price
from spec.games.eighty_days.markets import is_open_here, sells
from spec.games.eighty_days.short_piles import (
    left_after_keeping,
    moves_until_london_pile_is_short,
    moves_until_pile_is_short,
)
from spec.games.eighty_days.shortfalls import (
    coins_left,
    moves_until_coins_are_short,
    moves_until_greys_are_short,
    moves_until_none_is_left,
    passed,
    people,
    preparing,
)
from spec.games.eighty_days.state import GREY_COINS, Decision, Phase, Table
from spec.language import Number, Truth, choose, least, most, reachable, some, total

HOARD = 84  # coins in hands and on the board, for a period in which all grey coins are placed


def begins_a_turn(t: Table) -> Truth:
    """Whether the active player may take an action."""
    return (t.open == Decision.ACTION) & ~t.acted


def in_hands(t: Table) -> Number:
    """The coins that all have together."""
    return total(t.coins[player] for player in t.each(Player))


def elapsed(t: Table) -> Number:
    """How far the game has come: periods and passes."""
    return (people(t) + 1) * (t.period + (t.phase == Phase.ACTIONS).as_number()) + passed(t)


def towards_short_coins(t: Table, newspaper: Newspaper) -> Number:
    """Coins, and the moves of the preparation."""
    return 256 + coins_left(t, 12) + 16 * preparing(t)


@reachable(
    "coins-run-out", "A newspaper gives coins to everyone, and the general supply has fewer.", "80D-3 80D-28 80D-46",
    moves=moves_until_coins_are_short, guide=towards_short_coins,
)
def a_newspaper_cannot_be_paid(t: Table, newspaper: Newspaper) -> Truth:
    given = people(t) * t.board.newspaper_coins[newspaper]
    may_come = (t.open == Decision.NEWSPAPER) & ~t.revealed[newspaper] & (newspaper != Newspaper.OBSERVER)
    return may_come & (t.bank < given)


def towards_short_greys(t: Table, area: Area) -> Number:
    """First coins are hoarded, over the end of a period, and then placed."""
    placed = grey_coins_placed(t)
    hoarding = 1024 + 8 * (HOARD - in_hands(t)) - elapsed(t)
    return choose(in_hands(t) + placed < HOARD, hoarding, 4 * (GREY_COINS - placed))


@reachable(
    "grey-coins-run-out", "Somebody can pay a price, and there are fewer grey coins to place.", "80D-3 80D-65 80D-82",
    moves=moves_until_greys_are_short, guide=towards_short_greys,
)
def too_few_grey_coins(t: Table, area: Area) -> Truth:
    asked = price(t, area)
    return begins_a_turn(t) & (t.coins[t.active] >= asked) & (grey_coins_placed(t) + asked > GREY_COINS)


def would_buy(t: Table, item: Item) -> Truth:
    """Whether the active player could buy an item, but for the supply that has none left."""
    p = t.active
    room = fits_suitcase(t, p, [t.suitcase[p, one] + (one == item).as_number() for one in t.each(Item)])
    offered = some(
        is_open_here(t, p, area) & sells(t, area, item) & (t.coins[p] >= price(t, area)) for area in MARKET_AREAS
    )
    return begins_a_turn(t) & (t.supply[item] == 0) & room & offered


def moves_without(item: Item) -> Callable[[Table], Number]:
    """The moves until none of an item is left."""
    return lambda t: moves_until_none_is_left(t, item)


@reachable(
    "shoes-run-out", "Somebody could buy shoes, and there are none left.", "80D-4 80D-28 80D-80",
    moves=moves_without(Item.SHOES),
)
def no_shoes_are_left(t: Table) -> Truth:
    return would_buy(t, Item.SHOES)


@reachable(
    "revolvers-run-out", "Somebody could buy a revolver, and there is none left.", "80D-4 80D-28 80D-80",
    moves=moves_without(Item.REVOLVER),
)
def no_revolver_is_left(t: Table) -> Truth:
    return would_buy(t, Item.REVOLVER)


@reachable(
    "hats-run-out", "Somebody could buy a hat, and there is none left.", "80D-4 80D-28 80D-80",
    moves=moves_without(Item.HAT),
)
def no_hat_is_left(t: Table) -> Truth:
    return would_buy(t, Item.HAT)


@reachable(
    "umbrellas-run-out", "Somebody could buy an umbrella, and there is none left.", "80D-4 80D-28 80D-80",
    moves=moves_without(Item.UMBRELLA),
)
def no_umbrella_is_left(t: Table) -> Truth:
    return would_buy(t, Item.UMBRELLA)


@reachable(
    "coats-run-out", "Somebody could buy a coat, and there is none left.", "80D-4 80D-28 80D-80",
    moves=moves_without(Item.COAT),
)
def no_coat_is_left(t: Table) -> Truth:
    return would_buy(t, Item.COAT)


def lacking(t: Table, player: Player) -> Number:
    """What somebody lacks to complete the current adventure: items, coins, and being there."""
    card, here = t.adventure[player].value, t.city[player]
    items = total(most(t.board.needs[card, item] - t.suitcase[player, item], 0) for item in t.each(Item))
    asked, there = t.board.asks_symbol[card], t.board.asks_city[card]
    elsewhere = (asked.exists & (asked != t.board.symbol[here])) | (there.exists & (there != here))
    coins = most(t.board.needs_coins[card] - t.coins[player], 0)
    far: Number = choose(there.exists & (there != here), 24, choose(elsewhere, 8, 0))
    lacks = least(6 * items + coins + far, 50)  # what lies too far off is no nearer for one item more
    return choose(t.adventure[player].exists, lacks, 0)


def towards_completions(t: Table, *players: Player) -> Number:
    """What these lack together, their coins, the time that is left, and what is still to be done in the turn."""
    lack, coins = total(lacking(t, player) for player in players), total(t.coins[player] for player in players)
    drawing: Number = choose(t.open == Decision.DRAW, 4, choose(t.open == Decision.KEEP, 2, 0))
    return lack - coins // 4 + 2 * elapsed(t) + drawing + t.acted.as_number()


def towards_a_short_pile(t: Table) -> Number:
    """The cards that are to be kept yet, that of a bonus not counted, and what completions lack."""
    left = left_after_keeping(t, london=False) - t.completing.as_number()
    return 256 + 60 * left + towards_completions(t, *t.each(Player))


@reachable(
    "adventures-run-out", "Somebody could search for new adventures, and the pile has fewer than two cards.",
    "80D-2 80D-108 80D-109", moves=moves_until_pile_is_short, guide=towards_a_short_pile,
)
def the_pile_is_short(t: Table) -> Truth:
    searches = (t.open == Decision.ACTION) & ~in_london(t, t.active) & (t.coins[t.active] >= 2)
    return searches & (t.adventures.left < 2)


def towards_a_short_london_pile(t: Table) -> Number:
    """The moves until the pile of London is short, and what one player lacks, who goes there alone."""
    alone = next(iter(t.each(Player)))
    return 256 + 12 * moves_until_london_pile_is_short(t) + towards_completions(t, alone)


@reachable(
    "london-adventures-run-out", "Somebody in London could search for new adventures, and the pile has fewer than two.",
    "80D-2 80D-109 80D-121 80D-122", moves=moves_until_london_pile_is_short, guide=towards_a_short_london_pile,
)
def the_london_pile_is_short(t: Table) -> Truth:
    searches = (t.open == Decision.ACTION) & in_london(t, t.active) & (t.coins[t.active] >= 2)
    return searches & (t.london_adventures.left < 2)
