"""The second solver in a process of its own: it checks what z3 has shown while z3 goes on.

Of each question it gets the facts that z3 used, which are few; that the claim follows from them is all the more
true of the whole question. Where it does not know, it gets the question in cases; where it says no, the whole question.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from queue import SimpleQueue
from types import TracebackType
from typing import IO

from spec.language.errors import FoggError
from verification.cases import cases
from verification.queries import Answer, Question, Status
from verification.second_opinion import STEPS, NoSecondSolver, contradiction, is_installed, opinion_on

QUICK_STEPS = 200_000

RUN = (
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); "  # Ctrl-C is for the parent, which ends the child
    "from verification.second_process import answer_all; answer_all()"
)


@dataclass(frozen=True, slots=True)
class Tally:
    """How many of the questions that something rests on the second solver confirms, and of how many."""

    confirmed: int
    asked: int
    unanswered: int = 0

    @property
    def agreed(self) -> bool:
        return self.confirmed == self.asked

    def __str__(self) -> str:
        if self.unanswered:
            return f"{self.unanswered} of {self.asked} questions not answered yet"
        return "agreed" if self.agreed else f"{self.asked - self.confirmed} of {self.asked} questions unknown"


class Asked(Enum):
    """How much of a question was asked: what z3 used of it, the same case by case, again with time, or all of it."""

    ESSENCE = "essence"
    CASES = "cases"
    AGAIN = "again"
    WHOLE = "whole"

    @property
    def steps(self) -> int:
        """The steps that cvc5 may take: few where there is another way to ask."""
        return QUICK_STEPS if self in (Asked.ESSENCE, Asked.CASES) else STEPS


class SecondSolver:
    """A listener that has cvc5 check every answer "it follows" of z3; `finish` waits for the last of them.

    `Disagreement` is raised, then or earlier, where the two contradict each other; `NoSecondSolver` where cvc5 is
    not installed.
    """

    def __init__(self) -> None:
        if not is_installed():
            raise NoSecondSolver("cvc5 is not installed; `pip install cvc5` brings it")
        # The path makes the child find the same modules, wherever it was started from; -P keeps out the folder it is
        # started from, where a json.py may lie.
        path = os.pathsep.join(one or os.getcwd() for one in sys.path)
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", RUN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            encoding="utf-8", env={**os.environ, "PYTHONPATH": path},
        )
        self._waiting: SimpleQueue[tuple[Answer, Asked, list[str]] | None] = SimpleQueue()
        self._said: SimpleQueue[tuple[Answer, Asked, Status | Exception]] = SimpleQueue()
        self._open = 0
        self.opinions: dict[Answer, Status] = {}
        self._thread = threading.Thread(target=self._talk, daemon=True)
        self._thread.start()

    def __call__(self, answer: Answer) -> None:
        self._take_up(wait=False)
        if answer.status is Status.FOLLOWS and not answer.plain:
            self._ask(answer, Asked.ESSENCE, [answer.essence])

    def __enter__(self) -> SecondSolver:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def waiting(self) -> int:
        """How many questions are not answered yet."""
        return self._open

    def finish(self) -> None:
        """Wait until every question is answered."""
        while self._open:
            self._take_up(wait=True)

    def close(self) -> None:
        """End the process, answered or not."""
        self._process.kill()
        self._waiting.put(None)
        self._thread.join()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # what was not sent yet has nobody to go to
                    pipe.close()

    def tally(self, answers: Iterable[Answer]) -> Tally:
        """What came of the questions that something rests on; all of it after `finish`."""
        self._take_up(wait=False)
        asked = list(dict.fromkeys(one for one in answers if not one.plain))
        confirmed = sum(self.opinions.get(one) is Status.FOLLOWS for one in asked)
        return Tally(confirmed, len(asked), sum(one not in self.opinions for one in asked))

    def _ask(self, answer: Answer, asked: Asked, questions: list[Question]) -> None:
        self._open += 1
        self._waiting.put((answer, asked, [one.smtlib() for one in questions]))

    def _take_up(self, wait: bool) -> None:
        """Take up what was said so far; with `wait` at least one answer."""
        while self._open and (wait or not self._said.empty()):
            answer, asked, said = self._said.get()
            wait = False
            self._open -= 1
            if isinstance(said, Exception):
                raise FoggError(f"the second solver broke off at {answer.question.name}: {said}")
            if said is Status.FAILS and asked is Asked.WHOLE:
                raise contradiction(answer.question, answer.status, said)
            if said is Status.FAILS:
                self._ask(answer, Asked.WHOLE, [answer.question])
            elif said is Status.UNKNOWN and asked is Asked.ESSENCE:
                self._ask(answer, Asked.CASES, cases(answer.essence) or [answer.essence])
            elif said is Status.UNKNOWN and asked is Asked.CASES:
                self._ask(answer, Asked.AGAIN, [answer.essence])
            else:
                self.opinions[answer] = said

    def _talk(self) -> None:
        """Pass questions on one at a time, in a thread that touches nothing of z3."""
        to, back = self._process.stdin, self._process.stdout
        assert to is not None and back is not None
        while (job := self._waiting.get()) is not None:
            answer, asked, texts = job
            try:
                to.write(json.dumps([answer.question.name, asked.steps, texts]) + "\n")
                to.flush()
                self._said.put((answer, asked, Status(json.loads(back.readline()))))
            except (OSError, ValueError) as error:
                self._said.put((answer, asked, error))


def answer_all(source: IO[str] = sys.stdin, target: IO[str] = sys.stdout) -> None:
    """What the process does: one line in, a name, the steps to take, questions; one out, what cvc5 says of them all."""
    for line in source:
        name, steps, texts = json.loads(line)
        said = Status.FOLLOWS
        for text in texts:
            said = opinion_on(text, name, steps=steps)
            if said is not Status.FOLLOWS:
                break
        target.write(json.dumps(said.value) + "\n")
        target.flush()
