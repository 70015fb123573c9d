"""Pictures: the border of a piece, the text picture, and that an SVG holds what it should."""

from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.packing import Arrangement, Case, Packing, Shape, Undecided, arrange, pack
from solvers.packing.luggage import boxes
from solvers.packing.outline import borders
from solvers.packing.picture import draw_arrangement, draw_packing
from solvers.packing.shapes import Cell
from solvers.packing.text import letters, text_picture

SVG = "{http://www.w3.org/2000/svg}"
HAT = Shape.from_rows("hat", ["###", ".#."])
SHOES = Shape.from_rows("shoes", ["##", "##"])
RING = Shape.from_rows("ring", ["###", "#.#", "###"])
CASE = Case.rectangle(4, 5)


def titles(svg: str) -> list[str]:
    """What a browser shows when pointing at the pieces."""
    return [title.text or "" for title in ElementTree.fromstring(svg).iter(f"{SVG}title")]


def words(svg: str) -> list[str]:
    """Every text in the picture."""
    return [text.text or "" for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@given(st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1))
def test_borders_enclose_exactly_the_cells(cells: set[Cell]) -> None:
    """The signed area inside the borders (shoelace formula) is the number of cells, holes and all."""
    twice = 0
    for corners in borders(cells):
        for (x, y), (next_x, next_y) in zip(corners, [*corners[1:], corners[0]], strict=True):
            assert (x == next_x) != (y == next_y)
            twice += x * next_y - next_x * y
    assert twice == 2 * len(cells)


def test_a_ring_has_two_borders_and_corners_that_touch_stay_apart() -> None:
    """A hole has a border of its own; two cells that meet at a corner have one each."""
    assert len(borders(RING.cells)) == 2
    assert len(borders([(0, 0), (1, 1)])) == 2
    assert len(borders([(0, 1), (1, 0)])) == 2


def test_the_picture_holds_every_piece_with_its_name_and_a_legend() -> None:
    """Three pieces in the case, two kinds in the legend, nothing that stays out."""
    answer = arrange(CASE, [HAT, SHOES, RING], [2, 1, 0])
    assert isinstance(answer, Arrangement)
    svg = draw_arrangement(answer, title="Ada & Ben")
    assert sorted(titles(svg)) == ["hat"] * 3 + ["shoes"] * 2
    assert {"Ada & Ben", "2 packed", "1 packed"} <= set(words(svg))
    assert "Stays out" not in words(svg)


def test_what_does_not_fit_is_drawn_beside_the_case_with_the_reason() -> None:
    """Four T and one square leave no colouring; one item stays out."""
    svg = draw_packing(pack(CASE, [HAT, SHOES], [3, 2]))
    assert sum(title.endswith("stays out") for title in titles(svg)) == 1
    assert "Stays out" in words(svg)
    assert any("chessboard" in line for line in words(svg))


def test_an_undecided_packing_is_drawn_as_an_empty_case() -> None:
    """Nothing is shown as packed that is not known to be."""
    svg = draw_packing(Packing(CASE, (HAT,), (2,), Undecided("no time"), ()))
    assert titles(svg) == ["hat", "hat, stays out", "hat, stays out"]
    assert "Undecided: no time." in words(svg)


def test_the_same_answer_gives_the_same_picture() -> None:
    """No random identifiers, so pictures can be kept under version control."""
    assert draw_packing(pack(CASE, [HAT], [2])) == draw_packing(pack(CASE, [HAT], [2]))


def test_a_name_too_long_for_its_piece_becomes_its_letter() -> None:
    """The legend still has the whole name."""
    needle = Shape.from_rows("knitting needle", ["#"])
    answer = arrange(CASE, [needle], [1])
    assert isinstance(answer, Arrangement)
    assert {"K", "knitting needle"} <= set(words(draw_arrangement(answer)))


def test_compartments_are_drawn_apart_unless_they_interlock() -> None:
    """Each compartment is a suitcase of its own, if their bounding boxes allow it."""
    assert len(boxes(Case.from_rows(["...", "", "..."]))) == 2
    assert len(boxes(Case.from_rows(["...", "###", "..."]))) == 2
    assert len(boxes(Case.from_rows(["....", ".###", ".#.."]))) == 1


def test_text_picture() -> None:
    """Walls around pieces, letters in them, dots in free cells, nothing in holes."""
    answer = arrange(Case.from_rows(["...", ".#."]), [Shape.from_rows("bar", ["##"])], [2])
    assert isinstance(answer, Arrangement)
    assert text_picture(answer).splitlines() == [
        "┌───┬───────┐",
        "│ B │ B   B │",
        "│   ├───┬───┤",
        "│ B │   │ · │",
        "└───┘   └───┘",
        "B bar (2)",
    ]


@pytest.mark.parametrize(
    ("names", "expected"),
    [(["hat", "ham"], ("H", "A")), (["a", "a", "a"], ("A", "B", "C")), (["?", "A"], ("A", "B"))],
)
def test_letters_are_different_for_every_item(names: list[str], expected: tuple[str, ...]) -> None:
    """The first letter of the name that is free, else any."""
    assert letters([Shape.from_rows(name, ["#"]) for name in names]) == expected
