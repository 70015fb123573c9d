"""B. Buy: the boutiques, the bazaars and the black market."""

from __future__ import annotations

from spec.games.eighty_days.board import MARKET_AREAS, Area, Item, Newspaper, Player, Symbol
from spec.games.eighty_days.cards import in_london
from spec.games.eighty_days.general_supply import can_be_placed, is_fixed_price, price, stack_coins
from spec.games.eighty_days.rolling import begin_roll
from spec.games.eighty_days.state import Table
from spec.games.eighty_days.suitcase import SUPPLY, put_into_suitcase, require_room
from spec.games.eighty_days.turns import take_action
from spec.games.eighty_days.variants import COLORS_FESTIVAL
from spec.language import Truth, action, rule, some

PLACE = rule(
    "markets.place", "Where one may buy",
    "Boutiques are in cities with a triangle, bazaars in those with a square, both where there is a circle.",
    "80D-74 80D-75 80D-76 80D-77",
)
LONDON = rule(
    "markets.london", "All markets are open in London", "In the arrival city London both markets are open.", "80D-122"
)
FESTIVAL = rule(
    "markets.colors-festival", "Colors Festival",
    "If it was agreed on, boutiques and bazaars are open in every city, whatever its symbol.", "80D-132",
)
GOODS = rule(
    "markets.goods", "What the markets sell",
    "Boutiques sell shoes, hats and coats, bazaars sell shoes, revolvers and umbrellas; one item at a time.",
    "80D-71 80D-72 80D-73 80D-80",
)
PRICE = rule(
    "markets.price", "What buying costs",
    "An item costs one coin more than the last person paid in the area; any number of stacks may lie there.",
    "80D-60 80D-78 80D-79 80D-81 80D-82 80D-83",
)
BLACK_MARKET = rule(
    "markets.black-market", "The black market",
    "Anywhere, one may pay for a roll of the black market die instead of choosing an item.", "80D-83",
)
INDEPENDENT = rule(
    "newspapers.independent", "The Independent",
    "The black market always costs 2 coins; they are placed there as a stack each time.", "80D-47 80D-148",
)


def is_open_here(t: Table, p: Player, area: Area) -> Truth:
    """Whether a market is open in the city of `p`."""
    symbol = t.board.symbol[t.city[p]]
    of_the_city = (area == Area.BOUTIQUE) & (symbol == Symbol.TRIANGLE) | (area == Area.BAZAAR) & (
        symbol == Symbol.SQUARE
    )
    everywhere = t.chosen(COLORS_FESTIVAL, "yes") & some(area == market for market in MARKET_AREAS)
    return of_the_city | (symbol == Symbol.CIRCLE) | in_london(t, p) | everywhere


def sells(t: Table, area: Area, item: Item) -> Truth:
    """Whether a market sells an item; during The Guardian's period boutiques sell revolvers too."""
    guardian = (t.newspaper == Newspaper.GUARDIAN) & (item == Item.REVOLVER)
    boutique = t.board.boutique_sells[item] | guardian
    return (area == Area.BOUTIQUE) & boutique | (area == Area.BAZAAR) & t.board.bazaar_sells[item]


def pay(t: Table, p: Player, area: Area) -> None:
    """`p` pays a market's price, if there are coins enough."""
    asked, because = price(t, area), "the price of {area} is {price} and {p} has {coins} coins"
    enough = t.coins[p] >= asked
    with t.when(is_fixed_price(t, area)):
        t.require(INDEPENDENT, enough, because=because, area=area, price=asked, p=p, coins=t.coins[p])
    with t.otherwise():
        t.require(PRICE, enough, because=because, area=area, price=asked, p=p, coins=t.coins[p])
    t.require(
        PRICE, can_be_placed(t, asked), because="there are not {price} grey coins left to place", price=asked
    )
    t.does(PRICE)
    stack_coins(t, p, area)


@action(GOODS)
def buy(t: Table, p: Player, area: Area, item: Item) -> None:
    """Buy an item in a boutique or bazaar."""
    take_action(t, p)
    is_market = some(area == market for market in MARKET_AREAS)
    t.require(GOODS, is_market, because="{area} is not a boutique or bazaar", area=area)
    with t.when(is_market):
        t.require(PLACE, is_open_here(t, p, area), because="there is no {area} in {city}", area=area, city=t.city[p])
        t.require(GOODS, sells(t, area, item), because="{area} does not sell {item}", area=area, item=item)
    t.require(SUPPLY, t.supply[item] > 0, because="the supply has no {item} left", item=item)
    require_room(t, p, item)
    with t.when(is_market):  # nothing is said of the price of an area that sells no items
        pay(t, p, area)
    t.does(GOODS)
    put_into_suitcase(t, p, item)


@action(BLACK_MARKET)
def black_market(t: Table, p: Player) -> None:
    """Pay on the black market and roll its die."""
    take_action(t, p)
    pay(t, p, Area.BLACK_MARKET)
    t.does(BLACK_MARKET)
    begin_roll(t, p, bought=True)
