"""What no board may hold is refused where it stands, before any long computing, whichever command reads the board."""

from __future__ import annotations

from pathlib import Path

import pytest

from fogg.command import main
from fogg.setup import find_game, ready_board
from graphs.loading import BOARDS, game_of, load_board
from spec.language.errors import Malformed
from spec.language.game import Game

GAME = find_game("eighty_days")
SMALL = (BOARDS / "eighty_days" / "small.toml").read_text(encoding="utf-8")
SIDE_A = (BOARDS / "eighty_days" / "side_a.toml").read_text(encoding="utf-8")
GRID = 'grid = ["...", "..."]'
FOUR_BY_FIVE, SIX_BY_SIX = f"grid = {['.....'] * 4}".replace("'", '"'), f"grid = {['......'] * 6}"


def changed(folder: Path, old: str, new: str, text: str = SMALL) -> tuple[Path, int]:
    """A board, the tiny one unless told, with something replaced, and the line where that stands."""
    assert old in text
    path = folder / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return path, text[:text.index(old)].count("\n") + 1


def told(path: Path, game: Game = GAME) -> list[str]:
    """What is wrong with a board file."""
    with pytest.raises(Malformed) as error:
        ready_board(path, game)
    return [str(one) for one in error.value.problems]


@pytest.mark.parametrize(("old", "new", "says"), [
    (GRID, f"grid = {['.' * 2000] * 2000}", "grid: has 4000000 cells in 2000 rows; at most 100 can be worked out ("),
    ('shape = ["##"]', f"shape = {['#' * 2000] * 2000}", "shape: shoes: has 4000000 cells in 2000 rows; at most 100"),
    (GRID, 'grid = ["...", ".."]', "grid: row 2 has 2 cells and row 1 has 3; write '#' for a hole ("),
], ids=["grid", "shape", "ragged"])
def test_pictures_that_cannot_be_are_told_at_once(tmp_path: Path, old: str, new: str, says: str) -> None:
    """One message at the line of the picture; a picture of millions of cells is not looked at."""
    path, line = changed(tmp_path, old, new)
    (one,) = told(path)
    assert one.startswith(f"{path}:{line}: {says}"), one


def test_a_section_that_no_board_of_the_game_has(tmp_path: Path) -> None:
    """A key under a heading of its own is refused, and it is not said that another key might stand there."""
    text = (BOARDS / "tour_du_monde" / "small.toml").read_text(encoding="utf-8")
    path, line = changed(tmp_path, "[board]", "[nonsense]\nx = 1\n\n[board]", text)
    assert told(path, find_game("tour_du_monde")) == [
        f"{path}:{line + 1}: x: is not a field of [nonsense] (boards of this game have no such section)"
    ]


@pytest.mark.parametrize(("old", "new", "says"), [
    ('side = "a"', 'side = "a"\nmonye = 9', "monye: is not a field of [printed] (did you mean 'money'? fields: "),
    ("[suitcase]", "[suitcase]\nmoney = 9", "money: is not a field of [suitcase] (it stands under [printed])"),
    ('side = "a"', 'side = "a"\nmoney = 126', "money: is 126 (write a whole number from 0 to 125)"),
    ('side = "a"', 'side = "a"\nmoney = true', "money: is true (write a whole number from 0 to 125)"),
    ('side = "a"', 'side = "a"\nmoney = 3', "side A has coins for the juggler's fields"),
    ("[board]", "money = 9\n\n[board]", "money = stands above every section (write it under its heading)"),
], ids=["misspelt", "elsewhere", "more than the box", "no number", "none for the juggler", "above"])
def test_single_values_are_looked_at_too(tmp_path: Path, old: str, new: str, says: str) -> None:
    """What stands in a section without rows must be known there and be possible."""
    path, _ = changed(tmp_path, old, new)
    (one,) = told(path)
    assert says in one


@pytest.mark.parametrize("words", [
    "board check FILE", "board show eighty_days FILE", "pack eighty_days hat --board FILE",
    "route eighty_days paris yokohama --board FILE", "play eighty_days --board FILE",
])
def test_a_case_with_too_many_packings_is_told_by_every_command(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: str
) -> None:
    """A case within the limit of cells may still have too many packings: one message at the grid, no traceback."""
    path, line = changed(tmp_path, FOUR_BY_FIVE, SIX_BY_SIX, SIDE_A)
    with pytest.raises(SystemExit) as left:
        main([str(path) if word == "FILE" else word for word in words.split()])
    assert left.value.code == 2
    (one,) = capsys.readouterr().err.splitlines()
    assert one.startswith(f"error: {path}:{line}: grid: is too large: 36 cells in 6 rows"), one
    assert one.endswith("(draw fewer cells, or a longer and narrower case)")


@pytest.mark.parametrize(("key", "value", "shown", "range_"), [
    ("lon", "nan", "nan", "-180 to 540"), ("lon", "-inf", "-inf", "-180 to 540"), ("lon", "540.5", "540.5", "-180"),
    ("lat", "9e99", "9e+99", "-90 to 90"), ("lat", "-90.01", "-90.01", "-90 to 90"), ("lat", "1" * 400, "1111", "-90"),
])
def test_a_place_lies_on_the_earth(tmp_path: Path, key: str, value: str, shown: str, range_: str) -> None:
    """Degrees that no map could show are refused with the line, the field and the range."""
    old = next(line for line in SMALL.splitlines() if line.startswith(f"{key} = "))
    path, line = changed(tmp_path, old, f"{key} = {value}")
    (one,) = told(path)
    assert one.startswith(f"{path}:{line}: {key}: is {shown}"), one
    assert f"(write a number from {range_}" in one


def test_a_mark_before_the_text_is_no_mistake(tmp_path: Path) -> None:
    """Some editors begin a file with a byte order mark: the file, and the one it is based on, read as without it."""
    base, mine = tmp_path / "base.toml", tmp_path / "mine.toml"
    base.write_text(SMALL, encoding="utf-8-sig")
    heading = '[board]\ngame = "eighty_days"\nname = "small"\ntitle = "x"\nprovenance = "assumed"\n'
    mine.write_text(f'{heading}based_on = "base.toml"\n', encoding="utf-8-sig")
    assert game_of(mine) == "eighty_days"
    assert load_board("small", GAME).tables == load_board(base, GAME).tables == load_board(mine, GAME).tables


def test_a_new_board_replaces_no_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A file that is there stays as it is, unless `--force` is given."""
    path = tmp_path / "mine.toml"
    path.write_text("a day's work", encoding="utf-8")
    with pytest.raises(SystemExit) as left:
        main(["board", "new", "eighty_days", "-o", str(path)])
    assert left.value.code == 2
    says = f"error: {path} is there already (give another file, or --force to replace it)\n"
    assert says == capsys.readouterr().err
    assert path.read_text(encoding="utf-8") == "a day's work"
    main(["board", "new", "eighty_days", "-o", str(path), "--force"])
    assert "[board]" in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["new", "check", "show"])
def test_every_command_about_boards_has_examples(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """The help of each names itself in an example."""
    main(["board", name, "--help"])
    _, _, examples = capsys.readouterr().out.partition("Examples:")
    assert f"fogg board {name} " in examples
