"""Wolf, goat and cabbage: a farmer crosses a river with at most one of them."""

import sys

from spec.language import Board, Bool, Element, Game, State, Truth, action, array, every, member, reading, rule, scalar


class Farmer(Element, size="players"):
    """Whoever rows."""


class Thing(Element):
    WOLF = member()
    GOAT = member()
    CABBAGE = member()


CROSS = rule("ferry.cross", "Crossing", "The farmer rows across alone or with one thing of his bank.", "WGC-1")
SAFE = rule("ferry.safe", "Safety", "Wolf and goat, or goat and cabbage, are never left without the farmer.", "WGC-2")


class NoBoard(Board):
    """Nothing is printed."""


class Ferry(State[NoBoard]):
    farmer = scalar(Bool)
    across = array(Thing, Bool)


def require_safe(t: Ferry) -> None:
    """Refuse a crossing that leaves something to be eaten."""
    goat = t.across[Thing.GOAT]
    for other in (Thing.WOLF, Thing.CABBAGE):
        t.require(SAFE, goat.iff(t.across[other]).implies(goat.iff(t.farmer)))


@action(CROSS)
def cross_alone(t: Ferry, p: Farmer) -> None:
    """Row across with nothing."""
    t.farmer = ~t.farmer
    require_safe(t)


@action(CROSS)
def cross_with(t: Ferry, p: Farmer, thing: Thing) -> None:
    """Row across with one thing."""
    t.require(CROSS, t.across[thing].iff(t.farmer))
    t.farmer = ~t.farmer
    t.across[thing] = t.farmer
    require_safe(t)


@reading
def over(t: Ferry) -> Truth:
    return t.farmer & every(t.across[thing] for thing in t.each(Thing))


MODEL = Game("wolf_goat_cabbage", "Wolf, goat and cabbage", Ferry, NoBoard, Farmer, (1,), (sys.modules[__name__],))
