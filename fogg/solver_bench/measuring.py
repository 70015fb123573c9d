"""How tasks are measured: the same instances for both, CPU time, medians, and every answer compared."""

from __future__ import annotations

import importlib.util
import random
import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from fogg.timing import cpu
from spec.language.errors import FoggError

SHORT = 0.002
"""Answers that take fewer seconds are worked out several times, and the mean counts."""


PATIENCE = 5.0
"""Seconds after which a peer that can be told to stop is stopped."""


class Unfinished:
    """Answered by a peer that did not come to an end in time."""


UNFINISHED = Unfinished()


class Differs(FoggError):
    """Two solvers answer differently: one of them is wrong. The message holds the instance."""


@dataclass(frozen=True)
class Task:
    """A question of one size: what makes an instance, and two ways to answer it.

    `make` gets a random number generator; `ready` does what both may have done beforehand, such as a table of
    placements. `needs` are the modules that the peer is made of.
    """

    name: str
    peer: str
    needs: tuple[str, ...]
    make: Callable[[random.Random], Any]
    ours: Callable[[Any], Any]
    theirs: Callable[[Any], Any]
    ready: Callable[[Any], Any] | None = None
    repeatable: bool = True


def missing_peers(tasks: Sequence[Task]) -> list[str]:
    """The modules that tasks need and that are not installed."""
    needed = dict.fromkeys(name for task in tasks for name in task.needs)
    return [name for name in needed if importlib.util.find_spec(name) is None]


def measured(task: Task, instances: int, seed: int = 0) -> dict[str, Any]:
    """Medians in milliseconds over so many random instances; `ratio` is the peer's over ours.

    Raises `Differs` if the two disagree on an instance. `unfinished` instances were too much for the peer: its time is
    then what it was given, and there is no answer to compare.
    """
    rng = random.Random(f"{seed} {task.name}")
    ours: list[float] = []
    theirs: list[float] = []
    unfinished = 0
    for number in range(-1, instances):
        instance = task.make(rng)
        if task.ready is not None:
            task.ready(instance)
        mine, spent = _timed(task.ours, instance, task.repeatable)
        other, spent_by_them = _timed(task.theirs, instance, False)
        unfinished += other is UNFINISHED
        if mine != other and other is not UNFINISHED:
            raise Differs(f"{task.name}: {mine} against {other} by {task.peer}, of {instance}")
        if number >= 0:  # the first one only loads what both need
            ours.append(1000 * spent)
            theirs.append(1000 * spent_by_them)
    mine_ms, theirs_ms = statistics.median(ours), statistics.median(theirs)
    return {
        "ours_ms": mine_ms, "peer": task.peer, "peer_ms": theirs_ms, "ratio": theirs_ms / mine_ms,
        "instances": instances, "ours_max_ms": max(ours), "peer_max_ms": max(theirs),
        "unfinished": unfinished,
    }


def _timed(work: Callable[[Any], Any], instance: Any, repeatable: bool) -> tuple[Any, float]:
    answers: list[Any] = []
    spent = cpu(lambda: answers.append(work(instance)))
    if repeatable and spent < SHORT:
        times = 5
        spent = cpu(lambda: [work(instance) for _ in range(times)]) / times
    return answers[0], spent
