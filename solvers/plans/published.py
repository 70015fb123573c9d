"""The plan that is published: replayed by the reference executor, and honest about what is proved."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.lowering.errors import Unsupported
from solvers.plans.cpsat import CpPlan, PlanModel
from solvers.plans.guides import most_of
from solvers.plans.luck import Luck
from solvers.plans.others import Others
from solvers.plans.rules import CompiledRules, ReferenceRules
from solvers.plans.search import FIRST_WIDTH, Best, Effort, Layers, Search
from solvers.plans.second import best_by_reference
from solvers.plans.world import Aim, World
from spec.execution.position import Position
from spec.language.errors import FoggError, Malformed
from spec.lowering.executor import Disagreement, Move
from spec.lowering.llvm import LlvmExecutor

MOST_STATES = 300_000
"""States that the exact search keeps: some 200 MB."""
FEW_STATES = 20_000
"""So many states the reference executor looks through again, as second engine."""
LONGEST_MODEL = 14
"""Moves up to which CP-SAT is asked."""


class Engine(Enum):
    """An independent way to find a best plan."""

    LAYERS = "search layer by layer in machine code"
    REFERENCE = "search depth first by the reference executor"
    CP_SAT = "CP-SAT"
    BEAM = "beam search"


class Verdict(Enum):
    """What is known about a plan; it is never rounded up."""

    OPTIMAL = "optimal"
    ONE_ENGINE = "the best by one exhaustive search, which nothing confirms"
    BEST_FOUND = "best found"


class EnginesDisagree(FoggError):
    """Two engines come to different answers: a bug of ours. The message holds the whole question."""


@dataclass(frozen=True)
class Question:
    """What is asked: from where, whose points, what the others do, what chance does, and how far to look.

    Without a `horizon`, in moves of everybody, the rest of the game is meant.
    """

    position: Position
    aim: Aim
    others: Others
    luck: Luck
    horizon: int | None = None


@dataclass(frozen=True)
class Plan:
    """A plan of a question: legal moves, the points they come to, and that no plan comes to more than `bound`.

    `looked` is the number of moves up to which every state was seen, `states` how many that and the beams were.
    """

    question: Question
    moves: tuple[Move, ...]
    value: int
    bound: int
    verdict: Verdict
    agreed: tuple[Engine, ...]
    looked: int
    states: int
    notes: tuple[str, ...] = ()

    @property
    def gap(self) -> int:
        """How many points more there may be at most."""
        return self.bound - self.value


@dataclass
class _Found:
    """What is known while one looks, so that an interruption loses nothing."""

    layers: Layers[bytes] = field(default_factory=Layers)
    beam: Best = field(default_factory=Best)
    bound: int = 0
    bounded_by: Engine | None = None
    agreed: list[Engine] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    exact: int = 0
    states: int = 0
    stopped: bool = False


def checked_aim(position: Position, aim: Aim) -> Aim:
    """The aim if the game has such a reading; `Malformed` otherwise."""
    readings = position.table.game.readings
    fitting = [name for name, one in readings.items()
               if list(one.params.values()) in ([], [_player_sort(position)])]
    if aim.reading not in fitting:
        raise Malformed.one(
            f"{position.table.game.title} has no points called {aim.reading!r}", f"it has {', '.join(fitting)}"
        )
    return aim


def _player_sort(position: Position) -> object:
    from spec.language.sorts import Named

    return Named(position.table.game.players)


def find_plan(
    question: Question, *, seconds: float = 30.0, states: int = MOST_STATES, effort: float = 10.0,
    progress: Callable[[int], None] | None = None, executor: LlvmExecutor | None = None,
) -> Plan:
    """The best plan, within so many seconds; an interruption from the keyboard keeps the best so far.

    Give the same `executor` to questions about one table, so that the game is compiled only once.

    It is called optimal only if a second engine comes to the same value: CP-SAT, given `effort` in its deterministic
    time (0 leaves it out), or the reference executor where there are few states. Raises `EnginesDisagree` if one
    comes to another, and `Malformed` where the game is over.
    """
    position = question.position
    checked_aim(position, question.aim)
    if position.is_over:
        raise Malformed.one("the game is over here", "ask about an earlier position, with --at")
    tape = position.table.instance.tape(position.table.game.readings[question.aim.reading])
    assert tape.result is not None, "a reading has a result"
    most = most_of(position, question.aim)
    found = _Found(bound=tape.result.hi if most is None else min(tape.result.hi, most))
    began = time.monotonic()
    try:
        rules = CompiledRules(executor or LlvmExecutor(position.table.instance))
        _look(question, rules, found, began, seconds, states, effort, progress)
    except KeyboardInterrupt:
        found.stopped = True
        found.notes.append("stopped at the keyboard: the best so far")
    return _published(question, found)


def _look(
    question: Question, rules: CompiledRules, found: _Found, began: float, seconds: float, states: int, effort: float,
    progress: Callable[[int], None] | None,
) -> None:
    horizon = question.horizon
    world = World(rules, question.aim, question.others, question.luck)
    start = world.start(question.position.row)
    if horizon is not None:
        found.beam.value = world.value(start)
    search = Search(world, start, whole=horizon is None)
    if horizon is None:  # something to show for an early interruption
        quick = Effort(began + seconds * 0.2, states, progress=progress)
        search.beam(FIRST_WIDTH, quick, None, found.beam)
    exact = Effort(began + seconds * 0.5, states, progress=progress)
    try:
        search.layers(exact, horizon, found.layers)
    finally:
        found.exact = exact.seen
        found.states += exact.seen
    if _is_exhausted(question, found):
        found.bound = min(found.bound, _value(found.layers.best))
        found.agreed.append(Engine.LAYERS)
        _confirm(question, found, began + seconds, effort)
        return
    if horizon is not None and effort and horizon <= LONGEST_MODEL:
        _ask_cpsat(question, found, horizon, effort, began + seconds * 0.7)
    wide = Effort(began + seconds, states, progress=progress)
    try:
        widest = search.beams(wide, horizon, found.beam)
    finally:
        found.states += wide.seen
    found.notes.append(f"beams of up to {widest} states a layer came to their end")


def _is_exhausted(question: Question, found: _Found) -> bool:
    layers = found.layers
    if layers.best.value is None:
        return False
    return layers.closed or (question.horizon is not None and len(layers.best_within) > question.horizon)


def _value(best: Best) -> int:
    assert best.value is not None, "an exhausted search has seen its start"
    return best.value


def _confirm(question: Question, found: _Found, until: float, effort: float) -> None:
    """Ask a second engine for what the exhaustive search came to."""
    depth = found.layers.depth
    if found.exact <= FEW_STATES:
        rules = ReferenceRules(question.position.table.instance, question.position.table.executor)
        world = World(rules, question.aim, question.others, question.luck)
        again = Effort(until, 4 * FEW_STATES)
        value = best_by_reference(rules, world, question.position.row, question.horizon, again)
        if value is not None:
            _compare(question, found, Engine.REFERENCE, value)
            found.agreed.append(Engine.REFERENCE)
    if effort and depth <= LONGEST_MODEL and time.monotonic() < until:
        _ask_cpsat(question, found, depth, effort, until)


def _ask_cpsat(question: Question, found: _Found, horizon: int, effort: float, until: float) -> None:
    whole = question.horizon is None
    try:
        model = PlanModel(
            question.position.table.instance, question.position.row, question.aim, question.others, question.luck,
            horizon, whole, until,
        )
    except Unsupported as error:
        found.notes.append(str(error))
        return
    exhausted = Engine.LAYERS in found.agreed
    if not exhausted:
        found.bound = min(found.bound, model.bound)
    answer = model.best(min(effort, max(until - time.monotonic(), 0.1)))
    match answer:
        case CpPlan():
            _replayed(question, answer.moves, answer.value)
            if exhausted:
                _compare(question, found, Engine.CP_SAT, answer.value)
                found.agreed.append(Engine.CP_SAT)
            else:
                _take(found, answer)
        case NoAnswer(status, best):
            found.notes.append(f"CP-SAT within {horizon} moves: {status.lower()} within its effort")
            if best is not None and not exhausted:
                _replayed(question, best.moves, best.value)
                _take(found, best)
        case ClaimsInfeasible():
            if exhausted:
                raise EnginesDisagree(f"CP-SAT finds no plan within {horizon} moves where a search finds one")
            found.notes.append("CP-SAT claims that there is no plan, which is not enough")


def _take(found: _Found, answer: CpPlan) -> None:
    found.bound, found.bounded_by = min(found.bound, answer.bound), Engine.CP_SAT
    if found.beam.value is None or answer.value > found.beam.value:
        found.beam.value, found.beam.moves = answer.value, answer.moves


def _compare(question: Question, found: _Found, engine: Engine, value: int) -> None:
    first = _value(found.layers.best)
    if value != first:
        raise EnginesDisagree(
            f"plans for {question.aim.reading}: {Engine.LAYERS.value} comes to {first}, {engine.value} to {value}, "
            f"from {question.position.row}, luck {question.luck.seed}, {question.others}"
        )


def _replayed(question: Question, moves: Sequence[Move], value: int) -> None:
    """Play a plan by the reference executor; `Disagreement` if it refuses a move or comes to another value."""
    executor, row = question.position.table.executor, list(question.position.row)
    for move in moves:
        if executor.broken(row, move):
            raise Disagreement(f"a plan plays {move} from {row}, which the reference executor refuses")
        row = executor.apply(row, move)
    declared = question.position.table.game.readings[question.aim.reading]
    came_to = executor.read(question.aim.reading, row, (question.aim.player,) if declared.params else ())
    if came_to != value:
        raise Disagreement(f"a plan is said to come to {value}, and the reference executor says {came_to}")


def _published(question: Question, found: _Found) -> Plan:
    best, engine = found.layers.best, Engine.LAYERS
    if best.value is None or (found.beam.value is not None and found.beam.value > best.value):
        best, engine = found.beam, Engine.BEAM
    if best.value is None and found.stopped:
        raise KeyboardInterrupt("stopped before a first plan was found")
    if best.value is None:
        raise Malformed.one("no plan was found in the time given", "give more with --time-limit, or a --horizon")
    _replayed(question, best.moves, best.value)
    agreed = tuple(found.agreed) or (engine,)
    verdict = Verdict.BEST_FOUND
    if Engine.LAYERS in found.agreed:
        verdict = Verdict.OPTIMAL if len(found.agreed) > 1 else Verdict.ONE_ENGINE
    return Plan(
        question, best.moves, best.value, max(found.bound, best.value), verdict, agreed, found.layers.depth,
        found.states, tuple(found.notes),
    )
