"""My suitcase: what fits into it, the die and the joker, and taking items out again."""

from __future__ import annotations

from spec.games.eighty_days.assistance import assists, fits_suitcase, holds
from spec.games.eighty_days.board import Assistant, Face, Item, Player
from spec.games.eighty_days.diary import carry_on
from spec.games.eighty_days.general_supply import return_items
from spec.games.eighty_days.rulings import ITEM_MISSING, REMOVAL
from spec.games.eighty_days.state import Decision, Table
from spec.games.eighty_days.turns import DECISIONS, TURN, to_decide, to_happen
from spec.language import Maybe, Number, Truth, action, chance, reading, rule, some

FITS = rule(
    "suitcase.fits", "What fits",
    "Items lie in the suitcase without overlapping or sticking out, turned and rearranged at will; coins do not.",
    "80D-84 80D-85 80D-86 80D-87 80D-88 80D-90",
)
JEAN = rule(
    "assistants.jean", "Jean, the helper",
    "Jean carries a second suitcase. How large it is is not said: it is taken to be as large as the first.", "80D-165",
)
SUPPLY = rule(
    "suitcase.supply", "Items of the supply", "An item that is received comes from the general supply.",
    "80D-4 80D-28 80D-80 80D-135 80D-136 80D-160 80D-173",
)
REMOVE = rule(
    "suitcase.remove", "Removing items",
    "An item may be taken out of the suitcase at any time and returned to the supply; so may one just received.",
    "80D-89",
)
DIE = rule(
    "suitcase.die", "The black market die",
    "The die is rolled once and the rolled item goes into the suitcase.", "80D-83 80D-135 80D-172",
)
ALBERT = rule(
    "assistants.albert", "Albert, the poker player",
    "On the black market the die may be rolled up to three times; only what the last roll shows can be taken.",
    "80D-162",
)
ANY_ITEM = rule(
    "suitcase.any-item", "The joker and the bonus of any item", "The player chooses any item of the supply.",
    "80D-83 80D-136",
)


def has_room(t: Table, p: Player, item: Item) -> Truth:
    """Whether one more of an item fits into the suitcase of `p`."""
    return fits_suitcase(t, p, [t.suitcase[p, one] + (one == item).as_number() for one in t.each(Item)])


@reading
def suitcases(t: Table, player: Player) -> Number:
    """How many suitcases a player packs: Jean carries a second one."""
    return 1 + assists(t, player, Assistant.JEAN).as_number()


def require_room(t: Table, p: Player, item: Item) -> None:
    """Refuse an item that does not fit into the suitcase of `p`."""
    because = "there is no room for {item} in the suitcase of {p}"
    t.require(FITS, has_room(t, p, item), because=because, item=item, p=p)
    with t.when(assists(t, p, Assistant.JEAN)):
        t.require(JEAN, has_room(t, p, item), because="nor in the second suitcase that Jean carries")


def put_into_suitcase(t: Table, p: Player, item: Item) -> None:
    """An item moves from the supply into the suitcase of `p`."""
    t.suitcase[p, item] += 1
    t.supply[item] -= 1


def receive(t: Table, p: Player, item: Item) -> None:
    """`p` gets an item: it goes into the suitcase, or waits to be placed if there is no room; none if none is left."""
    left, room = t.supply[item] > 0, has_room(t, p, item)
    with t.when(left & ~room):
        t.does(FITS)
        t.rolled = item
        t.open = Decision.PLACE
    with t.otherwise():
        with t.when(left):
            t.does(FITS)
            put_into_suitcase(t, p, item)
        carry_on(t, p)


def choose_any(t: Table, p: Player) -> None:
    """`p` is to choose any item, if the supply has one."""
    t.does(ANY_ITEM)
    with t.when(some(t.supply[item] > 0 for item in t.each(Item))):
        t.open = Decision.CHOOSE_ITEM
    with t.otherwise():
        carry_on(t, p)


def take_what_is_shown(t: Table, p: Player, item: Maybe[Item]) -> None:
    """`p` gets the item that the die shows, or chooses one for the joker."""
    missing = item.exists & (t.supply[item.value] == 0) & t.chosen(ITEM_MISSING, "b")
    with t.when(item.missing | missing):
        choose_any(t, p)
    with t.otherwise():
        receive(t, p, item.value)


@chance(DIE)
def roll(t: Table, face: Face) -> None:
    """The active player rolls the black market die; each face has the same chance."""
    to_happen(t, Decision.ROLL)
    item = t.board.shows[face]
    with t.when(t.rolls_left > 0):
        t.does(ALBERT)
        t.rolled = item
        t.open = Decision.ROLLED
    with t.otherwise():
        t.does(DIE)
        take_what_is_shown(t, t.active, item)


@action(ALBERT)
def take(t: Table, p: Player) -> None:
    """Keep what the die shows and stop rolling."""
    to_decide(t, p, Decision.ROLLED)
    item = t.rolled
    t.rolls_left = 0
    t.rolled = None
    take_what_is_shown(t, p, item)


@action(ALBERT)
def roll_again(t: Table, p: Player) -> None:
    """Leave the item just rolled, and roll again."""
    to_decide(t, p, Decision.ROLLED)
    t.rolls_left -= 1
    t.rolled = None
    t.open = Decision.ROLL


@action(ANY_ITEM)
def choose_item(t: Table, p: Player, item: Item) -> None:
    """Choose an item of the supply, having rolled the joker or won any item."""
    to_decide(t, p, Decision.CHOOSE_ITEM)
    t.require(SUPPLY, t.supply[item] > 0, because="the supply has no {item} left", item=item)
    receive(t, p, item)


@action(FITS)
def place(t: Table, p: Player) -> None:
    """Place the received item, now that there is room for it."""
    to_decide(t, p, Decision.PLACE)
    item = t.rolled.value
    with t.when(t.rolled.exists):
        require_room(t, p, item)
    put_into_suitcase(t, p, item)
    t.rolled = None
    carry_on(t, p)


@action(REMOVE)
def put_back(t: Table, p: Player) -> None:
    """Return the received item to the supply instead of placing it."""
    to_decide(t, p, Decision.PLACE)
    t.rolled = None
    carry_on(t, p)


@action(REMOVE)
def remove(t: Table, p: Player, item: Item) -> None:
    """Take an item out of the suitcase and return it to the supply."""
    decides = some(t.open == one for one in PLAYERS_DECISIONS)
    # A card drawn or a die rolled changes nothing in a suitcase that could not be removed behind it as well.
    t.require(DECISIONS, decides, because="what comes next is {open}", open=t.open)
    t.require(
        TURN, (p == t.active) | t.chosen(REMOVAL, "b"), because="{active} is to decide, not {p}", active=t.active, p=p
    )
    t.require(REMOVE, holds(t, p, item) > 0, because="{p} has no {item}", p=p, item=item)
    return_items(t, p, item, 1)


PLAYERS_DECISIONS = (
    Decision.KEEP, Decision.OBSERVER, Decision.ROLLED, Decision.CHOOSE_ITEM, Decision.PLACE, Decision.FREE_TRIP,
    Decision.SWAP, Decision.ACTION,
)
"""What a player decides; the rest is left to chance."""
