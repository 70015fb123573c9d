"""`fogg explore` and `fogg chance` as a user types them."""

import json
import sys
from pathlib import Path

import pytest

from fogg.command import main

ROOT = Path(__file__).parents[2]
CARDS = str(ROOT / "tests" / "verification" / "exhausting" / "tour_without_coins.fogg")


def model(name: str) -> str:
    return str(ROOT / "tests" / "models" / f"{name}.py")


def answered(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    try:
        main(words)
    except SystemExit as exit_:
        assert exit_.code == status
    else:
        assert status == 0
    return capsys.readouterr().out if status < 2 else capsys.readouterr().err


def test_explore_counts(capsys: pytest.CaptureFixture[str]) -> None:
    """The counts of a model, with what it took."""
    found = json.loads(answered(capsys, "explore", model("die_hard"), "--json"))
    assert (found["states"], found["moves"], found["layers"]) == (16, 96, [1, 2, 3, 2, 2, 2, 2, 2])
    assert (found["complete"], found["stopped"], found["depth"]) == (True, "complete", 7)


def test_explore_checks_claims(capsys: pytest.CaptureFixture[str]) -> None:
    """Claims of an exhausted model are proved, those of a bounded one are not, and the exit status says so."""
    text = answered(capsys, "explore", model("roundabout"), "--check")
    assert text.count("PROVED") == 4 and "exhausted" in text
    bounded = json.loads(answered(capsys, "explore", model("roundabout"), "--check", "--max-moves", "2", "--json",
                                  status=1))
    assert {(one["verdict"], one["method"]) for one in bounded["results"]} == {("BOUNDED", "2 moves")}
    assert bounded["stopped"] == "bound on moves"
    refuted = answered(capsys, "explore", model("lots"), "--check", status=1)
    assert "nobody_takes_four is violated" in refuted and "take(p" in refuted


def test_explore_within_memory(capsys: pytest.CaptureFixture[str]) -> None:
    """A bound on memory stops it cleanly, and the answer tells how far every state was seen."""
    text = answered(capsys, "explore", model("eight_puzzle"), "--memory", "200K")
    assert "stopped (memory bound)" in text and "moves were seen, and there are more" in text


def test_explore_keeps_one_of_each_seating(capsys: pytest.CaptureFixture[str]) -> None:
    """With symmetry the answer tells how many states those kept stand for."""
    found = json.loads(answered(capsys, "explore", model("lots"), "--players", "3", "--symmetry", "--json"))
    whole = json.loads(answered(capsys, "explore", model("lots"), "--players", "3", "--json"))
    assert found["represented"] == whole["states"] == whole["represented"] > found["states"]


def test_chance_is_a_fraction(capsys: pytest.CaptureFixture[str]) -> None:
    """The answer is exact; where nobody chooses it is one number."""
    assert answered(capsys, "chance", model("knuth_yao_die"), "shows", "three") == "1/6 (about 0.166667)\n"
    found = json.loads(answered(capsys, "chance", model("knuth_yao_die"), "over", "--within", "3", "--json"))
    assert found["probabilities"]["random"] == {"fraction": "3/4", "decimal": 0.75}
    assert (found["chosen"], found["within"]) == (False, 3)


def test_chance_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    """A record's players are named, and each way to choose has its own line."""
    words = ("chance", CARDS, "days_of", "Ben", "--at-least", "19", "--within", "3")
    lines = answered(capsys, *words).splitlines()
    assert [line.rpartition(": ")[2] for line in lines] == [
        "2/5 (about 0.4)", "0", "1/15 (about 0.0666667)",
    ]


@pytest.mark.parametrize(("words", "told"), [
    (("explore", model("roundabout"), "--memory", "much"), "'much' is no size"),
    (("explore", model("roundabout"), "--memory", "10"), "10 bytes do not hold one state"),
    (("explore", model("roundabout"), "--symmetry"), "one player alone"),
    (("chance", model("lots"), "winner"), "nothing called 'winner'"),
    (("chance", model("lots"), "over", "--at-least", "3"), "holds (1) or does not (0)"),
    (("chance", model("lots"), "over", "--at-least", "1", "--at-most", "0"), "no number is at least 1 and at most 0"),
    (("chance", CARDS, "days_of", "Ben", "--within", "1"), "days_of is a number"),
    (("chance", model("lots"), "friends_are_others", "Zoe"), "there is no Player 'Zoe'"),
    (("chance", model("missionaries"), "over", "--policy", "least"), "come back to the same state"),
    (("chance", model("lots"), "over", "--within", "9", "--max-states", "5"), "all states within 9 moves"),
])
def test_bad_input_is_told_once(capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str) -> None:
    """Each has one clear line and exit status 2."""
    text = answered(capsys, *words, status=2)
    assert told in text and len(text.splitlines()) == 1


def test_a_fraction_of_any_length(capsys: pytest.CaptureFixture[str]) -> None:
    """A fraction is told whole, with more digits than Python would print."""
    sys.set_int_max_str_digits(sys.int_info.str_digits_check_threshold)
    told = answered(capsys, "chance", model("knuth_yao_die"), "over", "--within", "2200")
    assert len(told) > 2 * sys.int_info.str_digits_check_threshold and told.endswith(" (about 1)\n")


def test_the_nearest_of_what_may_be_asked_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    """And only the readings are listed: a game has dozens of claims."""
    text = answered(capsys, "chance", "eighty_days", "scores", "--within", "1", status=2)
    assert "did you mean 'score'? its readings are suitcases, over, score," in text
    assert len(text) < 400
