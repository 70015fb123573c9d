"""The best-value subset, rearranging, and what a second engine says: against brute force over everything."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.packing import (
    Arrangement,
    BrokenArrangement,
    Case,
    DoesNotFit,
    EnginesDisagree,
    MalformedRequest,
    Rearrangement,
    Shape,
    arrange,
    best_subset,
    check_arrangement,
    drawn_arrangement,
    fits,
    packable,
    rearranged,
)
from solvers.packing import confirming as confirming_module
from solvers.packing.confirming import could_add_confirmed, give_back_confirmed, is_confirmed, smallest_misfits
from solvers.packing.polyominoes import free_polyominoes
from solvers.packing.reasons import coloured_reason

POOL = (*free_polyominoes(1), *free_polyominoes(2), *free_polyominoes(3), *free_polyominoes(4)[:3])
CASES = (
    Case.rectangle(2, 3), Case.rectangle(3, 3), Case.from_rows(["...", ".#.", "..."]), Case.from_rows(["..#.."] * 2),
)


@st.composite
def questions(draw: st.DrawFn) -> tuple[Case, list[Shape], list[int]]:
    """A small case, two or three kinds of items, and up to two of each."""
    items = draw(st.lists(st.sampled_from(POOL), min_size=2, max_size=3, unique=True))
    return draw(st.sampled_from(CASES)), items, [draw(st.integers(0, 2)) for _ in items]


def below(counts: list[int]) -> list[tuple[int, ...]]:
    """Every multiset up to some counts."""
    found: list[tuple[int, ...]] = [()]
    for count in counts:
        found = [(*one, number) for one in found for number in range(count + 1)]
    return found


@settings(max_examples=30, deadline=None)
@given(questions(), st.lists(st.integers(0, 4), min_size=3, max_size=3))
def test_no_subset_that_fits_is_worth_more(question: tuple[Case, list[Shape], list[int]], values: list[int]) -> None:
    """The best value is that of brute force, both engines agree on it, and all ties are told without idle pieces."""
    case, items, counts = question
    worth = values[:len(items)]
    known = {one: sum(map(int.__mul__, one, worth)) for one in below(counts) if fits(case, items, one)}
    best = best_subset(case, items, counts, worth)
    assert max(known.values()) == best.value == best.bound
    assert best.agreed == ("dynamic programme", "CP-SAT")
    idle = {one for one, value in known.items() if any(n and not worth[i] for i, n in enumerate(one))}
    assert {one for one, value in known.items() if value == best.value} - idle == set(best.ties or ())
    check_arrangement(best.arrangement, best.counts)


def test_without_the_programme_the_search_goes_from_the_top() -> None:
    """Too large for the dynamic programme, the multisets are searched by value, and CP-SAT agrees on the best."""
    case, items = Case.rectangle(3, 4), [Shape.from_rows("tee", ["###", ".#."]), Shape.from_rows("bar", ["###"])]
    whole = best_subset(case, items, [3, 4], [5, 3])
    small = best_subset(case, items, [3, 4], [5, 3], budget=1)
    assert (whole.value, ("exact search", "CP-SAT")) == (small.value, small.agreed)
    assert small.is_best


@settings(max_examples=30, deadline=None)
@given(questions(), st.data())
def test_the_fewest_pieces_are_moved(question: tuple[Case, list[Shape], list[int]], data: st.DataObject) -> None:
    """Of what lies there no larger part can stay, as trying every part by hand shows."""
    case, items, counts = question
    before = arrange(case, items, counts)
    if not isinstance(before, Arrangement):
        return
    wanted = [data.draw(st.integers(0, 2)) for _ in items]
    answer = rearranged(before, wanted)
    assert isinstance(answer, Rearrangement) == fits(case, items, wanted)
    if isinstance(answer, DoesNotFit):
        return
    check_arrangement(answer.after, wanted)
    assert set(answer.stays) <= set(answer.after.placed)
    assert answer.agreed == ("exact search", "CP-SAT")
    for more in combinations(before.placed, len(answer.stays) + 1):
        rest = [count - sum(one.item == item for one in more) for item, count in enumerate(wanted)]
        free = tuple(cell for cell in case.cells if not any(cell in one.cells for one in more))
        if min(rest) >= 0:
            assert any(rest) and (not free or not fits(Case(free), items, rest))


def test_moves_are_told_in_words() -> None:
    """What comes out is told first, then what moves, then what goes in; rows that are alike together."""
    bar, dot = Shape.from_rows("bar", ["##"]), Shape.from_rows("dot", ["#"])
    before = drawn_arrangement(Case.rectangle(2, 2), [bar, dot], ["a.", ".b"])
    answer = rearranged(before, [1, 1])
    assert isinstance(answer, Rearrangement)
    assert (answer.moved, len(answer.stays)) == (0, 1)
    taken, put = answer.steps
    assert (taken.startswith("take out dot from row "), put.startswith("put in bar at row")) == (True, True)
    whole = rearranged(drawn_arrangement(Case.rectangle(2, 2), [bar, dot], ["aa", ".b"]), [2, 0])
    assert isinstance(whole, Rearrangement)
    assert whole.steps == ("take out dot from row 2, column 2", "put in bar at row 2, columns 1 and 2")


def test_what_lies_there_must_be_able_to_lie_so() -> None:
    """Pieces of no item, cells outside the case, and overlaps are refused, all at once."""
    bar, case = Shape.from_rows("bar", ["##"]), Case.from_rows(["..", ".#"])
    with pytest.raises(MalformedRequest) as caught:
        drawn_arrangement(case, [bar], ["aa", "bb"])
    assert [one[:4] for one in caught.value.problems] == ["'b' "]
    with pytest.raises(MalformedRequest, match="shape of no item"):
        drawn_arrangement(case, [bar], ["aa", "a."])
    twice = drawn_arrangement(case, [bar], ["aa", ".#"])
    with pytest.raises(BrokenArrangement, match="overlap"):
        rearranged(Arrangement(case, (bar,), (*twice.placed, *twice.placed)), [1])


@settings(max_examples=30, deadline=None)
@given(questions())
def test_the_search_confirms_the_programme(question: tuple[Case, list[Shape], list[int]]) -> None:
    """Whatever does not fit holds a smallest misfit; the search agrees on these and on the full cases."""
    case, items, caps = question
    every = packable(case, items, caps)
    misfits = smallest_misfits(every)
    for one in below(list(every.most)):
        assert every.fits(one) != any(all(map(int.__le__, misfit, one)) for misfit in misfits)
    assert is_confirmed(every)
    for counts in every.maximal:
        assert could_add_confirmed(case, items, counts, every.could_add(counts), every.caps)
    assert give_back_confirmed(case, items, tuple(caps), sum(every.smallest_give_back(caps)[0]))


def test_a_second_engine_that_says_otherwise_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that refuses everything disagrees with the programme, and nothing is published."""
    every = packable(Case.rectangle(1, 2), [Shape.from_rows("bar", ["##"])])
    monkeypatch.setattr(confirming_module, "fits", lambda *_, **__: False)
    with pytest.raises(EnginesDisagree):
        is_confirmed(every)


@settings(max_examples=60, deadline=None)
@given(questions())
def test_a_colouring_never_refuses_what_fits(question: tuple[Case, list[Shape], list[int]]) -> None:
    """A colouring is a proof: where it is given, no search finds a packing."""
    case, items, counts = question
    if sum(count * item.size for item, count in zip(items, counts, strict=True)) <= case.area:
        assert coloured_reason(case, items, counts) is None or not fits(case, items, counts)
