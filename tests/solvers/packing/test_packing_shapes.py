"""Reading shapes and cases, and saying everything that is wrong with them."""

import pickle

import pytest

from solvers.packing import Case, MalformedCase, MalformedRequest, MalformedShape, PackingError, Shape, fits
from solvers.packing.placements import placements
from solvers.packing.polyominoes import free_polyominoes


def test_a_shape_is_read_at_the_origin_whatever_is_around_it() -> None:
    """Empty rows and columns around the drawing do not matter."""
    assert Shape.from_rows("L", ["    ", " #  ", " ## "]) == Shape.from_rows("L", ["#.", "##"])


@pytest.mark.parametrize("shape", [shape for size in range(1, 6) for shape in free_polyominoes(size)])
def test_drawing_a_shape_is_the_inverse_of_reading_it(shape: Shape) -> None:
    """`rows` and `from_rows` are inverse to each other."""
    assert Shape.from_rows(shape.name, shape.rows) == shape


def test_every_problem_of_a_shape_is_reported_at_once() -> None:
    """Two unknown marks and a loose part are three problems, each with its row and column."""
    with pytest.raises(MalformedShape) as error:
        Shape.from_rows("hat", ["#x.", "y.#"])
    assert error.value.problems == (
        "row 1, column 2 is 'x'; write '#' for a cell of the item and '.' for none",
        "row 2, column 1 is 'y'; write '#' for a cell of the item and '.' for none",
        "the part at row 2, column 3 is not joined by an edge to the part at row 1, column 1; an item is one piece",
    )


def test_cells_that_touch_at_a_corner_only_are_not_one_piece() -> None:
    """Joined means along an edge."""
    with pytest.raises(MalformedShape, match="row 2, column 2"):
        Shape.from_rows("pair", ["#.", ".#"])


@pytest.mark.parametrize("rows", [[], ["..", "  "]])
def test_an_item_without_cells_is_refused(rows: list[str]) -> None:
    """There is no empty item."""
    with pytest.raises(MalformedShape, match="no cell"):
        Shape.from_rows("nothing", rows)


def test_one_string_instead_of_rows_is_refused() -> None:
    """A string is a sequence of strings too, which is never what was meant."""
    with pytest.raises(MalformedShape, match="list of rows"):
        Shape.from_rows("bar", "###")
    with pytest.raises(MalformedCase, match="list of rows"):
        Case.from_rows("...")


@pytest.mark.parametrize(
    ("rows", "with_flips", "without"),
    [
        (["#"], 1, 1),
        (["##"], 2, 2),
        (["##", "##"], 1, 1),
        (["###", ".#."], 4, 4),
        ([".##", "##."], 4, 2),
        (["###", "#.."], 8, 4),
        ([".##", "##.", ".#."], 8, 4),
        ([".#.", "###", ".#."], 1, 1),
    ],
)
def test_orientations_are_the_symmetries_a_piece_does_not_have(rows: list[str], with_flips: int, without: int) -> None:
    """8 divided by the number of symmetries, or 4 by that of rotations when it may not be turned over."""
    assert len(Shape.from_rows("piece", rows).orientations) == with_flips
    assert len(Shape.from_rows("piece", rows, flips=False).orientations) == without


def test_a_case_may_have_holes_compartments_and_ragged_rows() -> None:
    """Short rows end in holes; an empty row parts two suitcases."""
    case = Case.from_rows(["...", ".#.", "", "..", ".."])
    assert case.area == 9
    assert [len(part) for part in case.compartments] == [5, 4]
    assert case.rows == ("...", ".#.", "###", "..#", "..#")


def test_every_problem_of_a_case_is_reported_at_once() -> None:
    """Unknown marks and the lack of any usable cell."""
    with pytest.raises(MalformedCase) as error:
        Case.from_rows(["#a", "b#"])
    assert len(error.value.problems) == 3
    with pytest.raises(MalformedCase):
        Case.rectangle(0, 4)


def test_the_scan_order_holds_every_cell_once_and_ends_a_compartment_before_the_next() -> None:
    """It is a permutation of the cells."""
    case = Case.from_rows([".....", "..#..", "#####", "...", "..."])
    assert sorted(case.scan_order) == list(case.cells)
    assert set(case.scan_order[:9]) == case.compartments[0]


def test_placements_go_around_a_hole_under_the_corner_of_their_bounding_box() -> None:
    """A plus has its corner on a hole of a case that has only these five cells, and fits."""
    plus = Shape.from_rows("plus", [".#.", "###", ".#."])
    assert placements(Case.from_rows(["#.#", "...", "#.#"]), [plus]).masks == ((0b11111,),)


def test_bad_counts_are_refused_with_all_their_problems() -> None:
    """A missing number and a negative one."""
    bar = Shape.from_rows("bar", ["##"])
    with pytest.raises(MalformedRequest) as error:
        fits(Case.rectangle(2, 2), [bar, bar], [-1])
    assert len(error.value.problems) == 2


def test_errors_survive_pickling() -> None:
    """A worker process can hand them on."""
    error = MalformedCase("case", ["a", "b"])
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, PackingError)
    assert (type(again), again.problems, str(again)) == (MalformedCase, ("a", "b"), "case: a; b")
