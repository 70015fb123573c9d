"""Small expeditions of every kind, and all that can be done in one, by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from hypothesis import strategies as st

from solvers.expeditions import (
    Action,
    Area,
    BrokenPlan,
    Buy,
    Complete,
    Expedition,
    Find,
    Goal,
    Leave,
    Offer,
    Period,
    Plan,
    Ride,
    Swap,
    Task,
    Token,
    Way,
    played,
)

PLACES = ("a", "b", "c", "d")
counts = st.tuples(st.integers(0, 1), st.integers(0, 1))


@st.composite
def ways(draw: st.DrawFn, shopping: bool) -> tuple[Way, ...]:
    """Up to six ways, some paid on an area, some dear, some that cost or ask for items, some with a help."""
    found = []
    for n in range(draw(st.integers(2, 6))):
        start, end = draw(st.lists(st.sampled_from(PLACES), min_size=2, max_size=2, unique=True))
        area = draw(st.sampled_from(["rail", "sea", "sea", "rail", None]))
        coins = draw(st.sampled_from([0, 0, 0, 1, 2])) + 2 * (area is None)
        items = draw(counts) if shopping or draw(st.booleans()) else ()
        holds = draw(counts) if draw(st.integers(0, 4)) == 0 else ()
        helps = draw(st.integers(0, 5)) == 0
        found.append(Way(f"l{n}", start, end, "help" if helps else "travel", None if helps else area, coins, items,
                         holds, helps, shopping and draw(st.integers(0, 3)) == 0))
    return tuple(found)


@st.composite
def periods(draw: st.DrawFn, shopping: bool, tokens: int) -> Period:
    """A period with two areas for rides and one for a market."""
    offers: tuple[Offer, ...] = ()
    if shopping:
        offers = (
            Offer(0, "buy", "market", 0, frozenset(draw(st.sets(st.sampled_from(PLACES), max_size=3)))),
            Offer(1, "buy", None, draw(st.integers(1, 2))),
        )
    areas = (Area("rail", draw(st.integers(0, 1))), Area("sea", fixed=draw(st.sampled_from([None, None, 2]))),
             Area("market", draw(st.integers(0, 1))))
    choices = tuple(range(tokens))
    gone = frozenset(draw(st.sets(st.sampled_from(choices), max_size=tokens - 1))) if tokens else frozenset[int]()
    return Period(
        "P", areas, draw(ways(shopping)), offers, draw(st.integers(0, 3)),
        draw(st.sampled_from([None, None, 4])) if shopping else None,
        draw(st.sampled_from([(), (2,), (1, 1)])) if shopping else (),
        draw(st.booleans()), shopping and draw(st.booleans()), tuple(one for one in choices if one not in gone), gone,
        draw(st.sampled_from([None, None, None, 5])),
        tuple(replace(way, how="ship", area=None, coins=0, items=(), helps=False) for way in draw(ways(shopping))[:2]),
    )


@st.composite
def expeditions(draw: st.DrawFn, shopping: bool) -> Expedition:
    """One or two periods; with shopping items may be wanted and there is room for two of them."""
    tokens = draw(st.sampled_from([0, 0, 2]))
    listed = tuple(draw(periods(shopping, tokens)) for _ in range(draw(st.integers(1, 2))))
    goal = Goal(frozenset(draw(st.sets(st.sampled_from(PLACES), min_size=1, max_size=2))),
                draw(counts) if shopping else ())
    tasks = draw(st.lists(task(), max_size=2)) if shopping else []
    return Expedition(
        PLACES, listed, draw(st.sampled_from(PLACES)), goal, draw(st.integers(0, 6)), ("hat", "coat"),
        draw(counts), draw(st.sampled_from([(), (), (1, 0)])), draw(st.booleans()), (2, 2), ((1, 1), (2, 0)),
        tuple(draw(token(f"t{n}", shopping)) for n in range(tokens)),
        frozenset(draw(st.sampled_from([(), (), ("d",)]))), frozenset(draw(st.sampled_from([(), ("c",)]))),
        tuple(replace(one, name=f"task {n}") for n, one in enumerate(tasks)),
        frozenset(draw(st.sampled_from([(), ("b",)])) if tasks else ()), draw(st.integers(0, 2)),
        draw(st.booleans()), draw(st.booleans()),
        frozenset(draw(st.sampled_from([(), ("b",), ("c",)])) if tasks else ()),
        shopping and draw(st.integers(0, 5)) == 0, draw(st.booleans()),
    )


@st.composite
def token(draw: st.DrawFn, name: str, shopping: bool) -> Token:
    """A token with nothing but coins, with a trip, with a swap, or one that draws another task."""
    effect = draw(st.sampled_from(["", "trip", "swap", "swap", "draw"])) if shopping else ""
    return Token(name, draw(st.integers(0, 1)), draw(st.integers(0, 2)),
                 frozenset({"ship"} if effect == "trip" else ()), effect == "swap", effect == "draw")


@st.composite
def task(draw: st.DrawFn) -> Task:
    """A task for an item or a coin, rewarded by a coin, an item or a trip."""
    places = frozenset(draw(st.sets(st.sampled_from(PLACES), min_size=1, max_size=3)))
    reward = draw(st.sampled_from(["", "coins", "gift", "trip"]))
    return Task("task", places, draw(counts), draw(st.integers(0, 1)), 2 * (reward == "coins"), reward == "gift",
                frozenset({"ship"} if reward == "trip" else ()), 0, draw(st.integers(0, 3)) == 0)


def every_action(expedition: Expedition, number: int, place: str) -> Iterator[Action]:
    """Whatever might be done at a place in a period, with all that might be left behind."""
    period = expedition.periods[number]
    behind = [(), *product(range(2), repeat=2)]
    for n, way in enumerate(period.ways):
        yield from (Ride(n, end) for end in {way.start, way.end} - {place})
    yield from (Buy(n, leaves) for n in range(len(period.offers)) for leaves in behind[1:])
    yield from (Find(n) for n in range(len(period.finds)))
    yield from (Swap(*pair, leaves) for pair in ((0, 1), (1, 0)) for leaves in behind[1:])
    trips = [None, *((n, end) for n, way in enumerate(period.trips) for end in {way.start, way.end} - {place})]
    if expedition.tasks:
        yield from (Complete(None, (), trip) for trip in trips)
        yield from (Complete(gift, leaves, None) for gift in (0, 1) for leaves in behind[1:])
    for one in (None, *period.tokens):
        yield from (Leave(one, kind, trip) for kind in (None, 0, 1) for trip in trips)
        if one is not None and expedition.tokens[one].swaps:
            swaps = [None, *((gives, takes) for gives in range(2) for takes in range(2))]
            yield from (Leave(one, kind, None, swap, leaves)
                        for kind in (None, 0, 1) for swap in swaps for leaves in product(range(3), repeat=2))


def every_plan(expedition: Expedition, longest: int) -> Iterator[Plan]:
    """Every sequence of at most so many actions that can be done, whether it reaches the goal or not."""
    waiting: list[tuple[Action, ...]] = [()]
    while waiting:
        actions = waiting.pop()
        plan = played(expedition, actions, to_goal=False)
        yield plan
        if len(actions) == longest:
            continue
        for action in every_action(expedition, plan.periods - 1, plan.place):
            try:
                played(expedition, (*actions, action), to_goal=False)
            except BrokenPlan:
                continue
            waiting.append((*actions, action))


def reaches(plan: Plan) -> bool:
    """Whether a plan reaches its goal."""
    try:
        played(plan.expedition, [step.action for step in plan.steps])
    except BrokenPlan:
        return False
    return True
