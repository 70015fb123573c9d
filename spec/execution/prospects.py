"""What may be done next, as far as somebody can know: what is legal whatever is hidden, and what depends on it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from spec.execution.hinges import Hinge
from spec.execution.insight import Args, anything, finding, may_happen
from spec.execution.knowing import Known, end_of_game
from spec.execution.moves import signatures
from spec.execution.position import Position
from spec.execution.seeing import Onlooker, Viewer, onlooker
from spec.execution.unseen import args_seen, args_text
from spec.execution.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class Prospects:
    """The moves a viewer can think of: a player their own, a bystander or the referee those of everybody.

    `legal` are legal whatever is hidden; `depends` may be, with what decides. `over` tells whether the game has ended
    (None if that is hidden), `chance` whether chance may move next.
    """

    legal: tuple[str, ...]
    depends: tuple[tuple[str, Hinge | None], ...]
    over: bool | None
    chance: bool

    def to_json(self) -> dict[str, Any]:
        """The moves as JSON has them."""
        return {
            "over": self.over,
            "chance": self.chance,
            "legal": list(self.legal),
            "depends": [{"move": text, "hidden": one.to_json() if one else None} for text, one in self.depends],
        }


def prospects(position: Position, viewer: int | str | Viewer = Viewer.REFEREE) -> Prospects:
    """What a viewer (a player by name or seat, a bystander or the referee) can say of the moves that come next.

    Positions that look alike to the viewer give equal answers. `Malformed` if nobody sits there.
    """
    looking = onlooker(position.table, viewer)
    if looking is Viewer.REFEREE:
        return Prospects(tuple(position.legal), (), position.is_over, position.is_chance)
    known = Known.of(position.table, position.row, looking)
    legal: dict[str, None] = {}
    depends: dict[str, Hinge | None] = {}
    for number, args in _moves(known, looking):
        found = finding(known, number, args)
        text = args_text(position.table, number, args)
        if found.verdict is Verdict.LEGAL:
            legal[text] = None
        elif found.verdict is Verdict.DEPENDS:
            depends[text] = found.hinge
    return Prospects(tuple(legal), tuple(depends.items()), _is_over(known), _is_chance(known))


def _moves(known: Known, viewer: Onlooker) -> dict[tuple[int, Args], None]:
    """The moves of the viewer that nothing known rules out, or of everybody, with what is out of sight left open."""
    found: dict[tuple[int, Args], None] = {}
    for signature in signatures(known.table).values():
        args = anything(known, signature.number)
        if isinstance(viewer, int):
            if not signature.by_player:
                continue
            args = ((viewer, viewer), *args[1:])
        for move in may_happen(known, signature.number, args):
            found[signature.number, args_seen(known, move)] = None
    return found


def _is_over(known: Known) -> bool | None:
    over = end_of_game(known.table)
    if over is None:
        return not any(_may_begin(known, number) for number in range(len(known.table.executor.actions)))
    lo, hi, _ = known.amount(over)
    return bool(lo) if lo == hi else None


def _is_chance(known: Known) -> bool:
    actions = known.table.executor.actions
    return any(action.chance and _may_begin(known, number) for number, action in enumerate(actions))


def _may_begin(known: Known, number: int) -> bool:
    """Whether some move of an action may happen."""
    return next(may_happen(known, number, anything(known, number)), None) is not None
