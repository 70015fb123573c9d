"""What instances share: traces of one shape, and on one board the tapes and functions that no other setting touches."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from weakref import WeakValueDictionary

from spec.language.actions import Declared
from spec.language.data import BoardData, check_cells, with_fixed_tables
from spec.language.game import Game
from spec.language.nodes import Choice
from spec.language.settings import Setting
from spec.language.sorts import Shape
from spec.language.tape import Tape
from spec.lowering.fixing import fixed_tape

if TYPE_CHECKING:
    from spec.lowering.instance import Instance

T = TypeVar("T")


class Traces:
    """The tapes of a game for one shape, with settings and board left open."""

    def __init__(self, game: Game, shape: Shape) -> None:
        self._game = game
        self._shape = shape
        self._tapes: dict[Declared, Tape] = {}
        self._mentioned: dict[Declared, tuple[Setting, ...]] = {}

    def tape(self, declared: Declared) -> Tape:
        """The tape of an action, reading, property or axiom."""
        found = self._tapes.get(declared)
        if found is None:
            found = self._tapes[declared] = self._game.tape(declared, self._shape)
        return found

    def mentioned(self, declared: Declared) -> tuple[Setting, ...]:
        """The settings that it turns on."""
        found = self._mentioned.get(declared)
        if found is None:
            choices = (node.setting for node in self.tape(declared).nodes() if isinstance(node, Choice))
            found = self._mentioned[declared] = tuple(dict.fromkeys(choices))
        return found


class Shared:
    """What instances of a game for one shape and board have in common."""

    def __init__(self, traces: Traces, data: BoardData, shape: Shape) -> None:
        self.traces = traces
        self.data = data
        self._shape = shape
        self._kept: dict[Hashable, Any] = {}

    def tape(self, declared: Declared, choices: Mapping[Setting, int]) -> Tape:
        """The tape with the choices and the board folded in; one object for all choices that it does not turn on."""
        made = tuple(choices[setting] for setting in self.traces.mentioned(declared))
        return self.kept(
            (declared, made), lambda: fixed_tape(self.traces.tape(declared), choices, self.data, self._shape)
        )

    def kept(self, key: Hashable, make: Callable[[], T]) -> T:
        """What was made for a key before, or is made now. Keys hold the tapes that their values come from."""
        if key not in self._kept:
            self._kept[key] = make()
        found: T = self._kept[key]
        return found


_TRACES: WeakValueDictionary[Hashable, Traces] = WeakValueDictionary()
_SHARED: WeakValueDictionary[Hashable, Shared] = WeakValueDictionary()


def shared(instance: Instance) -> Shared:
    """What an instance shares with every other of its game, shape and board that is in use."""
    shape = tuple(instance.shape.items())
    key = (instance.game, shape, instance.board)
    found = _SHARED.get(key)
    if found is None:
        traces = _TRACES.get((instance.game, shape))
        if traces is None:
            traces = _TRACES[instance.game, shape] = Traces(instance.game, instance.shape)
        data = with_fixed_tables(instance.game.board, instance.board, instance.shape)
        check_cells(instance.game.board, data, instance.shape)
        found = _SHARED[key] = Shared(traces, data, instance.shape)
    return found
