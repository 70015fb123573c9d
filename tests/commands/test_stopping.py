"""Ctrl-C during long work: what was found so far is told, and the exit status says that it is not all."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from fogg import benchmarks
from fogg.command import CLOSED_PIPE, main
from fogg.commands import mutate
from verification.exploration.explore import Prepared, Stopped


def stopped(*args: object) -> list[float]:
    """Work that is interrupted from the keyboard."""
    raise KeyboardInterrupt


def test_benchmarks_so_far(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Those before the interruption are told."""
    monkeypatch.setitem(benchmarks.ALL, "compile_s", ("s", lambda game, players, runs: [7.0]))
    monkeypatch.setitem(benchmarks.ALL, "refusal_ms", ("ms", stopped))
    with pytest.raises(SystemExit) as left:
        main(["bench", "compile_s", "refusal_ms", "proofs_s"])
    told = capsys.readouterr()
    assert (left.value.code, told.err) == (130, "stopped: 2 of 3 were not measured\n")
    assert "compile_s" in told.out and "refusal_ms" not in told.out


@pytest.mark.parametrize(("words", "told"), [
    ("explore {models}/eight_puzzle.py", "stopped (interrupted) at"),
    ("explore {models}/eight_puzzle.py --json", '"stopped": "interrupted"'),
    ("chance {models}/knuth_yao_die.py over", ""),
    ("bench explore_8puzzle_states_per_s explore_8puzzle_bytes_a_state", ""),
])
def test_states_so_far(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: str, told: str
) -> None:
    """An exploration keeps what it has, which is told as that, and is never taken for a chance or a speed."""
    monkeypatch.setattr(Prepared, "_run", lambda self, progress: Stopped.INTERRUPTED)
    models = Path(__file__).parents[1] / "models"
    with pytest.raises(SystemExit) as left:
        main(words.format(models=models).split())
    told_at_all = capsys.readouterr()
    assert (left.value.code, told in told_at_all.out) == (130, True)
    assert told or ("stopped" in told_at_all.err and "states_per_s" not in told_at_all.out)


@pytest.mark.parametrize("words", ["rules eighty_days", "games --json", "rules --help", "rules nothing"])
def test_nobody_reads_on(words: str) -> None:
    """Where what reads the output has ended, `fogg` ends quietly with the status that a shell gives to that."""
    reads, writes = os.pipe()
    os.close(reads)
    run = [sys.executable, "-m", "fogg", *words.split()]
    if words == "rules nothing":  # an error that nobody hears
        left = subprocess.run(run, stdout=writes, stderr=writes, check=False)
    else:
        left = subprocess.run(run, stdout=writes, stderr=subprocess.PIPE, check=False)
        assert left.stderr == b""
    os.close(writes)
    assert left.returncode == CLOSED_PIPE


def test_mutants_so_far() -> None:
    """The findings before the interruption are kept, in the order of the mutants."""
    def run(mutants: list[str]) -> Iterator[Any]:
        yield SimpleNamespace(mutant=mutants[1])
        yield SimpleNamespace(mutant=mutants[0])
        stopped()

    job: Any = SimpleNamespace(run=run)
    mutants: Any = ["a", "b", "c"]
    kept: list[Any] = [one.mutant for one in mutate._findings(job, mutants, None)]
    assert kept == ["a", "b"]
