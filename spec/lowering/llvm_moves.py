"""A move as one integer for machine code: the action's number above, its parameters in bit fields below."""

from __future__ import annotations

from dataclasses import dataclass

from spec.language.errors import Malformed, SpecError
from spec.lowering.executor import Move
from spec.lowering.instance import Instance


@dataclass(frozen=True, slots=True)
class BitField:
    """Where a parameter lies in a code: its values `lo..hi` are kept as 0..hi-lo, `shift` bits up."""

    lo: int
    hi: int
    shift: int

    @property
    def mask(self) -> int:
        """The parameter's bits, unshifted."""
        return (1 << (self.hi - self.lo).bit_length()) - 1


class MoveCode:
    """Codes of the moves of one instance; they order as moves do. `bits` is 32, or 64 where parameters need it."""

    def __init__(self, instance: Instance) -> None:
        self.actions = tuple(instance.game.actions.values())
        tapes = [instance.tape(action) for action in self.actions]
        widths = [[(param.hi - param.lo).bit_length() for param in tape.params] for tape in tapes]
        self.shift = max((sum(row) for row in widths), default=0)
        needed = self.shift + max(len(tapes) - 1, 0).bit_length()
        if needed > 63:
            widest = self.actions[max(range(len(tapes)), key=lambda number: sum(widths[number]))]
            raise SpecError(f"{widest.name} has too many parameters for machine code", widest.place)
        self.bits = 32 if needed < 32 else 64
        self.fields: list[tuple[BitField, ...]] = []
        for tape, row in zip(tapes, widths, strict=True):
            shift = sum(row)
            fields: list[BitField] = []
            for param, width in zip(tape.params, row, strict=True):
                shift -= width
                fields.append(BitField(param.lo, param.hi, shift))
            self.fields.append(tuple(fields))
        self._decoded: dict[int, Move] = {}

    def encode(self, move: Move) -> int:
        """The code of a move; `Malformed` if there is no such action or a parameter is outside its sort."""
        if not move or not 0 <= move[0] < len(self.fields) or len(move) != 1 + len(self.fields[move[0]]):
            raise Malformed.one(f"{move} is no move of this game")
        code = move[0] << self.shift
        for value, bits in zip(move[1:], self.fields[move[0]], strict=True):
            if not bits.lo <= value <= bits.hi:
                raise Malformed.one(f"a parameter of {self.actions[move[0]].name} is {value}, not {bits.lo}..{bits.hi}")
            code |= value - bits.lo << bits.shift
        return code

    def decode(self, code: int) -> Move:
        """The move of a code; the inverse of `encode`."""
        move = self._decoded.get(code)
        if move is None:
            number = code >> self.shift
            params = [(code >> bits.shift & bits.mask) + bits.lo for bits in self.fields[number]]
            move = self._decoded[code] = (number, *params)
        return move
