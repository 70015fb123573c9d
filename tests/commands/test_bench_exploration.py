"""`fogg bench` on exploration: which benchmarks a name stands for, what is not installed, and what is measured."""

import json

import pytest

from fogg import exploration_benchmarks
from fogg.benchmarks import EXPLORATION, PEERS, measure, named
from fogg.command import main
from spec.language.errors import FoggError


def test_other_checkers_are_measured_if_asked_for() -> None:
    """Without names nothing of other checkers is measured; each can be named."""
    assert set(named(())[0]) & set(PEERS) == set()
    assert named(("spin_cube_states_per_s",)) == (("spin_cube_states_per_s",), ())


@pytest.mark.parametrize("missing", [(), ("spin",), ("rumur", "spin")])
def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch, missing: tuple[str, ...]) -> None:
    """`exploration` stands for all about exploring states, of the checkers that are there; the others are told."""
    monkeypatch.setattr(exploration_benchmarks, "installed", lambda peer: peer not in missing)
    names, absent = named(("exploration",))
    assert set(absent) == set(missing)
    assert set(names) == {*EXPLORATION, *(one for one in PEERS if not one.startswith(missing))}


def test_bytes_and_states_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """A state of the 8-puzzle takes fewer than 16 bytes beside its own."""
    main(["bench", "explore_8puzzle_bytes_a_state", "explore_8puzzle_states_per_s", "--runs", "1", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert 4 < found["explore_8puzzle_bytes_a_state"]["value"] < 16
    assert found["explore_8puzzle_states_per_s"]["value"] > 0


def test_a_checker_that_counts_otherwise_is_not_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rate of another checker counts only if it found the same states."""
    from verification.export import checkers

    monkeypatch.setattr(checkers, "count", lambda peer, model: checkers.Counted(181_439, None, 1.0))
    with pytest.raises(FoggError, match="counts 181439 states"):
        measure(["spin_8puzzle_states_per_s"], "eighty_days", 2, 1)
