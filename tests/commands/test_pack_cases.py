"""`fogg pack --cases` as people use it: several equal suitcases, packed, drawn, refused, and the exit status."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fogg.command import main
from solvers.packing import Arrangement, Case, Placed, Shape, check_arrangement

TRUNK = """\
[case]
grid = ["...", "..."]
[[item]]
id = "boot"
shape = ["##", "#."]
[[item]]
id = "cane"
shape = ["###"]
"""


@pytest.fixture
def trunk(tmp_path: Path) -> str:
    """A case of two rows of three."""
    path = tmp_path / "trunk.toml"
    path.write_text(TRUNK, encoding="utf-8")
    return str(path)


def status_of(*words: str) -> int:
    """Run the command; its exit status."""
    try:
        main(["pack", *words])
    except SystemExit as left:
        assert isinstance(left.code, int)
        return left.code
    return 0


def test_each_case_is_shown_with_what_lies_in_it(trunk: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Two boots fill one case and two canes the other."""
    assert status_of("--case", trunk, "--cases", "2", "2xboot", "2xcane") == 0
    out = capsys.readouterr().out
    assert out.startswith("2 x boot, 2 x cane: fits (exact search and CP-SAT)")
    assert sorted(line[line.index(": ") + 2 :] for line in out.splitlines() if line.startswith("case ")) == [
        "2 x boot", "2 x cane",
    ]
    assert ("case 1 of 2: " in out, "case 2 of 2: " in out) == (True, True)


def test_the_json_answer_is_an_arrangement_of_each_case(trunk: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Every piece names its case, has its cells there, and passes the check."""
    assert status_of("--case", trunk, "--cases", "3", "4xboot", "2xcane", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["cases"], found["case"], found["verdict"]) == (3, ["...", "..."], "fits")
    items = (Shape.from_rows("boot", ["##", "#."]), Shape.from_rows("cane", ["###"]))
    together = [0, 0]
    for number in (1, 2, 3):
        placed = tuple(
            Placed(["boot", "cane"].index(piece["item"]), tuple((row, column) for row, column in piece["cells"]))
            for piece in found["placed"] if piece["case_number"] == number
        )
        part = Arrangement(Case.rectangle(2, 3), items, placed)
        check_arrangement(part, part.counts)
        together = [one + more for one, more in zip(together, part.counts, strict=True)]
    assert together == [4, 2]


def test_what_does_not_fit_says_why(trunk: str, capsys: pytest.CaptureFixture[str]) -> None:
    """By area all of it would fit; a boot and a cane never share a case."""
    assert status_of("--case", trunk, "--cases", "2", "3xboot", "cane") == 1
    out = capsys.readouterr().out
    assert "every way to share the items out among the 2 cases was tried" in out
    assert "give back 1 x cane or 1 x boot" in out
    assert status_of("--case", trunk, "--cases", "2", "--all") == 0
    assert "3 ways to fill 2 cases, to which nothing can be added" in capsys.readouterr().out


def test_every_case_is_drawn(trunk: str, tmp_path: Path) -> None:
    """Four pieces, each with its name, and two handles."""
    assert status_of("--case", trunk, "--cases", "2", "4xboot", "--svg", str(tmp_path / "two.svg")) == 0
    drawn = ElementTree.parse(tmp_path / "two.svg")
    titles = [element.text for element in drawn.iter() if element.tag.endswith("title")]
    assert titles == ["boot"] * 5  # the fifth is in the legend


def test_the_table_of_a_board_is_a_witness_for_as_many_cases_as_it_is_about(
    capsys: pytest.CaptureFixture[str]
) -> None:
    """A board of 80 Days tells of one suitcase and of two; of three it says nothing."""
    for cases, agreed in (("1", True), ("2", True), ("3", False)):
        assert status_of("eighty_days", "--cases", cases, "3xcoat", "--json") == 0
        assert agreed == ("the board's table" in json.loads(capsys.readouterr().out)["agreed"])


@pytest.mark.parametrize(
    ("cases", "told"),
    [
        ("0", "0 is not in the range x>=1"),
        ("-2", "-2 is not in the range x>=1"),
        ("two", "'two' is not a valid integer"),
        ("101", "101 cases have 606 cells together (ask about at most 100 cases)"),
    ],
)
def test_wrong_numbers_of_cases_are_told(
    cases: str, told: str, trunk: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2 and what would do."""
    assert status_of("--case", trunk, "--cases", cases, "boot") == 2
    assert told in capsys.readouterr().err
