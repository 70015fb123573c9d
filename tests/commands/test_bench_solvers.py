"""`fogg bench solvers`: both answer alike on every task, and the ratio is the other's time over ours."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from click.testing import CliRunner

from fogg.commands.bench import command
from fogg.solver_bench import TASKS, measured
from fogg.solver_bench.measuring import Differs
from spec.language.errors import Malformed

CHEAP = ("fits_or_not_4x5", "exact_covers_5x6", "journey_12_moves", "cheapest_within_limits_100")


@pytest.mark.parametrize("name", [
    pytest.param(task.name, marks=() if task.name in CHEAP else pytest.mark.slow) for task in TASKS
])
def test_answers_are_alike(name: str) -> None:
    """On a few random instances of every task ours and the other's answers are the same."""
    task = next(one for one in TASKS if one.name == name)
    found = measured(task, 2, seed=5)
    assert found["ratio"] == found["peer_ms"] / found["ours_ms"]
    assert found["instances"] == 2


def test_json() -> None:
    """Nothing but the answer is printed, with the times, the peer and the ratio of each task."""
    answer = CliRunner().invoke(
        command, ["solvers", "fits_or_not_4x5", "fewest_links_16_moves", "--instances", "1", "--json"],
        catch_exceptions=False,
    )
    found = json.loads(answer.stdout)
    assert list(found) == ["fits_or_not_4x5", "fewest_links_16_moves"]
    assert all({"ours_ms", "peer", "peer_ms", "ratio"} <= set(one) for one in found.values())


def test_a_wrong_answer_is_told() -> None:
    """A solver that answers wrongly stops the measuring; the message holds the instance."""
    task = replace(TASKS[0], ours=lambda question: "perhaps")
    with pytest.raises(Differs, match="perhaps"):
        measured(task, 1)


def test_wrong_names_and_missing_peers() -> None:
    """A task that does not exist, and a peer that is not installed, are told before anything is measured."""
    with pytest.raises(Malformed, match="no task nonsense"):
        CliRunner().invoke(command, ["solvers", "nonsense"], catch_exceptions=False)
    from fogg.solver_bench import missing_peers

    assert missing_peers([replace(TASKS[0], needs=("no_such_module", "ortools"))]) == ["no_such_module"]
