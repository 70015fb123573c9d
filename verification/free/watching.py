"""Random play in machine code that looks, after every move, for the situations that were not met yet."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from spec.lowering.executor import Move
from spec.lowering.llvm import Address, LlvmExecutor, MoveBuffer
from spec.lowering.llvm_code import Code
from spec.lowering.llvm_emit import Source
from spec.lowering.llvm_legal import Listing
from spec.lowering.llvm_moves import MoveCode
from spec.lowering.llvm_play import COUNTERS, Ended, play_texts
from verification.free.goals import Goal

CHUNK = 200_000
"""Moves between two looks at the clock and the keyboard."""
LONGEST = 4_096


class _First(Listing):
    """Finds one move of an action, not all of them."""

    def _found(self, refused: str, code: str) -> None:
        super()._found(refused, code)
        self.line("ret i32 1")
        self.place(self.label("beyond"))


@dataclass(frozen=True, slots=True)
class Met:
    """A situation that a game came to: the moves from the start, and the move that is meant there.

    Without a goal it is that nothing can be done although the game is not over.
    """

    goal: Goal | None
    moves: tuple[Move, ...]
    move: Move


class Watcher:
    """Plays one instance at random, again and again from the start, and watches for goals; each is met once,
    and with it those of the same key."""

    def __init__(self, executor: LlvmExecutor, goals: Sequence[Goal]) -> None:
        self.executor = executor
        self.goals = tuple(goals)
        self._open = (ctypes.c_uint8 * (len(goals) + 1))(*[1] * (len(goals) + 1))
        self._move = (executor.code_type * 1)()
        machine, moves = executor.machine, executor.moves
        name = machine.fresh("watch")
        over = executor.over
        machine.add(self._texts(executor.source, moves, name, over))
        machine.add(play_texts(executor.source, moves, f"{name}_play", over, name))
        number = ctypes.c_int32
        self._check = machine.function(name, number, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_bool)
        self._play = machine.function(
            f"{name}_play", number, *[Address] * 6, number, Address, ctypes.c_int64, Address, ctypes.c_int64
        )
        size = max(executor.source.rows.size, 1)
        self._state, self._spare = ctypes.create_string_buffer(size), ctypes.create_string_buffer(size)
        self._trace = (executor.code_type * LONGEST)()
        self._room = MoveBuffer(moves.bits)
        self._counts = (ctypes.c_int64 * max(len(executor.actions), 1))()
        self._counters = (ctypes.c_int64 * len(COUNTERS))()

    @property
    def left(self) -> tuple[Goal, ...]:
        """What was not met yet."""
        return tuple(goal for goal, is_open in zip(self.goals, self._open, strict=False) if is_open)

    def watch(
        self, seed: int, moves: int, longest: int, progress: Callable[[int], None] | None = None
    ) -> Iterator[Met]:
        """Make up to so many moves, in games of at most `longest`; gives what is met, as long as anything is left."""
        packed = self.executor.source.rows.pack(self.executor.instance.start)
        ctypes.memmove(self._state, packed, len(packed))
        ctypes.memset(self._counters, 0, ctypes.sizeof(self._counters))
        self._counters[0] = ctypes.c_int64(seed).value
        yield from self._met_here()
        made = COUNTERS.index("moves")
        while self._counters[made] < moves and any(self._open[:-1] or self._open):
            ended = Ended(self._play(
                self._counters, packed, self._state, self._spare, self._room.codes, self._room.weights,
                self._room.capacity, self._trace, min(longest, LONGEST), self._counts,
                min(CHUNK, moves - self._counters[made]),
            ))
            if ended is Ended.CROWDED:
                self._room.grow(2 * self._room.capacity)
            elif ended is Ended.SHOWN:
                yield from self._met_here()
            elif ended is not Ended.BUDGET:
                return  # a fault, which is no business of this search, or a start where nothing can be done
            if progress is not None:
                progress(self._counters[made])

    @property
    def games(self) -> int:
        """Games that the last watch played to their end."""
        return self._counters[COUNTERS.index("games")]

    @property
    def moves(self) -> int:
        """Moves made by the last watch."""
        return self._counters[COUNTERS.index("moves")]

    def met_in(self, row: Sequence[int], moves: tuple[Move, ...]) -> Iterator[Met]:
        """What is met in a state that some moves lead to."""
        return self._met(self.executor.source.rows.pack(row), lambda: moves)

    def _met_here(self) -> Iterator[Met]:
        decode, length = self.executor.moves.decode, self._counters[COUNTERS.index("length")]
        return self._met(self._state.raw, lambda: tuple(decode(code) for code in self._trace[:length]))

    def _met(self, state: bytes, moves_to: Callable[[], tuple[Move, ...]]) -> Iterator[Met]:
        while (number := self._check(state, state, False)) >= 0:
            self._open[number] = 0
            if number == len(self.goals):
                yield Met(None, moves_to(), ())
                continue
            for same, goal in enumerate(self.goals):
                if goal.key == self.goals[number].key:
                    self._open[same] = 0
            yield Met(self.goals[number], moves_to(), self.executor.moves.decode(self._move[0]))

    def _texts(self, source: Source, moves: MoveCode, name: str, over: str) -> list[str]:
        texts: list[str] = []
        tapes: dict[int, int] = {}
        for goal in self.goals:
            tapes[id(goal)] = len(tapes)
            texts.append(_First(source, moves, goal.number, goal.tape, f"{name}_{tapes[id(goal)]}").text)
        code = Code(f"i32 @{name}(ptr readonly %s, ptr readonly %n, i1 %first)")
        codes = code.let(f"inttoptr i64 {ctypes.addressof(self._move)} to ptr")
        flags = code.let(f"inttoptr i64 {ctypes.addressof(self._open)} to ptr")
        weights = code.variable("i32")
        ended = code.let(f"call i64 @{over}(ptr %n, ptr %n)") if over else "0"
        is_over = code.let(f"icmp ne i64 {ended}, 0")
        for number, goal in enumerate(self.goals):
            after = code.label("next")
            flag = code.let(f"load volatile i8, ptr {code.at(flags, 'i8', number)}")
            code.go_if(code.let(f"icmp eq i8 {flag}, 0"), after)
            if not goal.refused:
                code.go_if(is_over, after)  # what can be done after the end is done in no game
            found = code.let(f"call i32 @{name}_{number}(ptr %n, ptr {codes}, ptr {weights}, i32 1, i32 0)")
            code.go_if(code.let(f"icmp eq i32 {found}, 0"), after)
            code.line(f"ret i32 {number}")
            code.place(after)
        flag = code.let(f"load volatile i8, ptr {code.at(flags, 'i8', len(self.goals))}")
        code.go_if(code.let(f"icmp eq i8 {flag}, 0"), "going")
        code.go_if(is_over, "going")
        legal = code.let(f"call i32 @legal(ptr %n, ptr {codes}, ptr {weights}, i32 0)")
        code.go_if(code.let(f"icmp ne i32 {legal}, 0"), "going")
        code.line(f"ret i32 {len(self.goals)}")
        code.place("going")
        code.line("ret i32 -1")
        return [*texts, code.text]
