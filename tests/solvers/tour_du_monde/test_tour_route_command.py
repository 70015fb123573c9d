"""`fogg route` for the tour as people use it: what is printed, drawn, refused, and the exit status."""

import json
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from fogg.setup import table as set_up
from solvers.asking import guide_of
from spec.execution.position import Position
from spec.execution.records import record_of, write_record
from spec.lowering.executor import Move
from tests.commands.running import ran

Answer = tuple[int, str, str]


def run(capsys: pytest.CaptureFixture[str], *words: object) -> Answer:
    """Exit status, output and errors of `fogg route` for this game."""
    return ran(capsys, "route", "tour_du_monde", *words)


def as_json(capsys: pytest.CaptureFixture[str], *words: object) -> dict[str, Any]:
    """The answer with --json."""
    answer: dict[str, Any] = json.loads(run(capsys, *words, "--json")[1])
    return answer


PLAN = ("suez", "hong_kong", "--card", "2xship_6", "--card", "ship_4", "--card", "ship_7", "--event", "elephant",
        "--coins", 2)


def test_a_plan_is_printed_turn_by_turn(capsys: pytest.CaptureFixture[str]) -> None:
    """What is in hand, a line for each leg, when to roll again, and who agrees."""
    status, out, _ = run(capsys, *PLAN)
    lines = out.splitlines()
    assert status == 0
    assert lines[0] == ("Suez to Hong Kong by expected, Antonia having 2 coins, ship 4, 2 x ship 6, ship 7, elephant; "
                        "the detective is in Brindisi")
    assert lines[2].split() == ["1", "Bombay", "2", "x", "ship", "6", "6"]
    assert lines[3].split() == ["2", "Calcutta", "elephant", "6", "+", "die"]
    assert lines[5].endswith("with 2 coins left up to 2, with 1 coin left up to 3; without coins any roll")
    assert lines[6] == ("76/3 (about 25.33) days on average, 29 at worst: optimal by expected (exact search and "
                        "CP-SAT; replayed by the rules)")


def test_the_json_of_a_plan_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    """Legs lead from city to city, exact fractions are kept, and the moves travel them."""
    found = as_json(capsys, *PLAN)
    legs = [leg for turn in found["turns"] for leg in turn["legs"]]
    assert [found["from"], *(leg["to"] for leg in legs)] == [*(leg["from"] for leg in legs), found["to"]]
    assert sum(leg["days"] for leg in legs) == found["days_besides_dice"] == 23
    assert Fraction(found["expected"]) == 23 + Fraction(7, 3)
    assert Fraction(found["expected_going"]) == 23 + Fraction(7, 3)
    assert found["keep_at_most"] == [{"leg_to": "calcutta", "by_coins_left": {"2": 2, "1": 3, "0": 6}}]
    assert [move.split()[1] for move in found["moves"] if move.startswith("Antonia t")][:1] == ["travel"]


def test_rows_are_known_or_not(capsys: pytest.CaptureFixture[str]) -> None:
    """With a row the balloon's card is taken; the rows of coming turns are laid out in the replay."""
    found = as_json(capsys, "paris", "suez", "--players", 2, "--card", "train_5", "--row", "ship_4,train_2,ship_8",
                    "--row", "ship_6,ship_5,train_3")
    assert [turn["take"]["card"] for turn in found["turns"]] == ["train_2", "ship_5"]
    assert [move for move in found["moves"] if "lay_out" in move] == [
        "* lay_out ship_6", "* lay_out ship_5", "* lay_out train_3"
    ]
    assert (found["expected"], found["worst"]) == ("27/4", 10)
    assert as_json(capsys, "paris", "suez", "--card", "train_5")["verdict"] == "no plan"


def test_no_plan_leaves_with_1_and_says_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    """The leg that cannot be paid is named with what it takes."""
    status, out, _ = run(capsys, "paris", "bombay", "--card", "train_2", "--card", "ship_4", "--card", "ship_5")
    assert status == 1
    assert "no plan: Suez can be reached, but the leg from Suez takes 2 x ship" in out


def test_wrong_words_are_told_with_a_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    """Everything that is wrong is told at once; exit status 2."""
    status, _, err = run(capsys, "pariss", "--card", "shp_4", "--event", "elefant", "--row", "train_2,trein_3")
    assert status == 2
    for name in ("paris", "ship_4", "elephant", "train_3"):
        assert f"did you mean '{name}'?" in err
    for words, part in (
        (("suez", "paris"), "ask about 1 to"), (("here",), "give one with --record"),
        (("suez", "--legs", 9), "ask about 1 to 7 legs"), (("suez", "bombay", "--legs", 1), "leave out the one"),
        (("suez", "--card", "5xship_4"), "4 x ship 4"), (("suez", "--event", "storm"), "nobody holds it"),
        (("suez", "--row", "ship_4,ship_4,ship_4,ship_4,ship_4"), "a row has 3 cards"),
        (("suez", "--next-row", "ship_4"), "the row of a coming turn has 3 cards"),
    ):
        status, _, err = run(capsys, *words, "--players", 2)
        assert (status, part in err) == (2, True), err


def test_a_record_gives_the_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Hand, coins, row and turn are those at the end of the record; whose turn it is not is told with status 2."""
    table = set_up("tour_du_monde", "box", ["Antonia", "Ben"])
    position, moves = Position.start(table), list[Move]()
    begin = list(table.game.actions).index("first_player")
    while not any(text.startswith("Antonia take") for text in position.legal):
        move = next((one for one in position.moves if one == (begin, 0)), position.moves[0])
        position = position.play(move)
        moves.append(move)
    record = tmp_path / "tour.fogg"
    record.write_text(write_record(record_of(table, moves, board="box")), encoding="utf-8")
    found = as_json(capsys, "here", "--record", record)
    assert found["from"] == "london" and found["coins_in_hand"] == 1 and sum(found["cards_in_hand"].values()) == 3
    assert found["agreed"] == ["exact search", "CP-SAT"]
    status, _, err = run(capsys, "here", "--record", record, "--as", "Ben")
    assert (status, "it is the turn of Antonia" in err) == (2, True)
    status, _, err = run(capsys, "here", "--record", record, "--card", "ship_4", "--balloon")
    assert (status, "the record already says what --card, --balloon would" in err) == (2, True)


def test_a_plan_is_drawn(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The picture is a well-formed SVG that names what the legs are paid with, and the days."""
    status, out, _ = run(capsys, *PLAN, "--svg", tmp_path / "map.svg")
    assert status == 0 and "wrote" in out
    words = "".join(ElementTree.parse(tmp_path / "map.svg").getroot().itertext())
    for part in ("2 x ship 6", "elephant", "ship 4, ship 7", "76/3", "Hong Kong"):
        assert part in words


def test_the_examples_run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every example of the help finds a plan that both engines agree on."""
    guide = guide_of("tour_du_monde")
    assert guide is not None and guide.examples
    monkeypatch.chdir(tmp_path)
    for example in guide.examples:
        status, out, _ = run(capsys, *shlex.split(example))
        assert (status, "CP-SAT" in out) == (0, True), example


def test_only_games_with_a_guide_can_be_asked() -> None:
    """Whether routes can be found in a game is told by whether its solver has a guide."""
    assert guide_of("tour_du_monde") is not None and guide_of("no_such_game") is None
