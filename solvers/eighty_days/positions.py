"""Positions to ask about: a pawn somewhere with some belongings, alone in a period."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from solvers.eighty_days.journeys import REVOLVER, TRAVEL, number
from spec.execution.naming import plain
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.eighty_days.board import Adventure, Area, Assistant, City, Item, Line, LineTile, Newspaper
from spec.games.eighty_days.state import REVOLVERS_OF_MATILDA, Decision
from spec.games.eighty_days.variants import ASSISTANTS
from spec.language.errors import Ambiguous, Malformed, Problem
from spec.language.sorts import ABSENT, Named
from spec.lowering.executor import Move

JEAN, MATILDA = number(Assistant.JEAN), number(Assistant.MATILDA)


@dataclass(frozen=True)
class Situation:
    """What a made-up position holds, by member numbers; `coins` None: all that the box has left.

    `stacks` gives the last price paid in a travel area, where coins lie already; `tiles` the line tiles on marked
    squares of side B, the other squares getting the tiles that are left in the order of the board. `assistant` None:
    the first that is dealt, if the Assistants are in the game. `card` is the adventure in hand, None: the first that
    is dealt; `later` are adventures that are not dealt.
    """

    city: int
    coins: int | None = None
    items: Mapping[int, int] = field(default_factory=dict)
    adventures: int = 4
    newspaper: int = number(Newspaper.GOOD_TIMES)
    stacks: Mapping[int, int] = field(default_factory=dict)
    tiles: Mapping[int, int] = field(default_factory=dict)
    assistant: int | None = None
    card: int | None = None
    later: Sequence[int] = ()


def made_up(table: Table, player: int, situation: Situation) -> Position:
    """The first period as the rules prepare it, changed so that `player` is in the situation and the others passed.

    Coins and items are taken from the supply, as in any position. Raises `Malformed` with every reason why there
    can be no such position.
    """
    problems = _wrong_tiles(table, situation.tiles)
    if problems:
        raise Malformed(problems)
    ready = _first_period(table, player, situation)
    cells = table.instance.cells(ready.row)
    if situation.card is not None and cells["adventure", (player,)] != situation.card:
        title = table.names.title(Named(Adventure), situation.card)
        problems.append(Problem(None, f"{title} is not dealt before the game", "begin with another card"))
    for other in range(len(table.players)):
        cells["bank", ()] += cells["coins", (other,)]
        cells["coins", (other,)] = 0
        cells["passed", (other,)] = int(other != player)
        for item in range(len(Item.members)):
            cells["supply", (item,)] += cells["suitcase", (other, item)]
            cells["suitcase", (other, item)] = 0
    cells["active", ()] = player
    if situation.assistant is not None:
        problems += _assist(table, cells, player, situation.assistant)
    cells["city", (player,)] = situation.city
    cards = len(table.names.of(Adventure))
    if situation.adventures >= cards:  # one is in hand
        what = f"nobody has completed {situation.adventures} adventures and holds another: the box has {cards} cards"
        problems.append(Problem(None, what, f"ask about at most {cards - 1} adventures"))
    cells["diary", (player,)] = min(situation.adventures, cards - 1)
    for area, height in situation.stacks.items():
        _stack(table, cells, area, height, problems)
    for item, count in situation.items.items():
        cells["suitcase", (player, item)] = count
        cells["supply", (item,)] -= count
        if cells["supply", (item,)] < 0:
            title = table.names.title(Named(Item), item)
            problems.append(Problem(None, f"the box has no {count} x {title}", "ask about fewer items"))
    coins = cells["bank", ()] if situation.coins is None else situation.coins
    if coins > cells["bank", ()] or cells["bank", ()] < 0:
        what = f"the box has no {coins} coins left besides those on the board, but {max(cells['bank', ()], 0)}"
        problems.append(Problem(None, what, "ask about fewer coins or lower stacks"))
    cells["coins", (player,)] = coins
    cells["bank", ()] -= coins
    counts = [cells["suitcase", (player, item)] for item in range(len(Item.members))]
    cases = 2 if cells["assistant", (player,)] == JEAN else 1
    if not problems and not _fits(table, counts, cases):
        problems.append(Problem(None, "these items do not fit into the suitcase together", "ask about fewer items"))
    if problems:
        raise Malformed(problems)
    return Position(table, tuple(table.instance.row(cells)))


def moved(position: Position, player: int, city: int) -> Position:
    """The same position with a player's pawn in another city."""
    cells = position.table.instance.cells(position.row)
    cells["city", (player,)] = city
    return Position(position.table, tuple(position.table.instance.row(cells)))


def read_city(table: Table, text: str, *, leaving: bool) -> int:
    """The city that a text names; what could be either London is the departure if the pawn leaves from there."""
    try:
        return table.names.read(Named(City), text)
    except Ambiguous:
        londons = {table.instance.data.tables[name][0] for name in ("departure", "arrival")}
        meant = {n for n, name in enumerate(table.names.of(City)) if plain(name.id).startswith(plain(text))}
        if meant != londons:
            raise
        return table.instance.data.tables["departure" if leaving else "arrival"][0]


def _first_period(table: Table, player: int, situation: Situation) -> Position:
    """Phase 2 of the first period by the first legal moves, with the newspaper, tiles and card that are asked for."""
    position = Position.start(table)
    actions = list(table.game.actions)
    for line, tile in situation.tiles.items():
        position = position.play((actions.index("lay_line_tile"), line, tile))
    reveal: Move = (actions.index("reveal"), situation.newspaper)
    draw, keep = actions.index("draw_adventure"), actions.index("keep")
    while position.table.instance.cells(position.row)["open", ()] != number(Decision.ACTION):
        mine = position.table.instance.cells(position.row)["active", ()] == player
        asked: list[Move] = [reveal]
        if situation.card is not None:
            spared = {situation.card, *situation.later}
            asked += [(draw, situation.card), (keep, player, situation.card)] if mine else []
            asked += [move for move in position.moves if move[0] == draw and move[-1] not in spared][:1]
        position = position.play(next((move for move in asked if move in position.moves), position.moves[0]))
    return position


def _wrong_tiles(table: Table, tiles: Mapping[int, int]) -> list[Problem]:
    """Why line tiles cannot be laid so."""
    problems: list[Problem] = []
    marked, on = table.instance.data.tables["marked"], dict[int, int]()
    for line, tile in tiles.items():
        ids = table.names.id(Named(Line), line), table.names.id(Named(LineTile), tile)
        if not marked[line]:
            squares = [name.id for name, square in zip(table.names.of(Line), marked, strict=True) if square]
            fix = f"choose one of {', '.join(squares)}" if squares else "choose a board of side B, such as side_b"
            problems.append(Problem(None, f"{ids[0]} has no marked square for a line tile", fix))
        if tile in on:
            other = table.names.id(Named(Line), on[tile])
            problems.append(Problem(None, f"{ids[1]} cannot lie on {other} and on {ids[0]}", "give each line its own"))
        on[tile] = line
    return problems


def _stack(
    table: Table, cells: dict[tuple[str, tuple[int, ...]], int], area: int, height: int, problems: list[Problem]
) -> None:
    title = table.names.title(Named(Area), area)
    if area not in TRAVEL:
        problems.append(Problem(None, f"nobody travels by {title}", "name a travel area"))
        return
    fixed = _fix_coins(table, area)
    most = table.instance.domains[_slot(table, "height", area)][1]
    if not fixed <= height <= most:
        problems.append(Problem(None, f"the last stack of {title} cannot be {height}", f"it is from {fixed} to {most}"))
        return
    laid = height * (height + 1) // 2 - fixed
    cells["bank", ()] -= laid - cells["laid", (area,)]
    cells["laid", (area,)] = laid
    cells["height", (area,)] = height


def _fix_coins(table: Table, area: int) -> int:
    return table.instance.start[_slot(table, "height", area)]


def _slot(table: Table, field_name: str, *index: int) -> int:
    return next(s for f, s in table.instance.layout.items() if f.name == field_name).slot(index)


def _assist(table: Table, cells: dict[tuple[str, tuple[int, ...]], int], player: int, assistant: int) -> list[Problem]:
    """Give the player an Assistant, Matilda with her revolvers; the one before goes, and nobody else keeps this one."""
    if not table.instance.all_choices[ASSISTANTS]:
        return [Problem(None, "there are no Assistants in this game", "set assistants=yes")]
    for one in range(len(table.players)):
        if cells["assistant", (one,)] == assistant or one == player:
            if cells["assistant", (one,)] == MATILDA:
                cells["supply", (REVOLVER,)] += cells["holster", ()]
                cells["holster", ()] = 0
            cells["assistant", (one,)] = ABSENT
    cells["assistant", (player,)] = assistant
    if assistant == MATILDA:
        cells["holster", ()] = REVOLVERS_OF_MATILDA
        cells["supply", (REVOLVER,)] -= REVOLVERS_OF_MATILDA
    return []


def _fits(table: Table, counts: list[int], cases: int) -> bool:
    name = "fits" if cases == 1 else "fits_two"
    fits = next(one for one in table.game.board.tables if one.name == name)
    return bool(table.instance.look_up(fits, tuple(counts)))
