"""Pictures of positions. Each shows itself in a notebook and can be saved with `.save_svg(path)`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from spec.language.errors import Malformed

if TYPE_CHECKING:
    from spec.execution.position import Position
    from spec.language.state import Field
    from spec.language.values import Element


@dataclass(frozen=True)
class Picture:
    """A finished SVG picture; `svg` is its text."""

    svg: str = field(repr=False)

    def _repr_svg_(self) -> str:
        return self.svg

    def save_svg(self, path: str | Path) -> None:
        """Write the picture to a file, making its folder."""
        target = Path(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(self.svg, encoding="utf-8")


def board_picture(position: Position) -> Picture:
    """The map of the board with pawns and tiles where they lie, and prices; `Malformed` if the board is no map."""
    from graphs.lying import lying_on_links
    from graphs.picture import board_map, ways

    table = position.table
    place = ways(table.game).place
    pawns: dict[str, str] = {}
    for stands in _by_player(position, place):
        slots = table.instance.layout[stands]
        for seat, name in enumerate(table.players):
            pawns[name] = table.names.id(stands.sort, position.row[slots.slot((seat,))])
        break
    drawing = board_map(
        table.game, table.instance.data, pawns=pawns, laid=lying_on_links(position), prices=prices_of(position)
    )
    return Picture(str(drawing.as_svg()))


def prices_of(position: Position) -> dict[str, int]:
    """What the next person pays in each area, where a game has a reading `price_of` of one member.

    By the id of a kind of links that the map has a style for, else by the member's title.
    """
    from graphs.picture import STYLES
    from spec.language.sorts import Named

    table = position.table
    declared = table.game.readings.get("price_of")
    if declared is None or len(declared.params) != 1:
        return {}
    (sort,) = declared.params.values()
    if not isinstance(sort, Named):
        return {}
    return {
        name.id if name.id in STYLES else name.title: position.read("price_of", number)
        for number, name in enumerate(table.names.of(sort.element))
    }


def suitcase_picture(position: Position, player: str) -> Picture:
    """What a player has packed, arranged in the case, or in as many as the game's reading `suitcases` says.

    `Malformed` if the game packs nothing.
    """
    from solvers.derived import case_and_items
    from solvers.packing import pack
    from solvers.packing.picture import draw_packing
    from spec.language.derivations import PackingTable
    from spec.language.sorts import Named

    table = position.table
    packing = next((one.derived for one in table.game.board.tables if isinstance(one.derived, PackingTable)), None)
    if packing is None:
        raise Malformed.one(f"nothing is packed in {table.game.title}", "choose another game")
    case, items = case_and_items(table.instance.data, packing)
    seat = table.names.read(Named(table.game.players), player)
    field = next(
        one for one in table.game.state.fields if one.index == (Named(table.game.players), Named(packing.item))
    )
    slots = table.instance.layout[field]
    counts = [position.row[slots.slot((seat, item))] for item in range(len(items))]
    cases = position.read("suitcases", seat) if "suitcases" in table.game.readings else 1
    whose = f"suitcase of {table.players[seat]}" if cases == 1 else f"{cases} suitcases of {table.players[seat]}"
    return Picture(draw_packing(pack(case.times(cases), items, counts), title=f"The {whose}"))


def _by_player(position: Position, place: type[Element]) -> list[Field]:
    from spec.language.sorts import Named

    game = position.table.game
    return [one for one in game.state.fields if one.index == (Named(game.players),) and one.sort == Named(place)]
