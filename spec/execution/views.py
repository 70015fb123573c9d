"""A position as a person reads it: everything that one of the players, a bystander or the referee can see, in words.

The table's own fields come first, then a section for each player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from spec.execution.knowing import Known
from spec.execution.position import Position, every_combination
from spec.execution.ranges import NOTHING
from spec.execution.seeing import HIDDEN, Onlooker, Viewer, can_see, onlooker
from spec.execution.table import Table
from spec.language.actions import Reading
from spec.language.sorts import BoolSort, Int, Named, Opt, Sort, Upto
from spec.lowering.instance import Slots


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that can be seen: what it is called, and what it is, in words."""

    label: str
    value: str

    def __str__(self) -> str:
        return f"{self.label}: {self.value}"


@dataclass(frozen=True, slots=True)
class Section:
    """What belongs together: the table, or one player."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer sees of a position. `cells` maps a field to its visible cells by their members, for programs."""

    title: str
    sections: tuple[Section, ...]
    cells: Mapping[str, Any]
    readings: Mapping[str, Any]

    def lines(self) -> tuple[str, ...]:
        """The view as lines of text."""
        found = [self.title]
        for section in self.sections:
            found += ["", section.title, *(f"  {line}" for line in section.lines)]
        return tuple(found)

    def __str__(self) -> str:
        return "\n".join(self.lines())

    def to_json(self) -> dict[str, Any]:
        """The view as JSON has it: members by their ids, truths as truths, absent members as null."""
        return {"game": self.title, "cells": dict(self.cells), "readings": dict(self.readings)}


def view(position: Position, viewer: int | str | Viewer = Viewer.BYSTANDER) -> View:
    """What a viewer sees of a position: a player by name or by seat (from 0), a bystander, or the referee.

    Positions that differ only in what the viewer cannot see give equal views. `Malformed` if nobody sits there.
    """
    return _Looker(position, onlooker(position.table, viewer)).view()


def readings_seen(
    position: Position, viewer: int | str | Viewer = Viewer.BYSTANDER
) -> Iterator[tuple[Reading, tuple[int, ...], int]]:
    """What the game's readings say, as far as a viewer can know: each with its members and its value."""
    table = position.table
    known = Known.of(table, position.row, onlooker(table, viewer))
    for declared in table.game.readings.values():
        for args in every_combination(table, declared):
            value, _, asked = known.amount(declared, args)
            if asked == NOTHING:
                yield declared, args, value


class _Looker:
    def __init__(self, position: Position, viewer: Onlooker) -> None:
        self.position = position
        self.table: Table = position.table
        self.viewer = viewer
        self.players = Named(self.table.game.players)

    def view(self) -> View:
        layout = list(self.table.instance.layout.values())
        mine = [slots for slots in layout if slots.field.index[:1] == (self.players,)]
        ours = [slots for slots in layout if slots not in mine]
        readings = list(self._readings())
        sections = [Section("The table", (
            *(self._line(slots, ()) for slots in ours), *(line for seat, line, _, _ in readings if seat is None)
        ))]
        for seat, name in enumerate(self.table.players):
            lines = [self._line(slots, (seat,)) for slots in mine]
            sections.append(Section(name, (*lines, *(line for whose, line, _, _ in readings if whose == seat))))
        told: dict[str, Any] = {}
        for _, _, path, value in readings:
            _put(told, path, value)
        return View(self.table.game.title, tuple(one for one in sections if one.lines), self._cells(layout), told)

    def _line(self, slots: Slots, leading: tuple[int, ...]) -> Line:
        """A field, or the part of it that belongs to a player, in words."""
        label = slots.field.name.replace("_", " ")
        if not can_see(self.viewer, slots.field.sight, leading):
            return Line(label, HIDDEN)
        cells = [index for index in slots.indices() if index[:len(leading)] == leading]
        if len(cells) == 1 and len(slots.field.index) == len(leading):
            return Line(label, self._value(slots, cells[0]))
        parts = [part for index in cells if (part := self._part(slots, index, len(leading)))]
        return Line(label, ", ".join(parts) or "none")

    def _part(self, slots: Slots, index: tuple[int, ...], skipped: int) -> str:
        """One cell of many in words; nothing where it holds nothing."""
        value = self.position.row[slots.slot(index)]
        sorts = slots.field.index[skipped:]
        members = " ".join(
            self.table.names.title(sort, one) for sort, one in zip(sorts, index[skipped:], strict=True)
        )
        match slots.field.sort:
            case BoolSort():
                return members if value else ""
            case Int() | Upto():
                return f"{members} {value}" if value else ""
            case Named() | Opt():
                return f"{members} {self._value(slots, index)}" if value >= 0 else ""

    def _value(self, slots: Slots, index: tuple[int, ...]) -> str:
        return self.table.names.title(slots.field.sort, self.position.row[slots.slot(index)])

    def _cells(self, layout: Sequence[Slots]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for slots in layout:
            for index in slots.indices():
                if can_see(self.viewer, slots.field.sight, index):
                    value = self._plain(slots.field.sort, self.position.row[slots.slot(index)])
                    _put(found, (slots.field.name, *self._ids(slots.field.index, index)), value)
        return found

    def _readings(self) -> Iterator[tuple[int | None, Line, tuple[str, ...], Any]]:
        """What the game's readings say: whose it is, in words, and as data."""
        for declared, args, value in readings_seen(self.position, self.viewer):
            tape = self.table.instance.tape(declared)
            sort: Sort = tape.result.sort if tape.result is not None else BoolSort()
            whose = args[0] if args and next(iter(declared.params.values())) == self.players else None
            rest = list(zip(declared.params.values(), args, strict=True))[whose is not None:]
            words = [declared.name.replace("_", " "), *(self.table.names.title(one, member) for one, member in rest)]
            line = Line(" ".join(words), self.table.names.title(sort, value))
            path = (declared.name, *self._ids(tuple(declared.params.values()), args))
            yield whose, line, path, self._plain(sort, value)

    def _ids(self, sorts: Sequence[Sort], values: Sequence[int]) -> list[str]:
        return [self.table.names.id(sort, one) for sort, one in zip(sorts, values, strict=True)]

    def _plain(self, sort: Sort, value: int) -> object:
        match sort:
            case BoolSort():
                return bool(value)
            case Int() | Upto():
                return value
            case Named() | Opt():
                return self.table.names.id(sort, value) if value >= 0 else None


def _put(tree: dict[str, Any], path: Sequence[str], value: object) -> None:
    for key in path[:-1]:
        tree = tree.setdefault(key, {})
    tree[path[-1]] = value
