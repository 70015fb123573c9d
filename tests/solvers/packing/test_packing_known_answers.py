"""Numbers that were known before: each row names where it comes from."""

import pytest

from solvers.packing import (
    AreaExceeded,
    Case,
    Chessboard,
    Coloured,
    DoesNotFit,
    Engine,
    Exhausted,
    NowhereToLie,
    Shape,
    Verdict,
    arrange,
    fits,
    pack,
    packable,
)
from solvers.packing.polyominoes import free_polyominoes
from solvers.packing.tilings import count_tilings

DOMINO = free_polyominoes(2)
PENTOMINOES = free_polyominoes(5)
WITHOUT_CENTRE = Case.from_rows(["........"] * 3 + ["...##..."] * 2 + ["........"] * 3)


@pytest.mark.parametrize(("size", "number"), [(1, 1), (2, 1), (3, 2), (4, 5), (5, 12), (6, 35), (7, 108)])
def test_number_of_free_polyominoes(size: int, number: int) -> None:
    """OEIS A000105."""
    assert len(free_polyominoes(size)) == number


@pytest.mark.parametrize(("side", "number"), [(2, 2), (4, 36), (6, 6_728), (8, 12_988_816), (5, 0)])
def test_domino_tilings_of_a_square(side: int, number: int) -> None:
    """OEIS A004003 (Kasteleyn 1961)."""
    assert count_tilings(Case.rectangle(side, side), DOMINO) == number


@pytest.mark.parametrize(
    ("side", "number"),
    [(1, 1), (2, 2), (3, 10), (4, 117), (5, 4_006), (6, 451_206)],
)
def test_dissections_of_a_square_into_polyominoes_of_its_side(side: int, number: int) -> None:
    """OEIS A172477: n by n boards cut into n-ominoes."""
    assert count_tilings(Case.rectangle(side, side), free_polyominoes(side)) == number


@pytest.mark.parametrize(
    ("case", "number", "symmetries"),
    [
        (Case.rectangle(3, 20), 2, 4),
        (Case.rectangle(4, 15), 368, 4),
        pytest.param(Case.rectangle(5, 12), 1_010, 4, marks=pytest.mark.slow),
        pytest.param(Case.rectangle(6, 10), 2_339, 4, marks=pytest.mark.slow),
        pytest.param(WITHOUT_CENTRE, 65, 8, marks=pytest.mark.slow),
    ],
)
def test_pentomino_tilings(case: Case, number: int, symmetries: int) -> None:
    """Classical: Scott 1958 for the chessboard, Haselgrove and Haselgrove 1960 for the rectangles.

    No tiling with twelve different pieces is itself symmetric, so each counts once a symmetry of the case.
    """
    assert count_tilings(case, PENTOMINOES, [1] * 12) == symmetries * number


def test_the_twelve_pentominoes_fit_the_chessboard_without_its_centre() -> None:
    """One of the 65."""
    assert fits(WITHOUT_CENTRE, PENTOMINOES, [1] * 12)


def test_five_tetrominoes_do_not_fill_twenty_cells() -> None:
    """The T covers three cells of one colour, the other four cover two of each: a parity proof."""
    answer = pack(Case.rectangle(4, 5), free_polyominoes(4), [1] * 5)
    assert (answer.verdict, answer.agreed) == (Verdict.DOES_NOT_FIT, (Engine.PROOF, Engine.CP_SAT))
    assert isinstance(answer.answer, DoesNotFit)
    assert answer.answer.reason == Chessboard(dark=10, light=10, covered=20, dark_covered=(9, 11))
    assert answer.answer.explanation == (
        "coloured like a chessboard the case has 10 dark and 10 light cells; the items cover 20 cells, "
        "of which 9 or 11 are dark however they lie, and only 10 would do"
    )


@pytest.mark.parametrize("left_out", range(5))
def test_any_four_tetrominoes_fit_in_twenty_cells(left_out: int) -> None:
    """Without the T they fill 16 of 20; the nearest question with the other answer."""
    assert fits(Case.rectangle(4, 5), free_polyominoes(4), [int(item != left_out) for item in range(5)])


def test_the_chessboard_without_two_opposite_corners_takes_thirty_dominoes_and_not_thirty_one() -> None:
    """Max Black 1946."""
    case = Case.from_rows(["#......."] + ["........"] * 6 + [".......#"])
    answer = arrange(case, DOMINO, [31])
    assert isinstance(answer, DoesNotFit)
    assert answer.reason == Chessboard(dark=30, light=32, covered=62, dark_covered=(31,))
    assert packable(case, DOMINO).maximal == ((30,),)


def test_each_reason_is_given_where_it_is_the_simplest() -> None:
    """Homeless, too much area, a colouring, and only then that everything was tried."""
    bar, square = Shape.from_rows("bar", ["####"]), Shape.from_rows("square", ["##", "##"])
    three, corner = Shape.from_rows("three", ["###"]), Shape.from_rows("corner", ["###", "#..", "#.."])
    case = Case.rectangle(3, 3)
    reasons = {}
    for name, items, counts in (
        ("bar", [bar], [1]),
        ("squares", [square], [3]),
        ("two squares", [square], [2]),
        ("three and corner", [three, corner], [1, 1]),
    ):
        answer = arrange(case, items, counts)
        assert isinstance(answer, DoesNotFit)
        reasons[name] = answer.reason
    assert reasons["bar"] == NowhereToLie((0,))
    assert reasons["squares"] == AreaExceeded(12, 9)
    assert reasons["two squares"] == Coloured("every other row, from the first,", 6, 3, 8, (4,))
    assert reasons["three and corner"] == Exhausted(13)


def test_a_second_suitcase_brings_space_but_no_item_lies_in_both() -> None:
    """Two compartments of four cells take two bars of four, and no bar of five."""
    two = Case.from_rows(["....", "    ", "...."])
    assert fits(two, [Shape.from_rows("bar", ["####"])], [2])
    assert not fits(two, [Shape.from_rows("long bar", ["#####"])], [1])
    assert packable(two, [Shape.from_rows("three", ["###"]), Shape.from_rows("dot", ["#"])]).maximal == (
        (0, 8),
        (1, 5),
        (2, 2),
    )


def test_flips_matter() -> None:
    """An S and its mirror image do not lie in the same staircase."""
    stairs = Case.from_rows(["#..", "..#"])
    assert fits(stairs, [Shape.from_rows("S", ["##.", ".##"])], [1])
    assert not fits(stairs, [Shape.from_rows("S", ["##.", ".##"], flips=False)], [1])
    assert fits(stairs, [Shape.from_rows("S", [".##", "##."], flips=False)], [1])


def test_the_same_free_cells_with_other_items_to_come_are_another_position() -> None:
    """A search that remembers failures by their free cells alone calls this packing impossible."""
    case = Case.from_rows(["....", "..#.", "..##", "..#."])
    assert fits(case, [Shape.from_rows("domino", ["##"]), Shape.from_rows("U", ["###", "#.#"])], [3, 1])
