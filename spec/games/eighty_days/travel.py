"""A. Travel: along a line to the next city, for travel costs and line costs."""

from __future__ import annotations

from spec.games.eighty_days.arrival import THE_END_OF_THE_ROAD, arrive, may_enter
from spec.games.eighty_days.assistance import holds
from spec.games.eighty_days.board import Area, City, Item, Line, Newspaper, Player, destination, touches
from spec.games.eighty_days.cards import in_london
from spec.games.eighty_days.general_supply import can_be_placed, price, return_coins, return_items, stack_coins
from spec.games.eighty_days.rulings import GUARDIAN_LINE_COSTS
from spec.games.eighty_days.state import Table
from spec.games.eighty_days.turns import take_action
from spec.language import Number, Truth, action, choose, rule

LINES = rule(
    "travel.lines", "Lines",
    "A pawn travels along one line, by ship, train or special trip, to a city next to its own, also back.",
    "80D-58 80D-63",
)
PRICE = rule(
    "travel.price", "Travel costs",
    "Travelling costs one coin more than the last person paid in the area; any number of stacks may lie there.",
    "80D-59 80D-60 80D-61 80D-62 80D-64 80D-65 80D-66",
)
LINE_COSTS = rule(
    "travel.line-costs", "Line costs",
    "The items and coins shown on a line are paid besides, into the general supply.", "80D-67 80D-68 80D-69",
)
SUNDAY_EXPRESS = rule(
    "newspapers.sunday-express", "Sunday Express",
    "Ships and trains may be paid for in the area of special trips too; line costs stay.", "80D-47 80D-149",
)
GUARDIAN = rule(
    "newspapers.guardian", "The Guardian",
    "A train ride needs a revolver in the suitcase, which stays there; boutiques sell revolvers as well.",
    "80D-47 80D-150",
)


def is_guarded(t: Table, kind: Area) -> Truth:
    """Whether The Guardian wants a revolver for this way of travel."""
    return (t.newspaper == Newspaper.GUARDIAN) & (kind == Area.TRAIN)


def printed_cost(t: Table, line: Line, item: Item) -> Number:
    """How many of an item are shown on a line, or on the tile that lies there."""
    tile = t.line_tile[line]
    return choose(tile.exists, t.board.tile_cost[tile.value, item], t.board.cost[line, item])


def toll(t: Table, line: Line) -> Number:
    """The coins that are shown on a line, or on the tile that lies there."""
    tile = t.line_tile[line]
    return choose(tile.exists, t.board.tile_toll[tile.value], t.board.toll[line])


def line_cost(t: Table, line: Line, item: Item) -> Number:
    """How many of an item are handed over on a line."""
    cost = printed_cost(t, line, item)
    waived = is_guarded(t, t.board.kind[line]) & t.chosen(GUARDIAN_LINE_COSTS, "c") & (item == Item.REVOLVER)
    return choose(waived, 0, cost)


def has_revolver(t: Table, p: Player, kind: Area) -> Truth:
    """Whether `p` has the revolver that The Guardian wants, if it does."""
    return ~is_guarded(t, kind) | (holds(t, p, Item.REVOLVER) > 0)


def revolvers_to_carry(t: Table, line: Line) -> Number:
    """How many revolvers The Guardian wants somebody to have who pays the costs of a line."""
    handed_over = choose(t.chosen(GUARDIAN_LINE_COSTS, "b"), printed_cost(t, line, Item.REVOLVER), 0)
    return choose(is_guarded(t, t.board.kind[line]), handed_over + 1, 0)


def set_out(t: Table, p: Player, line: Line) -> City:
    """Refuse a line that does not lead from where `p` is to a city that may be entered; gives that city."""
    here = t.city[p]
    t.require(LINES, touches(t.board, line, here), because="{line} does not lead from {here}", line=line, here=here)
    there = destination(t.board, line, here)
    with t.when(touches(t.board, line, here)):
        may_enter(t, p, there)
    return there


def pay_on_the_way(t: Table, p: Player, line: Line, asked: Number | int) -> None:
    """Refuse `p` without the line costs of a line besides the coins `asked`, and without The Guardian's revolver."""
    extra = toll(t, line)
    t.require(
        LINE_COSTS, (extra == 0) | (t.coins[p] >= asked + extra),
        because="besides the price of {price}, {line} costs {toll} coins and {p} has {coins}", price=asked, line=line,
        toll=extra, p=p, coins=t.coins[p],
    )
    for item in t.each(Item):
        cost = line_cost(t, line, item)
        t.require(
            LINE_COSTS, holds(t, p, item) >= cost, because="{line} costs {cost} {item} and {p} has {has}",
            line=line, cost=cost, item=item, p=p, has=holds(t, p, item),
        )


def carry_revolver(t: Table, p: Player, line: Line) -> None:
    """Refuse `p` who pays line costs and has not the revolver that The Guardian wants besides."""
    needed = revolvers_to_carry(t, line)
    t.require(
        GUARDIAN, holds(t, p, Item.REVOLVER) >= needed,
        because="by train {line} needs revolvers in the suitcase, {needs} with what it costs, and {p} has {has}",
        line=line, needs=needed, p=p, has=holds(t, p, Item.REVOLVER),
    )


def hand_over_line_costs(t: Table, p: Player, line: Line) -> None:
    """`p` pays the line costs of a line into the general supply."""
    t.does(LINE_COSTS)
    return_coins(t, p, toll(t, line))
    for item in t.each(Item):
        return_items(t, p, item, line_cost(t, line, item))


def move_pawn(t: Table, p: Player, there: City) -> None:
    """The pawn of `p` moves on, perhaps into London."""
    t.city[p] = there
    with t.when(there == t.board.arrival):
        arrive(t, p)


@action(LINES)
def travel(t: Table, p: Player, line: Line, area: Area) -> None:
    """Travel along a line, paying in an area: that of the line's kind, or under Sunday Express special trips."""
    take_action(t, p)
    arrived = in_london(t, p) | t.led_out[p]
    t.require(THE_END_OF_THE_ROAD, ~arrived, because="{p} has arrived in London and travels no more", p=p)
    there, kind = set_out(t, p, line), t.board.kind[line]
    sunday = t.newspaper == Newspaper.SUNDAY_EXPRESS
    with t.when(sunday):
        t.require(
            SUNDAY_EXPRESS, (area == kind) | (area == Area.SPECIAL),
            because="{line} is paid for in the area of {kind} or of special trips, not {area}",
            line=line, kind=kind, area=area,
        )
    with t.otherwise():
        t.require(
            PRICE, area == kind, because="{line} is paid for in the area of {kind}, not {area}", line=line, kind=kind,
            area=area,
        )
    # Where that is refused, the price is the one of the line's own area.
    paid_in = choose((area == kind) | (sunday & (area == Area.SPECIAL)), area, kind)
    asked = price(t, paid_in)
    t.require(
        PRICE, t.coins[p] >= asked, because="the price of {area} is {price} and {p} has {coins} coins", area=paid_in,
        price=asked, p=p, coins=t.coins[p],
    )
    t.require(
        PRICE, can_be_placed(t, asked), because="there are not {price} grey coins left to place", price=asked
    )
    pay_on_the_way(t, p, line, asked)
    carry_revolver(t, p, line)

    t.does(PRICE)
    stack_coins(t, p, area)
    hand_over_line_costs(t, p, line)
    t.does(LINES)
    move_pawn(t, p, there)
