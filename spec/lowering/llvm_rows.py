"""How a state lies in memory for machine code: every field in the narrowest integers that hold its sort."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct

from spec.language.errors import Malformed, SpecError
from spec.language.state import Field
from spec.lowering.instance import Instance, Row, Slots

_WIDTHS = {(8, False): "B", (8, True): "b", (16, False): "H", (16, True): "h", (32, True): "i"}
"""Bits and sign of a cell, narrowest first, to its letter in `struct` and `array` formats."""


@dataclass(frozen=True, slots=True)
class Width:
    """The integer type of one cell."""

    bits: int
    signed: bool

    @property
    def letter(self) -> str:
        """Its letter in `struct` and `array` formats."""
        return _WIDTHS[self.bits, self.signed]

    @property
    def bytes(self) -> int:
        """How many bytes a cell takes."""
        return self.bits // 8


def narrowest(lo: int, hi: int) -> Width | None:
    """The narrowest cell that holds all of `lo..hi`; None if 32 bits do not."""
    for bits, signed in _WIDTHS:
        least = -(1 << bits - 1) if signed else 0
        if least <= lo and hi < least + (1 << bits):
            return Width(bits, signed)
    return None


@dataclass(frozen=True, slots=True)
class Packed:
    """Where a field lies: the byte of its first cell, and the width of each cell."""

    slots: Slots
    offset: int
    width: Width


class RowPacking:
    """The bytes of a state. Wide fields stand first, so that every cell is aligned in an aligned row."""

    def __init__(self, instance: Instance) -> None:
        self.domains = instance.domains
        widths: dict[Field, Width] = {}
        for field, slots in instance.layout.items():
            width = narrowest(slots.lo, slots.hi)
            if width is None:
                raise SpecError(f"{field.name} holds {slots.lo}..{slots.hi}, more than 32 bits", field.place)
            widths[field] = width
        self.fields: dict[Field, Packed] = {}
        self.size = 0
        order: list[int] = []
        letters: list[str] = []
        for field in sorted(instance.layout, key=lambda one: -widths[one].bits):
            slots, width = instance.layout[field], widths[field]
            self.fields[field] = Packed(slots, self.size, width)
            self.size += width.bytes * slots.cells
            order.extend(range(slots.offset, slots.offset + slots.cells))
            letters.append(f"{slots.cells}{width.letter}")
        self._struct = Struct("=" + "".join(letters))
        self._order = order
        self._places = sorted(range(len(order)), key=order.__getitem__)

    def pack(self, row: Sequence[int]) -> bytes:
        """The bytes of a row; `Malformed` if a slot is outside its sort, where machine code means nothing."""
        if len(row) != len(self.domains):
            raise Malformed.one(f"a state has {len(self.domains)} slots, and {len(row)} were given")
        for slot, (value, (lo, hi)) in enumerate(zip(row, self.domains, strict=True)):
            if not lo <= value <= hi:
                raise Malformed.one(f"slot {slot} of the state holds {lo}..{hi}, not {value}")
        return self._struct.pack(*[row[slot] for slot in self._order])

    def unpack(self, data: bytes) -> Row:
        """The row of its bytes; the inverse of `pack`."""
        cells = self._struct.unpack(data)
        return [cells[place] for place in self._places]
