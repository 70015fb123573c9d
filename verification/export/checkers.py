"""Run Spin and Rumur on an exported model, where they and a C compiler are installed, and read what they counted."""

from __future__ import annotations

import platform
import re
import resource
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from spec.language.errors import FoggError
from verification.export.commands import Model
from verification.export.murphi import murphi
from verification.export.promela import promela

COMPILER = "cc"
WIDE = ("-mcx16",) if platform.machine() == "x86_64" else ()
"""Rumur compares and swaps 16 bytes at once, which compilers must be told for this processor."""
SPIN_DEPTH = 1_000_000
"""How deep Spin may search at first; it is let go deeper if that is not enough."""


class CheckerFailed(FoggError):
    """Another checker refused a model, or found an error in it; the message holds what it said."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What a checker counted: distinct states with the first one, distinct pairs of state and move, CPU seconds.

    The moves are None where only some depth was searched. The seconds are those of the search alone, without writing
    and compiling the model.
    """

    states: int
    moves: int | None
    seconds: float

    @property
    def rate(self) -> float:
        """Distinct states per CPU second."""
        return self.states / max(self.seconds, 1e-9)


def missing(checker: str) -> tuple[str, ...]:
    """The programs that a checker needs and that are not installed."""
    return tuple(program for program in NEEDS[checker] if shutil.which(program) is None)


def count(checker: str, model: Model, *, depth: int | None = None, fast: bool = True) -> Counted:
    """What "spin" or "rumur" counts; `CheckerFailed` if it is not installed, or finds anything wrong.

    With a `depth` only states that so many moves lead to are looked for. Without `fast` the compiler does not optimise,
    which is quicker for few states.
    """
    absent = missing(checker)
    if absent:
        raise CheckerFailed(f"{checker} needs {' and '.join(absent)}, which is not installed")
    with TemporaryDirectory(prefix="fogg-") as folder:
        return COUNTS[checker](model, Path(folder), depth, fast)


def _spin(model: Model, folder: Path, depth: int | None, fast: bool) -> Counted:
    (folder / "model.pml").write_text(promela(model), encoding="utf-8")
    _run(["spin", "-o2", "-a", "model.pml"], folder)
    options = [*(["-O2"] if fast else ["-O0"]), *([] if depth is None else ["-DREACH"])]
    _run([COMPILER, *options, "-w", "-DSAFETY", "-DNOREDUCE", "-DMEMLIM=8000", "-o", "pan", "pan.c"], folder)
    deep = SPIN_DEPTH if depth is None else depth + 1
    while True:
        text, seconds = _timed(["./pan", f"-m{deep}"], folder)
        if depth is not None or "max search depth too small" not in text:
            break
        deep *= 10
    if "errors: 0" not in text or "Search not completed" in text:
        raise CheckerFailed(f"spin found an error in {model.instance.game.title}:\n{text.strip()}")
    moves = None if depth is not None else _number(r"(\d+) transitions", text) - 1
    return Counted(_number(r"(\d+) states, stored", text), moves, seconds)


def _rumur(model: Model, folder: Path, depth: int | None, fast: bool) -> Counted:
    (folder / "model.m").write_text(murphi(model), encoding="utf-8")
    words = ["rumur", "model.m", "--output", "model.c", "--deadlock-detection", "off", "--threads", "1"]
    _run([*words, "--bound", str(depth or 0)], folder)
    options = ["-O3", "-march=native"] if fast else ["-O0"]
    _run([COMPILER, *options, *WIDE, "-w", "-o", "checker", "model.c", "-lpthread"], folder)
    text, seconds = _timed(["./checker"], folder)
    if "No error found" not in text:
        raise CheckerFailed(f"rumur found an error in {model.instance.game.title}:\n{text.strip()}")
    moves = None if depth is not None else _number(r"(\d+) rules fired", text)
    return Counted(_number(r"(\d+) states,", text), moves, seconds)


NEEDS: Mapping[str, Sequence[str]] = {"spin": ("spin", COMPILER), "rumur": ("rumur", COMPILER)}
COUNTS: Mapping[str, Callable[[Model, Path, int | None, bool], Counted]] = {"spin": _spin, "rumur": _rumur}


def _run(words: Sequence[str], folder: Path) -> str:
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        raise CheckerFailed(f"{' '.join(words)} failed:\n{(done.stderr or done.stdout).strip()[-4000:]}")
    return done.stdout


def _timed(words: Sequence[str], folder: Path) -> tuple[str, float]:
    """What a program prints, and the CPU seconds that it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stdout + done.stderr, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _number(pattern: str, text: str) -> int:
    """The last number that is told so: progress comes before the result."""
    found = re.findall(pattern, text)
    if not found:
        raise CheckerFailed(f"no count was found in what the checker printed:\n{text.strip()[-4000:]}")
    return int(found[-1])
