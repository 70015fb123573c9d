"""Exhaustive breadth-first exploration of an instance, in machine code, with a way kept to every state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from spec.language.actions import Kind, Property
from spec.language.errors import Malformed, SpecError
from spec.lowering.executor import Move
from spec.lowering.instance import Instance, Row
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.llvm_values import check_texts
from verification.exploration.batches import Ended
from verification.exploration.expand import expand_texts
from verification.exploration.memory import COUNTERS, MOST_STATES, NO_BUDGET
from verification.exploration.representative import representative_texts
from verification.exploration.seats import Seats, seats
from verification.exploration.states import States
from verification.exploration.team import Team
from verification.traces import Trace, nothing, replayed, violation

OF_STATES = (Kind.INVARIANT,)
OF_MOVES = (Kind.STEP, Kind.CONSERVED, Kind.TERMINATES)


class Stopped(Enum):
    """Why an exploration ended."""

    COMPLETE = "complete"
    LIMIT = "limit"
    VIOLATION = "violation"
    INTERRUPTED = "interrupted"
    NO_MEMORY = "no memory"
    BUDGET = "memory bound"
    DEPTH = "bound on moves"


@dataclass(frozen=True, slots=True)
class Violation:
    """A property that fails, and a shortest way there; no property where a store leaves its sort."""

    declared: Property | None
    trace: Trace

    @property
    def name(self) -> str:
        """The name of the property."""
        return "domains" if self.declared is None else self.declared.name


@dataclass(frozen=True, eq=False)
class Exploration:
    """What breadth-first exploration found.

    `moves` counts distinct pairs of a state and a legal move, chance moves included, of the states expanded so far;
    `layers` the new states by depth, the first `whole` of them in full; `terminal` the states expanded that have no
    legal move, or where the reading `over` holds; moves that are legal there are made as well. `witnesses` holds a
    shortest way for each property sought that was reached.
    """

    instance: Instance
    found: States
    layers: tuple[int, ...]
    whole: int
    stopped: Stopped
    violation: Violation | None
    witnesses: dict[str, Trace]

    @property
    def states(self) -> int:
        """Distinct states found, the start among them."""
        return len(self.found)

    @property
    def represented(self) -> int:
        """The states that those found stand for: more than them if the players' symmetry was used."""
        return self.found.represented

    @property
    def moves(self) -> int:
        """Distinct pairs of a state and a legal move."""
        return self.found.counter("moves")

    @property
    def terminal(self) -> int:
        """States where the game ends."""
        return self.found.counter("terminal")

    @property
    def complete(self) -> bool:
        """Whether every reachable state was found and expanded."""
        return self.stopped is Stopped.COMPLETE

    @property
    def depth(self) -> int:
        """Within how many moves of the start every state was found and every property looked at."""
        return self.whole - 1

    @property
    def memory(self) -> int:
        """The bytes set aside for the states, with the states before them and the table."""
        return self.found.memory

    def trace_to(self, target: Sequence[int] | Callable[[Row], bool]) -> Trace | None:
        """A shortest trace to a state, or to one for which a predicate holds; None if none was found."""
        if callable(target):
            number = next((place for place in self.found.numbers() if target(self.found[place])), None)
        else:
            number = self.found.find(target)
        if number is None:
            return None
        return replayed(
            self.instance, self.found.moves_to(number),
            lambda _, before, after: self.found.find(after) == number, "this state is reached",
        )


def explore(
    instance: Instance, *, max_states: int | None = None, max_moves: int | None = None, memory: int | None = None,
    properties: Sequence[Property] = (), symmetry: bool = False, progress: Callable[[int], None] | None = None,
    executor: LlvmExecutor | None = None, threads: int = 1,
) -> Exploration:
    """Find every state that can be reached, within `max_moves` moves if they are given.

    It finds `max_states` of them at most, and no more than fit into `memory` bytes.

    With `symmetry`, of states that differ only in who sits where one is kept, in the stages of the game in which that
    is shown not to matter to any move or property; `Malformed` if there are none. It stops at the first violation of a
    property; one that must be reachable is sought and does not stop it. An interruption from the keyboard ends it with
    what was found. `progress` gets the number of states so far. Of two `threads` each holds half of the states; what is
    found is the same, but for the numbers of states and, among equally short traces, which one is told.
    """
    return prepared(
        instance, max_states=max_states, max_moves=max_moves, memory=memory, properties=properties, symmetry=symmetry,
        executor=executor, threads=threads,
    ).explored(progress)


def prepared(
    instance: Instance, *, max_states: int | None = None, max_moves: int | None = None, memory: int | None = None,
    properties: Sequence[Property] = (), symmetry: bool = False, executor: LlvmExecutor | None = None,
    threads: int = 1,
) -> Prepared:
    """An exploration that is compiled and has not begun, for whoever measures it."""
    limit = MOST_STATES if max_states is None else max_states
    if not 1 <= limit <= MOST_STATES:
        raise Malformed.one(f"max_states is {limit}, not 1..{MOST_STATES}")
    if max_moves is not None and max_moves < 0:
        raise Malformed.one(f"max_moves is {max_moves}, not 0 or more")
    if memory is not None and memory < 1:
        raise Malformed.one(f"memory is {memory} bytes, not 1 or more")
    if threads not in (1, 2):
        raise Malformed.one(f"threads is {threads}, not 1 or 2")
    if threads == 2 and max_states is not None:
        raise Malformed.one("two threads do not stop at a number of states", "leave out max_states, or use one thread")
    free = _seats(instance, properties) if symmetry else None
    return Prepared(executor or LlvmExecutor(instance), properties, limit, memory or 0, free, max_moves, threads)


def _seats(instance: Instance, properties: Sequence[Property]) -> Seats:
    """The stages in which seats do not matter; `Malformed` if they always do."""
    if instance.players == 1:
        raise Malformed.one("one player alone can change seats with nobody", "explore it without symmetry")
    found = seats(instance, properties)
    if not found.free:
        raise Malformed.one(f"the players' seats always matter: {found.reason}", "explore it without symmetry")
    return found


class Prepared:
    """One exploration, ready to begin or under way."""

    def __init__(
        self, executor: LlvmExecutor, properties: Sequence[Property], limit: int, memory: int, free: Seats | None,
        max_moves: int | None, threads: int = 1,
    ) -> None:
        self.max_moves = max_moves
        self.executor = executor
        self.instance = executor.instance
        self.of_states = [one for one in properties if one.kind in OF_STATES]
        self.of_moves = [one for one in properties if one.kind in OF_MOVES]
        self.sought = [one for one in properties if one.kind is Kind.REACHABLE]
        machine = executor.machine
        name = machine.fresh("explore")
        symmetry = f"{name}_seats" if free is not None else ""
        if free is not None:
            machine.add(representative_texts(executor, symmetry, free))
        self.states = States(executor, name, len(self.sought), symmetry, threads)
        self.states.bound("limit", limit)
        self.states.bound("budget", memory)
        self.memory = memory
        self.witness_places = range(len(COUNTERS), len(COUNTERS) + len(self.sought))
        of_moves, of_states = self._check(self.of_moves, f"{name}_moves"), self._check(self.of_states, f"{name}_states")
        sought = [self._check([one], f"{name}_sought{number}") for number, one in enumerate(self.sought)]
        stands = f"{symmetry}_stands" if symmetry else ""
        machine.add(expand_texts(executor, name, executor.over, of_moves, of_states, sought, stands, threads > 1))
        self.team = Team(executor, name, self.states)
        self.ended = Ended.DONE

    def _check(self, properties: Sequence[Property], name: str) -> str:
        if not properties:
            return ""
        self.executor.machine.add(check_texts(self.executor.source, properties, name))
        return name

    def explored(self, progress: Callable[[int], None] | None) -> Exploration:
        """Run to the end."""
        packed = self.states.stand_in(self.executor.source.rows.pack(self.instance.start))
        if self.states.begin(packed) == NO_BUDGET:
            raise Malformed.one(
                f"{self.memory} bytes do not hold one state", "allow for more memory"
            )
        self.states.ends.append(self.team.counts)
        broken = self._start()
        stopped = Stopped.VIOLATION if broken else self._run(progress)
        if stopped is Stopped.VIOLATION and broken is None:
            broken = self._violation()
        return Exploration(
            self.instance, self.states, self._layers(), len(self.states.ends), stopped, broken,
            {one.name: self._witness(one, places) for one, place in zip(self.sought, self.witness_places, strict=True)
             if (places := [worker.counters[place] for worker in self.team.workers if worker.counters[place] >= 0])},
        )

    def _start(self) -> Violation | None:
        """What the start itself shows, by the reference executor."""
        start, reference = self.instance.start, self.executor.reference
        for one, place in zip(self.sought, self.witness_places, strict=True):
            found = self.states.first if violation(one)(reference, None, start) else -1
            for worker in self.team.workers:
                worker.counters[place] = found
        for one in (*self.of_states, *self.of_moves):
            if violation(one)(reference, None, start):
                return Violation(one, self._replayed(one, ()))
        return None

    def _run(self, progress: Callable[[int], None] | None) -> Stopped:
        try:
            while True:
                if self.team.heads == self.states.ends[-1]:
                    if self.team.counts == self.states.ends[-1]:
                        return Stopped.COMPLETE
                    self.states.ends.append(self.team.counts)
                if len(self.states.ends) - 1 == self.max_moves:
                    return Stopped.DEPTH
                if progress is not None:
                    progress(len(self.states))
                self.ended = self.team.expand(self.states.ends[-1])
                if self.ended is not Ended.DONE:
                    return _STOPPED[self.ended]
        except KeyboardInterrupt:
            return Stopped.INTERRUPTED

    def _layers(self) -> tuple[int, ...]:
        ends = [sum(end) for end in self.states.ends]
        whole = [end - begin for begin, end in zip([0, *ends], ends, strict=False)]
        rest = len(self.states) - ends[-1]
        return (*whole, rest) if rest else tuple(whole)

    def _violation(self) -> Violation:
        """What stopped the expansion, replayed by the reference executor."""
        worker = self.team.stopped
        assert worker is not None, "a violation stops a worker"
        if self.ended is Ended.STATE_SHOWS:
            declared = self.of_states[worker.counter("shown")]
            last_row = self.states.number_of(self.team.workers.index(worker), worker.counter("count") - 1)
            return Violation(declared, self._replayed(declared, self.states.moves_to(last_row)))
        before = self.states.moves_to(worker.counter("from"))
        reference = self.executor.reference
        row = reference.led_to(before)
        if self.ended is Ended.FAULT:
            last = next(move for move in reference.legal(row) if self._faults(row, move))
            says = "a store leaves its sort"
            return Violation(None, replayed(self.instance, (*before, last), nothing, says, faulty=last[0]))
        declared = self.of_moves[worker.counter("shown")]
        shows = violation(declared)
        last = next(
            move for move in reference.legal(row)
            if not self._faults(row, move) and shows(reference, row, reference.apply(row, move))
        )
        return Violation(declared, self._replayed(declared, (*before, last)))

    def _faults(self, row: Row, move: Move) -> bool:
        try:
            self.executor.reference.apply(row, move)
        except SpecError:
            return True
        return False

    def _witness(self, declared: Property, numbers: Sequence[int]) -> Trace:
        return self._replayed(declared, min(map(self.states.moves_to, numbers), key=len))

    def _replayed(self, declared: Property, moves: Sequence[Move]) -> Trace:
        what = "reached" if declared.kind is Kind.REACHABLE else "violated"
        says = f"{declared.name} is {what}: {declared.says}"
        return replayed(self.instance, moves, violation(declared), says)


_STOPPED = {
    Ended.FAULT: Stopped.VIOLATION, Ended.MOVE_SHOWS: Stopped.VIOLATION, Ended.STATE_SHOWS: Stopped.VIOLATION,
    Ended.FULL: Stopped.LIMIT, Ended.NO_MEMORY: Stopped.NO_MEMORY, Ended.NO_BUDGET: Stopped.BUDGET,
}
