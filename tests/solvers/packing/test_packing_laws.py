"""Laws that hold for every case and every set of items; the strategies for both live here."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.packing import (
    Arrangement,
    Case,
    Engine,
    Shape,
    TooLarge,
    arrange,
    check_arrangement,
    fits,
    give_backs,
    largest_part,
    pack,
    packable,
    smallest_give_back,
)
from solvers.packing.giveback import give_backs_by_level
from solvers.packing.polyominoes import free_polyominoes
from solvers.packing.reasons import short_reason
from solvers.packing.shapes import Cell
from solvers.packing.tilings import count_tilings

Question = tuple[Case, list[Shape], tuple[int, ...]]

small_shapes = st.sampled_from([shape for size in range(1, 6) for shape in free_polyominoes(size)])
shapes = st.builds(lambda shape, flips: Shape(shape.name, shape.cells, flips), small_shapes, st.booleans())


@st.composite
def cases(draw: st.DrawFn, most_rows: int = 4, most_columns: int = 5) -> Case:
    """Grids with holes, up to 4 by 5, often in several compartments."""
    height = draw(st.integers(1, most_rows))
    width = draw(st.integers(1, most_columns))
    marks = st.lists(st.sampled_from("....#"), min_size=width, max_size=width)
    rows = ["".join(draw(marks)) for _ in range(height)]
    return Case.from_rows([".", *rows[1:]] if not any("." in row for row in rows) else rows)


@st.composite
def questions(draw: st.DrawFn, most_rows: int = 4, most_columns: int = 5) -> Question:
    """A case, one to three kinds of items, and up to three of each."""
    items = draw(st.lists(shapes, min_size=1, max_size=3))
    counts = draw(st.tuples(*[st.integers(0, 3) for _ in items]))
    return draw(cases(most_rows, most_columns)), items, counts


def packable_by_brute_force(case: Case, items: list[Shape], caps: tuple[int, ...]) -> set[tuple[int, ...]]:
    """Every multiset that fits, by laying down every set of items in every way on sets of cells."""
    places: list[tuple[int, frozenset[Cell]]] = []
    for item, shape in enumerate(items):
        spots = {
            frozenset((row + down, column + right) for row, column in cells)
            for cells in shape.orientations
            for down, right in product(range(case.height), range(case.width))
        }
        places += [(item, spot) for spot in spots if spot <= set(case.cells)]
    found = set()

    def lay(start: int, free: frozenset[Cell], used: tuple[int, ...]) -> None:
        found.add(used)
        for number in range(start, len(places)):
            item, spot = places[number]
            if spot <= free and used[item] < caps[item]:
                lay(number + 1, free - spot, (*used[:item], used[item] + 1, *used[item + 1 :]))

    lay(0, frozenset(case.cells), (0,) * len(items))
    return found


def below(caps: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every multiset up to the caps."""
    return list(product(*[range(cap + 1) for cap in caps]))


def at_most(some: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether no count of one is above that of the other."""
    return all(one <= two for one, two in zip(some, other, strict=True))


@given(questions(3, 4))
@settings(deadline=None, max_examples=80)
def test_the_dynamic_programme_finds_what_brute_force_finds(question: Question) -> None:
    """The multisets that fit, and the maximal ones among them, are those of brute force."""
    case, items, caps = question
    expected = packable_by_brute_force(case, items, caps)
    answer = packable(case, items, caps)
    assert {counts for counts in below(caps) if answer.fits(counts)} == expected
    maximal = {one for one in expected if not any(one != other and at_most(one, other) for other in expected)}
    assert set(answer.maximal) == maximal


@given(questions())
@settings(deadline=None, max_examples=80)
def test_an_arrangement_always_passes_the_check(question: Question) -> None:
    """What the search finds is checked by code that shares nothing with it."""
    case, items, counts = question
    answer = arrange(case, items, counts)
    if isinstance(answer, Arrangement):
        check_arrangement(answer, counts)
        covered = sum(shape.size * count for shape, count in zip(items, counts, strict=True))
        assert len(answer.free_cells) == case.area - covered


@given(questions())
@settings(deadline=None, max_examples=60)
def test_search_dynamic_programme_and_cpsat_agree(question: Question) -> None:
    """Three ways to decide, one answer; `pack` raises when CP-SAT and the search differ."""
    case, items, counts = question
    packing = pack(case, items, counts)
    assert (Engine.CP_SAT in packing.agreed, len(packing.agreed) >= 2) == (True, True)
    assert packable(case, items, counts).fits(counts) == isinstance(packing.answer, Arrangement)


@given(questions(), st.data())
@settings(deadline=None, max_examples=80)
def test_fewer_items_always_fit_where_more_do(question: Question, data: st.DataObject) -> None:
    """Downward closure: taking an item out of the case leaves a packing."""
    case, items, counts = question
    fewer = tuple(data.draw(st.integers(0, count)) for count in counts)
    assert fits(case, items, fewer) or not fits(case, items, counts)


@given(questions())
@settings(deadline=None, max_examples=80)
def test_a_short_reason_is_never_given_for_what_fits(question: Question) -> None:
    """Area, homelessness and colouring are proofs; the dynamic programme knows none of them."""
    case, items, counts = question
    if short_reason(case, items, counts) is not None:
        assert not packable(case, items, counts).fits(counts)


@given(questions())
@settings(deadline=None, max_examples=60)
def test_what_is_given_back_is_enough_minimal_and_complete(question: Question) -> None:
    """The rest fits, keeping any one more item would not, and every removal that helps holds one of these."""
    case, items, counts = question
    removals = give_backs(case, items, counts)
    for removal in removals:
        assert fits(case, items, [count - gone for count, gone in zip(counts, removal, strict=True)])
        for item, gone in enumerate(removal):
            if gone:
                less = (*removal[:item], gone - 1, *removal[item + 1 :])
                assert not fits(case, items, [count - one for count, one in zip(counts, less, strict=True)])
    for removal in below(counts):
        helps = fits(case, items, [count - gone for count, gone in zip(counts, removal, strict=True)])
        assert helps == any(at_most(least, removal) for least in removals)


@given(questions())
@settings(deadline=None, max_examples=60)
def test_give_backs_are_the_same_level_by_level(question: Question) -> None:
    """The way for large cases answers as the dynamic programme does, in the same order."""
    case, items, counts = question
    assert give_backs(case, items, counts) == give_backs_by_level(case, items, counts)
    fewest = min(sum(removal) for removal in give_backs(case, items, counts))
    assert {sum(removal) for removal in smallest_give_back(case, items, counts)} == {fewest}


@given(questions())
@settings(deadline=None, max_examples=40)
def test_the_largest_part_and_what_is_left_out_make_the_whole(question: Question) -> None:
    """Nothing is lost, and the part is a packing."""
    case, items, counts = question
    part, left_out = largest_part(case, items, counts)
    assert tuple(one + two for one, two in zip(part.counts, left_out, strict=True)) == counts
    check_arrangement(part, part.counts)


@given(questions())
@settings(deadline=None, max_examples=60)
def test_could_add_says_exactly_how_many_more_of_one_item_fit(question: Question) -> None:
    """That many more fit and one further does not, unless the cap forbids it or they never fitted."""
    case, items, counts = question
    caps = tuple(count + 2 for count in counts)
    more = packable(case, items, caps).could_add(counts)
    if not fits(case, items, counts):
        assert more == (0,) * len(items)
        return
    for item, number in enumerate(more):
        enough = (*counts[:item], counts[item] + number, *counts[item + 1 :])
        assert fits(case, items, enough)
        one_too_many = (*counts[:item], counts[item] + number + 1, *counts[item + 1 :])
        assert number == 2 or not fits(case, items, one_too_many)


@given(cases(), shapes)
@settings(deadline=None, max_examples=60)
def test_a_case_can_be_filled_exactly_when_it_has_a_tiling(case: Case, shape: Shape) -> None:
    """The search with nothing to spare agrees with counting tilings."""
    number, rest = divmod(case.area, shape.size)
    if rest == 0:
        assert fits(case, [shape], [number]) == (count_tilings(case, [shape]) > 0)


@given(questions())
@settings(deadline=None, max_examples=30)
def test_past_its_budget_the_programme_gives_up_and_give_backs_do_not(question: Question) -> None:
    """`TooLarge` is raised rather than a partial answer; the fallback is exact."""
    case, items, counts = question
    try:
        packable(case, items, counts, budget=0)
    except TooLarge:
        assert give_backs(case, items, counts, budget=0) == give_backs(case, items, counts)
    else:
        raise AssertionError("a budget of nothing was enough")
