"""Two areas with rising prices: each stack of coins is one more than the last, so that a triangle lies there."""

import sys

from spec.language import (
    Board,
    Bool,
    Element,
    Game,
    Int,
    Number,
    State,
    Truth,
    action,
    array,
    chance,
    choose,
    conserved,
    invariant,
    member,
    reachable,
    reading,
    rule,
    ruling,
    scalar,
    step,
    terminates,
    total,
    variant,
)


class Buyer(Element, size="players"):
    """Whoever pays."""


class Area(Element):
    TRAIN = member()
    SHIP = member()


PRICE = rule("prices.rising", "Rising prices", "Each payment is one coin more than the last in its area.", "RP-1")
TURN = rule("prices.turn", "Turns", "The buyers take turns.", "RP-2")
PERIOD = rule("prices.period", "Periods", "At the end of a period the areas are emptied.", "RP-3")
INCOME = rule("prices.income", "Income", "A buyer gets some coins out of the supply.", "RP-4")

FIX = variant("fix-coins", "Coins that lie there from the start", {"none": "none", "one": "one"}, "none", "RP-5")
LAST = ruling(
    "last-period", "May areas be emptied in the last period?", {"A": "yes", "B": "no"}, "A", "It harms nobody.", "RP-6"
)


class NoBoard(Board):
    """Nothing is printed."""


class Prices(State[NoBoard]):
    turn = scalar(Buyer)
    coins = array(Buyer, Int(0, 60), start=lambda board, p: p.index + 3)
    supply = scalar(Int(0, 200), start=lambda board: 150 - sum_of_starts(board))
    top = array(Area, Int(0, 40))
    laid = array(Area, Int(0, 820))
    fixed = array(Area, Bool)
    period = scalar(Int(1, 5), start=1)


def sum_of_starts(board: NoBoard) -> Number:
    """What the buyers hold at the start."""
    return total(p.index + 3 for p in board.each(Buyer))


def base(t: Prices, a: Area) -> Number:
    """The coins that a fix coin stands for."""
    return t.fixed[a].as_number()


@action(PERIOD)
def lay_fix_coins(t: Prices, p: Buyer) -> None:
    t.require(TURN, t.chosen(FIX, "one"))
    for a in t.each(Area):
        t.require(PERIOD, ~t.fixed[a] & (t.top[a] == 0))
        t.fixed[a] = True
        t.top[a] = 1


@action(PRICE)
def pay(t: Prices, p: Buyer, a: Area) -> None:
    t.require(TURN, p == t.turn, "it is not your turn")
    price = t.top[a] + 1
    t.require(PRICE, t.coins[p] >= price, "the price is {price}", price=price)
    t.require(PRICE, price <= 40)
    t.coins[p] -= price
    t.top[a] = price
    t.laid[a] += price
    t.turn = t.clockwise(t.turn)


@chance(INCOME)
def income(t: Prices, p: Buyer) -> None:
    t.weight(choose(t.supply >= 2, 60 - t.coins[p], 0))
    t.require(INCOME, t.supply >= 2)
    t.require(INCOME, t.coins[p] <= 58, "the purse is full")
    t.coins[p] += 2
    t.supply -= 2


@action(PERIOD)
def end_of_period(t: Prices, p: Buyer) -> None:
    t.require(PERIOD, t.period < 5)
    t.require(PERIOD, t.chosen(LAST, "A") | (t.period < 4))
    for a in t.each(Area):
        t.supply += t.laid[a]
        t.laid[a] = 0
        t.top[a] = base(t, a)
    t.period += 1


@reading
def cheapest(t: Prices) -> Number:
    """The lowest price."""
    return choose(t.top[Area.TRAIN] < t.top[Area.SHIP], t.top[Area.TRAIN], t.top[Area.SHIP]) + 1


@invariant("stacking", "the coins of an area are a triangle without its base", "RP-1")
def triangle(t: Prices, a: Area) -> Truth:
    return 2 * t.laid[a] == t.top[a] * (t.top[a] + 1) - 2 * base(t, a)


@invariant("stacking", "a fix coin counts as a stack", "RP-5")
def base_lies_there(t: Prices, a: Area) -> Truth:
    return t.top[a] >= base(t, a)


@step("stacking", "a stack is one more than the last, or the areas are emptied", "RP-1")
def one_more(before: Prices, after: Prices, a: Area) -> Truth:
    emptied = after.top[a] == base(after, a)
    return (after.top[a] == before.top[a]) | (after.top[a] == before.top[a] + 1) | emptied


@conserved("coins", "no coin comes into being or is lost", "RP-4")
def all_coins(t: Prices) -> Number:
    lying = total(t.laid[a] for a in t.each(Area))
    return t.supply + lying + total(t.coins[p] for p in t.each(Buyer))


@invariant("coins", "there are 150 coins", "RP-4")
def all_150(t: Prices) -> Truth:
    return t.supply + total(t.laid[a] for a in t.each(Area)) + total(t.coins[p] for p in t.each(Buyer)) == 150


@reachable("expensive", "a stack of four can lie", "RP-1")
def four_lies(t: Prices) -> Truth:
    return t.top[Area.TRAIN] == 4


@terminates("too-strong", "every move ends a period: false, and kept to be refuted", "RP-3")
def periods_left(t: Prices) -> Number:
    return 5 - t.period


MODEL = Game("rising_prices", "Rising prices", Prices, NoBoard, Buyer, (2, 3), (sys.modules[__name__],))
