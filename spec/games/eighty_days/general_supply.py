"""The general supply: coins and items come from it and go back to it (80D-28)."""

from __future__ import annotations

from spec.games.eighty_days.assistance import taken_from_card
from spec.games.eighty_days.board import Area, Item, Newspaper, PassTile, Player
from spec.games.eighty_days.rulings import BANK_SHORT, GREY_SHORT, STORM_SHORT
from spec.games.eighty_days.state import GREY_COINS, JugglerField, Table
from spec.language import Number, Truth, choose, least, total

NEWSPAPER_STACK = 2
INDEPENDENT_PRICE = 2


def given_of(t: Table, amount: Number | int) -> Number:
    """How much of an amount the supply can give."""
    short = choose(t.chosen(BANK_SHORT, "a"), t.bank, 0)
    return choose(t.bank >= amount, amount, short)


def take_coins(t: Table, p: Player, amount: Number | int) -> None:
    """`p` takes coins from the supply, as far as they last."""
    given = given_of(t, amount)
    t.coins[p] += given
    t.bank -= given


def return_coins(t: Table, p: Player, amount: Number | int) -> None:
    """`p` puts coins back into the supply."""
    t.coins[p] -= amount
    t.bank += amount


def return_items(t: Table, p: Player, item: Item, count: Number | int) -> None:
    """`p` puts items back into the supply, from the suitcase or off Matilda's card."""
    off_card = taken_from_card(t, p, item, count)
    t.suitcase[p, item] -= count - off_card
    t.supply[item] += count
    with t.when(off_card > 0):
        with t.when(t.holster == off_card):
            t.assistant[p] = None  # both are used, and Matilda leaves the game
        t.holster -= off_card


def grey_coins_placed(t: Table) -> Number:
    """The grey coins that lie on the game board: in its areas, at the juggler and on pass tiles."""
    fields = total(t.juggler[field] for field in t.each(JugglerField))
    tiles = total(t.tile_coins[tile] for tile in t.each(PassTile))
    return total(t.laid[area] for area in t.each(Area)) + fields + tiles


def can_be_placed(t: Table, coins: Number) -> Truth:
    """Whether there are grey coins enough to place so many more."""
    return t.chosen(GREY_SHORT, "a") | (grey_coins_placed(t) + coins <= GREY_COINS)


def is_fixed_price(t: Table, area: Area) -> Truth:
    """Whether The Independent fixes the price of an area."""
    return (area == Area.BLACK_MARKET) & (t.newspaper == Newspaper.INDEPENDENT)


def price(t: Table, area: Area) -> Number:
    """What the next person pays in an area: one coin more than the last, or The Independent's fixed price."""
    return choose(is_fixed_price(t, area), INDEPENDENT_PRICE, t.height[area] + 1)


def stack_coins(t: Table, p: Player, area: Area) -> None:
    """`p` pays an area's price and places it there as a stack to the right of the others."""
    paid = price(t, area)
    t.coins[p] -= paid
    t.laid[area] += paid
    t.height[area] = paid


def lay_newspaper_stack(t: Table, area: Area) -> None:
    """Two coins from the supply are placed as a stack in an area, so that it costs 3 next."""
    with t.when((t.bank >= NEWSPAPER_STACK) | t.chosen(STORM_SHORT, "a")):
        placed = least(t.bank, NEWSPAPER_STACK)
        t.bank -= placed
        t.laid[area] += placed
        t.height[area] = NEWSPAPER_STACK
