"""A directed search for a game that reaches a state: best first as far as memory lasts, then beams of growing width.

Best first is A*: of all moves that were not made yet it makes one for which the moves made and those still needed at
least are fewest, so that the first game found is a shortest one. That needs a number of moves that is proved never to
be too large; without one every state counts as one move away, and the search is breadth first. A beam keeps the most
promising states of every depth and forgets the others: it finds long games, and proves nothing.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

from spec.language.actions import Declared, Property
from spec.lowering.executor import Move
from spec.lowering.llvm import Address, LlvmExecutor, MoveBuffer
from spec.lowering.llvm_values import check_texts
from verification.directed.expand import FARTHEST, Ended, Order, least_texts, search_texts
from verification.directed.queue import Queue
from verification.exploration.states import States

CHUNK = 200_000
"""Moves made between two looks at the keyboard."""
ROW_BYTES, ENTRIES = 512 << 20, 12_000_000
"""The bytes that rows may take up, and the moves that a queue may hold."""
WIDTHS = (100, 1_000, 10_000)
"""The states that a beam keeps of every depth, in this order; the last again and again while the effort lasts."""
SPREAD = 16
"""How many buckets states that are equally promising are shuffled into."""

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Reached:
    """What a search came to: a game's moves, or None; no game is shorter than `at_least` moves.

    `exhausted` says that no game reaches it. `states` were kept and `generated` moves were made.
    """

    moves: tuple[Move, ...] | None
    at_least: int
    exhausted: bool = False
    states: int = 0
    generated: int = 0

    @property
    def shortest(self) -> bool:
        """Whether it is proved that no game is shorter."""
        return self.moves is not None and len(self.moves) <= self.at_least


class Seeker:
    """Looks for games of one instance that reach what one property claims, or one of those that are wanted `also`.

    `trusted` says that the property's `moves` are proved never to be too many; `room` is how many times the usual
    memory may be taken up. Games begin in the state `begin`, which may be changed between two searches.
    """

    def __init__(
        self, executor: LlvmExecutor, claim: Property, trusted: bool, room: int = 1, also: Sequence[Property] = ()
    ) -> None:
        self.executor = executor
        self.claim = claim
        self.name = executor.machine.fresh("seek")
        self.states = States(executor, self.name)
        self.trusted = trusted and claim.moves is not None
        check = f"{self.name}_check"
        executor.machine.add(check_texts(executor.source, [claim, *also], check))
        moves = self._measure("moves", claim.moves if trusted else None)
        guide = self._measure("guide", claim.guide or (None if trusted else claim.moves))
        self.orders = [order for order, measure in ((Order.NEEDED, moves), (Order.GUIDED, guide)) if measure]
        executor.machine.add(search_texts(executor, self.name, check, moves, guide))
        number, wide = ctypes.c_int32, ctypes.c_int64
        function, text = executor.machine.function, ctypes.c_char_p
        self._check = function(check, number, text, text, ctypes.c_bool)
        self._admit = function(f"{self.name}_admit", wide, *[Address] * 4, wide)
        given = (number, *[Address] * 4, number, Address, Address, wide)
        self._layer = function(f"{self.name}_layer", *given, number)
        self._best = function(f"{self.name}_best", *given)
        self.begin: Sequence[int] = executor.instance.start
        self._room = MoveBuffer(executor.moves.bits)
        self._rows = [ctypes.create_string_buffer(max(self.states.size, 1)) for _ in range(2)]
        self._most = max(1, room * ROW_BYTES // (self.states.size + 32))
        self.queue = Queue(room * ENTRIES, self._most, ctypes.sizeof(executor.code_type))

    def _measure(self, what: str, measure: Declared | None) -> str:
        if measure is None:
            return ""
        name = f"{self.name}_{what}"
        self.executor.machine.add(least_texts(self.executor.source, self.executor.instance.tape(measure), name))
        return name

    def seek(self, generated: int, seed: int = 1, progress: Progress | None = None) -> Reached:
        """Look for a shortest game with about so many moves made, then with beams for any game.

        Once every width was tried the best game is taken; while there is none, up to four times as many moves are
        made by the widest beams.
        """
        first = self.best_first(generated, progress)
        if first.moves is not None or first.exhausted:
            return first
        best, states, made = first.moves, first.states, first.generated
        for number, width in enumerate(chain(WIDTHS, repeat(WIDTHS[-1]))):
            if number >= len(WIDTHS) and (best is not None or made > 5 * generated):
                break
            for order in self.orders or [Order.NEEDED]:
                limit = FARTHEST if best is None else len(best) - 1
                found = self.beam(width, order, limit, seed + number, progress)
                states, made = states + found.states, made + found.generated
                best = found.moves or best
                if best is not None and len(best) <= first.at_least:
                    return Reached(best, first.at_least, False, states, made)
        return Reached(best, first.at_least, False, states, made)

    def best_first(self, generated: int, progress: Progress | None = None) -> Reached:
        """The shortest game of all, if it is found with about so many moves made."""
        if self._begun(spread=1, limit=FARTHEST, seed=0):
            return Reached((), 0, states=1)
        queue = self.queue
        queue["floor"] = 1
        ended = Ended.CROWDED
        while ended in (Ended.CROWDED, Ended.BUDGET):
            enough = queue["generated"] + CHUNK
            ended = Ended(self._best(*self._given(), enough))
            if ended is Ended.CROWDED:
                self._room.grow(2 * self._room.capacity)
            if progress is not None:
                progress(queue["generated"])
            if ended is Ended.BUDGET and queue["generated"] >= generated:
                break
        moves = self.states.moves_to(queue["goal"], self.begin) if ended is Ended.FOUND else None
        return Reached(moves, queue["floor"], ended is Ended.EMPTY, len(self.states), queue["generated"])

    def beam(
        self, width: int, order: Order | None = None, limit: int = FARTHEST, seed: int = 1,
        progress: Progress | None = None,
    ) -> Reached:
        """A game of no more than `limit` moves, if one is found when `width` states of every depth are kept."""
        if self._begun(spread=SPREAD, limit=limit, seed=seed):
            return Reached((), 0, states=1)
        queue, end = self.queue, len(self.states)
        by = order or next(iter(self.orders), Order.NEEDED)
        while queue["goal"] < 0:
            ended = Ended(self._layer(*self._given(), end, int(by)))
            if ended is Ended.CROWDED:
                self._room.grow(2 * self._room.capacity)
                continue
            if progress is not None:
                progress(queue["generated"])
            kept = self._admit(self.states.counters, queue.kept, *self._rows, width)
            queue.clear()
            if kept <= 0:
                break
            queue["next"], end = end, len(self.states)
        moves = self.states.moves_to(queue["goal"], self.begin) if queue["goal"] >= 0 else None
        return Reached(moves, 0, False, len(self.states), queue["generated"])

    def _given(self) -> tuple[object, ...]:
        room = self._room
        return self.states.counters, self.queue.kept, room.codes, room.weights, room.capacity, *self._rows

    def _begun(self, spread: int, limit: int, seed: int) -> bool:
        """Begin anew with nothing but the start; whether it is already what is looked for."""
        self.states.forget()
        self.states.bound("limit", self._most)
        self.queue.clear()
        for name in ("floor", "generated", "next"):
            self.queue[name] = 0
        self.queue["goal"], self.queue["spread"], self.queue["limit"] = -1, spread, limit
        self.queue["random"] = seed
        packed = self.executor.source.rows.pack(self.begin)
        self.states.insert(self.states.counters, packed, 0)
        return bool(self._check(packed, packed, True) >= 0)
