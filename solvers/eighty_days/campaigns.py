"""Plans over several periods as real moves: the reference executor has the last word on each of them.

The others pass at once in every period and keep their coins; what chance brings (a roll of Santa Express, an item of a
pass tile) is put back.
"""

from __future__ import annotations

from collections.abc import Sequence

from solvers.eighty_days.expeditions import Request
from solvers.eighty_days.journeys import Area, City, Line, known, number, rules_of
from solvers.eighty_days.others import pass_for
from solvers.eighty_days.replaying import CannotTravel, Replay, until_turn
from solvers.expeditions import Buy, Complete, EnginesDisagree, Find, Leave, Plan, Ride, Step, Swap
from solvers.packing.vectors import Counts
from spec.execution.moves import move_text
from spec.execution.position import Position, Refused
from spec.games.eighty_days.assistance import on_the_card
from spec.games.eighty_days.board import Item, PassTile, Player
from spec.games.eighty_days.state import Decision
from spec.language.sorts import Named
from spec.lowering.executor import Move

ACTION, NEWSPAPER, NOTHING = (number(one) for one in (Decision.ACTION, Decision.NEWSPAPER, Decision.NOTHING))
OBSERVER, PLACE, CHOOSE = (number(one) for one in (Decision.OBSERVER, Decision.PLACE, Decision.CHOOSE_ITEM))
ROLLED, FREE_TRIP = number(Decision.ROLLED), number(Decision.FREE_TRIP)
NEW_ADVENTURES, SWAP = number(PassTile.NEW_ADVENTURES), number(PassTile.SWAP)
DRAWING = (number(Decision.DRAW), number(Decision.KEEP))


def replay_plan(position: Position, player: int, plan: Plan, request: Request) -> Replay:
    """Play a plan move by move, with the newspapers and adventure cards of the request.

    Raises `CannotTravel` where the player has no turn to come in this period, and `EnginesDisagree` should the
    executor refuse a move, or coins, items or the city be other than the plan says after any step.
    """
    played = _Played(position, player, request)
    until_turn(position, player, [])  # raises if there is no turn to come
    items = plan.expedition.padded(plan.expedition.items)
    for n, step in enumerate(plan.steps):
        played.is_wanted = _is_kept(plan, plan.steps[n:])
        played.draw_all()  # London adventures, on arriving there
        played.is_wanted = _is_kept(plan, plan.steps[n + 1:])
        played.do(step, plan, items)
        items = step.items
        played.compare(step)
    return Replay(position, tuple(played.moves), played.here)


def _is_kept(plan: Plan, steps: Sequence[Step]) -> bool:
    """Whether the next adventure is to be kept if it is drawn now: it is completed before another one is drawn."""
    expedition = plan.expedition
    for step in steps:
        match step.action:
            case Complete():
                return True
            case Ride(_, there) | Leave(_, _, (_, there)) if there in expedition.dealing:
                return False
            case Leave(int(token)) if expedition.tokens[token].draws:
                return False
            case _:
                pass
    return True


class _Played:
    """The position as the plan goes on, and the moves so far; `is_wanted` says whether the next card named is kept."""

    def __init__(self, position: Position, player: int, request: Request) -> None:
        self.here, self.player, self.papers = position, player, request.papers
        self.cards = list(request.cards)
        self.table = position.table
        self.actions = list(position.table.game.actions)
        self.moves: list[Move] = []
        self.is_wanted = True

    def do(self, step: Step, plan: Plan, items: Counts) -> None:
        """Play a step; `items` are those in the case before it."""
        period = plan.expedition.periods[step.period - isinstance(step.action, Leave)]
        names = self.table.names
        try:
            self.here = until_turn(self.here, self.player, self.moves)
        except CannotTravel as why:
            raise EnginesDisagree("plan", [f"the player has no turn: {why}"]) from why
        self.tidy(items)
        match step.action:
            case Ride(way, _):
                taken = period.ways[way]
                line = names.read(Named(Line), taken.link)
                if taken.area is None:
                    self.play(taken.how, line)
                else:
                    self.play(taken.how, line, names.read(Named(Area), taken.area))
            case Buy(offer, leaves):
                self.remove(leaves)
                bought = period.offers[offer]
                if bought.area is None:
                    self.play(bought.how)
                else:
                    self.play(bought.how, names.read(Named(Area), bought.area), bought.item)
            case Find(stack):
                self.play("juggle", stack)
            case Swap(gives, takes, leaves):
                self.remove(leaves)
                self.play("jill", gives, takes)
            case Leave(token, hands_in, trip, swap, leaves):
                tile = None if token is None else names.read(Named(PassTile), plan.expedition.tokens[token].name)
                by = None if trip is None else names.read(Named(Line), period.trips[trip[0]].link)
                self.take_leave(tile, by, swap, leaves)
                self.go_on(self.papers[step.period - 1], hands_in)
            case Complete(gift, leaves, trip):
                by = None if trip is None else names.read(Named(Line), period.trips[trip[0]].link)
                self.complete(gift, leaves, by)

    def play(self, action: str, *args: int) -> None:
        """A move of the player."""
        self.make((self.actions.index(action), self.player, *args))

    def make(self, move: Move) -> None:
        """Any move."""
        try:
            self.here = self.here.play(move)
        except Refused as refused:
            raise EnginesDisagree("plan", [f"the rules refuse a step of it: {refused}"]) from refused
        self.moves.append(move)

    def remove(self, leaves: Counts) -> None:
        """Take items out of the suitcase."""
        for item, count in enumerate(leaves):
            for _ in range(count):
                self.play("remove", item)

    def tidy(self, items: Counts) -> None:
        """Put back what chance has brought."""
        for item, count in enumerate(items):
            while self.cell("suitcase", self.player, item) > count:
                self.play("remove", item)

    def take_leave(self, tile: int | None, line: int | None, swap: tuple[int, int] | None, leaves: Counts) -> None:
        """Pass, with a tile carry out what was planned of its effect, and finish."""
        if tile is None or not (tile == NEW_ADVENTURES or line is not None or swap is not None or any(leaves)):
            self.pass_on(self.player, tile)
            return
        self.play("pass_with", tile)
        self.draw_all()
        if line is not None:
            self.play("free_trip", line)
            self.draw_all()  # London adventures, on arriving there
        self.remove(leaves)
        if swap is not None:
            self.play("swap", *swap)
        elif tile == SWAP:
            self.play("swap_nothing")
        self.play("finish")

    def go_on(self, paper: int, hands_in: int | None) -> None:
        """Let the others pass, and begin the next period with its newspaper."""
        while self.cell("open") == ACTION:
            active = self.cell("active")
            if self.cell("acted"):
                self.make((self.actions.index("finish"), active))
            else:
                self.pass_on(active, None)
        if self.cell("open") != NEWSPAPER:
            raise EnginesDisagree("plan", ["no further period begins"])
        self.make((self.actions.index("reveal"), paper))
        while (decision := self.cell("open")) != ACTION:
            active = self.cell("active")
            if decision == OBSERVER and active == self.player and hands_in is not None:
                self.play("give_item", hands_in)
            elif decision == OBSERVER:
                self.make((self.actions.index("give_nothing"), active))
            elif decision in (PLACE, ROLLED):
                self.make((self.actions.index("put_back" if decision == PLACE else "take"), active))
            else:
                self.make(self.first_choice())

    def complete(self, gift: int | None, leaves: Counts, line: int | None) -> None:
        """Complete the current adventure, receive its bonus, and draw the next card of those named."""
        self.play("complete")
        self.cards.pop(0)
        while (decision := self.cell("open")) != ACTION:
            if decision in DRAWING:
                self.draw()
            elif decision == CHOOSE and gift is not None:
                self.remove(leaves)
                self.play("choose_item", gift)
            elif decision == FREE_TRIP and line is not None:
                self.play("free_trip", line)
            elif decision in (PLACE, ROLLED):
                self.play("put_back" if decision == PLACE else "take")
            elif decision == FREE_TRIP:
                self.play("stay")
            else:
                self.make(self.first_choice())

    def draw_all(self) -> None:
        """Draw and keep cards as long as there are some to be drawn."""
        while self.cell("open") in DRAWING:
            self.draw()

    def draw(self) -> None:
        """Draw or keep the next card of those named, if it is there and wanted, and otherwise none of them."""
        draws = {self.actions.index(name) for name in ("draw_adventure", "draw_london", "keep")}
        choices = [move for move in self.here.moves if move[0] in draws]
        named = self.cards[:1] if self.is_wanted and not self.cell("draws_again") else []
        wanted = [move for move in choices if move[-1] in named]
        others = [move for move in choices if move[-1] not in self.cards]
        self.make((wanted or others or choices)[0])

    def first_choice(self) -> Move:
        """The first legal move that decides something."""
        return next(move for move in self.here.moves if move[0] != self.actions.index("remove"))

    def pass_on(self, player: int, tile: int | None) -> None:
        """Somebody passes."""
        try:
            self.here, made = pass_for(self.here, player, tile, spared=self.cards)
        except Refused as refused:
            raise EnginesDisagree("plan", [f"the rules refuse to pass: {refused}"]) from refused
        self.moves += made

    def compare(self, step: Step) -> None:
        """Raise `EnginesDisagree` unless coins, items and city are those of the plan."""
        spare = known(on_the_card(rules_of(self.here), Player.at(self.player), Item.REVOLVER))
        city = self.table.names.of(City)[self.cell("city", self.player)].id
        case = tuple(self.cell("suitcase", self.player, item) for item in range(len(step.items)))
        less = not isinstance(step.action, (Leave, Complete)) and case != step.items
        more = any(has < wants for has, wants in zip(case, step.items, strict=True))
        if (city, self.cell("coins", self.player), spare) != (step.place, step.coins, sum(step.spare)) or less or more:
            raise EnginesDisagree("plan", [
                f"after {move_text(self.table, self.moves[-1])} the plan says {step.place}, {step.coins} coins and "
                f"{step.items}, the rules {city}, {self.cell('coins', self.player)} coins and {case}"
            ])

    def cell(self, name: str, *index: int) -> int:
        """A cell of the position."""
        return self.table.instance.cells(self.here.row)[name, index]
