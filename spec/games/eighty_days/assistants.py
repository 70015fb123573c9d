"""The Assistants module: dealing them, and what each of them lets a player do.

Albert's rolls and Jean's suitcase stand in `suitcase.py`, Alex's third card in `cards.py` and Amelie's points in
`scoring.py`, with the rules that they change.
"""

from __future__ import annotations

from spec.games.eighty_days.arrival import lead_out, may_leave
from spec.games.eighty_days.assistance import assists, deal_assistants, holds
from spec.games.eighty_days.board import Assistant, Item, Line, Player
from spec.games.eighty_days.cards import draw
from spec.games.eighty_days.exchange import exchange
from spec.games.eighty_days.general_supply import return_coins, return_items
from spec.games.eighty_days.rulings import GUARDIAN_ASSISTANT
from spec.games.eighty_days.state import REVOLVERS_OF_MATILDA, Decision, Table, Two
from spec.games.eighty_days.suitcase import SUPPLY, put_into_suitcase, require_room
from spec.games.eighty_days.travel import (
    GUARDIAN,
    carry_revolver,
    hand_over_line_costs,
    has_revolver,
    move_pawn,
    pay_on_the_way,
    set_out,
)
from spec.games.eighty_days.turns import ONE_ACTION, take_action, to_act, to_decide, to_happen
from spec.language import Rule, action, chance, choose, rule

DEAL = rule(
    "assistants.deal", "Dealing the Assistants",
    "With the module everyone is dealt two Assistants, keeps one of them open, and returns the other to the box.",
    "80D-37",
)
ONCE_A_PERIOD = rule(
    "assistants.once", "Once in a period",
    "Mary, Jill and Luigi help once in a period; their cards show the back until it ends.",
    "80D-159 80D-160 80D-161 80D-114",
)
PAUL = rule(
    "assistants.paul", "Paul, the hatter", "As the action of a turn, two coins buy a hat from the supply.",
    "80D-156 80D-157",
)
LEONARD = rule(
    "assistants.leonard", "Leonard, the globetrotter",
    "As the action of a turn, three coins paid into the supply are the travel costs of any line; line costs stay.",
    "80D-156 80D-158",
)
MARY = rule(
    "assistants.mary", "Mary, the nanny",
    "As the action of a turn, an umbrella put into the supply takes the pawn to an adjacent city, without line costs.",
    "80D-156 80D-159",
)
JILL = rule(
    "assistants.jill", "Jill, the magician",
    "As an additional action, an item of the suitcase is swapped for any item of the supply.", "80D-160",
)
LUIGI = rule("assistants.luigi", "Luigi, the sportsman", "Another turn follows the own turn at once.", "80D-161")
MATILDA = rule(
    "assistants.matilda", "Matilda, the gunslinger",
    "Two revolvers lie on her card and count as if they were in the suitcase; when both are used, she is gone.",
    "80D-166",
)
PRICE_OF_A_HAT = 2
PRICE_OF_A_TRIP = 3


@chance(DEAL)
def deal_assistant(t: Table, assistant: Assistant) -> None:
    """The active player is dealt an Assistant that nobody has been dealt."""
    to_happen(t, Decision.DEAL_ASSISTANT)
    t.require(DEAL, ~t.is_dealt[assistant], because="{assistant} has been dealt already", assistant=assistant)
    t.dealt[t.active, choose(t.to_draw == len(Two.members), Two.ONE, Two.OTHER)] = assistant
    t.is_dealt[assistant] = True
    t.to_draw -= 1
    with t.when(t.to_draw == 0):
        t.open = Decision.KEEP_ASSISTANT


def require_assistant(t: Table, p: Player, assistant: Assistant, by: Rule) -> None:
    """Refuse `p` who has not this Assistant."""
    t.require(by, assists(t, p, assistant), because="{assistant} does not assist {p}", assistant=assistant, p=p)


def turn_over(t: Table, p: Player, assistant: Assistant) -> None:
    """This Assistant of `p` helps, and has not yet in this period; the back of another one's card says nothing."""
    with t.when(assists(t, p, assistant)):
        t.require(ONCE_A_PERIOD, ~t.turned[p], because="the Assistant of {p} shows the back of the card", p=p)
    t.turned[p] = True


@action(PAUL)
def paul(t: Table, p: Player) -> None:
    """As an action, pay 2 coins into the supply for a hat."""
    take_action(t, p)
    require_assistant(t, p, Assistant.PAUL, PAUL)
    t.require(
        PAUL, t.coins[p] >= PRICE_OF_A_HAT, because="the hat costs {price} coins and {p} has {coins}",
        price=PRICE_OF_A_HAT, p=p, coins=t.coins[p],
    )
    t.require(SUPPLY, t.supply[Item.HAT] > 0, because="the supply has no {item} left", item=Item.HAT)
    require_room(t, p, Item.HAT)
    return_coins(t, p, PRICE_OF_A_HAT)
    put_into_suitcase(t, p, Item.HAT)


@action(LEONARD)
def leonard(t: Table, p: Player, line: Line) -> None:
    """As an action, travel along any line for 3 coins paid into the supply, and its line costs."""
    take_action(t, p)
    require_assistant(t, p, Assistant.LEONARD, LEONARD)
    may_leave(t, p)
    there = set_out(t, p, line)
    t.require(
        LEONARD, t.coins[p] >= PRICE_OF_A_TRIP, because="the trip costs {price} coins and {p} has {coins}",
        price=PRICE_OF_A_TRIP, p=p, coins=t.coins[p],
    )
    pay_on_the_way(t, p, line, PRICE_OF_A_TRIP)
    with t.when(~t.chosen(GUARDIAN_ASSISTANT, "c")):
        carry_revolver(t, p, line)
    return_coins(t, p, PRICE_OF_A_TRIP)
    hand_over_line_costs(t, p, line)
    lead_out(t, p)
    t.does(LEONARD)
    move_pawn(t, p, there)


@action(MARY)
def mary(t: Table, p: Player, line: Line) -> None:
    """Mary takes the pawn along a line for an umbrella alone; the action of a turn, not again in this period."""
    take_action(t, p)
    require_assistant(t, p, Assistant.MARY, MARY)
    turn_over(t, p, Assistant.MARY)
    may_leave(t, p)
    there, kind = set_out(t, p, line), t.board.kind[line]
    t.require(
        MARY, holds(t, p, Item.UMBRELLA) > 0, because="{p} has no {item}", p=p, item=Item.UMBRELLA
    )
    with t.when(t.chosen(GUARDIAN_ASSISTANT, "a")):
        t.require(
            GUARDIAN, has_revolver(t, p, kind),
            because="a train ride needs a revolver in the suitcase, and {p} has {has}", p=p,
            has=holds(t, p, Item.REVOLVER),
        )
    return_items(t, p, Item.UMBRELLA, 1)
    lead_out(t, p)
    t.does(MARY)
    move_pawn(t, p, there)


@action(JILL)
def jill(t: Table, p: Player, gives: Item, takes: Item) -> None:
    """Jill brings an item of the supply for one of the own; besides the action of a turn, not again in this period."""
    to_act(t, p)
    require_assistant(t, p, Assistant.JILL, JILL)
    turn_over(t, p, Assistant.JILL)
    exchange(t, p, gives, takes, JILL)


@action(LUIGI)
def luigi(t: Table, p: Player) -> None:
    """Once in a period, the own turn being over: take another turn at once."""
    to_act(t, p)
    require_assistant(t, p, Assistant.LUIGI, LUIGI)
    turn_over(t, p, Assistant.LUIGI)
    with t.when(p == t.active):
        t.require(ONE_ACTION, t.acted, because="{p} has not taken the action of this turn yet", p=p)
    t.acted = False


@action(DEAL)
def keep_assistant(t: Table, p: Player, assistant: Assistant) -> None:
    """Keep one of the two Assistants dealt; the other goes back into the box.

    At the table all choose at the same time. A record tells of one after another, and each may choose as if knowing
    nothing of the others: what may be kept does not depend on them.
    """
    to_decide(t, p, Decision.KEEP_ASSISTANT)
    one, other = t.dealt[t.active, Two.ONE], t.dealt[t.active, Two.OTHER]
    t.require(
        DEAL, (one == assistant) | (other == assistant), because="{active} may keep {one} or {other}, not {assistant}",
        active=t.active, one=one, other=other, assistant=assistant,
    )
    t.assistant[p] = assistant
    for dealt in t.each(Two):
        t.dealt[p, dealt] = None
    with t.when(assistant == Assistant.MATILDA):
        t.does(MATILDA)
        t.holster = REVOLVERS_OF_MATILDA
        t.supply[Item.REVOLVER] -= REVOLVERS_OF_MATILDA
    t.does(DEAL)
    following = t.clockwise(t.active)
    t.active = following
    with t.when(following.index == 0):
        draw(t, following, Decision.STARTING_PLAYER)
    with t.otherwise():
        deal_assistants(t)
