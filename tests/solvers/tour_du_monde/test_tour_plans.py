"""Plans of the tour: by hand, by both engines, and against every way to play tried with the reference executor."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from solvers.routes.errors import EnginesDisagree
from solvers.tour_du_monde import (
    CannotTravel,
    Engine,
    Objective,
    Plan,
    Planning,
    Verdict,
    best_policy,
    find_plan,
    published,
    replay,
    search_plan,
    tour_of,
    turn_of,
)
from solvers.tour_du_monde.cpsat import TourModel, search_with_cpsat
from solvers.tour_du_monde.plans import NoPlan
from solvers.tour_du_monde.positions import Situation, made_up
from solvers.tour_du_monde.search import Stopped
from spec.execution.position import Position, every_combination
from spec.games.tour_du_monde.board import Card, City
from spec.language.actions import Kind
from spec.language.errors import Malformed
from tests.solvers.tour_du_monde.asked import asked, rows_of, table_for
from tests.solvers.tour_du_monde.exhausting import NEVER, Exhausting

LOOKING = (Phase.explicit, Phase.reuse, Phase.generate)
"""Without making a counterexample smaller, which takes minutes here."""
BOTH = (Engine.SEARCH, Engine.CP_SAT)


def planned(position: Position, legs: int, *rows: str, by: Objective = Objective.EXPECTED) -> Planning:
    """The published answer, its plan replayed."""
    coming = rows_of(position, *rows)
    planning = find_plan(tour_of(position, 0, legs, coming), by)
    assert planning.agreed == BOTH
    if planning.plan is not None:
        assert replay(position, 0, planning.plan, coming).days == planning.plan.worst
    return planning


def best(planning: Planning) -> Plan:
    """The plan of an answer that has one."""
    assert planning.verdict is Verdict.OPTIMAL and planning.plan is not None
    return planning.plan


def test_two_equal_cards_are_paid_once() -> None:
    """Two ships of 8 cost 8 days, less than 4 and 5; with a train between them too, on a leg of three cards."""
    assert best(planned(asked("suez", "ship_8 ship_8 ship_4 ship_5"), 1)).days == 8
    assert best(planned(asked("new_york", "ship_8 ship_8 train_2 ship_4 ship_7"), 1)).days == 10


def test_the_next_leg_may_be_paid_dearly_for_the_legs_after_it() -> None:
    """One leg from Brindisi takes the ship of 6; with the two ships of Suez ahead the pair of 6 is kept for them."""
    position = asked("brindisi", "ship_6 ship_6 ship_7")
    assert best(planned(position, 1)).days == 6
    assert best(planned(position, 2)).days == 7 + 6


def test_the_elephant_against_twelve_days() -> None:
    """The elephant takes 6 days and a die: 19/2 on average, 12 at worst, as many as without it."""
    with_elephant = asked("bombay", events="elephant", coins=0)
    assert best(planned(asked("bombay"), 1)).expected == 12
    assert best(planned(with_elephant, 1)).expected == Fraction(19, 2)
    assert best(planned(with_elephant, 1, by=Objective.WORST)).worst == 12
    assert best(planned(asked("bombay", events="elephant", coins=1), 1)).expected == 6 + Fraction(11, 4)


def test_the_balloon_and_the_submarine_replace_a_card() -> None:
    """A die of 7/2 days is better than a train of 4 and worse than one of 3; the submarine takes its printed days."""
    assert best(planned(asked("paris", "train_4", "balloon", coins=0), 1)).expected == Fraction(7, 2)
    assert best(planned(asked("paris", "train_3", "balloon", coins=0), 1)).expected == 3
    assert best(planned(asked("paris", "train_4", balloon=True, coins=0), 1)).expected == Fraction(7, 2)
    assert best(planned(asked("brindisi", "ship_4", "submarine"), 1)).days == 3


def test_the_princess_copies_what_was_played_before_her() -> None:
    """She pays for a ship after a submarine, in the order that lets her, and for nothing if nothing was played."""
    assert best(planned(asked("suez", events="submarine princess", last="submarine", cards="ship_8"), 1)).days == 11
    assert planned(asked("brindisi", events="princess"), 1).verdict is Verdict.NO_PLAN
    two_legs = planned(asked("paris", "train_2 ship_8", "submarine princess"), 2)
    assert best(two_legs).days == 5
    both = planned(asked("brindisi", "ship_8 ship_7", "submarine princess"), 2)
    assert [payment.event for turn in best(both).turns for payment in turn.paid] == [4, 2]


def test_relation_passes_the_detective() -> None:
    """Two legs in a turn do not end in the detective's city, which would cost two days."""
    cards = "train_2 ship_4"
    alone = best(planned(asked("paris", cards, detective="brindisi"), 2))
    through = best(planned(asked("paris", cards, "princess", last="relation", detective="brindisi"), 2))
    assert (alone.days, len(alone.turns), through.days, len(through.turns)) == (8, 2, 6, 1)


def test_a_card_of_a_known_row_is_taken_with_its_action() -> None:
    """The better ship lies in the row, on the balloon's space; which of the two it is depends on the ship in hand."""
    position = asked("brindisi", "ship_8", row="train_2 ship_5 train_3", coins=0)
    plan = best(planned(position, 1))
    assert (plan.expected, plan.turns[0].offer and plan.turns[0].offer.using) == (Fraction(7, 2), True)
    worst = best(planned(position, 1, by=Objective.WORST))
    assert (worst.worst, worst.turns[0].offer and worst.turns[0].offer.slot) == (5, 1)


def test_cards_above_six_are_thrown_away_where_they_are_needed_least() -> None:
    """Of eight cards one pays for the leg and one goes: not one of the pair that the next leg wants."""
    position = asked("paris", "train_2 train_3 ship_8 ship_8 ship_7 ship_7 ship_6 ship_5")
    planning = planned(position, 2)
    plan = best(planned(asked("brindisi", "ship_4 train_6 train_5 train_4 train_3 train_2 ship_5 ship_5"), 2))
    assert plan.days == 4 + 5
    assert sum(plan.thrown[0][0]) == 1 and plan.thrown[0][0][9] == 1  # the train of 6 days
    assert best(planning).days == 2 + 5


def test_a_coin_is_kept_for_the_leg_that_needs_it() -> None:
    """Whether the second leg flies depends on whether the coin is left: deciding then takes 61/8 days, not 31/4."""
    position = asked("london", "train_2 train_3", "balloon balloon", coins=1)
    planning = planned(position, 2)
    assert (best(planning).expected, planning.going) == (Fraction(31, 4), Fraction(61, 8))
    exhausted = Exhausting(position, 0, 2, (), worst=False, using=False)
    assert exhausted.days() == planning.going


def test_the_clock_runs_once_somebody_is_home() -> None:
    """With Ben home each further round costs a day, and Relation saves the round."""
    for events, days, turns in (("", 2 + 4 + 1, 2), ("princess", 2 + 4, 1)):
        position = asked("paris", "train_2 ship_4", events, last="relation", players=3)
        cells = position.table.instance.cells(position.row)
        last = len(position.table.names.of(City)) - 1
        cells.update({("arrival", (1,)): 1, ("home", ()): 1, ("city", (1,)): last, ("reached", (last,)): 1})
        later = Position(position.table, tuple(position.table.instance.row(cells)))
        plan = best(planned(later, 2))
        assert (plan.days, len(plan.turns)) == (days, turns)


def test_an_empty_supply_gives_no_coin() -> None:
    """The coin's action is used while there are coins, and the card alone is taken when there are none."""
    position = asked("brindisi", "ship_4", "balloon", row="train_2 ship_8 train_3", coins=0)
    cells = position.table.instance.cells(position.row)
    cells["coins", (1,)] += cells["bank", ()]
    cells["bank", ()] = 0
    without = Position(position.table, tuple(position.table.instance.row(cells)))
    assert best(planned(position, 1)).expected == Fraction(11, 4)
    assert best(planned(without, 1)).expected == Fraction(7, 2)


def test_too_little_at_hand() -> None:
    """Neither engine finds a plan for two ships where there is one, nor for a leg that cannot be paid later."""
    assert planned(asked("suez", "ship_4"), 1).verdict is Verdict.NO_PLAN
    short = asked("paris", "train_2")
    assert planned(short, 2).verdict is Verdict.NO_PLAN
    assert published.legs_that_can_be_paid(tour_of(short, 0, 2, ())) == 1


CASES = {
    "a leg with a balloon and coins": ("paris", "train_5 train_3", "balloon", "", 2, "new_york", 1, ()),
    "a pair, an elephant and the princess": (
        "suez", "ship_7 ship_7 ship_4", "elephant princess", "", 1, "bombay", 2, ("ship_6 ship_5 train_3",)),
    "the detective ahead": ("paris", "train_5 ship_7", "", "train_2 ship_4 train_4", 0, "brindisi", 1, ()),
    "relation past the detective": (
        "paris", "train_5 ship_7", "princess", "", 1, "brindisi", 2, ("ship_6 ship_5 train_3",)),
    "three cards and a submarine": ("new_york", "ship_8 ship_8 train_2", "submarine", "", 1, "paris", 1, ()),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("by", Objective)
def test_nothing_is_better_than_the_plan(case: str, by: Objective) -> None:
    """Every way to play, tried with the executor alone, comes to the days that are published."""
    city, cards, events, row, coins, detective, legs, rows = CASES[case]
    last = "relation" if "relation" in case else ""
    position = asked(city, cards, events, row=row, coins=coins, detective=detective, last=last)
    planning = planned(position, legs, *rows, by=by)
    exhausted = Exhausting(position, 0, legs, rows_of(position, *rows), worst=by is Objective.WORST).days()
    assert exhausted == (best(planning).worst if by is Objective.WORST else planning.going)


@pytest.mark.slow
@settings(max_examples=25, deadline=None, phases=LOOKING)
@given(st.data())
def test_small_hands_are_looked_through(data: st.DataObject) -> None:
    """On the small board any hand of a few cards is played out in every way, with the same fewest days or none."""
    cards = data.draw(st.lists(st.sampled_from(["ship_4", "ship_7", "train_2", "train_4"]), max_size=4))
    events = data.draw(st.lists(st.sampled_from(["elephant", "princess"]), max_size=2, unique=True))
    begins = [("london", 1), ("london", 2), ("bombay", 1), ("bombay", 2), ("calcutta", 1)]
    city, legs = data.draw(st.sampled_from(begins))
    position = asked(
        city, " ".join(cards), " ".join(events), coins=data.draw(st.integers(0, 2)), board="small",
        detective=data.draw(st.sampled_from(["bombay", "calcutta"])),
        last=data.draw(st.sampled_from(["", "elephant", "relation"])),
    )
    some_card = st.sampled_from(["ship_4", "ship_7", "train_2", "train_4"])
    rows = [" ".join(data.draw(st.lists(some_card, min_size=3, max_size=3)))] if legs == 2 else []
    by = data.draw(st.sampled_from(Objective))
    planning = planned(position, legs, *rows, by=by)
    exhausted = Exhausting(position, 0, legs, rows_of(position, *rows), worst=by is Objective.WORST)
    if planning.plan is None:
        assert exhausted.days() >= NEVER
    else:
        assert exhausted.days() == (planning.plan.worst if by is Objective.WORST else planning.going)


@cache
def deck() -> list[str]:
    """The travel cards of the box, one by one."""
    table = table_for()
    copies = table.instance.data.tables["copies"]
    return [name.id for name, count in zip(table.names.of(Card), copies, strict=True) for _ in range(count)]


READINGS: Sequence[Mapping[str, str]] = (
    {}, {"stand-ins": "b"}, {"pair-by-balloon": "b"}, {"reroll-elephant": "b"}, {"must-move": "b"}, {"row-side": "b"},
)


@settings(max_examples=25, deadline=None, phases=LOOKING)
@given(st.data())
def test_the_engines_agree(data: st.DataObject) -> None:
    """Whatever is in hand, in the rows and agreed: both engines find equal days, and the executor plays the plan."""
    dealt = data.draw(st.lists(st.sampled_from(range(60)), unique=True, min_size=9, max_size=16))
    names = [deck()[number] for number in dealt]
    rows, hand = [names[0:3], names[3:6], names[6:9]], names[9:]
    events = data.draw(st.lists(
        st.sampled_from(["elephant", "princess", "balloon", "submarine"]), max_size=3, unique=True))
    city = data.draw(st.sampled_from(["london", "paris", "brindisi", "suez", "bombay", "yokohama", "new_york"]))
    legs = 1 if city == "new_york" else data.draw(st.integers(1, 3))
    coming = [" ".join(row) for row in rows[1:data.draw(st.integers(1, 3))]]
    position = asked(
        city, " ".join(hand), " ".join(events), coins=data.draw(st.integers(0, 3)),
        row=" ".join(rows[0]) if data.draw(st.booleans()) else "", rulings=data.draw(st.sampled_from(READINGS)),
        detective=data.draw(st.sampled_from(["brindisi", "paris", "san_francisco"])),
        last=data.draw(st.sampled_from(["", "relation", "balloon"])),
    )
    by = data.draw(st.sampled_from(Objective))
    planning = planned(position, legs, *coming, by=by)
    if planning.plan is not None and planning.going is not None:
        assert planning.going <= planning.plan.expected <= planning.plan.worst


def test_one_leg_with_many_chances_to_roll_is_confirmed() -> None:
    """Only one leg is paid for, so that dice in several turns at once are no plans, and both engines answer."""
    row, first, second = (" ".join(deck()[number] for number in numbers)
                          for numbers in ((11, 25, 12), (3, 0, 45), (31, 32, 59)))
    hand = " ".join(deck()[number] for number in (5, 27))
    position = asked(
        "new_york", hand, "princess balloon elephant", coins=3, row=row, rulings={"pair-by-balloon": "b"},
        detective="paris", last="relation",
    )
    assert planned(position, 1, first, second).verdict is Verdict.OPTIMAL


def test_why_an_answer_is_not_confirmed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where CP-SAT is not asked, the exact search answers alone, and the method says so and why."""
    monkeypatch.setattr("solvers.tour_du_monde.cpsat.MOST_TIMELINES", 0)
    position = asked("suez", "ship_4 ship_5", "balloon", coins=2)
    alone = find_plan(tour_of(position, 0, 1, rows_of(position)), Objective.EXPECTED)
    assert alone.agreed == (Engine.SEARCH,)
    assert alone.method == (
        "exact search, not confirmed by CP-SAT: too many orders of coins and dice to tabulate"
    )


def test_deciding_as_one_goes_is_worth_the_same_without_coins() -> None:
    """Without coins there is nothing that dice could tell: the policy's days are those of the plan."""
    position = asked("paris", "train_5 ship_7", "balloon submarine", coins=0)
    tour = tour_of(position, 0, 2, ())
    assert best_policy(tour) == best(planned(position, 2)).expected


def test_a_leg_can_be_fixed() -> None:
    """The model may be asked about one given payment: it is used, and the days are no fewer."""
    tour = tour_of(asked("suez", "ship_8 ship_8 ship_4 ship_5"), 0, 1, ())
    dear = max(tour.payments[0], key=lambda payment: payment.days)
    model = TourModel(tour, Objective.WORST)
    model.fix(0, dear)
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    assert solver.solve(model.model) == cp_model.OPTIMAL
    assert model.extract(solver).days == dear.days == 13


def test_engines_that_disagree_publish_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that only one engine has, or a better one, is an error that holds the whole question."""
    tour = tour_of(asked("suez", "ship_8 ship_8 ship_4"), 0, 1, ())
    with monkeypatch.context() as patched:
        patched.setattr(published, "search_plan", lambda *args, **more: NoPlan())
        with pytest.raises(EnginesDisagree, match=r"NoPlan.*Tour"):
            find_plan(tour)
    found = search_plan(tour, Objective.EXPECTED)
    assert isinstance(found, Plan)
    dearer = replace(found, days=found.days + 1)
    with monkeypatch.context() as patched:
        patched.setattr(published, "search_plan", lambda *args, **more: dearer)
        with pytest.raises(EnginesDisagree):
            find_plan(tour)
    with pytest.raises(EnginesDisagree, match=re.escape("not 9")):
        replay(asked("suez", "ship_8 ship_8 ship_4"), 0, dearer, ())


def test_a_search_that_stops_is_not_called_optimal() -> None:
    """With few labels the search stops, and what CP-SAT finds is published as the best found."""
    position = asked("paris", "train_5 ship_7 train_2 ship_8", row="ship_4 train_2 ship_8")
    tour = tour_of(position, 0, 2, rows_of(position, "ship_6 ship_5 train_3"))
    assert isinstance(search_plan(tour, Objective.WORST, most_labels=3), Stopped)
    stopped = find_plan(tour, Objective.WORST, most_labels=3)
    assert (stopped.verdict, stopped.agreed) == (Verdict.BEST_FOUND, (Engine.CP_SAT,))
    known = search_with_cpsat(tour, Objective.WORST)
    assert isinstance(known, Plan) and stopped.plan is not None and stopped.plan.worst == known.worst


@cache
def invariants() -> tuple[str, ...]:
    """The names of everything that the rules claim of every state."""
    game = table_for().game
    return tuple(name for name, one in game.properties.items() if one.kind is Kind.INVARIANT)


def test_made_up_positions_are_possible() -> None:
    """All that the rules claim of every state holds in positions that are made up."""
    for position in (
        asked("hong_kong", "ship_4 ship_4 train_6", "elephant balloon", row="ship_4 train_2 ship_8", coins=3),
        asked("london", "ship_5 train_2", balloon=True, coins=0), asked("new_york", last="submarine"),
    ):
        properties = position.table.game.properties
        broken = [
            (name, args) for name in invariants() for args in every_combination(position.table, properties[name])
            if not position.read(name, *args)
        ]
        assert broken == []


def test_situations_that_cannot_be() -> None:
    """Every reason is told at once: too many copies, blue events in hand, too many coins, the detective in London."""
    table = table_for()
    with pytest.raises(Malformed) as told:
        made_up(table, 0, Situation(3, {0: 5}, {5: 1, 0: 4}, coins=99, row=(1,) * 9, detective=0))
    text = " ".join(map(str, told.value.problems))
    for part in ("4 x ship 4", "3 x elephant", "nobody holds it", "coins to be had", "a row has 3", "never in London"):
        assert part in text
    with pytest.raises(Malformed, match="a card"):
        made_up(table, 0, Situation(0, balloon=True))


def test_whoever_has_no_turn_cannot_plan() -> None:
    """It is told whose turn it is, and what comes first."""
    position = asked("paris", "train_2")
    with pytest.raises(CannotTravel, match="turn of"):
        turn_of(position, 1)
    with pytest.raises(CannotTravel, match=r"dealing|laying"):
        turn_of(Position.start(table_for()), 0)
