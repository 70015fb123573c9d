"""Questions to z3: facts and a claim; the answer is that it follows, a countermodel, or why neither is known."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import cache

import z3

from verification.z3_lowering.making import track
from verification.z3_lowering.terms import Term, as_truth, negated


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to try: milliseconds for each question, moves and states for each search.

    `deepest` is the largest k of k-induction. `plays` and `length` limit random play on a slow executor. With `lean`
    no invariants are shown but those that a claim needs; what others rule out, such as an action that is never
    possible, may then go unnoticed. With `lemmas` facts are discovered first, and proofs may lean on them. With
    `facts` they are discovered where a claim is not inductive, and those that would make it so are told. `room` is how
    many times the usual memory a directed search may take up.
    """

    milliseconds: int = 60_000
    seed: int = 1
    deepest: int = 2
    moves: int = 20_000_000
    plays: int = 100
    length: int = 200
    states: int = 20_000
    lean: bool = False
    lemmas: bool = False
    facts: bool = False
    room: int = 1

    def times(self, longer: int) -> Effort:
        """Search so many times as long, in as much more memory."""
        return replace(self, moves=self.moves * longer, room=self.room * longer)


class Status(Enum):
    """What z3 says of a question."""

    FOLLOWS = "follows"
    FAILS = "fails"
    UNKNOWN = "unknown"


@dataclass(frozen=True, eq=False)
class Question:
    """Whether `claim` follows from `facts`. `name` says what is asked, with slashes between its parts."""

    name: str
    facts: tuple[z3.BoolRef, ...]
    claim: Term

    def smtlib(self) -> str:
        """The question as SMT-LIB 2: unsatisfiable exactly if the claim follows."""
        solver = z3.Solver()
        solver.add(*self.facts, as_truth(negated(self.claim)))
        return f"; {self.name}\n(set-logic ALL)\n{solver.to_smt2()}"


@dataclass(frozen=True, eq=False)
class Answer:
    """z3's answer; `model` where the claim fails, `reason` where nothing is known.

    `used` are the facts that the claim follows from, of those that the question gave. A claim that is true as it stands
    is `plain`: no solver was asked.
    """

    question: Question
    status: Status
    model: z3.ModelRef | None = None
    reason: str = ""
    seconds: float = 0.0
    used: tuple[z3.BoolRef, ...] = ()
    plain: bool = False

    @property
    def essence(self) -> Question:
        """The question with no other facts than those that its claim follows from."""
        return Question(self.question.name, self.used, self.question.claim)


Listener = Callable[[Answer], None]


@dataclass
class Asker:
    """Asks questions with a time limit and a seed; every answer is shown to the listeners, which may raise.

    Writing questions down and asking another solver for its opinion are listeners.
    """

    effort: Effort = field(default_factory=Effort)
    listeners: list[Listener] = field(default_factory=list)
    asked: int = 0

    def __call__(self, question: Question, milliseconds: int | None = None) -> Answer:
        """Ask one question."""
        self.asked += 1
        started = time.perf_counter()
        answer = self._answer(question, milliseconds or self.effort.milliseconds, started)
        for listener in self.listeners:
            listener(answer)
        return answer

    def _answer(self, question: Question, milliseconds: int, started: float) -> Answer:
        if isinstance(question.claim, int) and question.claim:
            return Answer(question, Status.FOLLOWS, plain=True)
        found, solver = self._checked(question, milliseconds)
        seconds = time.perf_counter() - started
        if found == z3.unsat:
            used = tuple(question.facts[_number(label)] for label in solver.unsat_core())
            return Answer(question, Status.FOLLOWS, seconds=seconds, used=used)
        if found == z3.sat:
            return Answer(question, Status.FAILS, solver.model(), seconds=seconds)
        return Answer(question, Status.UNKNOWN, reason=solver.reason_unknown(), seconds=seconds)

    def _checked(self, question: Question, milliseconds: int) -> tuple[z3.CheckSatResult, z3.Solver]:
        """z3 counts the time on the clock; where others had the processor meanwhile, it gets as much again."""
        began = time.process_time()
        found, solver = self._once(question, milliseconds)
        spent = 1000 * (time.process_time() - began)
        if found == z3.unknown and solver.reason_unknown() in ("timeout", "canceled") and spent < milliseconds / 2:
            return self._once(question, int(milliseconds * min(20.0, milliseconds / max(spent, 1.0))))
        return found, solver

    def _once(self, question: Question, milliseconds: int) -> tuple[z3.CheckSatResult, z3.Solver]:
        # One question each: what z3 keeps ready for more of them costs time.
        solver: z3.Solver = z3.SimpleSolver()  # type: ignore[attr-defined]  # the types of z3 leave it out
        solver.set("random_seed", self.effort.seed)
        for number, fact in enumerate(question.facts):
            track(solver, fact, _label(number))
        solver.add(as_truth(negated(question.claim)))
        return check(solver, milliseconds), solver


def check(solver: z3.Solver, milliseconds: int, *assumptions: z3.BoolRef) -> z3.CheckSatResult:
    """`solver.check` with a time limit; `KeyboardInterrupt` on Ctrl-C, which z3 takes for the end of the time."""
    solver.set("timeout", milliseconds)
    began = time.perf_counter()
    found = solver.check(*assumptions)
    too_soon = 1_000 * (time.perf_counter() - began) < 0.9 * milliseconds
    if found == z3.unknown and too_soon and solver.reason_unknown() in ("canceled", "interrupted from keyboard"):
        raise KeyboardInterrupt
    return found


@cache
def _label(number: int) -> z3.BoolRef:
    """What stands for a fact in z3's account of what it used."""
    return z3.Bool(f"fact!{number}")


def _number(label: z3.ExprRef) -> int:
    return int(label.decl().name().removeprefix("fact!"))
