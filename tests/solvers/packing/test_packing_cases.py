"""Several equal cases: items may be shared out among them at will, and none lies in two."""

import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.derived import packing_cells
from solvers.packing import (
    Arrangement,
    BrokenArrangement,
    Case,
    DoesNotFit,
    Exhausted,
    MalformedCase,
    Packable,
    Placed,
    Shape,
    TooLarge,
    arrange,
    check_arrangement,
    fits,
    pack,
    packable,
)
from solvers.packing.cpsat import arrange_with_cpsat
from solvers.packing.luggage import boxes
from solvers.packing.polyominoes import free_polyominoes
from solvers.packing.vectors import Counts
from solvers.suitcase import Suitcase, ask, several
from spec.language import Element, Int, PackingTable
from spec.language.data import BoardData, Name
from spec.language.errors import Malformed, SpecError

SUITCASE = Case.rectangle(4, 5)
TETROMINOES = free_polyominoes(4)
BAR = Shape.from_rows("bar", ["###"])
HAT = Shape.from_rows("hat", ["##", "#."])


class Thing(Element, size=5):
    """What is packed here."""


small_shapes = st.sampled_from([shape for size in range(1, 5) for shape in free_polyominoes(size)])


@st.composite
def small_cases(draw: st.DrawFn) -> Case:
    """Grids of up to 3 by 3 with holes, often in several compartments."""
    height, width = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    marks = st.lists(st.sampled_from("...#"), min_size=width, max_size=width)
    rows = ["".join(draw(marks)) for _ in range(height)]
    return Case.from_rows(rows if any("." in row for row in rows) else ["."])


@st.composite
def questions(draw: st.DrawFn) -> tuple[Case, list[Shape], Counts]:
    """A small case, one to three kinds of items, and up to five of each."""
    items = draw(st.lists(small_shapes, min_size=1, max_size=3))
    return draw(small_cases()), items, draw(st.tuples(*[st.integers(0, 5) for _ in items]))


def below(most: Counts) -> list[Counts]:
    """Every multiset up to these counts."""
    return list(product(*(range(count + 1) for count in most)))


def can_share(case: Case, items: list[Shape], counts: Counts, cases: int) -> bool:
    """Whether some way to share the items out leaves a part for each case that fits there, by trying all."""
    if cases == 1:
        return fits(case, items, counts)
    return any(
        fits(case, items, part) and can_share(case, items, tuple(map(int.__sub__, counts, part)), cases - 1)
        for part in below(counts)
    )


def board(case: Case, items: list[Shape]) -> BoardData:
    """A board with nothing but a case and things to pack."""
    names = tuple(Name(item.name, item.name) for item in items)
    details = {"grid": (case.rows,), "shape": tuple(item.rows for item in items)}
    return BoardData("board", "Board", {"Thing": len(items)}, {"Thing": names}, {}, details)


def table(case: Case, items: list[Shape], caps: Counts, cases: int) -> dict[Counts, bool]:
    """The derived table of a board, by its index."""
    derivation = PackingTable(Thing, "shape", "grid", cases=cases)
    cells = packing_cells(board(case, items), derivation, tuple(Int(0, cap) for cap in caps))
    return dict(zip(below(caps), map(bool, cells), strict=True))


@given(questions(), st.integers(2, 3))
@settings(deadline=None, max_examples=60)
def test_several_cases_hold_what_can_be_shared_out_among_them(
    question: tuple[Case, list[Shape], Counts], cases: int
) -> None:
    """The search in all cases at once finds what trying every way to share finds with one case at a time."""
    case, items, counts = question
    counts = tuple(min(count, 3) for count in counts)
    assert can_share(case, items, counts, cases) == fits(case.times(cases), items, counts)


@given(questions(), st.integers(1, 3))
@settings(deadline=None, max_examples=60)
def test_the_table_is_what_lies_below_a_sum_of_largest_entries(
    question: tuple[Case, list[Shape], Counts], cases: int
) -> None:
    """A multiset is a sum of packable ones exactly if it is below a sum of maximal packable ones."""
    case, items, caps = question
    one = packable(case, items, caps).maximal
    sums = {(0,) * len(items)}
    for _ in range(cases):
        sums = {tuple(map(min, map(int.__add__, some, more), caps)) for some in sums for more in one}
    expected = {counts: any(all(map(int.__le__, counts, most)) for most in sums) for counts in below(caps)}
    assert expected == table(case, items, caps, cases)


@given(questions())
@settings(deadline=None, max_examples=60)
def test_the_table_of_one_case_says_what_fits_it(question: tuple[Case, list[Shape], Counts]) -> None:
    """Asked cell by cell in row-major order; `cases=1` is what a table has without saying so."""
    case, items, caps = question
    assert {counts: fits(case, items, counts) for counts in below(caps)} == table(case, items, caps, 1)
    assert PackingTable(Thing, "shape", "grid") == PackingTable(Thing, "shape", "grid", cases=1)


@given(questions())
@settings(deadline=None, max_examples=40)
def test_fewer_items_and_more_cases_never_hurt(question: tuple[Case, list[Shape], Counts]) -> None:
    """The table is downward closed, and what fits some cases fits one case more."""
    case, items, caps = question
    two, three = (table(case, items, caps, cases) for cases in (2, 3))
    for counts, fitting in two.items():
        assert three[counts] or not fitting
        fewer = [(*counts[:n], counts[n] - 1, *counts[n + 1 :]) for n in range(len(counts)) if counts[n]]
        assert all(two[less] for less in fewer) or not fitting


def test_two_suitcases_of_tetrominoes() -> None:
    """Squares: four fill all of a suitcase but a column, so nine have no place though their area would do.

    T: one covers three cells of one colour, so nine bars and a T cannot fill both suitcases; ten bars do.
    """
    square, bar, tee = (Shape.from_rows("piece", rows) for rows in (["##", "##"], ["####"], ["###", ".#."]))
    found = table(SUITCASE, [square, bar, tee], (12, 10, 8), 2)
    assert (found[8, 2, 0], found[9, 0, 0]) == (True, False)
    assert (found[0, 10, 0], found[0, 9, 0], found[0, 9, 1]) == (True, True, False)


def test_both_engines_agree_about_two_suitcases() -> None:
    """The dynamic programme against CP-SAT, on random counts that nearly fill both suitcases."""
    generator, items = random.Random(80), [HAT, *TETROMINOES]
    every = packable(SUITCASE.times(2), items, [6] * 6)
    fitting: list[bool] = []
    while len(fitting) < 15:
        counts = tuple(generator.randint(0, 4) for _ in items)
        if not 36 <= sum(count * item.size for count, item in zip(counts, items, strict=True)) <= 40:
            continue
        answer = arrange_with_cpsat(SUITCASE.times(2), items, counts)
        assert not isinstance(answer, NoAnswer)
        assert every.fits(counts) == isinstance(answer, Arrangement)
        fitting.append(isinstance(answer, Arrangement))
    assert {True, False} == set(fitting)


def test_cpsat_refuses_where_only_an_exhaustive_search_does() -> None:
    """Seven L, a T and a P leave three cells of two suitcases; CP-SAT must know that these are alike to see it."""
    drawn = (("L", ["###", "#.."]), ("T", ["###", ".#."]), ("P", ["##", "##", "#."]))
    items = [Shape.from_rows(name, rows) for name, rows in drawn]
    searched = arrange(SUITCASE.times(2), items, [7, 1, 1])
    assert isinstance(searched, DoesNotFit)
    assert isinstance(searched.reason, Exhausted)
    assert isinstance(arrange_with_cpsat(SUITCASE.times(2), items, [7, 1, 1], effort=2.0), ClaimsInfeasible)


def test_an_arrangement_falls_into_one_for_each_case() -> None:
    """Each in its own coordinates, each a packing of that case; together they hold what was asked for."""
    packing = pack(SUITCASE.times(2), TETROMINOES, [2, 2, 2, 2, 2])
    assert isinstance(packing.answer, Arrangement)
    parts = packing.answer.parts
    assert [part.case for part in parts] == [SUITCASE, SUITCASE]
    assert tuple(map(sum, zip(*(part.counts for part in parts), strict=True))) == (2, 2, 2, 2, 2)
    for part in parts:
        check_arrangement(part, part.counts)
        assert part.placed


@pytest.mark.parametrize(
    ("placed", "problem"),
    [
        (((0, 1), (0, 2), (0, 3)), "bar sticks out of the case at row 1, column 3"),
        (((0, 3), (0, 4), (0, 5)), "bar sticks out of the case at row 1, column 6"),
    ],
)
def test_no_item_lies_in_two_cases_or_between_them(placed: tuple[tuple[int, int], ...], problem: str) -> None:
    """The judge sees the column between the cases as no part of either."""
    with pytest.raises(BrokenArrangement, match=problem):
        check_arrangement(Arrangement(Case.rectangle(1, 2).times(2), (BAR,), (Placed(0, placed),)), [1])


def test_reasons_speak_of_all_cases() -> None:
    """Area, a place for the largest item, and every way to share."""
    two = Case.rectangle(2, 3).times(2)
    explained = []
    for items, counts in (([BAR], [5]), ([Shape.from_rows("long", ["####"])], [1]), ([HAT, BAR], [3, 1])):
        answer = arrange(two, items, counts)
        assert isinstance(answer, DoesNotFit)
        explained.append(answer.explanation)
    assert explained[0] == "the items cover 15 cells and the 2 cases have 12"
    assert explained[1] == "there is no place for long, even in an empty case"
    assert explained[2].startswith("every way to share the items out among the 2 cases was tried")


def test_copies_of_a_case_are_equal_and_apart() -> None:
    """Each may have compartments of its own; copies of copies are copies; one copy is the case itself."""
    case = Case.from_rows(["..", "##", "#."])
    assert case.times(2).rows == ("..#..", "#####", "#.##.")
    assert (case.times(2).copies, len(case.times(2).compartments)) == (2, 4)
    assert (case.times(2).times(3), case.times(6).single, case.times(1)) == (case.times(6), case, case)
    assert len(boxes(SUITCASE.times(3))) == 3


@pytest.mark.parametrize("cases", [0, -1])
def test_fewer_than_one_case_is_refused(cases: int) -> None:
    """By the case, by the recipe of a table, and by whoever asks about a suitcase."""
    with pytest.raises(MalformedCase, match="at least 1"):
        SUITCASE.times(cases)
    with pytest.raises(SpecError, match="at least one case"):
        PackingTable(Thing, "shape", "grid", cases=cases)
    with pytest.raises(Malformed, match="ask about 1 or more"):
        several(SUITCASE, cases)


def test_what_is_no_case_several_times_is_refused() -> None:
    """Copies that differ, touch, or are none."""
    for rows, copies in (([".. ."], 2), (["...."], 2), ([".."], 0), ([". ."], 3)):
        with pytest.raises(MalformedCase):
            Case(Case.from_rows(rows).cells, copies)


def test_more_cases_than_can_be_searched_are_refused_with_the_limit() -> None:
    """30 suitcases of 20 cells are the most; a programme that would need too much memory says so at once."""
    assert several(SUITCASE, 30).area == 600
    with pytest.raises(Malformed, match=r"31 cases have 620 cells together.*at most 30 cases"):
        several(SUITCASE, 31)
    with pytest.raises(TooLarge, match="multisets up to the caps"):
        packable(several(SUITCASE, 30), TETROMINOES)


def test_everything_is_said_of_two_suitcases() -> None:
    """What could be added, what to give back, and which pairs of suitcases are full."""
    two = Suitcase(Case.rectangle(2, 3).times(2), (HAT, BAR))
    packed = ask(two, [2, 0])
    assert (packed.is_packed, packed.could_add, packed.maximal) == (True, (2, 2), ((2, 2), (4, 0)))
    refused = ask(two, [3, 1])
    assert (refused.is_packed, refused.give_backs) == (False, ((0, 1), (1, 0)))


def test_equal_questions_about_several_cases_share_one_answer() -> None:
    """The table is computed once."""
    first: Packable = packable(SUITCASE.times(2), TETROMINOES, [8] * 5)
    assert packable(Case.rectangle(4, 5).times(2), TETROMINOES, [8] * 5) is first
