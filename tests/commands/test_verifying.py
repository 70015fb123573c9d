"""Verifying side by side and Ctrl-C: the same verdicts in the same order, and what is proved by then is kept."""

import json
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import fogg.verifying
from fogg.commands.verify import command
from fogg.results import result_data
from fogg.stopping import stoppable
from fogg.verifying import Done, Task, told_in_bytes, verified, verify_here
from verification.verdicts import Verdict

NAMES = ("one-leg", "days")


def task(players: int, *names: str) -> Task:
    """Claims about the tour, without a second solver."""
    return Task("tour_du_monde", players, names, (), None, {}, True, False, None, False, "not asked")


def told(done: Done) -> list[tuple[str, Verdict, str, int]]:
    """What of the results is the same in every run."""
    return [(one.property, one.verdict, one.method, len(one.parts)) for one in done.results]


def stop_at(word: str) -> Callable[[str], None]:
    """A watcher that presses Ctrl-C when a step is about something."""
    def watch(step: str) -> None:
        if word in step:
            os.kill(os.getpid(), signal.SIGINT)

    return watch


@pytest.fixture(scope="module", autouse=True)
def hears_ctrl_c() -> Iterator[None]:
    """Ctrl-C is heard also where the tests run in a shell's background, which has it ignored."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="module")
def stopped() -> Done:
    """What comes of two claims if Ctrl-C is pressed during the second."""
    return verify_here(task(2, *NAMES), stop_at("days_never"))


def test_what_is_proved_before_ctrl_c_is_kept(stopped: Done) -> None:
    """The claim that was shown is told; the one that was not is left out."""
    assert (stopped.stopped, [one.property for one in stopped.results]) == (True, ["one-leg"])


def test_results_are_told_between_processes(stopped: Done) -> None:
    """Everything that is printed comes over, the number of questions too."""
    again = pickle.loads(told_in_bytes(stopped))
    expected = [result_data("tour_du_monde", one) for one in stopped.results]
    assert expected == [result_data("tour_du_monde", one) for one in again.results]
    assert expected[0]["questions"] > 1


def test_an_interrupted_answer_says_so(stopped: Done, monkeypatch: pytest.MonkeyPatch) -> None:
    """The JSON is whole, names what is missing, and the exit status is 130."""
    monkeypatch.setattr(fogg.verifying, "verified", lambda *_: [stopped])
    found = CliRunner().invoke(command, ["tour_du_monde", *NAMES, "--players", "2", "--json"])
    data = json.loads(found.stdout)
    assert (found.exit_code, data["interrupted"]) == (130, True)
    assert data["left"] == [{"game": "tour_du_monde", "property": "days", "players": 2}]
    assert [one["property"] for one in data["results"]] == ["one-leg"]


def test_ctrl_c_is_not_lost_where_an_object_is_thrown_away() -> None:
    """Python drops exceptions there, so it is raised at the next step."""
    class Thrown:
        def __del__(self) -> None:
            os.kill(os.getpid(), signal.SIGINT)

    before = signal.getsignal(signal.SIGINT)
    heard: list[str] = []
    with pytest.raises(KeyboardInterrupt), stoppable(heard.append) as step:
        step("first")
        thing = Thrown()
        del thing
        step("second")
    assert (["first"], before) == (heard, signal.getsignal(signal.SIGINT))


def test_a_file_that_holds_no_verdicts_is_refused_before_any_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is proved that then could not be written."""
    monkeypatch.setattr(fogg.verifying, "verified", lambda *_: pytest.fail("proofs were begun"))
    file = tmp_path / "notes.json"
    file.write_text('{"results": [{"game": "chess"}]}', encoding="utf-8")
    found = CliRunner().invoke(command, ["tour_du_monde", "--summary", str(file)])
    assert "holds no verdicts" in str(found.exception)


@pytest.mark.slow
def test_processes_find_the_same() -> None:
    """Two numbers of players side by side: the verdicts of one after the other, in the order of the tasks."""
    tasks = [task(2, *NAMES), task(3, *NAMES)]
    steps: list[str] = []
    side_by_side = verified(tasks, 2, steps.append)
    assert [told(one) for one in verified(tasks, 1, None)] == [told(one) for one in side_by_side]
    assert any("with 2 players" in one and "with 3 players" in one for one in steps)


@pytest.mark.slow
def test_ctrl_c_stops_every_process() -> None:
    """Each tells what it has found so far."""
    heard: list[str] = []

    def watch(step: str) -> None:
        heard.append(step)
        if "days_never" in step:
            os.kill(os.getpid(), signal.SIGINT)

    found = verified([task(2, *NAMES), task(3, *NAMES)], 2, watch)
    assert all(one.stopped for one in found)
    assert heard and "days_never" in heard[-1]
