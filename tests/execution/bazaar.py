"""A small game for testing records, judging and views: traders buy goods, with a die, hidden cards and a ruling."""

import sys
from typing import Annotated

from spec.execution.header import Header
from spec.execution.table import Table, set_up
from spec.language import (
    Board,
    Bool,
    Element,
    Game,
    Int,
    Number,
    Sight,
    State,
    Truth,
    action,
    array,
    chance,
    choose,
    conserved,
    every,
    invariant,
    member,
    optional,
    pile,
    reading,
    rule,
    ruling,
    scalar,
    total,
)


class Trader(Element, size="players"):
    """Whoever buys."""


class Good(Element):
    LAMP = member()
    RUG = member("Flying rug")
    RUBY = member()
    GREEN_TEA = member()


class Omen(Element):
    SUN = member()
    MOON = member("Full moon")
    STAR = member()


Amount = Annotated[Number, Int(1, 3)]

TURN = rule("turn.order", "Taking turns", "The traders act in turn.", "BAZ-1")
OPEN = rule("turn.closing", "Closing", "The bazaar closes when every trader has gone home.", "BAZ-2")
PRICE = rule("buying.price", "Prices", "A good costs one coin for each piece of it bought before, and one more.",
             "BAZ-3 BAZ-4")
SUPPLY = rule("buying.supply", "Supply", "Only goods in the supply are bought, two of each kind in all.", "BAZ-5")
LUCK = rule("luck.omen", "Omens", "Who asks for an omen draws a card and keeps it secret.", "BAZ-6")
ROLL = rule("luck.roll", "Thieves", "A thief takes one to three coins of whoever asked, if they have them.", "BAZ-7")

LAST_COIN = ruling("R1", "May a trader spend the last coin?", {"a": "yes", "b": "no"}, "a", "Nothing forbids it.",
                   "BAZ-4")
HOME = ruling("R2", "Is who goes home paid a coin?", {"a": "no", "b": "yes"}, "a", "No coin is mentioned.", "BAZ-2")


class NoBoard(Board):
    """Nothing is printed."""


class Bazaar(State[NoBoard]):
    turn = scalar(Trader)
    asked = scalar(optional(Trader))
    coins = array(Trader, Int(0, 12), start=6)
    goods = array(Trader, Good, Int(0, 2))
    supply = array(Good, Int(0, 2), start=2)
    price = array(Good, Int(1, 3))
    omen = array(Trader, optional(Omen), sight=Sight.OWNER)
    home = array(Trader, Bool)
    cards = pile(Omen)


def pass_on(t: Bazaar, p: Trader) -> None:
    """The next trader who is still here acts."""
    following = p
    for steps in reversed(range(1, 5)):
        candidate = t.clockwise(p, steps)
        following = choose(t.home[candidate], following, candidate)
    t.turn = following


def require_turn(t: Bazaar, p: Trader) -> None:
    t.require(OPEN, ~every(t.home[one] for one in t.each(Trader)), "everyone has gone home")
    t.require(TURN, (p == t.turn) & t.asked.missing, "it is the turn of {turn}", turn=t.turn)


@action(PRICE)
def buy(t: Bazaar, p: Trader, good: Good) -> None:
    """Buy a good."""
    require_turn(t, p)
    price = t.price[good]
    t.require(PRICE, t.coins[p] >= price, "{good} costs {price}, and {p} has {coins}",
              good=good, price=price, p=p, coins=t.coins[p])
    with t.when(t.chosen(LAST_COIN, "b")):
        t.require(PRICE, t.coins[p] > price, "{p} may not spend the last coin", p=p)
    t.require(SUPPLY, t.supply[good] > 0, "no {good} is left", good=good)
    t.coins[p] -= price
    t.supply[good] -= 1
    t.goods[p, good] += 1
    t.price[good] += 1
    pass_on(t, p)


@action(LUCK)
def ask(t: Bazaar, p: Trader) -> None:
    """Ask for an omen."""
    require_turn(t, p)
    t.require(LUCK, t.omen[p].missing, "{p} has an omen", p=p)
    t.require(LUCK, t.cards.left > 0, "no card is left")
    t.asked = p


@chance(LUCK)
def draw(t: Bazaar, card: Omen) -> None:
    """Draw the card that was asked for."""
    t.require(LUCK, t.asked.exists)
    t.weight(t.cards.chance_of(card))
    t.cards.take(card)
    t.omen[t.asked.value] = card
    t.asked = None
    pass_on(t, t.turn)


@chance(ROLL)
def steal(t: Bazaar, amount: Amount) -> None:
    """A thief takes coins."""
    t.weight(choose(t.asked.exists & (t.coins[t.asked.value] >= amount), 4 - amount, 0))
    t.coins[t.asked.value] -= amount
    t.asked = None
    pass_on(t, t.turn)


@action(OPEN)
def go_home(t: Bazaar, p: Trader) -> None:
    """Go home for good."""
    require_turn(t, p)
    with t.when(t.chosen(HOME, "b") & (t.coins[p] < 12)):
        t.coins[p] += 1
    t.home[p] = True
    pass_on(t, p)


@reading
def over(t: Bazaar) -> Truth:
    return every(t.home[one] for one in t.each(Trader))


@reading
def wealth(t: Bazaar, p: Trader) -> Number:
    return t.coins[p] + total(t.goods[p, good] for good in t.each(Good))


@reading
def lucky(t: Bazaar, p: Trader) -> Truth:
    return t.omen[p] == Omen.SUN


@conserved("goods", "There are two pieces of every good.", "BAZ-5")
def pieces(t: Bazaar, good: Good) -> Number:
    return t.supply[good] + total(t.goods[p, good] for p in t.each(Trader))


@invariant("prices", "A price tells how many pieces were bought.", "BAZ-3")
def prices(t: Bazaar, good: Good) -> Truth:
    return t.price[good] + t.supply[good] == 3


MODEL = Game("bazaar", "The bazaar", Bazaar, NoBoard, Trader, (2, 3), (sys.modules[__name__],))


def seat(header: Header) -> Table:
    """The table that a record's heading describes."""
    return set_up(MODEL, players=header.seated, choices=header.settings)
