"""Plans: actions one after the other, played through step by step.

The meaning of an expedition, written as plainly as can be; both engines' plans are played by it before anyone sees
them. It shares no code with the engines.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import assert_never

from solvers.expeditions.errors import BrokenPlan
from solvers.expeditions.expedition import DEALT, DRAWN, LOST, Counts, Expedition, Objective


@dataclass(frozen=True)
class Ride:
    """Take a way of the period, by its number, to a place."""

    way: int
    there: str


@dataclass(frozen=True)
class Buy:
    """Take an offer of the period, by its number, after leaving some items behind."""

    offer: int
    leaves: Counts


@dataclass(frozen=True)
class Find:
    """Take a stack of coins that lies there."""

    stack: int


@dataclass(frozen=True)
class Swap:
    """Swap an item for another one, after leaving some behind; no action."""

    gives: int
    takes: int
    leaves: Counts


@dataclass(frozen=True)
class Leave:
    """Leave the period with a token, if there are any, and hand in an item in the next one, if any.

    With some tokens comes a trip, a way of the period's trips and its end, with others a swap: an item given and one
    taken, after leaving some behind. Some may also be left behind so that there is no swap that must be made.
    """

    token: int | None
    hands_in: int | None
    trip: tuple[int, str] | None = None
    swap: tuple[int, int] | None = None
    leaves: Counts = ()


@dataclass(frozen=True)
class Complete:
    """Do the next task; its gift after leaving some behind, or its trip, a way of the period's trips and its end."""

    gift: int | None = None
    leaves: Counts = ()
    trip: tuple[int, str] | None = None


Action = Ride | Buy | Find | Swap | Leave | Complete


@dataclass(frozen=True)
class Step:
    """An action in a period, the price paid for it on its area, what is in hand after it, and the task it did."""

    action: Action
    period: int
    place: str
    price: int
    coins: int
    items: Counts
    spare: Counts
    task: str = ""


@dataclass(frozen=True)
class Plan:
    """Steps that reach the goal; `paid` are all coins paid, `actions` those that take a turn.

    `is_led` says whether a final place was left.
    """

    expedition: Expedition
    steps: tuple[Step, ...]
    paid: int
    actions: int
    coins: int
    done: int = 0
    is_led: bool = False

    @property
    def points(self) -> int:
        """The points of the tasks that were done."""
        return sum(task.points for task in self.expedition.tasks[:self.done])

    @property
    def periods(self) -> int:
        """How many periods it begins, the first included."""
        return 1 + (self.steps[-1].period if self.steps else 0)

    @property
    def place(self) -> str:
        """Where it ends."""
        return self.steps[-1].place if self.steps else self.expedition.start

    def value(self, objective: Objective) -> tuple[int, int, int]:
        """What an objective compares, the smaller the better."""
        match objective:
            case Objective.FEWEST:
                return self.actions, self.periods, -self.coins
            case Objective.CHEAPEST:
                return self.paid, self.actions, self.periods
            case Objective.FASTEST:
                return self.periods, self.actions, -self.coins
            case _:
                assert_never(objective)


def played(expedition: Expedition, actions: Iterable[Action], *, to_goal: bool = True) -> Plan:
    """The plan of these actions; `BrokenPlan` with the first that cannot be done, or when it misses the goal."""
    game = _Play(expedition)
    for action in actions:
        game.do(action)
    goal = expedition.goal
    held = tuple(map(int.__add__, game.case, game.spare))
    if to_goal:
        if goal.places is not None and game.place not in goal.places:
            raise BrokenPlan("plan", [f"it ends in {game.place}"])
        if any(has < wants for has, wants in zip(held, expedition.padded(goal.items), strict=True)):
            raise BrokenPlan("plan", [f"it ends with {held}, and the goal is {goal.items}"])
        if game.coins < goal.coins:
            raise BrokenPlan("plan", [f"it ends with {game.coins} coins, and the goal is {goal.coins}"])
        if goal.tasks and game.done < len(expedition.tasks):
            raise BrokenPlan("plan", [f"{game.done} of {len(expedition.tasks)} tasks are done"])
    return Plan(expedition, tuple(game.steps), game.paid, game.actions, game.coins, game.done,
                game.status.led)


class _Play:
    """The traveller's situation."""

    def __init__(self, expedition: Expedition) -> None:
        self.expedition = expedition
        self.place, self.coins = expedition.start, expedition.coins
        self.case, self.spare = expedition.padded(expedition.items), expedition.padded(expedition.spare)
        self.tokens = [token.coins for token in expedition.tokens]
        self.paid = self.actions = self.number = self.done = 0
        self.status = expedition.first_status
        self.steps: list[Step] = []
        self.begin(0)

    def begin(self, number: int) -> None:
        self.number, self.period = number, self.expedition.periods[number]
        self.uses = {area.name: 0 for area in self.period.areas}
        self.finds, self.help = list(self.period.finds), self.period.help

    def do(self, action: Action) -> None:
        price = 0
        match action:
            case Ride(number, there):
                way = self.period.ways[number]
                ends = {way.start, way.end}
                stays = (self.status.led or self.place in self.expedition.final) and not way.leads_out
                if ends != {self.place, there} or stays or there in self.expedition.closed:
                    self.fail(f"{way.link} does not lead from {self.place} to {there}")
                self.enter(there)
                held = tuple(map(int.__add__, self.case, self.spare))
                wants = tuple(map(max, self.expedition.padded(way.holds), self.expedition.padded(way.items)))
                if any(map(int.__lt__, held, wants)):
                    self.fail(f"{way.link} wants {wants} and there are {held}")
                if way.helps:
                    self.use_help()
                price = self.pay(way.area, way.coins)
                self.give(self.expedition.padded(way.items))
                self.go(there)
                self.actions += 1
            case Buy(number, leaves):
                offer = self.period.offers[number]
                if offer.places is not None and self.place not in offer.places:
                    self.fail(f"nothing of that is sold in {self.place}")
                price = self.pay(offer.area, offer.coins)
                self.leave(leaves)
                self.take(offer.item)
                self.actions += 1
            case Find(stack):
                if not self.finds[stack]:
                    self.fail(f"stack {stack} is empty")
                self.coins += self.finds[stack]
                self.finds[stack] = 0
                self.actions += 1
            case Swap(gives, takes, leaves):
                if not self.period.swaps:
                    self.fail("nobody swaps")
                self.use_help()
                self.give(_one(self.expedition, gives))
                self.leave(leaves)
                self.take(takes)
            case Leave():
                self.pass_on(action)
            case Complete():
                self.complete(action)
            case _:
                assert_never(action)
        task = self.expedition.tasks[self.done - 1].name if isinstance(action, Complete) else ""
        self.steps.append(Step(action, self.number, self.place, price, self.coins, self.case, self.spare, task))

    def enter(self, place: str) -> None:
        if not self.expedition.is_open(place, self.done):
            self.fail(f"{place} may not be entered after {self.done} tasks")

    def go(self, there: str) -> None:
        """The traveller goes on; whoever enters a dealing place exchanges the task in hand."""
        led = self.status.led or self.place in self.expedition.final
        self.status = self.status._replace(led=led)
        self.place = there
        if there in self.expedition.dealing:
            self.draw()

    def draw(self) -> None:
        """Another task comes to hand, one of those of the place; the first one never comes again."""
        hand = LOST if not self.done else DEALT if self.place in self.expedition.dealing else DRAWN
        self.status = self.status._replace(hand=hand)

    def complete(self, action: Complete) -> None:
        if self.done == len(self.expedition.tasks):
            self.fail("there is no further task")
        task = self.expedition.tasks[self.done]
        if self.place not in task.places:
            self.fail(f"{task.name} is not done in {self.place}")
        if self.status.hand != (DEALT if task.dealt else DRAWN):
            self.fail(f"{task.name} is not in hand")
        self.give(self.expedition.padded(task.items))
        self.pay(None, task.coins)
        self.coins += task.gains
        if action.gift is not None:
            if not task.gift:
                self.fail(f"{task.name} gives no item")
            self.leave(action.leaves)
            self.take(action.gift)
        held = tuple(map(int.__add__, self.case, self.spare))
        trips = self.expedition.rewards(self.number, self.place, self.done, held, self.status)
        stays = not trips or self.expedition.may_stay
        if (action.trip is None and not stays) or (action.trip is not None and action.trip not in trips):
            self.fail(f"{task.name} gives one of the trips {trips}")
        self.done += 1
        if action.trip is not None:
            self.go(action.trip[1])
        self.draw()

    def pass_on(self, action: Leave) -> None:
        token, hands_in, trip = action.token, action.hands_in, action.trip
        if self.number + 1 >= len(self.expedition.periods):
            self.fail("there is no further period")
        if (token is None) != (not self.period.tokens) or (token is not None and token not in self.period.tokens):
            self.fail(f"one of the tokens {self.period.tokens} is taken, if there are any")
        self.swap_with(token, action)
        held = tuple(map(int.__add__, self.case, self.spare))
        trips = self.expedition.outings(self.number, self.place, token, self.done, held, self.status)
        stays = not trips or self.expedition.may_stay
        if (trip is None and not stays) or (trip is not None and trip not in trips):
            self.fail(f"leaving gives one of the trips {trips}")
        if trip is not None:
            self.go(trip[1])
        if token is not None and self.expedition.tokens[token].draws:
            self.draw()
        if token is not None:
            self.coins += self.tokens[token] + self.expedition.tokens[token].bonus
        taken = {token, *self.period.gone}
        self.tokens = [0 if n in taken else coins + 1 for n, coins in enumerate(self.tokens)]
        self.begin(self.number + 1)
        if hands_in is None:
            self.coins += self.period.income
        elif self.period.trade_in is None:
            self.fail("nobody takes an item")
        else:
            self.give(_one(self.expedition, hands_in))
            self.coins += self.period.trade_in
        if self.period.most is not None and self.coins > self.period.most:
            self.fail(f"there would be more than {self.period.most} coins in hand")

    def swap_with(self, token: int | None, action: Leave) -> None:
        """The swap that comes with a token, which in the same breath gives an item up and takes one."""
        swaps = token is not None and self.expedition.tokens[token].swaps
        if not swaps and (action.swap is not None or any(action.leaves)):
            self.fail("no swap comes with leaving")
        self.leave(action.leaves)
        if action.swap is None:
            if swaps and self.expedition.must_swap and self.could_swap():
                self.fail("there is a swap to be made")
            return
        gives, takes = action.swap
        held = self.case[takes] + self.spare[takes]
        if self.expedition.stock and held >= self.expedition.stock[takes]:
            self.fail(f"there are no more of item {takes}")
        self.give(_one(self.expedition, gives))
        self.take(takes)

    def could_swap(self) -> bool:
        """Whether there is a swap of an item for one in stock, perhaps of the same kind."""
        kinds, expedition = range(len(self.expedition.item_kinds)), self.expedition
        for gives in kinds:
            if not self.case[gives] + self.spare[gives]:
                continue
            of_spare = self.spare[gives] > 0 and (expedition.spare_first or not self.case[gives])
            for takes in kinds:
                has = self.case[takes] + self.spare[takes]
                after = [count - (kind == gives and not of_spare) + (kind == takes)
                         for kind, count in enumerate(self.case)]
                if (not expedition.stock or has < expedition.stock[takes]) and expedition.fits(tuple(after)):
                    return True
        return False

    def pay(self, area: str | None, besides: int) -> int:
        price = 0
        if area is not None:
            price = next(one for one in self.period.areas if one.name == area).price(self.uses[area])
            self.uses[area] += 1
        if price + besides > self.coins:
            self.fail(f"it costs {price + besides} and there are {self.coins} coins")
        self.coins -= price + besides
        self.paid += price + besides
        return price

    def use_help(self) -> None:
        if not self.help:
            self.fail("there is no help left in this period")
        self.help = False

    def give(self, items: Counts) -> None:
        case, spare = list(self.case), list(self.spare)
        for kind, count in enumerate(items):
            first, second = (spare, case) if self.expedition.spare_first else (case, spare)
            of_first = min(count, first[kind])
            first[kind] -= of_first
            second[kind] -= count - of_first
            if second[kind] < 0:
                self.fail(f"there are too few of item {kind}")
        self.case, self.spare = tuple(case), tuple(spare)

    def leave(self, items: Counts) -> None:
        """Items are left behind in the order in which they are given up, spare ones too."""
        self.give(self.expedition.padded(items))

    def take(self, item: int) -> None:
        more = tuple(map(int.__add__, self.case, _one(self.expedition, item)))
        if not self.expedition.fits(more):
            self.fail(f"{more} do not fit the case")
        if self.expedition.stock and more[item] + self.spare[item] > self.expedition.stock[item]:
            self.fail(f"there are no more of item {item}")
        self.case = more

    def fail(self, why: str) -> None:
        raise BrokenPlan("plan", [f"action {len(self.steps) + 1} in {self.period.name}: {why}"])


def _one(expedition: Expedition, item: int) -> Counts:
    return tuple(int(kind == item) for kind in range(len(expedition.item_kinds)))
