"""A position of 80 Days as an expedition: this period and those whose newspapers are given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from solvers.eighty_days.forecast import MONEY, Forecast
from solvers.eighty_days.journeys import ITEMS, SPECIAL, Area, City, Item, Newspaper, known, number, rules_of
from solvers.eighty_days.others import PLAINEST_FIRST
from solvers.expeditions import Expedition, Goal, Period, Task, Token
from solvers.packing import packable
from solvers.packing.vectors import Counts
from solvers.suitcase import suitcase_of
from spec.execution.position import Position
from spec.games.eighty_days.arrival import ENOUGH
from spec.games.eighty_days.assistance import assists, on_the_card
from spec.games.eighty_days.board import Adventure, Assistant, Bonus, PassTile, Player, Symbol
from spec.games.eighty_days.bonuses import TRIPS
from spec.games.eighty_days.general_supply import NEWSPAPER_STACK
from spec.games.eighty_days.passing import COINS_OF_A_TILE, takes_a_tile
from spec.games.eighty_days.periods import LAST_PERIOD
from spec.games.eighty_days.rulings import (
    CIRCLE_COUNTS,
    FOURTH_ADVENTURE,
    FREE_TRIP_DUTY,
    MATILDA_ORDER,
    SWAP_DUTY,
)
from spec.games.eighty_days.scoring import amelie_gives
from spec.games.eighty_days.state import JUGGLER_STACKS
from spec.games.eighty_days.suitcase import suitcases
from spec.language import Number
from spec.language.errors import Malformed, Problem
from spec.language.sorts import ABSENT, Named

COINS, ITEM, ANY_LINE = (number(one) for one in (Bonus.COINS, Bonus.ITEM, Bonus.ANY_LINE))
AND_BYE, SWAP = number(PassTile.AND_BYE), number(PassTile.SWAP)
NEW_ADVENTURES = number(PassTile.NEW_ADVENTURES)
FULL_JUGGLER = sum(coins for _, coins in JUGGLER_STACKS)


@dataclass(frozen=True)
class Request:
    """What is to be reached: cities (None: any), items and coins to have there; `papers` of the coming periods.

    `shopping` says whether items may be bought and swapped and the juggler's coins be taken on the way.
    """

    cities: frozenset[int] | None
    items: Counts = ()
    coins: int = 0
    papers: Sequence[int] = ()
    shopping: bool = True
    cards: Sequence[int] = ()


def expedition_of(position: Position, player: int, request: Request) -> Expedition:
    """The expedition of a player from a position; `Malformed` on newspapers that cannot come."""
    table = position.table
    cells, names = table.instance.cells(position.row), table.names
    _check_papers(position, player, request)
    cities = [name.id for name in names.of(City)]
    arrival = cities[table.instance.data.tables["arrival"][0]]
    here, seat = rules_of(position), Player.at(player)
    missing = ENOUGH - cells["diary", (player,)]
    case = tuple(cells["suitcase", (player, item)] for item in range(len(ITEMS)))
    spare = tuple(known(on_the_card(here, seat, item)) for item in ITEMS)
    stock = tuple(
        cells["supply", (item,)] + one + more for item, (one, more) in enumerate(zip(case, spare, strict=True)))
    tiles = tuple(tile for tile in PLAINEST_FIRST if cells["in_play", (tile,)])
    must_swap = bool(known(here.chosen(SWAP_DUTY, "b")))
    return Expedition(
        places=tuple(cities), periods=_periods(position, player, request, tiles),
        start=cities[cells["city", (player,)]],
        goal=Goal(None if request.cities is None else frozenset(cities[one] for one in request.cities),
                  request.items, request.coins),
        coins=cells["coins", (player,)], item_kinds=tuple(name.id for name in names.of(Item)), items=case, spare=spare,
        spare_first=bool(known(here.chosen(MATILDA_ORDER, "b"))), stock=stock,
        room=_room(position, known(suitcases.function(here, seat))),
        tokens=tuple(
            Token(names.id(Named(PassTile), tile), cells["tile_coins", (tile,)], COINS_OF_A_TILE * (tile == MONEY),
                  frozenset({names.id(Named(Area), SPECIAL)} if tile == AND_BYE else ()),
                  tile == SWAP and (request.shopping or must_swap), tile == NEW_ADVENTURES)
            for tile in tiles
        ),
        closed=frozenset() if missing <= len(request.cards) else frozenset({arrival}), final=frozenset({arrival}),
        tasks=tuple(
            replace(_task(position, card, arrival, cities[cells["city", (player,)]]),
                    points=_worth(position, player, card, n)) for n, card in enumerate(request.cards)
        ),
        gated=frozenset({arrival}) if 0 < missing <= len(request.cards) else frozenset(), opens=max(missing, 0),
        early=bool(known(here.chosen(FOURTH_ADVENTURE, "b"))), may_stay=bool(known(here.chosen(FREE_TRIP_DUTY, "b"))),
        dealing=frozenset({arrival} if request.cards else ()), led=bool(cells["led_out", (player,)]),
        must_swap=must_swap,
    )


def _task(position: Position, card: int, arrival: str, start: str) -> Task:
    """An adventure as a task; nobody who comes to the arrival city London holds an ordinary one there."""
    table = position.table
    board, bonus = table.instance.data.tables, table.instance.data.tables["bonus"][card]
    cities, needs, coins = needs_of_adventure(position, card)
    places = frozenset(table.names.of(City)[city].id for city in cities)
    rides = frozenset(
        table.names.id(Named(Area), number(area)) for trip, area in TRIPS if bonus in (number(trip), ANY_LINE))
    if not board["london"][card] and start != arrival:
        places -= {arrival}
    return Task(
        table.names.of(Adventure)[card].id, places, needs, coins,
        board["bonus_coins"][card] if bonus == COINS else 0, bonus == ITEM, rides, dealt=bool(board["london"][card]),
    )


def _worth(position: Position, player: int, card: int, before: int) -> int:
    """The points of an adventure that is completed after so many others, with those that Amelie adds for it."""
    here, seat = rules_of(position), Player.at(player)
    points = position.table.instance.data.tables["worth"][card]
    if not known(assists(here, seat, Assistant.AMELIE)):
        return points
    diary = Number(known(here.diary[seat]) + before)
    return points + known(amelie_gives(here, diary + 1)) - known(amelie_gives(here, diary))


def needs_of_adventure(position: Position, card: int) -> tuple[frozenset[int], Counts, int]:
    """Where an adventure can be completed, and the items and coins that it needs."""
    board, kinds = position.table.instance.data.tables, len(ITEMS)
    needs = tuple(board["needs"][card * kinds + item] for item in range(kinds))
    if board["asks_city"][card] != ABSENT:
        return frozenset({board["asks_city"][card]}), needs, board["needs_coins"][card]
    shown = {board["asks_symbol"][card]}
    if known(rules_of(position).chosen(CIRCLE_COUNTS, "b")):
        shown.add(number(Symbol.CIRCLE))
    cities = frozenset(city for city, symbol in enumerate(board["symbol"]) if symbol in shown)
    return cities, needs, board["needs_coins"][card]


def _periods(position: Position, player: int, request: Request, tiles: Sequence[int]) -> tuple[Period, ...]:
    """This period and the coming ones; on side B with the pass tiles that are left when the player passes."""
    cells = position.table.instance.cells(position.row)
    others = [one for one in range(len(position.table.players)) if one != player]
    found = []
    for n, paper in enumerate((cells["newspaper", ()], *request.papers)):
        tokens: tuple[int, ...] = ()
        gone = frozenset[int]()
        if known(takes_a_tile(rules_of(position))) and n < len(request.papers):
            lying = [k for k, tile in enumerate(tiles) if n or cells["available", (tile,)]]
            leaving = len(others) if n else sum(not cells["passed", (one,)] for one in others)
            taken_before = frozenset(k for k, _ in enumerate(tiles) if k not in lying)
            gone = taken_before | frozenset(lying[:leaving])
            tokens = tuple(lying[leaving:])
        forecast = Forecast(position, player, paper, coming=n > 0, shopping=request.shopping)
        most = _most(position, player, request.papers[:n]) if n else None
        trips = forecast.trips() if request.cards or any(tiles[k] == AND_BYE for k in tokens) else ()
        found.append(replace(forecast.period(), tokens=tokens, gone=gone, most=most, trips=trips))
    return tuple(found)


def _check_papers(position: Position, player: int, request: Request) -> None:
    """`Malformed` on newspapers that were out, too many of them, or more coins than there are."""
    table, names = position.table, position.table.names
    cells = table.instance.cells(position.row)
    problems: list[Problem] = []
    for n, card in enumerate(request.cards):
        if card in request.cards[:n]:
            title = names.title(Named(Adventure), card)
            problems.append(Problem(None, f"{title} cannot be completed twice", "name each card once"))
    held = cells["adventure", (player,)]
    drawable = _drawable(position) if request.cards[1:] else set()
    for card in request.cards[1:]:
        if card not in drawable and card != held:
            what = f"{names.title(Named(Adventure), card)} is not among the cards that may be drawn next"
            problems.append(Problem(None, what, "name another card"))
    if request.cards and held != request.cards[0]:
        title = names.title(Named(Adventure), request.cards[0])
        problems.append(Problem(None, f"{title} is not the card that {table.players[player]} holds",
                                f"begin with {names.of(Adventure)[held].id}" if held != ABSENT else "leave it out"))
    left = LAST_PERIOD - cells["period", ()]
    if len(request.papers) > left:
        what = f"newspapers to come after period {cells['period', ()]}: {left}, not {len(request.papers)}"
        problems.append(Problem(None, what, "name fewer newspapers"))
    for n, paper in enumerate(request.papers):
        if cells["revealed", (paper,)] or paper in request.papers[:n]:
            title = names.title(Named(Newspaper), paper)
            still = [one.id for n, one in enumerate(names.of(Newspaper))
                     if not cells["revealed", (n,)] and n not in request.papers]
            problems.append(Problem(None, f"{title} cannot come again", f"still to come are {', '.join(still)}"))
    for n in range(len(request.papers)):
        if _most(position, player, request.papers[:n + 1]) < COINS_OF_A_TILE:
            what = "the others, who only pass, would keep more coins of so many incomes than the box has"
            problems.append(Problem(None, what, "name fewer newspapers"))
            break
    if problems:
        raise Malformed(problems)


def _drawable(position: Position) -> set[int]:
    """The adventures that may be drawn next: those shuffled, and only then those at the bottom of their pile."""
    here, cards = rules_of(position), [Adventure.at(card) for card in range(len(position.table.names.of(Adventure)))]
    found: set[int] = set()
    for pile in (here.adventures, here.london_adventures):
        shuffled = {number(card) for card in cards if known(pile.is_shuffled(card))}
        found |= shuffled or {known(pile.queued(place)) for place in cards}
    return found


def _most(position: Position, player: int, papers: Sequence[int]) -> int:
    """The most coins that the player may have after the last income, so that the general supply has not run out.

    What it gives when it is short depends on who spends what; the others, who only pass, keep all that they receive.
    """
    cells, board = position.table.instance.cells(position.row), position.table.instance.data.tables
    others = [one for one in range(len(position.table.players)) if one != player]
    side_b = bool(board["side"][0])
    kept = sum(cells["coins", (one,)] for one in others)
    kept += sum(board["newspaper_coins"][paper] for paper in papers) * len(others)
    lying = FULL_JUGGLER
    if side_b:
        # A tile gives each of them two coins at most, and gets one itself.
        tiles = sum(lie for (name, _), lie in cells.items() if name == "in_play")
        lying = sum(coins for (name, _), coins in cells.items() if name == "tile_coins") + tiles * len(papers)
        kept += COINS_OF_A_TILE * len(papers)
    return board["money"][0] - kept - lying - NEWSPAPER_STACK


def _room(position: Position, cases: int) -> tuple[Counts, ...]:
    suitcase = suitcase_of(position.table.game, position.table.board, cases)
    return packable(suitcase.case, suitcase.items, suitcase.caps).maximal
