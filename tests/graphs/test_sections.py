"""A board file takes what it leaves out from the board that it is based on, and says what is wrong there."""

from pathlib import Path

import pytest

from fogg.setup import find_game, ready_board
from graphs.loading import board_files, lines_of, load_board
from graphs.places import Lines
from spec.language.errors import Malformed, Place

GAME = find_game("eighty_days")
HEADING = """[board]
game = "eighty_days"
name = "mine"
title = "Mine"
provenance = "assumed"
based_on = "small"
"""
RED_DIE = """
[[face]]
id = "hat"
item = "hat"
provenance = "public-die"

[provenance]
public-die = "Seen in a shop."
"""


def write(folder: Path, text: str, name: str = "mine.toml") -> Path:
    """A file with that text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def problems(path: Path) -> list[str]:
    """What is wrong with a board file."""
    with pytest.raises(Malformed) as told:
        load_board(path, GAME)
    return [str(one) for one in told.value.problems]


def copy_of_small(folder: Path, old: str = "", new: str = "") -> Path:
    """The file `base.toml`: the tiny board with something replaced."""
    text = board_files(GAME)["small"].read_text(encoding="utf-8")
    assert old in text
    return write(folder, text.replace(old, new, 1), "base.toml")


def test_what_is_left_out_is_taken(tmp_path: Path) -> None:
    """A heading alone makes the same board under another name, with its provenance."""
    mine, base = load_board(write(tmp_path, HEADING), GAME), load_board("small", GAME)
    assert (mine.name, mine.title) == ("mine", "Mine")
    assert (mine.sizes, mine.names, mine.tables, mine.details) == (base.sizes, base.names, base.tables, base.details)
    assert (mine.provenance, mine.sources) == (base.provenance, base.sources)


def test_a_section_is_taken_whole_or_not_at_all(tmp_path: Path) -> None:
    """A section of the file itself stands in the place of the other's; tags of both are told, used ones only."""
    mine = ready_board(write(tmp_path, HEADING + RED_DIE), GAME)
    assert [name.id for name in mine.names["Face"]] == ["hat"]
    assert mine.provenance["face.hat.item"] == "public-die"
    assert mine.provenance["city.bombay.lon"] == "public-geography"
    assert set(mine.sources) == {"assumed", "public-geography", "public-die"}
    no_city = "".join(f"\n[[city]]\nid = '{id_}'\nlon = 0\nlat = 0\nsymbol = 'square'\n" for id_ in (
        "london_departure", "bombay", "new_york", "london_arrival"))
    assert "public-geography" not in load_board(write(tmp_path, HEADING + no_city), GAME).sources


def test_a_default_tag_is_that_of_the_section_s_own_file(tmp_path: Path) -> None:
    """Data without a tag keep the default of the file where they stand."""
    mine = load_board(write(tmp_path, HEADING.replace('"assumed"', '"public-die"') + RED_DIE.replace(
        '\nprovenance = "public-die"', "")), GAME)
    assert (mine.provenance["face.hat.item"], mine.provenance["item.hat.shape"]) == ("public-die", "assumed")


def test_a_loose_detail_is_said_once(tmp_path: Path) -> None:
    """What a file says under a heading of its own, such as the grid, is not taken besides."""
    mine = load_board(write(tmp_path, HEADING + "\n[details]\ngrid = ['####']\n"), GAME)
    assert mine.details["grid"] == (["####"],)
    assert {path for path in mine.provenance if path.endswith("grid")} == {"details.grid"}


def test_a_path_is_seen_from_the_file_s_own_folder(tmp_path: Path) -> None:
    """A file may be based on one beside it, which may be based on a third; places tell the file that holds them."""
    copy_of_small(tmp_path)
    middle = write(tmp_path, HEADING.replace('"small"', '"base.toml"') + RED_DIE, "middle.toml")
    mine = write(tmp_path, HEADING.replace('"small"', '"./middle.toml"'))
    assert [name.id for name in load_board(mine, GAME).names["Face"]] == ["hat"]
    lines = lines_of(mine, GAME)
    assert lines.of("board", 0, "name") == Place(str(mine), 3)
    assert lines.of("face", 0, "item").file == str(middle)
    base = tmp_path / "base.toml"
    assert lines.of("city", 1) == Lines(str(base), base.read_text(encoding="utf-8")).of("city", 1)
    assert lines.of_key("grid").file == str(base)


@pytest.mark.parametrize(("old", "new", "says"), [
    ('symbol = "circle"', "", "symbol: is missing"),
    ("coins = 1", "coins = -1", "coins: is -1"),
    ('provenance = {exists = "rulebook 80D-4"}', 'provenance = "hearsay"', "provenance 'hearsay' is of no known kind"),
    ("[board]", "[board", "Expected ']'"),
])
def test_a_mistake_is_told_where_it_stands(tmp_path: Path, old: str, new: str, says: str) -> None:
    """What is wrong in the other file is told with that file and line."""
    base = copy_of_small(tmp_path, old, new)
    told = problems(write(tmp_path, HEADING.replace('"small"', '"base.toml"')))
    assert all(line.startswith(f"{base}:") for line in told), told
    assert any(says in line for line in told), told


@pytest.mark.parametrize(("source", "says"), [
    ('"smal"', "80 Days has no board 'smal' (did you mean 'small'?"),
    ('"nowhere.toml"', "cannot read"),
    ("3", "is 3"),
    ('"mine.toml"', "is based on itself"),
])
def test_a_base_that_is_none_is_refused(tmp_path: Path, source: str, says: str) -> None:
    """A base that is not there, or is the file itself, is told at the line that names it."""
    mine = write(tmp_path, HEADING.replace('"small"', source))
    (told,) = problems(mine)
    assert told.startswith(f"{mine}:6: based_on: ")
    assert says in told


def test_a_ring_of_files_is_refused(tmp_path: Path) -> None:
    """Two files that are based on each other are told, not followed for ever."""
    other = write(tmp_path, HEADING.replace('"small"', '"mine.toml"'), "other.toml")
    mine = write(tmp_path, HEADING.replace('"small"', '"other.toml"'))
    assert problems(mine)[0].startswith(f"{other}:6: based_on: {mine} is based on itself by way of others")


def test_a_board_of_another_game_is_refused(tmp_path: Path) -> None:
    """Sections are taken only from boards of the same game."""
    copy_of_small(tmp_path, 'game = "eighty_days"', 'game = "chess"')
    (told,) = problems(write(tmp_path, HEADING.replace('"small"', '"base.toml"')))
    assert "base.toml is a board of 'chess' (name a board of the same game)" in told


def test_a_tag_means_one_thing(tmp_path: Path) -> None:
    """A tag that the other file explains may be used, and may not be explained otherwise."""
    mine = write(tmp_path, HEADING + "\n[provenance]\nassumed = 'My guess.'\n")
    (told,) = problems(mine)
    assert told.startswith(f"{mine}:9: assumed: is explained otherwise at {board_files(GAME)['small']}:")


@pytest.mark.parametrize(("text", "says"), [
    ("\n[[fase]]\nid = 'hat'\n", ":8: [[fase]] are no rows of this game (did you mean 'face'?"),
    ("basedon = 'small'\n", ":7: basedon: is not a field of [board] (did you mean 'based_on'?"),
])
def test_a_misspelt_heading_is_told(tmp_path: Path, text: str, says: str) -> None:
    """Rows under a misspelt heading are not silently replaced by the other file's."""
    mine = write(tmp_path, HEADING + text)
    (told,) = problems(mine)
    assert told.startswith(f"{mine}{says}"), told
