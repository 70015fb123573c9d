"""How a claim is shown is said, and nothing is rounded up: k-induction, exhaustion, bounds, vacuous truth."""

from dataclasses import fields
from types import ModuleType

import pytest

from spec.language import Game, Int, State, Truth, action, axiom, choose, invariant, reachable, scalar, step
from tests.models import gated_journey, roundabout
from verification.proofs import verify
from verification.queries import Effort
from verification.verdicts import Result, Verdict, worst


def extended(game: Game, **declared: object) -> Game:
    """A game with a further section that declares something more."""
    section = ModuleType("more")
    vars(section).update(declared)
    own = {one.name: getattr(game, one.name) for one in fields(Game)}
    return Game(**{**own, "sections": (*game.sections, section)})


def only(game: Game, name: str, effort: Effort) -> Result:
    """The one result for a named proof."""
    (result,) = verify(game, names=[name], effort=effort)
    return result


@pytest.mark.parametrize(("deepest", "dry"), [(1, False), (2, False), (3, False), (4, True)])
def test_a_claim_may_need_to_look_back_several_moves(deepest: int, dry: bool) -> None:
    """The ditch is four moves along a road nobody reaches: three look-backs do not show it dry, four do."""
    result = only(alone("never_in_the_ditch"), "dry", Effort(deepest=deepest, moves=1_000, states=2))
    assert dry is (result.verdict is Verdict.PROVED)
    if dry:
        assert result.method == "4-induction"


def alone(name: str) -> Game:
    """The roundabout with only one of its invariants."""
    section = ModuleType("roundabout")
    kept = {key: value for key, value in vars(roundabout).items() if key not in ("not_near", "never_in_the_ditch")}
    vars(section).update({**kept, name: getattr(roundabout, name)})
    own = {one.name: getattr(roundabout.MODEL, one.name) for one in fields(Game)}
    return Game(**{**own, "sections": (section,)})


def test_an_invariant_that_stands_helps_another() -> None:
    """Not near the ditch is shown over several moves; with it, one move shows that the ditch is dry."""
    results = {one.property: one for one in verify(roundabout.MODEL, effort=Effort(deepest=4, moves=1_000, states=2))}
    assert (results["near"].method, results["dry"].method) == ("3-induction", "induction")
    assert results["dry"].parts[0].note == "leans on not_near"


def test_what_a_claim_does_not_need_is_not_asked() -> None:
    """A lean proof shows the claim and its helpers; the verdict is the same."""
    asked: set[str] = set()
    (result,) = verify(gated_journey.MODEL, names=["moving"], effort=Effort(lean=True),
                       listeners=[lambda answer: asked.add(answer.question.name.split("/")[2])])
    assert (result.verdict, asked) == (Verdict.PROVED, {"start", "leaves", "remembers"})


def test_what_a_lean_proof_leans_on_is_shown_with_it() -> None:
    """Where a helper falls, the claim does not stand on it: all invariants are settled as ever."""
    lean = Effort(deepest=4, moves=1_000, states=2, lean=True)
    (result,) = verify(roundabout.MODEL, names=["dry"], effort=lean)
    assert (result.verdict, result.method, result.parts[0].note) == (Verdict.PROVED, "induction", "leans on not_near")


def test_a_claim_declared_false_must_be_refuted() -> None:
    """A spec may hold a claim that people make and that is not so; it is as declared when a game refutes it."""
    def nowhere(t: roundabout.Road) -> Truth:
        return t.place < 2

    def laps(t: roundabout.Road) -> Truth:
        return t.laps >= 0

    declared = {
        "wrong": invariant("wrong", "the carriage never comes to the third place", "RA-1", false=True)(nowhere),
        "right": invariant("right", "laps are counted from 0", "RA-1", false=True)(laps),
    }
    effort = Effort(deepest=1, moves=1_000, states=100)
    results = verify(extended(roundabout.MODEL, **declared), names=["wrong", "right"], effort=effort)
    told = {one.property: (one.verdict, one.as_declared) for one in results}
    assert told == {"wrong": (Verdict.REFUTED, True), "right": (Verdict.PROVED, False)}


def test_an_unreachable_state_may_be_declared() -> None:
    """That no game comes to a state can be what the spec declares."""
    def far(t: roundabout.Road) -> Truth:
        return (t.place == 7) & (t.laps == 3) & (t.place == 6)

    never = reachable("never", "somebody is in two places", "RA-1", false=True)(far)
    result = only(extended(roundabout.MODEL, never=never), "never", Effort(moves=1_000))
    assert (result.verdict, result.as_declared) == (Verdict.REFUTED, True)


def test_an_implication_whose_premise_never_holds_says_nothing() -> None:
    """True of every game because it never applies is not the same as true."""
    @invariant("empty", "whoever is in the ditch has three laps", "RA-1")
    def empty(t: roundabout.Road) -> Truth:
        return (t.place == 8).implies(t.laps == 3)

    @invariant("full", "whoever stands at the second place has no more than three laps", "RA-1")
    def full(t: roundabout.Road) -> Truth:
        return (t.place == 1).implies(t.laps + t.place <= 4)

    effort = Effort(deepest=4, moves=1_000, states=2)
    results = verify(extended(roundabout.MODEL, empty=empty, full=full), names=["empty", "full"], effort=effort)
    assert [one.verdict for one in results] == [Verdict.VACUOUS, Verdict.PROVED]
    assert "its premise never holds: place = 8" in results[0].note


def test_an_empty_claim_about_moves_is_found_too() -> None:
    """No move leads from the ditch, as nobody comes there."""
    @step("empty", "nobody leaves the ditch by going around", "RA-1")
    def empty(before: roundabout.Road, after: roundabout.Road) -> Truth:
        return (before.place == 8).implies(after.laps == before.laps)

    effort = Effort(deepest=4, moves=1_000, states=2)
    result = only(extended(roundabout.MODEL, empty=empty), "empty", effort)
    assert result.verdict == Verdict.VACUOUS


def test_all_states_of_a_small_game_settle_a_claim() -> None:
    """Where induction fails but every state was seen, the claim is proved, and how is said."""
    result = only(alone("never_in_the_ditch"), "dry", Effort(deepest=1))
    assert (result.verdict, result.method) == (Verdict.PROVED, "exhausted")


def test_some_states_do_not() -> None:
    """Where only states within some moves were seen, the verdict is their bound."""
    result = only(alone("never_in_the_ditch"), "dry", Effort(deepest=1, states=4))
    assert result.verdict == Verdict.BOUNDED
    assert "moves" in result.method and "not inductive: after side_road" in result.note


def test_an_action_that_can_never_happen_is_told() -> None:
    """An action whose guard contradicts the invariants shows nothing, and the result says so."""
    (result,) = verify(roundabout.MODEL, names=["laps"], effort=Effort(deepest=4, moves=1_000, states=2))
    assert result.verdict == Verdict.PROVED
    assert "no state that obeys the invariants allows climb" in result.note


def test_axioms_that_contradict_each_other_prove_nothing() -> None:
    """Where there is no board, every claim is vacuous."""
    @axiom("a line leads nowhere else", "none")
    def joins_nothing(board: gated_journey.Map, path: gated_journey.Path) -> Truth:
        return board.start[path] == board.end[path]

    result = only(extended(gated_journey.MODEL, joins_nothing=joins_nothing), "gate", Effort())
    assert result.verdict == Verdict.VACUOUS
    assert "contradict" in result.note


def test_an_invariant_that_falls_takes_with_it_what_leaned_on_it() -> None:
    """A claim shown only with the help of a false one is not proved."""
    @invariant("helped", "the carriage is not on the side road's end: true, but shown by a falsehood", "RA-1")
    def helped(t: roundabout.Road) -> Truth:
        return t.place != 8

    @invariant("false", "the carriage never comes to the third place", "RA-1")
    def false(t: roundabout.Road) -> Truth:
        return t.place < 2

    game = extended(alone("never_in_the_ditch"), helped=helped, false=false)
    effort = Effort(deepest=1, moves=1_000, states=2)
    results = {one.property: one.verdict for one in verify(game, names=["helped", "false"], effort=effort)}
    assert results == {"helped": Verdict.BOUNDED, "false": Verdict.REFUTED}


def test_the_wrong_start_refutes_in_no_moves() -> None:
    """An invariant that fails before the first move has the empty trace."""
    @invariant("lapped", "somebody has been around", "RA-1")
    def lapped(t: roundabout.Road) -> Truth:
        return t.laps > 0

    result = only(extended(roundabout.MODEL, lapped=lapped), "lapped", Effort(moves=1_000))
    assert (result.verdict, result.trace and result.trace.moves) == (Verdict.REFUTED, ())


def test_looking_back_does_not_overlook_the_beginning() -> None:
    """Nothing leads back to the start, so no two moves end in the ditch from a dry road; the first one does."""
    class Slope(State[roundabout.NoBoard]):
        height = scalar(Int(0, 50))

    @action(roundabout.DRIVE)
    def roll(t: Slope, p: roundabout.Driver) -> None:
        t.height = choose(t.height == 0, 1, 2)

    @invariant("never-one", "the height is never 1", "RA-1")
    def never_one(t: Slope) -> Truth:
        return t.height != 1

    section = ModuleType("slope")
    vars(section).update(DRIVE=roundabout.DRIVE, roll=roll, never_one=never_one)
    game = Game("slope", "A slope", Slope, roundabout.NoBoard, roundabout.Driver, (1,), (section,))
    result = only(game, "never-one", Effort(deepest=3, moves=1_000))
    assert result.verdict == Verdict.REFUTED


def test_a_whole_is_as_good_as_its_worst_part() -> None:
    """The order of verdicts: nothing hides behind something better."""
    assert worst([Verdict.PROVED, Verdict.REFUTED, Verdict.UNKNOWN]) == Verdict.REFUTED
    assert worst([Verdict.PROVED, Verdict.UNKNOWN, Verdict.BOUNDED]) == Verdict.UNKNOWN
    assert worst([Verdict.PROVED, Verdict.VACUOUS]) == Verdict.VACUOUS
    assert worst([]) == Verdict.UNKNOWN


def test_a_lost_board_is_not_searched() -> None:
    """Without a board at hand a claim that fails stays open instead of refuted."""
    @invariant("homebound", "nobody leaves home", "GJ-1")
    def homebound(t: State[gated_journey.Map], p: gated_journey.Walker) -> Truth:
        at: Truth = t.at[p] == t.board.home
        return at

    game = extended(gated_journey.MODEL, homebound=homebound)
    result = only(game, "homebound", Effort())
    assert (result.verdict, result.trace) == (Verdict.UNKNOWN, None)
    assert "no board was given" in result.note


def test_a_move_that_nobody_can_make_is_no_proof() -> None:
    """If no action is ever possible, claims about moves are vacuous."""
    @action(roundabout.DRIVE)
    def never(t: roundabout.Road, p: roundabout.Driver) -> None:
        t.require(roundabout.DRIVE, (t.place == 1) & (t.place == 2))
        t.laps = 0

    section = ModuleType("stuck")
    vars(section).update(DRIVE=roundabout.DRIVE, never=never, laps_grow=roundabout.laps_grow)
    own = {one.name: getattr(roundabout.MODEL, one.name) for one in fields(Game)}
    result = only(Game(**{**own, "sections": (section,)}), "laps", Effort())
    assert result.verdict == Verdict.VACUOUS
    assert result.note == "laps_grow: no move is ever possible; no state that obeys the invariants allows never"
