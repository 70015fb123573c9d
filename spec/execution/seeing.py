"""Who looks on, and which cells of a state they see."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from spec.execution.naming import plain
from spec.execution.table import Table
from spec.language.errors import Malformed
from spec.language.sorts import Named
from spec.language.state import Sight

HIDDEN = "hidden"
"""Stands for what the viewer cannot see."""


class Viewer(Enum):
    """Someone who looks on without a seat: a bystander sees what everyone sees, the referee sees everything."""

    BYSTANDER = "bystander"
    REFEREE = "referee"


Onlooker = int | Viewer
"""A seat (from 0), or someone without one."""


def onlooker(table: Table, viewer: int | str | Viewer) -> Onlooker:
    """Who a viewer is: a player by name or by seat, or `bystander` or `referee`; `Malformed` if nobody is called so.

    No player can be called Bystander or Referee.
    """
    if isinstance(viewer, str):
        named = next((one for one in Viewer if plain(one.value) == plain(viewer)), None)
        viewer = named if named else table.names.read(Named(table.game.players), viewer)
    if not isinstance(viewer, Viewer) and viewer not in range(len(table.players)):
        seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(table.players))
        raise Malformed.one(f"nobody sits at seat {viewer!r}", f"the seats are {seats}")
    return viewer


def name_of(table: Table, viewer: Onlooker) -> str:
    """What a viewer is called."""
    return viewer.value if isinstance(viewer, Viewer) else table.players[viewer]


def can_see(viewer: Onlooker, sight: Sight, index: Sequence[int]) -> bool:
    """Whether a viewer sees a cell with these indices; one whose owner is not given is seen by no seat."""
    match sight:
        case Sight.EVERYONE:
            return True
        case Sight.OWNER:
            return viewer is Viewer.REFEREE or (bool(index) and index[0] == viewer)
        case Sight.NOBODY:
            return viewer is Viewer.REFEREE


def seen_slots(table: Table, viewer: Onlooker) -> tuple[bool, ...]:
    """For each slot of a row whether the viewer sees it."""
    return tuple(
        can_see(viewer, slots.field.sight, index)
        for slots in table.instance.layout.values() for index in slots.indices()
    )
