"""Traces in Apalache's Informal Trace Format (ITF), as JSON data: written from moves, read back, and replayed.

A state has a variable for each field: numbers, truths, and names of members ("none" for an absent one); an array is
a map from its indices. Three more variables tell of the move that led to the state: `move::action`,
`move::parameters`, and in `move::rules` the ids of the rules that it had to meet or whose effects it had.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from spec.execution.naming import Names
from spec.language.errors import Malformed, SpecError
from spec.language.nodes import Node
from spec.language.sorts import BoolSort, Int, Named, Opt, Sort, Upto, bounds
from spec.lowering.executor import Move
from spec.lowering.instance import Instance, Row, Slots
from spec.lowering.python import PythonExecutor, compiled_values
from verification.traces import NotReplayed, Trace

DESCRIPTION = "https://apalache-mc.org/docs/adr/015adr-trace.html"
ACTION, PARAMETERS, RULES = "move::action", "move::parameters", "move::rules"
ABSENT = "none"

Json = dict[str, Any]


def trace_itf(trace: Trace) -> Json:
    """A replayed trace as ITF."""
    return write_itf(trace.instance, trace.moves, trace.shows)


def write_itf(instance: Instance, moves: Sequence[Move], shows: str = "") -> Json:
    """Moves from the start as ITF; `NotReplayed` if the reference executor refuses one of them.

    Where the last move stores outside a sort there is no state after it: the trace ends before it, and the move stands
    under "fault" in the trace's "#meta".
    """
    return _Form(instance).written(moves, shows)


def read_itf(instance: Instance, data: Mapping[str, Any]) -> tuple[Move, ...]:
    """The moves of an ITF trace after the reference executor has come to each of its states.

    `Malformed` if it cannot be read as a trace of this instance, `NotReplayed` if it can and a move or state is wrong.
    """
    return _Form(instance).read(data)


@dataclass(frozen=True, eq=False)
class _Form:
    """How an instance's states and moves are written."""

    instance: Instance

    @cached_property
    def executor(self) -> PythonExecutor:
        return PythonExecutor(self.instance)

    @cached_property
    def names(self) -> Names:
        game, board = self.instance.game, self.instance.board
        seats = tuple(f"{game.players.__name__.lower()}_{seat + 1}" for seat in range(self.instance.players))
        sizes = {element: self.instance.shape[element] for element in game.elements}
        return Names(game.elements, board, {game.players: seats}, sizes)

    @property
    def heading(self) -> Json:
        """What the trace is a trace of."""
        chosen = {one.id: list(one.choices)[made] for one, made in self.instance.all_choices.items()}
        return {"game": self.instance.game.id, "players": self.instance.players,
                "board": self.instance.board.name, "settings": chosen}

    def written(self, moves: Sequence[Move], shows: str) -> Json:
        row: Row = list(self.instance.start)
        meta = {"format": "ITF", "format-description": DESCRIPTION, "description": shows, **self.heading}
        states = [self._state(0, row, "", {}, [])]
        for number, move in enumerate(moves, start=1):
            if self.executor.broken(row, move):
                raise NotReplayed(f"the reference executor refuses move {number} of a trace: {shows}")
            told = self._move(row, move)
            try:
                row = self.executor.apply(row, move)
            except SpecError as error:
                if number < len(moves):
                    raise NotReplayed(f"move {number} of a trace stores outside a sort: {shows}") from error
                meta["fault"] = {ACTION: told[0], PARAMETERS: told[1], RULES: told[2]}
                break
            states.append(self._state(number, row, *told))
        fields = [slots.field.name for slots in self.instance.layout.values()]
        return {"#meta": meta, "params": [], "vars": [*fields, ACTION, PARAMETERS, RULES], "loop": None,
                "states": states}

    def read(self, data: Mapping[str, Any]) -> tuple[Move, ...]:
        states, meta = data.get("states"), data.get("#meta", {})
        if not isinstance(states, list) or not states or not isinstance(meta, Mapping):
            raise Malformed.one("an ITF trace has a list of states", "write one with `fogg verify --itf`")
        for what, value in self.heading.items():
            if what in meta and meta[what] != value:
                raise Malformed.one(f"this trace is of {what} {meta[what]!r}, not {value!r}")
        row: Row = list(self.instance.start)
        self._compare(states[0], row, 0)
        moves: list[Move] = []
        for number, state in enumerate(states[1:], start=1):
            move = self._read_move(state)
            broken = self.executor.broken(row, move)
            if broken:
                raise NotReplayed(f"move {number} of the ITF trace is illegal: {state[ACTION]}")
            row = self.executor.apply(row, move)
            self._compare(state, row, number)
            moves.append(move)
        if "fault" in meta:
            moves.append(self._faulty(row, meta["fault"], len(moves) + 1))
        return tuple(moves)

    def _faulty(self, row: Row, fault: Any, number: int) -> Move:
        move = self._read_move(fault)
        try:
            if not self.executor.broken(row, move):
                self.executor.apply(row, move)
        except SpecError:
            return move
        raise NotReplayed(f"move {number} of the ITF trace stores nothing outside its sort")

    def _state(self, number: int, row: Row, action: str, parameters: Json, rules: list[str]) -> Json:
        cells = {slots.field.name: self._cells(slots, row) for slots in self.instance.layout.values()}
        return {"#meta": {"index": number}, **cells, ACTION: action, PARAMETERS: parameters, RULES: rules}

    def _cells(self, slots: Slots, row: Row) -> Any:
        index = slots.field.index
        if not index:
            return self._value(slots.field.sort, row[slots.offset])
        pairs = []
        for at in slots.indices():
            key = [self._value(sort, one) for sort, one in zip(index, at, strict=True)]
            cell = self._value(slots.field.sort, row[slots.slot(at)])
            pairs.append([key[0] if len(key) == 1 else {"#tup": key}, cell])
        return {"#map": pairs}

    def _value(self, sort: Sort, value: int) -> Any:
        match sort:
            case BoolSort():
                return bool(value)
            case Int() | Upto():
                return {"#bigint": str(value)}
            case Named() | Opt():
                return self.names.id(sort, value)

    def _move(self, row: Row, move: Move) -> tuple[str, Json, list[str]]:
        action = self.executor.actions[move[0]]
        sorts = zip(action.params.items(), move[1:], strict=True)
        parameters = {name: self._value(sort, value) for (name, sort), value in sorts}
        return action.name, parameters, self._rules(row, move)

    def _rules(self, row: Row, move: Move) -> list[str]:
        """The rules of what the action needs, and of what it did in this state."""
        action = self.executor.actions[move[0]]
        tape = self.instance.tape(action)
        conditions = list({id(node): node for store in tape.stores for node in store.path}.values())
        truths = self._conditions(move[0], conditions)(row, *move[1:])
        holds = {id(node): truth for node, truth in zip(conditions, truths, strict=True)}
        done = [store.rule for store in tape.stores if all(holds[id(node)] for node in store.path)]
        rules = [action.rule, *(one.rule for one in tape.requires), *done]
        return list(dict.fromkeys(rule.id for rule in rules))

    def _conditions(self, number: int, nodes: list[Node]) -> Callable[..., Sequence[int]]:
        found = self._compiled.get(number)
        if found is None:
            tape = self.instance.tape(self.executor.actions[number])
            found = self._compiled[number] = compiled_values(self.instance, tape, nodes)
        return found

    @cached_property
    def _compiled(self) -> dict[int, Callable[..., Sequence[int]]]:
        return {}

    def _read_move(self, state: Any) -> Move:
        if not isinstance(state, Mapping) or state.get(ACTION) not in self.instance.game.actions:
            said = state.get(ACTION) if isinstance(state, Mapping) else state
            raise Malformed.one(f"{said!r} is no action of {self.instance.game.title}", f"{ACTION} names it")
        action, given = self.instance.game.actions[state[ACTION]], state.get(PARAMETERS)
        if not isinstance(given, Mapping) or set(given) != set(action.params):
            raise Malformed.one(f"{action.name} has the parameters {', '.join(action.params) or 'none'}, not {given!r}")
        values = (self._number(sort, given[name], name) for name, sort in action.params.items())
        return (list(self.instance.game.actions).index(action.name), *values)

    def _number(self, sort: Sort, value: Any, where: str) -> int:
        found: int | None = None
        match sort:
            case BoolSort():
                found = int(value) if isinstance(value, bool) else None
            case Int() | Upto():
                text = str(value.get("#bigint") if isinstance(value, Mapping) else value)
                lo, hi = bounds(sort, self.instance.shape)
                if text.removeprefix("-").isdecimal() and lo <= int(text) <= hi:
                    found = int(text)
            case Named() | Opt():
                found = self._members(sort).get(value) if isinstance(value, str) else None
        if found is None:
            raise Malformed.one(f"{value!r} is not of the sort {sort}", field=where)
        return found

    def _members(self, sort: Named | Opt) -> dict[str, int]:
        absent = {ABSENT: -1} if isinstance(sort, Opt) else {}
        return {**absent, **{name.id: number for number, name in enumerate(self.names.of(sort.element))}}

    def _compare(self, state: Any, row: Row, number: int) -> None:
        """`NotReplayed` if a state of the trace holds anything else than the row; `Malformed` if it lacks a field."""
        for slots in self.instance.layout.values():
            name = slots.field.name
            if not isinstance(state, Mapping) or name not in state:
                raise Malformed.one(f"state {number} has no {name}")
            if self._read_cells(slots, state[name]) != [row[slots.offset + cell] for cell in range(slots.cells)]:
                raise NotReplayed(f"the reference executor comes to another {name} in state {number} of the ITF trace")

    def _read_cells(self, slots: Slots, value: Any) -> list[int]:
        name, index = slots.field.name, slots.field.index
        if not index:
            return [self._number(slots.field.sort, value, name)]
        pairs = value.get("#map") if isinstance(value, Mapping) else None
        if not isinstance(pairs, list):
            raise Malformed.one(f"{name} is an array, written as a map", field=name)
        found: dict[tuple[int, ...], int] = {}
        for key, cell in pairs:
            keys = [key] if len(index) == 1 else key["#tup"]
            at = tuple(self._number(sort, one, name) for sort, one in zip(index, keys, strict=True))
            found[at] = self._number(slots.field.sort, cell, name)
        if len(found) != slots.cells:
            raise Malformed.one(f"{name} has {slots.cells} cells, not {len(found)}", field=name)
        return [found[at] for at in slots.indices()]
