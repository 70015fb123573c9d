"""Tape to LLVM to machine code: millions of moves a second, and the same answers as the reference executor.

Functions are compiled when they are first asked for, in modules that call one another: moves, questions about
moves, each reading, and random play for each set of properties.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NoReturn

from spec.language.actions import Declared
from spec.language.errors import SpecError
from spec.lowering.executor import NO_CHANCE, Executor, Move
from spec.lowering.instance import Instance, Row
from spec.lowering.llvm_apply import apply_texts
from spec.lowering.llvm_emit import Source
from spec.lowering.llvm_hash import fingerprint_text
from spec.lowering.llvm_legal import legal_texts
from spec.lowering.llvm_machine import Machine, Native
from spec.lowering.llvm_moves import MoveCode
from spec.lowering.llvm_values import broken_texts, mask_words, read_text, weight_texts
from spec.lowering.python import PythonExecutor

if TYPE_CHECKING:
    from spec.lowering.llvm_player import Played, RandomPlayer

Address = ctypes.c_void_p


class MoveBuffer:
    """Room for codes of moves and their weights, made larger where a state has more legal moves."""

    def __init__(self, bits: int, capacity: int = 1 << 10) -> None:
        self.kind: type[ctypes.c_int32] | type[ctypes.c_int64] = ctypes.c_int32 if bits == 32 else ctypes.c_int64
        self.grow(capacity)

    def grow(self, capacity: int) -> None:
        """Make room for so many moves; what it held is lost."""
        self.capacity = capacity
        self.codes = (self.kind * capacity)()
        self.weights = (ctypes.c_int32 * capacity)()


class LlvmExecutor(Executor):
    """Runs an instance in machine code. One object serves one thread; its functions release Python's lock."""

    def __init__(self, instance: Instance) -> None:
        super().__init__(instance)
        self.source = Source(instance)
        self.moves = MoveCode(instance)
        self.machine = Machine()
        self.buffer = MoveBuffer(self.moves.bits)
        self.reference = PythonExecutor(instance)
        self.machine.add([
            *legal_texts(self.source, self.moves), *apply_texts(self.source, self.moves), fingerprint_text(self.source)
        ])
        code = self.code_type
        number, state = ctypes.c_int32, ctypes.c_char_p
        self._legal = self.machine.function("legal", number, state, Address, Address, number)
        self._apply = self.machine.function("apply", number, state, Address, code)
        self._fingerprint = self.machine.function("fingerprint", ctypes.c_uint64, state)
        self._next = ctypes.create_string_buffer(max(self.source.rows.size, 1))
        self._readings: dict[str, Native] = {}

    @property
    def code_type(self) -> type[ctypes.c_int32] | type[ctypes.c_int64]:
        """The C type of a move's code."""
        return self.buffer.kind

    def legal(self, row: Sequence[int]) -> list[Move]:
        codes, count = self._listed(self.source.rows.pack(row))
        return [self.moves.decode(code) for code in codes.codes[:count]]

    def weights(self, row: Sequence[int]) -> dict[Move, int]:
        """Every legal move in order, with its weight (1 for a player's move)."""
        found, count = self._listed(self.source.rows.pack(row))
        moves = (self.moves.decode(code) for code in found.codes[:count])
        return dict(zip(moves, found.weights[:count], strict=True))

    def _listed(self, state: bytes) -> tuple[MoveBuffer, int]:
        count = self._legal(state, self.buffer.codes, self.buffer.weights, self.buffer.capacity)
        if count > self.buffer.capacity:
            self.buffer.grow(2 * count)
            return self._listed(state)
        return self.buffer, count

    def broken(self, row: Sequence[int], move: Move) -> tuple[int, ...]:
        words = mask_words(self.source, self.moves)
        mask = (ctypes.c_uint64 * words)()
        self._broken(self.source.rows.pack(row), mask, self.moves.encode(move))
        bits = sum(word << 64 * place for place, word in enumerate(mask))
        failed = tuple(number for number in range(64 * words - 1) if bits >> number + 1 & 1)
        return (*failed, NO_CHANCE) if bits & 1 else failed

    def weight(self, row: Sequence[int], move: Move) -> int:
        return int(self._weigh(self.source.rows.pack(row), self.moves.encode(move)))

    def apply(self, row: Sequence[int], move: Move) -> Row:
        fault = self._apply(self.source.rows.pack(row), self._next, self.moves.encode(move))
        if fault:
            self.raise_fault(row, move, fault)
        return self.source.rows.unpack(self._next.raw[:self.source.rows.size])

    def raise_fault(self, row: Sequence[int], move: Move, fault: int) -> NoReturn:
        """Raise what the reference executor says of a store that leaves its sort, with the store's place."""
        tape = self.instance.tape(self.actions[move[0]])
        store = next(one for one in tape.stores if one.number == fault - 1)
        try:
            self.reference.apply(row, move)
        except SpecError as error:
            raise SpecError(error.what, store.place) from error
        raise SpecError(f"a store to {store.field.name} leaves its sort in {tape.name}{move[1:]}", store.place)

    def read(self, name: str, row: Sequence[int], args: Sequence[int] = (), after: Sequence[int] = ()) -> int:
        first = self.source.rows.pack(row)
        second = self.source.rows.pack(after) if after else first
        return int(self._reading(name)(first, second, *args))

    def fingerprint(self, row: Sequence[int]) -> int:
        """A 64-bit hash of a state: equal for equal states on every machine of the same byte order."""
        return int(self._fingerprint(self.source.rows.pack(row)))

    def declared(self, name: str) -> Declared:
        """The reading or property of a name."""
        game = self.instance.game
        return game.readings.get(name) or game.properties[name]

    def _reading(self, name: str) -> Native:
        found = self._readings.get(name)
        if found is None:
            tape = self.instance.tape(self.declared(name))
            arguments = [ctypes.c_int32] * len(tape.params)
            text = read_text(self.source, tape, f"read_{name}")
            self.machine.add([text])
            found = self._readings[name] = self.machine.function(
                f"read_{name}", ctypes.c_int64, ctypes.c_char_p, ctypes.c_char_p, *arguments
            )
        return found

    def random_play(self, seed: int, moves: int, start: Sequence[int] | None = None) -> Played:
        """Play so many moves at random, from a state or from the start; equal seeds play equal games."""
        return self._player.play(seed, moves, start)

    @cached_property
    def _player(self) -> RandomPlayer:
        from spec.lowering.llvm_player import RandomPlayer

        return RandomPlayer(self)

    @cached_property
    def over(self) -> str:
        """The compiled function `over(state, state)` that tells where a game has ended; empty if none is declared."""
        if "over" not in self.instance.game.readings:
            return ""
        self._reading("over")
        return "read_over"

    @cached_property
    def _broken(self) -> Native:
        self.machine.add(broken_texts(self.source, self.moves))
        return self.machine.function("broken", None, ctypes.c_char_p, Address, self.code_type)

    @cached_property
    def _weigh(self) -> Native:
        self.machine.add(weight_texts(self.source, self.moves))
        return self.machine.function("weigh", ctypes.c_int32, ctypes.c_char_p, self.code_type)
