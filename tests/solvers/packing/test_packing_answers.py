"""The judge of arrangements, and the rule that nothing uncertain is published."""

import subprocess
import sys

import pytest

from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.packing import (
    Arrangement,
    BrokenArrangement,
    Case,
    DoesNotFit,
    Engine,
    EnginesDisagree,
    Placed,
    Shape,
    TooLarge,
    Undecided,
    Verdict,
    arrange,
    check_arrangement,
    fits,
    pack,
    packable,
    published,
)
from solvers.packing.cpsat import PackingModel, arrange_with_cpsat
from solvers.packing.placements import placements

CASE = Case.rectangle(2, 3)
HAT = Shape.from_rows("hat", ["##", "#."])
BAR = Shape.from_rows("bar", ["###"])
S = Shape.from_rows("S", [".##", "##."], flips=False)

LEFT = Placed(0, ((0, 0), (0, 1), (1, 0)))
RIGHT = Placed(0, ((0, 2), (1, 1), (1, 2)))


@pytest.mark.parametrize(
    ("placed", "counts", "problem"),
    [
        ((LEFT, RIGHT), (1, 0, 0), "2 of hat are packed, not 1"),
        ((LEFT,), (2, 0, 0), "1 of hat are packed, not 2"),
        ((LEFT, Placed(0, ((0, 1), (0, 2), (1, 2)))), (2, 0, 0), "2 items overlap at row 1, column 2"),
        ((Placed(0, ((1, 0), (2, 0), (2, 1))),), (1, 0, 0), "hat sticks out of the case at row 3, column 1"),
        ((Placed(0, ((0, 0), (0, 1), (0, 2))),), (1, 0, 0), "are not a hat"),
        ((Placed(0, ((0, 0), (0, 1))),), (1, 0, 0), "are not a hat"),
        ((Placed(0, ((0, 0), (0, 1), (0, 1))),), (1, 0, 0), "are not a hat"),
        ((Placed(2, ((0, 0), (0, 1), (1, 1), (1, 2))),), (0, 0, 1), "are not a S"),
        ((Placed(7, ((0, 0),)),), (0, 0, 0), "no item number 7"),
        ((), (0, 0), "2 counts for 3 items"),
    ],
)
def test_whatever_is_wrong_with_an_arrangement_is_found(
    placed: tuple[Placed, ...], counts: tuple[int, ...], problem: str
) -> None:
    """One broken arrangement for each rule of packing."""
    with pytest.raises(BrokenArrangement) as error:
        check_arrangement(Arrangement(CASE, (HAT, BAR, S), placed), counts)
    assert problem in str(error.value)


def test_the_nearest_correct_arrangement_passes() -> None:
    """Two hats fill two rows of three, and the S lies as it is drawn."""
    check_arrangement(Arrangement(CASE, (HAT, BAR, S), (LEFT, RIGHT)), (2, 0, 0))
    drawn = Placed(2, ((0, 1), (0, 2), (1, 0), (1, 1)))
    check_arrangement(Arrangement(CASE, (HAT, BAR, S), (drawn,)), (0, 0, 1))


def test_both_engines_are_named_when_they_agree() -> None:
    """On both answers."""
    both = (Engine.SEARCH, Engine.CP_SAT)
    coloured = (Engine.PROOF, *both)
    assert (pack(CASE, [HAT], [2]).verdict, pack(CASE, [HAT], [2]).agreed) == (Verdict.FITS, both)
    refused = pack(CASE, [HAT, BAR], [1, 1])
    assert (refused.verdict, refused.agreed) == (Verdict.DOES_NOT_FIT, coloured)


def _replace_cpsat(
    monkeypatch: pytest.MonkeyPatch, answer: Arrangement | ClaimsInfeasible | NoAnswer[Arrangement]
) -> None:
    def instead(*_: object, **__: object) -> Arrangement | ClaimsInfeasible | NoAnswer[Arrangement]:
        return answer

    monkeypatch.setattr(published, "arrange_with_cpsat", instead)


def test_a_false_infeasible_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """What CP-SAT refuses and the search packs is published by neither, and the message reproduces it."""
    _replace_cpsat(monkeypatch, ClaimsInfeasible())
    with pytest.raises(EnginesDisagree) as error:
        pack(CASE, [HAT], [2])
    assert "2 x hat ['##', '#.']" in str(error.value)
    assert "case ['...', '...']" in str(error.value)


def test_a_refusal_never_rests_on_cpsat_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the search gives up, CP-SAT's claim makes the answer undecided."""
    _replace_cpsat(monkeypatch, ClaimsInfeasible())
    answer = pack(CASE, [HAT, BAR], [1, 1], most_positions=0)
    assert (answer.verdict, answer.agreed) == (Verdict.UNDECIDED, ())
    assert isinstance(answer.answer, Undecided)
    assert "not enough" in answer.answer.why
    assert "no engine" in str(answer)


def test_a_packing_that_only_cpsat_finds_is_checked_and_published() -> None:
    """An arrangement speaks for itself."""
    answer = pack(CASE, [HAT], [2], most_positions=0)
    assert (answer.verdict, answer.agreed) == (Verdict.FITS, (Engine.CP_SAT,))
    assert isinstance(answer.answer, Arrangement)
    check_arrangement(answer.answer, [2])


def test_the_search_stands_alone_when_cpsat_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """And says that it does."""
    _replace_cpsat(monkeypatch, NoAnswer("UNKNOWN"))
    answer = pack(CASE, [HAT, BAR], [1, 1])
    assert (answer.verdict, answer.agreed) == (Verdict.DOES_NOT_FIT, (Engine.PROOF, Engine.SEARCH))
    assert isinstance(pack(CASE, [HAT, BAR], [1, 1], most_positions=0).answer, Undecided)


def test_cpsat_without_effort_has_no_answer_rather_than_a_refusal() -> None:
    """Unknown is not infeasible."""
    chessboard = Case.from_rows(["#......."] + ["........"] * 6 + [".......#"])
    answer = arrange_with_cpsat(chessboard, [Shape.from_rows("domino", ["##"])], [31], effort=1e-9)
    assert isinstance(answer, NoAnswer)


def test_a_placement_can_be_fixed_in_the_model() -> None:
    """The model is open to side constraints."""
    from ortools.sat.python import cp_model

    table = placements(CASE, [HAT, BAR])
    problem = PackingModel(table, [1, 1])
    solver = cp_model.CpSolver()
    assert solver.solve(problem.model) == cp_model.INFEASIBLE
    problem = PackingModel(table, [2, 0])
    problem.fix(0, table.masks[0][0])
    assert solver.solve(problem.model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)
    assert table.cells_of(table.masks[0][0]) in [piece.cells for piece in problem.extract(solver).placed]


def test_limits_are_errors_and_not_answers() -> None:
    """Neither the number of positions nor the size of the case turns into a refusal."""
    with pytest.raises(TooLarge, match="not decided after 1 positions: 2 x hat in 6 cells"):
        fits(CASE, [HAT], [2], most_positions=1)
    with pytest.raises(TooLarge, match="625 cells"):
        arrange(Case.rectangle(25, 25), [HAT], [1])
    with pytest.raises(TooLarge, match="budget"):
        packable(Case.rectangle(12, 12), [HAT, BAR, S], budget=1000)


def test_nothing_at_all_fits_everywhere() -> None:
    """The empty multiset is packed by laying nothing down."""
    answer = arrange(CASE, [], [])
    assert isinstance(answer, Arrangement)
    assert (answer.placed, packable(CASE, []).maximal) == ((), ((),))


def test_homeless_items_are_named() -> None:
    """The explanation holds the item's name."""
    answer = arrange(CASE, [Shape.from_rows("ladder", ["####"])], [1])
    assert isinstance(answer, DoesNotFit)
    assert answer.explanation == "there is no place for ladder, even in the empty case"


def test_importing_the_package_does_not_load_the_heavy_libraries() -> None:
    """They are loaded by the first question that needs them."""
    loaded = "import sys, solvers.packing as p; print([m for m in ('ortools', 'drawsvg') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
