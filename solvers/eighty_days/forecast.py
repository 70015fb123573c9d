"""The periods to come as the rules make them: their newspapers, prices, ways, markets and incomes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from solvers.eighty_days.journeys import (
    ITEMS,
    REVOLVER,
    SPECIAL,
    TRAVEL,
    Area,
    City,
    Line,
    Newspaper,
    known,
    number,
)
from solvers.expeditions import Area as Stack
from solvers.expeditions import Offer, Period, Way
from spec.execution.position import Position
from spec.games.eighty_days.assistance import assists
from spec.games.eighty_days.assistants import PRICE_OF_A_HAT, PRICE_OF_A_TRIP
from spec.games.eighty_days.board import MARKET_AREAS, Assistant, Item, PassTile, Player, Printed
from spec.games.eighty_days.general_supply import NEWSPAPER_STACK
from spec.games.eighty_days.markets import is_open_here, sells
from spec.games.eighty_days.newspapers import COINS_FOR_AN_ITEM, STORMS
from spec.games.eighty_days.rulings import GUARDIAN_ASSISTANT, GUARDIAN_FREE_TRIP, LEAVING_LONDON
from spec.games.eighty_days.state import JugglerField, juggler_stack
from spec.games.eighty_days.state import Table as State
from spec.games.eighty_days.travel import has_revolver, line_cost, revolvers_to_carry, toll
from spec.language.sorts import Named

HAT, UMBRELLA = number(Item.HAT), number(Item.UMBRELLA)
MARKETS = tuple(number(area) for area in MARKET_AREAS)
OBSERVER, SUNDAY = number(Newspaper.OBSERVER), number(Newspaper.SUNDAY_EXPRESS)
MONEY = number(PassTile.MONEY)


class Forecast:
    """A period as one player will find it: this one, or a coming one with the newspaper given."""

    def __init__(self, position: Position, player: int, paper: int, *, coming: bool, shopping: bool) -> None:
        self.position, self.player, self.paper = position, player, paper
        self.coming, self.shopping = coming, shopping
        self.table = position.table
        self.cells = self.table.instance.cells(position.row)
        if coming:
            self.cells["newspaper", ()] = paper
            self.cells["turned", (player,)] = 0
            start = self.table.instance.cells(self.table.instance.start)
            for area in (*TRAVEL, *MARKETS):
                self.cells["height", (area,)] = start["height", (area,)]
            for storm, stormy in STORMS:
                if number(storm) == paper:
                    self.cells["height", (number(stormy),)] = NEWSPAPER_STACK

    def state(self, changes: Mapping[tuple[str, tuple[int, ...]], int] | None = None) -> State:
        """The period as the functions of the rules read it, with some cells changed."""
        run = self.table.instance.direct({**self.cells, **(changes or {})})
        return State(run, Printed(run))

    @cached_property
    def here(self) -> State:
        """The same, nothing changed."""
        return self.state()

    @cached_property
    def leads_out(self) -> bool:
        """Whether a ruling lets Assistants and free trips take a pawn out of the arrival city London again."""
        return bool(known(self.here.chosen(LEAVING_LONDON, "b")))

    def has(self, assistant: Assistant) -> bool:
        """Whether this Assistant helps the player."""
        return bool(known(assists(self.here, Player.at(self.player), assistant)))

    def area(self, area: int) -> str:
        """The id of an area."""
        return self.table.names.id(Named(Area), area)

    def period(self) -> Period:
        """The period for the planner."""
        board = self.table.instance.data.tables
        title = self.table.names.title(Named(Newspaper), self.paper) if self.paper >= 0 else "no newspaper"
        turned = bool(self.cells["turned", (self.player,)])
        helps = (self.has(Assistant.MARY) or self.has(Assistant.JILL)) and not turned
        return Period(
            name=title,
            areas=tuple(Stack(self.area(area), self.cells["height", (area,)]) for area in (*TRAVEL, *MARKETS)),
            ways=tuple(way for line in range(len(self.table.names.of(Line))) for way in self.ways(line)),
            offers=self.offers() if self.shopping else (),
            income=board["newspaper_coins"][self.paper] if self.coming else 0,
            trade_in=COINS_FOR_AN_ITEM if self.coming and self.paper == OBSERVER else None,
            finds=self.finds() if self.shopping else (),
            help=helps, swaps=helps and self.shopping and self.has(Assistant.JILL),
        )

    def finds(self) -> tuple[int, ...]:
        """The stacks of the juggler; in a coming period they are filled up again."""
        fields = range(len(JugglerField.members))
        if self.coming:
            return tuple(known(juggler_stack(self.here.board, JugglerField.at(one))) for one in fields)
        return tuple(self.cells["juggler", (one,)] for one in fields)

    def ways(self, line: int) -> list[Way]:
        """How a line can be taken: by the action Travel, or with Leonard or Mary."""
        board, cities = self.table.instance.data.tables, self.table.names.of(City)
        here, printed, kind = self.here, Line.at(line), board["kind"][line]
        ends = cities[board["start"][line]].id, cities[board["end"][line]].id
        name, costs = self.table.names.of(Line)[line].id, tuple(known(line_cost(here, printed, one)) for one in ITEMS)
        coins, carried = known(toll(here, printed)), known(revolvers_to_carry(here, printed))
        holding = tuple(max(cost, carried * (n == REVOLVER)) for n, cost in enumerate(costs))
        areas = (kind, SPECIAL) if self.paper == SUNDAY and kind != SPECIAL else (kind,)
        found = [Way(name, *ends, "travel", self.area(area), coins, costs, holding) for area in areas]
        if self.has(Assistant.LEONARD):
            free = known(here.chosen(GUARDIAN_ASSISTANT, "c"))
            found.append(Way(name, *ends, "leonard", None, PRICE_OF_A_TRIP + coins, costs, costs if free else holding,
                             leads_out=self.leads_out))
        if self.has(Assistant.MARY):
            umbrella = tuple(int(n == UMBRELLA) for n in range(len(ITEMS)))
            guarded = known(here.chosen(GUARDIAN_ASSISTANT, "a")) and not self.rides_free(kind)
            armed = tuple(max(one, int(guarded and n == REVOLVER)) for n, one in enumerate(umbrella))
            found.append(Way(name, *ends, "mary", None, 0, umbrella, armed, helps=True, leads_out=self.leads_out))
        return found

    def trips(self) -> tuple[Way, ...]:
        """The free trips by every line; `how` is the way of travel."""
        board, cities = self.table.instance.data.tables, self.table.names.of(City)
        guarded = not known(self.here.chosen(GUARDIAN_FREE_TRIP, "b"))
        found = []
        for line, name in enumerate(self.table.names.of(Line)):
            kind = board["kind"][line]
            armed = guarded and not self.rides_free(kind)
            holds = tuple(int(armed and n == REVOLVER) for n in range(len(ITEMS)))
            ends = cities[board["start"][line]].id, cities[board["end"][line]].id
            found.append(Way(name.id, *ends, self.area(kind), None, 0, (), holds, leads_out=self.leads_out))
        return tuple(found)

    def rides_free(self, kind: int) -> bool:
        """Whether somebody without a revolver could ride."""
        none = {("suitcase", (self.player, REVOLVER)): 0, ("holster", ()): 0}
        return bool(known(has_revolver(self.state(none), Player.at(self.player), Area.at(kind))))

    def offers(self) -> tuple[Offer, ...]:
        """What the markets sell, where they are open, and Paul's hat."""
        cities, player = self.table.names.of(City), Player.at(self.player)
        found: list[Offer] = []
        visits = [self.state({("city", (self.player,)): city}) for city in range(len(cities))]
        for market, area in zip(MARKETS, MARKET_AREAS, strict=True):
            open_in = frozenset(
                name.id for name, visit in zip(cities, visits, strict=True) if known(is_open_here(visit, player, area))
            )
            found += [
                Offer(item, "buy", self.area(market), 0, open_in) for item, one in enumerate(ITEMS)
                if known(sells(self.here, area, one))
            ]
        if self.has(Assistant.PAUL):
            found.append(Offer(HAT, "paul", None, PRICE_OF_A_HAT))
        return tuple(found)


