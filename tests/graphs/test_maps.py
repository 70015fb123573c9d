"""Pictures of maps: well-formed, the same every time, and showing what they were given."""

import sys
from itertools import combinations
from pathlib import Path
from subprocess import run
from xml.etree import ElementTree

import pytest

from graphs.layout import MARK_RADIUS, lay_out
from graphs.maps import SHIP, SPECIAL, TRAIN, Link, Mark, Pawn, Place, draw_map, save_svg

PLACES = [
    Place("london", "London", -0.13, 51.51, Mark("circle", "#c0392b", "#2f6fb5", "both")),
    Place("paris", "Paris", 2.35, 48.85, Mark("triangle", "#2f6fb5", meaning="boutique")),
    Place("suez", "Suez <canal>", 32.55, 29.97, Mark("star", "#c0392b")),
    Place("tokyo", "Tokyo", 139.7, 35.7, Mark("square", "#c0392b", "#2f6fb5")),
]
LINKS = [
    Link("lp", "london", "paris", SHIP),
    Link("ps", "paris", "suez", TRAIN, "2 coins"),
    Link("st", "suez", "tokyo", SHIP),
    Link("st2", "suez", "tokyo", SPECIAL, "hat"),
]


def svg_texts(svg: str) -> list[str]:
    """All words of a picture; fails if it is not well-formed."""
    return [element.text or "" for element in ElementTree.fromstring(svg).iter() if element.tag.endswith("text")]


def test_a_map_shows_everything_it_was_given() -> None:
    """Names, labels, steps, prices, pawns, title and note are all written, special characters included."""
    drawing = draw_map(
        PLACES,
        LINKS,
        route=["lp", "ps"],
        pawns=[Pawn("Antonia", "#7b3fa0", "suez"), Pawn("Bruno", "#2e8b57", "suez")],
        prices={"ship": 4, "boutique": 7, "elsewhere": 9},
        title="A title",
        note="A note",
    )
    words = svg_texts(drawing.as_svg())
    assert drawing.width == 1600
    for expected in (
        "London",
        "Suez <canal>",
        "2 coins",
        "hat",
        "1",
        "2",
        "4",
        "7",
        "9",
        "elsewhere",
        "both",
    ):
        assert expected in words
    for expected in ("Antonia", "Bruno", "A title", "A note", "ship", "train", "special", "boutique"):
        assert expected in words


def test_a_square_is_empty_or_holds_what_was_laid_on_it() -> None:
    """A square is drawn on its link and explained; a label on it is what lies there, in a box with corners."""
    empty = [Link("lp", "london", "paris", SHIP, square="marked line"), *LINKS[1:]]
    laid = [Link("lp", "london", "paris", SHIP, "2 hats", "marked line"), *LINKS[1:]]
    plain, with_square, with_tile = (draw_map(PLACES, links).as_svg() for links in (LINKS, empty, laid))
    assert "marked line" not in svg_texts(plain)
    assert "marked line" in svg_texts(with_square)
    assert {"marked line", "2 hats"} <= set(svg_texts(with_tile))
    sharp = [svg.count("<rect ") - svg.count("rx=") for svg in (plain, with_square, with_tile)]
    assert [count - sharp[0] for count in sharp] == [0, 2, 2]


def test_equal_arguments_draw_equal_pictures(tmp_path: Path) -> None:
    """Drawing twice gives the same file to the byte."""
    files = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for file in files:
        save_svg(draw_map(PLACES, LINKS, route=["st"]), file)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_marks_and_parallel_links_can_be_told_apart() -> None:
    """Crowded marks do not touch, nor do the middles of two links between the same places, nor two names."""
    arranged = lay_out(PLACES, LINKS, width=1000, left=0, top=0)
    for a, b in combinations(arranged.marks.values(), 2):
        assert (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 > (3 * MARK_RADIUS) ** 2
    (ax, ay), (bx, by) = arranged.curves["st"].point(0.5), arranged.curves["st2"].point(0.5)
    assert (ax - bx) ** 2 + (ay - by) ** 2 > MARK_RADIUS**2
    for one, two in combinations(arranged.names, 2):
        assert not one.box.overlaps(two.box)
    assert all(spot.box.inside(arranged.frame) for spot in arranged.names)


def test_a_single_place_makes_a_map() -> None:
    """One place without links is still drawn, with land around it."""
    assert "London" in svg_texts(draw_map(PLACES[:1], []).as_svg())


def test_what_does_not_belong_is_refused() -> None:
    """Unknown links, places and pawns, ids used twice and an empty map are errors that name the culprit."""
    with pytest.raises(ValueError, match="zz"):
        draw_map(PLACES, LINKS, route=["lp", "zz"])
    with pytest.raises(ValueError, match="Antonia at 'mars'"):
        draw_map(PLACES, LINKS, pawns=[Pawn("Antonia", "red", "mars")])
    with pytest.raises(ValueError, match="'paris'"):
        draw_map(PLACES[:1], LINKS[:1])
    with pytest.raises(ValueError, match="link ids used twice: lp"):
        draw_map(PLACES, LINKS[:1] * 2)
    with pytest.raises(ValueError, match="at least one place"):
        draw_map([], [])


def test_drawsvg_is_loaded_only_for_drawing() -> None:
    """Importing the module does not load drawsvg."""
    check = "import sys, graphs.maps; sys.exit('drawsvg' in sys.modules)"
    root = Path(__file__).parents[2]
    assert run([sys.executable, "-c", check], cwd=root, check=False).returncode == 0
