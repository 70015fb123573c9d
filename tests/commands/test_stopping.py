"""Ctrl-C during long work: what was found so far is told, and the exit status says that it is not all."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from fogg import benchmarks
from fogg.command import main
from fogg.commands import mutate


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
