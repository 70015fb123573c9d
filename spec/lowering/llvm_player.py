"""Random play at full speed: how many moves and games, and searching for a move that shows a property."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from spec.language.actions import Property
from spec.language.errors import SpecError
from spec.lowering.executor import Disagreement, Move
from spec.lowering.instance import Row
from spec.lowering.llvm import Address, LlvmExecutor, MoveBuffer
from spec.lowering.llvm_play import COUNTERS, Ended, play_texts
from spec.lowering.llvm_values import check_texts
from spec.lowering.shown import shown

CHUNK = 500_000
"""Moves between two looks at the clock and the keyboard."""
LONGEST = 100_000
MOST_TAKEN_BACK = 16
"""After so many moves taken back in one state a game begins anew: perhaps every move there has a fault."""
FAULT_COSTS = 16
"""As many moves of its budget a move taken back costs a player, for leaving machine code and coming back."""
"""Moves after which a game that has not ended is given up."""


@dataclass(frozen=True, slots=True)
class Played:
    """What random play came to: moves made, games that ended, and how often each action was played."""

    moves: int
    games: int
    counts: Mapping[str, int]


class Shows(Enum):
    """What a found trace shows."""

    PROPERTY = "property"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class FoundTrace:
    """Legal moves from the start, confirmed by the reference executor; the last of them shows something.

    That is a property violated (reached, for one that must be reachable), or a store that leaves its sort.
    """

    moves: tuple[Move, ...]
    shows: Shows
    property: str = ""


class RandomPlayer:
    """Plays one instance at random, and watches some properties after every move.

    Players' legal moves are equally likely, chance moves go by their weights; a game begins anew where the
    reading `over` holds, nothing is legal, or it grew too long. Equal seeds play equal games. If `onward`, neither
    `over` nor a fault stops the play: moves after the end are made, and a move with a fault is taken back.
    """

    def __init__(
        self, executor: LlvmExecutor, properties: Sequence[Property] = (), longest: int = LONGEST,
        onward: bool = False,
    ) -> None:
        self.executor = executor
        self.properties = tuple(properties)
        self.longest = longest
        self.onward = onward
        machine, source, moves = executor.machine, executor.source, executor.moves
        check, name = "", machine.fresh("play")
        number = ctypes.c_int32
        if self.properties:
            check = machine.fresh("check")
            machine.add(check_texts(source, self.properties, check))
            self._check = machine.function(check, number, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_bool)
        machine.add(play_texts(source, moves, name, "" if onward else executor.over, check))
        self._play = machine.function(
            name, number, *[Address] * 6, number, Address, ctypes.c_int64, Address, ctypes.c_int64
        )
        size = max(source.rows.size, 1)
        self._state, self._spare = ctypes.create_string_buffer(size), ctypes.create_string_buffer(size)
        self._trace = (executor.code_type * longest)()
        self._room = MoveBuffer(moves.bits)
        self._counts = (ctypes.c_int64 * max(len(executor.actions), 1))()
        self._counters = (ctypes.c_int64 * len(COUNTERS))()

    def play(
        self, seed: int, moves: int, start: Sequence[int] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> Played:
        """Play so many moves; `SpecError` if a store leaves its sort or nothing can be played at the start."""
        ended = self._run(seed, moves, self.executor.instance.start if start is None else start, progress)
        if ended is Ended.FAULT:
            *before, last = self._moves()
            row = self._replayed(before, self._start)
            self.executor.apply(row, last)
            raise Disagreement(f"machine code finds a fault in {last} from {row}, and then does not")
        if ended is Ended.STUCK:
            raise SpecError("random play needs a start with a legal move in a game that is not over")
        counts = {action.name: self._counts[number] for number, action in enumerate(self.executor.actions)}
        return Played(self._counters[COUNTERS.index("moves")], self._counters[COUNTERS.index("games")], counts)

    def search(
        self, seed: int, moves: int, progress: Callable[[int], None] | None = None
    ) -> FoundTrace | None:
        """Play up to so many moves from the start until one shows a property or a fault; None if none did."""
        start = self.executor.instance.start
        if self.properties:
            packed = self.executor.source.rows.pack(start)
            number = self._check(packed, packed, True)
            if number >= 0:
                return FoundTrace((), Shows.PROPERTY, self.properties[number].name)
        ended = self._run(seed, moves, start, progress)
        if ended not in (Ended.SHOWN, Ended.FAULT):
            return None
        trace = self._moves()
        row = self._replayed(trace[:-1], start)
        if self.executor.reference.broken(row, trace[-1]):
            raise Disagreement(f"machine code plays {trace[-1]} from {row}, which the reference executor refuses")
        if ended is Ended.FAULT:
            try:
                self.executor.apply(row, trace[-1])
            except SpecError:
                return FoundTrace(tuple(trace), Shows.FAULT)
            raise Disagreement(f"machine code finds a fault in {trace[-1]} from {row}, and then does not")
        declared = self.properties[self._counters[COUNTERS.index("shown")]]
        if shown(self.executor.reference, declared, row, self.executor.reference.apply(row, trace[-1])) is None:
            raise Disagreement(f"only machine code finds that {trace[-1]} from {row} shows {declared.name}")
        return FoundTrace(tuple(trace), Shows.PROPERTY, declared.name)

    def _run(
        self, seed: int, moves: int, start: Sequence[int], progress: Callable[[int], None] | None
    ) -> Ended:
        self._start = start
        packed = self.executor.source.rows.pack(start)
        ctypes.memmove(self._state, packed, len(packed))
        ctypes.memset(self._counts, 0, ctypes.sizeof(self._counts))
        ctypes.memset(self._counters, 0, ctypes.sizeof(self._counters))
        self._counters[0] = ctypes.c_int64(seed).value
        done, length = COUNTERS.index("moves"), COUNTERS.index("length")
        faults, again, stood = 0, 0, -1
        while self._counters[done] + faults < moves:
            ended = Ended(self._play(
                self._counters, packed, self._state, self._spare, self._room.codes, self._room.weights,
                self._room.capacity, self._trace, self.longest, self._counts,
                min(CHUNK, moves - faults - self._counters[done]),
            ))
            if ended is Ended.CROWDED:
                self._room.grow(2 * self._room.capacity)
            elif ended is Ended.FAULT and self.onward:
                faults += FAULT_COSTS
                again = again + 1 if stood == self._counters[done] else 0
                stood = self._counters[done]
                if again < MOST_TAKEN_BACK:
                    self._counters[length] -= 1
                else:
                    ctypes.memmove(self._state, packed, len(packed))
                    self._counters[length] = 0
            elif ended is not Ended.BUDGET:
                return ended
            if progress is not None:
                progress(self._counters[done])
        return Ended.BUDGET

    def _moves(self) -> list[Move]:
        """The moves since the start of the game that is being played."""
        length = self._counters[COUNTERS.index("length")]
        return [self.executor.moves.decode(code) for code in self._trace[:length]]

    def _replayed(self, moves: Sequence[Move], start: Sequence[int]) -> Row:
        """The state after some moves by the reference executor, which must find each of them legal."""
        reference, row = self.executor.reference, list(start)
        for move in moves:
            if reference.broken(row, move):
                raise Disagreement(f"machine code plays {move} from {row}, which the reference executor refuses")
            row = reference.apply(row, move)
        return row


def random_search(
    executor: LlvmExecutor, seed: int, max_moves: int, properties: Sequence[Property] = ()
) -> FoundTrace | None:
    """Look for a move that shows one of some properties, or a store that leaves its sort."""
    return RandomPlayer(executor, properties).search(seed, max_moves)
