"""A claim that is not inductive is explained: the cells that matter, the move, what breaks, what would exclude it."""

from collections.abc import Iterable
from functools import cache

from spec.language import Number, State, Truth, invariant
from spec.language.actions import Property
from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.models import gated_journey, roundabout
from tests.verification.test_methods import alone
from verification.counterexamples import Countermodel, Held
from verification.patterns import Patterns
from verification.proofs import verify
from verification.queries import Effort
from verification.search import random_states
from verification.verdicts import Result, Verdict

QUICK = Effort(moves=20_000, plays=10, length=60, states=200)
JOURNEY = gated_journey.MODEL


@cache
def even() -> Result:
    """A true claim that holds only because of something which nobody claims."""
    (result,) = verify(JOURNEY, names=["even"], at_hand=gated_journey.BOARD, effort=QUICK)
    return result


def test_the_cells_that_matter_are_told_and_no_others() -> None:
    """What was paid, and where the walker and the line are; neither hats nor letters nor the other walker."""
    note = even().note
    assert all(told in note for told in ("walk(p Walker#", "paid[Walker#", "drawing = none", "board.toll[Path#"))
    assert not any(name in note for name in ("hats", "coats", "letters", "been["))


def test_what_breaks_is_told_in_its_own_words() -> None:
    """The sentence of the claim follows the move."""
    assert "and then this fails: what was paid is never 701" in even().note


def test_a_fact_that_would_exclude_the_state_is_told() -> None:
    """All that is ever paid is even: read off random games, shown to be kept, and enough."""
    fact = "for every Walker it: paid[it] leaves 0 when divided by 2 (which every move keeps)"
    assert f"walk would keep it if {fact}" in even().note


def test_a_fact_may_be_a_bound() -> None:
    """Nobody comes beyond the third place, so nobody comes into the ditch."""
    (result,) = verify(alone("never_in_the_ditch"), names=["dry"], effort=Effort(deepest=1, moves=1_000, states=4))
    assert (result.verdict, result.k) == (Verdict.BOUNDED, 3)
    assert result.note.endswith("side_road would keep it if place <= 2 (which every move keeps)")


def test_the_fact_that_is_told_is_enough() -> None:
    """Given to the verification as a lemma, it makes the claim inductive."""
    @invariant("evenness", "all that is paid is even", "GJ-1")
    def evenness(t: State[gated_journey.Map], p: gated_journey.Walker) -> Truth:
        paid: Number = t.paid[p]
        return paid % 2 == 0

    (result,) = verify(JOURNEY, names=["even"], at_hand=gated_journey.BOARD, effort=QUICK, lemmas=[evenness])
    assert (result.verdict, result.parts[0].note) == (Verdict.PROVED, "leans on evenness")


def test_a_false_lemma_helps_nothing() -> None:
    """Whatever is assumed is shown first."""
    @invariant("cheapness", "nobody pays more than three coins", "GJ-1")
    def cheapness(t: State[gated_journey.Map], p: gated_journey.Walker) -> Truth:
        cheap: Truth = t.paid[p] <= 3
        return cheap

    (result,) = verify(JOURNEY, names=["even"], at_hand=gated_journey.BOARD, effort=QUICK, lemmas=[cheapness])
    assert result.verdict == Verdict.UNKNOWN


def test_facts_may_come_from_elsewhere() -> None:
    """Another source is asked first; its fact is told with whether it is kept."""
    asked: list[Countermodel] = []

    def source(countermodel: Countermodel) -> Iterable[Property]:
        asked.append(countermodel)
        return [invariant("near", "nobody is beyond the fourth place", "RA-1")(near)]

    def near(t: roundabout.Road) -> Truth:
        return t.place <= 3

    effort = Effort(deepest=1, moves=1_000, states=4)
    (result,) = verify(alone("never_in_the_ditch"), names=["dry"], effort=effort, sources=[source])
    assert result.note.endswith("if nobody is beyond the fourth place (which every move keeps)")
    assert [(one.where.name, one.value) for one in asked[0].held or ()] == [("place", 7)]


def test_patterns_hold_in_the_states_they_are_read_off() -> None:
    """Every fact holds in every one of those states, and not where the cells are as they are given."""
    instance = Instance(JOURNEY, 2, gated_journey.BOARD)
    executor = PythonExecutor(instance)
    rows = random_states(executor, 60)
    fields = {field.name: field for field in instance.layout}
    held = [Held(fields["points"], (1,), 7), Held(fields["drawing"], (), 1), Held(fields["hats"], (), 4),
            Held(fields["paid"], (1,), 3)]
    facts = Patterns(instance, rows, held).facts(2)
    spoilt = list(rows[0])
    for one in held:
        spoilt[instance.layout[one.where].slot(one.index)] = one.value  # type: ignore[index]  # fields, not tables
    assert len(facts) > 5
    for fact in facts:
        assert all(_is_so(instance, fact, row) for row in rows)
        assert not _is_so(instance, fact, spoilt)


def _is_so(instance: Instance, fact: Property, row: Iterable[int]) -> bool:
    """Whether a fact holds in a state, for all members, by running it on plain values."""
    from itertools import product

    from spec.language.sorts import bounds
    from spec.language.values import literal

    ranges = [range(lo, hi + 1) for lo, hi in (bounds(sort, instance.shape) for sort in fact.params.values())]
    for args in product(*ranges):
        run = instance.direct(instance.cells(list(row)))
        members = [run.wrapped(sort, one) for sort, one in zip(fact.params.values(), args, strict=True)]
        if not literal(fact.function(instance.game.state(run, instance.game.board(run)), *members)):
            return False
    return True
