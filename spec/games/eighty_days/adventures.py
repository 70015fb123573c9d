"""E. Additional actions: completing an adventure and searching for new ones, before or after the action."""

from __future__ import annotations

from spec.games.eighty_days.assistance import holds
from spec.games.eighty_days.board import Item, Player, Symbol
from spec.games.eighty_days.bonuses import receive_bonus
from spec.games.eighty_days.cards import cards_to_draw, draw, number_drawn
from spec.games.eighty_days.general_supply import return_coins, return_items
from spec.games.eighty_days.rulings import CIRCLE_COUNTS, SEARCH_WITHOUT_CARD
from spec.games.eighty_days.state import Decision, Table
from spec.games.eighty_days.turns import to_act
from spec.language import action, rule

ADDITIONAL = rule(
    "adventures.additional", "Additional actions",
    "On the own turn a player may complete adventures and search for new ones, before or after the action.",
    "80D-56 80D-100",
)
CARD = rule(
    "adventures.card", "The current adventure", "One adventure card is held at a time, and only it can be completed.",
    "80D-105 80D-109",
)
CITY = rule(
    "adventures.city", "The city of an adventure", "The pawn must be in the city that the card determines.",
    "80D-102 80D-104",
)
NEEDS = rule(
    "adventures.needs", "What an adventure needs",
    "The items and coins that the card shows are returned to the general supply.", "80D-102 80D-104 80D-105",
)
SEARCH = rule(
    "adventures.search", "Searching for new adventures",
    "For 2 coins, paid into the general supply, a player draws two new cards in exchange for the current one.",
    "80D-109",
)
SEARCH_COSTS = 2


@action(ADDITIONAL)
def complete(t: Table, p: Player) -> None:
    """Complete the current adventure: return what it needs, receive the bonus, and slide it into the diary."""
    to_act(t, p)
    t.require(CARD, t.adventure[p].exists, because="{p} holds no adventure card", p=p)
    card, here = t.adventure[p].value, t.city[p]
    asked, there, shown = t.board.asks_symbol[card], t.board.asks_city[card], t.board.symbol[here]
    circle = (shown == Symbol.CIRCLE) & t.chosen(CIRCLE_COUNTS, "b")
    coins = t.board.needs_coins[card]
    with t.when(t.adventure[p].exists):
        t.require(
            CITY, asked.missing | (asked == shown) | circle,
            because="{card} asks for a city with a {asked}, and {here} has a {shown}",
            card=card, asked=asked, here=here, shown=shown,
        )
        t.require(
            CITY, there.missing | (there == here), because="{card} takes place in {there}, and {p} is in {here}",
            card=card, there=there, p=p, here=here,
        )
        t.require(
            NEEDS, t.coins[p] >= coins, because="{card} needs {needs} coins and {p} has {coins}",
            card=card, needs=coins, p=p, coins=t.coins[p],
        )
        for item in t.each(Item):
            count = t.board.needs[card, item]
            t.require(
                NEEDS, holds(t, p, item) >= count, because="{card} needs {needs} {item} and {p} has {has}",
                card=card, needs=count, item=item, p=p, has=holds(t, p, item),
            )
    t.does(NEEDS)
    return_coins(t, p, coins)
    for item in t.each(Item):
        return_items(t, p, item, t.board.needs[card, item])
    receive_bonus(t, p, card)


@action(SEARCH)
def search(t: Table, p: Player) -> None:
    """Search for new adventures: pay 2 coins and draw two cards."""
    to_act(t, p)
    t.require(
        SEARCH, t.coins[p] >= SEARCH_COSTS, because="searching costs {costs} coins and {p} has {coins}",
        costs=SEARCH_COSTS, p=p, coins=t.coins[p],
    )
    enough = cards_to_draw(t, p, number_drawn(t, p)) > 0
    t.require(SEARCH, enough, because="the pile has too few cards to draw")
    t.require(
        CARD, t.adventure[p].exists | t.chosen(SEARCH_WITHOUT_CARD, "a"), because="{p} holds no card to exchange", p=p
    )
    return_coins(t, p, SEARCH_COSTS)
    draw(t, p, Decision.ACTION)
