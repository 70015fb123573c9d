"""Every game ends: a lexicographic ranking is looked for in games and checked by z3, or a game that goes round.

A ranking is a list of numbers: in every move the first of them that changes goes down. Each is a sum of cells, counted
up or down, so that it has a bound and can go down only so often.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from spec.language.actions import Action, Kind, Property
from spec.language.errors import SpecError
from spec.language.sorts import BoolSort, Int, Named, Opt, Upto
from spec.language.values import Number
from spec.lowering.executor import Disagreement, Move
from spec.lowering.llvm import LlvmExecutor
from verification.discovery.features import Feature, features
from verification.discovery.sampling import Sample, Step
from verification.free.witnesses import replay
from verification.queries import Answer, Asker, Question, Status
from verification.system import System
from verification.traces import Trace
from verification.verdicts import Part, Verdict
from verification.z3_lowering.expressions import Expressions
from verification.z3_lowering.scope import Scope
from verification.z3_lowering.terms import Term, as_number, both, either, equal, negated

WALKS, LONGEST_WALK = 60, 400
"""So many walks of so many moves look for a state that comes again."""
MOST_MEASURES, MOST_TRIED = 12, 40

Progress = Callable[[str], None]


@dataclass(frozen=True, eq=False)
class Measure:
    """A number that goes down in some moves: a sum of cells counted up (`sign` 1) or down (-1)."""

    feature: Feature
    sign: int

    @property
    def words(self) -> str:
        """What is counted, and which way it goes."""
        return f"{self.feature.words} {'falls' if self.sign > 0 else 'rises'}"

    def property(self, system: System) -> Property:
        """The number as something whose tape can be lowered."""
        field = self.feature.field

        def measure(t: Any) -> Number:
            if isinstance(field.sort, Named):
                place: Number = t.read(field, ()).index
                return self.sign * place
            return self.sign * self.feature.read(lambda *index: t.read(field, index), system.shape, None)

        return Property(f"measure_{field.name}_{self.sign}", measure, {}, Kind.CONSERVED, "ending", self.words, ())


@dataclass(frozen=True, eq=False)
class Ending:
    """The verdict on one game: whether it always ends."""

    system: System
    samples_made: Callable[[], Sequence[Sample]]
    standing: Callable[[], Sequence[Property]]
    asker: Asker
    seed: int
    progress: Progress
    resting: Callable[[Iterable[Answer]], tuple[Answer, ...]]
    declared: Callable[[], Part | None]

    def always(self) -> Iterator[Part]:
        """A ranking that is proved, the game's own before others; or a game that goes round, or neither."""
        says = "every game ends"
        own = self.declared()
        if own is not None:
            yield replace(own, name="ends", says=says)
            return
        chosen, rest = self.ranking
        lasso = self._lasso(rest)
        if lasso is not None:
            names = " and ".join(sorted({self._name(move) for move in lasso[1]}))
            why = f"a state comes again after {len(lasso[1])} moves, of {names}"
            yield Part("ends", says, Verdict.REFUTED, "a game that goes round", why, (), lasso[0])
            return
        told = ", then ".join(one.words for one in chosen)
        if rest:
            names = ", ".join(sorted({self._name(step.move) for _, step in rest}))
            why = f"no number was found that goes one way in {names}" + (f", after: {told}" if told else "")
            yield Part("ends", says, Verdict.UNKNOWN, "", why)
            return
        answers: list[Answer] = []
        for action in self.system.actions:
            answer = self._goes_down(action, chosen)
            if answer.status is not Status.FOLLOWS:
                why = f"in all games seen {told}, but z3 does not show it of {action.name}"
                yield Part("ends", says, Verdict.UNKNOWN, "", why)
                return
            answers.append(answer)
        yield Part("ends", says, Verdict.PROVED, "lexicographic ranking", told, (), answers=self.resting(answers))

    @cached_property
    def samples(self) -> Sequence[Sample]:
        """Random games."""
        return self.samples_made()

    def _name(self, move: Move) -> str:
        return list(self.system.game.actions)[move[0]]

    @cached_property
    def _lengths(self) -> dict[int, int]:
        """How many moves of its game were made before each step."""
        found: dict[int, int] = {}
        for one in self.samples:
            length = 0
            for step in one.steps:
                length = 0 if step.before == tuple(one.instance.start) else length + 1
                found[id(step)] = length
        return found

    @cached_property
    def ranking(self) -> tuple[list[Measure], list[tuple[Sample, Step]]]:
        """Numbers that go down one after another in the games seen, and the moves in which none of them does."""
        numbers = list(_numbers(self.system))
        rest = [(one, step) for one in self.samples for step in one.steps]
        chosen: list[Measure] = []
        while rest and len(chosen) < MOST_MEASURES:
            best: tuple[Measure, list[tuple[Sample, Step]]] | None = None
            for number in numbers:
                changes = [_value(number, one, step.after) - _value(number, one, step.before) for one, step in rest]
                for sign in (1, -1):
                    if all(sign * change <= 0 for change in changes) and any(changes):
                        left = [pair for pair, change in zip(rest, changes, strict=True) if not change]
                        if best is None or len(left) < len(best[1]):
                            best = Measure(number, sign), left
            if best is None:
                break
            chosen.append(best[0])
            rest = best[1]
        return chosen, rest

    def _goes_down(self, action: Action, chosen: Sequence[Measure]) -> Answer:
        """Whether in every move of an action the first number that changes goes down, until the game is over."""
        for assumed in ([], self.standing()):
            scope = self.system.scope()
            before = self.system.free_state(scope)
            made = self.system.move(action, before, scope)
            claim: Term = 0
            for number in reversed(chosen):
                tape = self.system.tape(number.property(self.system))
                assert tape.result is not None
                first = as_number(Expressions(scope, self.system.tables, (), before)(tape.result))
                second = as_number(Expressions(scope, self.system.tables, (), made.after)(tape.result))
                claim = either([negated(scope.at_most(first, second)), both([equal(first, second), claim])])
            self._not_over(before, scope)
            self.system.assume(assumed, before, scope)
            scope.assume(made.legal)
            scope.assume(made.sound)
            name = f"{self.system.game.id}/{self.system.players}/free/ending/{action.name}"
            answer = self.asker(Question(name, tuple(scope.all_facts()), claim))
            if answer.status is Status.FOLLOWS:
                return answer
        return answer

    def _not_over(self, state: Any, scope: Scope) -> None:
        over = self.system.game.readings.get("over")
        if over is not None:
            tape = self.system.tape(over)
            assert tape.result is not None
            scope.assume(negated(Expressions(scope, self.system.tables, (), state)(tape.result)))

    def _lasso(self, rest: Sequence[tuple[Sample, Step]]) -> tuple[Trace, tuple[Move, ...]] | None:
        """A game to a state that comes again, and the moves that lead from it to itself."""
        chooser = random.Random(self.seed)
        early = sorted(rest, key=lambda pair: self._lengths[id(pair[1])])[:WALKS]
        for one, step in [*early, *chooser.sample(list(rest), min(WALKS, len(rest)))]:
            self.progress("looking for a game that goes round")
            round_ = _walk(one.executor, step.before, self.ranking[0], chooser)
            if round_ is not None:
                to, turns = round_
                moves = (*_way_to(one, step), *to)
                return _confirmed(one.executor, moves, turns), turns
        return None


def _numbers(system: System) -> Iterator[Feature]:
    """The numbers that may rank: sums of numbers and truths, how much is there, and where a scalar stands."""
    fields = [one for one in system.game.state.fields if isinstance(one.sort, (Int, Upto, BoolSort, Opt))]
    yield from features(fields, None, system.shape)
    for field in system.game.state.fields:
        if isinstance(field.sort, Named) and not field.index:
            yield Feature(field, None, None, False)


def _value(number: Feature, one: Sample, row: Sequence[int]) -> int:
    return number.in_row(one.instance, row, 0)


def _walk(
    executor: LlvmExecutor, start: tuple[int, ...], chosen: Sequence[Measure], chooser: random.Random
) -> tuple[tuple[Move, ...], tuple[Move, ...]] | None:
    """A walk in which no number of a ranking changes, until a state comes again: the moves to it, and those round."""
    has_end = "over" in executor.instance.game.readings
    row, seen, moves = start, {start: 0}, list[Move]()
    ranks = _ranks(executor, chosen, start)
    while len(moves) < LONGEST_WALK and not (has_end and executor.read("over", row)):
        found = next(_onward(executor, row, chosen, ranks, chooser), None)
        if found is None:
            return None
        move, row = found
        moves.append(move)
        if row in seen:
            return tuple(moves[:seen[row]]), tuple(moves[seen[row]:])
        seen[row] = len(moves)
    return None


def _onward(
    executor: LlvmExecutor, row: tuple[int, ...], chosen: Sequence[Measure], ranks: tuple[int, ...],
    chooser: random.Random,
) -> Iterator[tuple[Move, tuple[int, ...]]]:
    """Moves that change no number of a ranking, in random order, with the states that they lead to."""
    legal = executor.legal(row)
    for move in chooser.sample(legal, min(len(legal), MOST_TRIED)):
        try:
            after = tuple(executor.apply(row, move))
        except SpecError:
            continue
        if _ranks(executor, chosen, after) == ranks:
            yield move, after


def _ranks(executor: LlvmExecutor, chosen: Sequence[Measure], row: Sequence[int]) -> tuple[int, ...]:
    return tuple(one.feature.in_row(executor.instance, row, 0) for one in chosen)


def _way_to(one: Sample, step: Step) -> tuple[Move, ...]:
    """The moves of a sample's game to the state before one of them."""
    moves: list[Move] = []
    place = one.steps.index(step)
    while one.steps[place].before != tuple(one.instance.start):
        place -= 1
        moves.append(one.steps[place].move)
    return tuple(reversed(moves))


def _confirmed(executor: LlvmExecutor, moves: tuple[Move, ...], turns: tuple[Move, ...]) -> Trace:
    """The game, after the reference executor has found that its last moves lead back to where they began."""
    once, again = replay(executor.reference, moves), replay(executor.reference, (*moves, *turns))
    if list(once) != list(again):
        raise Disagreement(f"only machine code finds that {turns} lead back to {list(once)}")
    return Trace(executor.instance, (*moves, *turns), f"the state after {len(moves)} moves comes again")
