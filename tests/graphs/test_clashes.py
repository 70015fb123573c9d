"""What a file breaks in the sections that it takes is told once, at the section of that file, not at the other's."""

from __future__ import annotations

from pathlib import Path

import pytest

from fogg.setup import find_game, ready_board
from graphs.loading import board_files
from spec.language.errors import Malformed

GAME = find_game("eighty_days")
LONDONS = ('departure = "london_departure"', 'arrival = "london_arrival"')
CITY = ("[[city]]", 'id = "paris"', "lon = 2", "lat = 48", 'symbol = "triangle"')
LINE = ("[[line]]", 'id = "a"', 'start = "london_departure"', 'end = "paris"', 'kind = "ship"')


def board(folder: Path, base: str, *lines: str, name: str = "mine.toml") -> Path:
    """A file based on a board, whose own section begins in line 8."""
    path = folder / name
    heading = ("[board]", 'game = "eighty_days"', 'name = "mine"', 'title = "Mine"', 'provenance = "assumed"')
    path.write_text("\n".join((*heading, f'based_on = "{base}"', "", *lines, "")), encoding="utf-8")
    return path


def told(path: Path) -> list[str]:
    """What is wrong with a board file."""
    with pytest.raises(Malformed) as error:
        ready_board(path, GAME)
    return [str(one) for one in error.value.problems]


@pytest.mark.parametrize(("lines", "line", "begins", "parent", "says", "remedy"), [
    (CITY, 8, "[[city]] here replaces that of ", "side_b", "there is no City 'london_departure' (departure at ",
     "(keep what is used there; or write [printed], [[line]], [[adventure]] here too)"),
    (("[printed]", 'side = "a"', *LONDONS), 9, "side: replaces that of ", "side_b",
     "only side B has marked squares (not so for line london_constantinople_special at ",
     '(write side = "b", or leave marked = out; or write [[line]] here too)'),
    (("[details]", 'grid = [".."]'), 9, "grid: replaces that of ", "side_a",
     "what an adventure asks for fits into a suitcase (not so for card ",
     "(lower what it needs, or check the shapes and the grid; or write [[adventure]] here too)"),
], ids=["cities", "side", "grid"])
def test_a_section_that_breaks_others_is_told_once(
    tmp_path: Path, lines: tuple[str, ...], line: int, begins: str, parent: str, says: str, remedy: str
) -> None:
    """One message names the file's own line, the section it replaces, the `based_on` line, and a few follow-ups."""
    path = board(tmp_path, "side_b", *lines)
    (one,) = told(path)
    assert one.startswith(f"{path}:{line}: {begins}{board_files(GAME)[parent]} (based_on at {path}:6), and"), one
    assert says in one
    assert " more)" in one
    assert one.endswith(remedy), one
    assert one.count(".toml:") <= 6


def test_it_is_told_at_the_file_that_did_it(tmp_path: Path) -> None:
    """In a chain of files the message is the same wherever the chain begins."""
    middle = board(tmp_path, "side_b", *CITY, name="middle.toml")
    assert told(middle) == told(board(tmp_path, "middle.toml"))


def test_what_a_replaced_section_lacks_says_that_it_stands_for_the_whole(tmp_path: Path) -> None:
    """Whoever writes one field of a section finds out that the others are not taken from the other file."""
    path = board(tmp_path, "side_b", "[printed]", 'side = "a"')
    whole = f"[printed] here replaces all of that of {board_files(GAME)['side_b']}"
    assert told(path) == [
        f"{path}:8: {key}: is missing (write {key} = ...; {whole})" for key in ("departure", "arrival")
    ]


def test_places_that_are_cut_off_are_one_problem(tmp_path: Path) -> None:
    """Cities without a way to London are told together, at the lines that leave them out."""
    path = board(tmp_path, "side_b", *LINE)
    (one,) = told(path)
    assert one.startswith(f"{path}:10: start: board mine: there is no way to London (arrival) from London (departure)")
    assert f"and 21 more; [[line]] here replaces that of {board_files(GAME)['side_b']} (" in one


def test_a_mistake_of_the_other_file_is_its_own(tmp_path: Path) -> None:
    """What would be wrong without the file on top as well is told where it stands."""
    base = tmp_path / "base.toml"
    text = board_files(GAME)["small"].read_text(encoding="utf-8")
    base.write_text(text.replace('symbol = "circle"', 'symbol = "dot"', 1), encoding="utf-8")
    (one,) = told(board(tmp_path, "base.toml"))
    assert one.startswith(f"{base}:")
    path = board(tmp_path, "small", *CITY[:-1], 'symbol = "dot"')
    assert any(each.startswith(f"{path}:12: symbol: there is no Symbol 'dot'") for each in told(path))


def test_a_tiny_case_is_told_at_the_grid(tmp_path: Path) -> None:
    """In a file of its own too, many cards that cannot be packed are one problem of the case."""
    path = tmp_path / "tiny.toml"
    text = board_files(GAME)["side_a"].read_text(encoding="utf-8")
    grid = next(line for line in text.splitlines() if line.startswith("grid = "))
    path.write_text(text.replace(grid, 'grid = [".."]'), encoding="utf-8")
    (one,) = told(path)
    assert one.startswith(f"{path}:{text.splitlines().index(grid) + 1}: grid: board side_a: what an adventure asks for")
    assert "33 more" in one
