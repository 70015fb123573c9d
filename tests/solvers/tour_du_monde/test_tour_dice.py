"""Dice that may be rolled again for coins, against fractions worked out by hand and a plain look at every roll."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from solvers.tour_du_monde.dice import Die, Gain, Timeline, expected_days, highest_kept, worst_days

DIE = Die(tuple((1, face) for face in range(1, 7)), 1)
ONCE = Die(DIE.outcomes, None)
PAIRED = Die(tuple((1, face if face != 5 else 0) for face in range(1, 7)), 1)


def looked(timeline: Timeline, coins: int, rolled: int | None = None) -> Fraction:
    """Every roll and every decision, one after the other; `rolled` waits to be kept."""
    if not timeline:
        return Fraction(0)
    first, rest = timeline[0], timeline[1:]
    if isinstance(first, Gain):
        return looked(rest, coins + first.coins)
    if rolled is None:
        return sum((looked(timeline, coins, days) for _, days in first.outcomes), Fraction(0)) / len(first.outcomes)
    kept = rolled + looked(rest, coins)
    if first.price is None or coins < first.price:
        return kept
    return min(kept, looked(timeline, coins - first.price))


def test_one_die_by_hand() -> None:
    """With no coin 7/2; with one, 4 to 6 are rolled again: 1 + 7/4; with two, 3 to 6 are: 1/2 + 4/6 of that."""
    assert [expected_days((DIE,), coins) for coins in range(3)] == [Fraction(7, 2), Fraction(11, 4), Fraction(7, 3)]


def test_two_dice_share_a_coin() -> None:
    """The coin goes to the first die from 5 on, since it is as good for the second: 35/6 days."""
    assert expected_days((DIE, DIE), 1) == Fraction(35, 6)
    assert highest_kept(DIE, (DIE,), 1) == 4
    assert highest_kept(DIE, (), 1) == 3
    assert highest_kept(DIE, (), 0) == 6


def test_coins_that_come_in_later_do_not_help_earlier_dice() -> None:
    """A coin after the die is worth nothing to it, before the die as much as one in hand."""
    assert expected_days((DIE, Gain(1)), 0) == Fraction(7, 2)
    assert expected_days((Gain(1), DIE), 0) == Fraction(11, 4)


def test_a_die_that_cannot_be_rolled_again_ignores_coins() -> None:
    """Without another roll it costs 7/2 with any coins."""
    assert expected_days((ONCE,), 5) == Fraction(7, 2)
    assert highest_kept(ONCE, (), 5) == 6


def test_the_worst_case_knows_no_second_chance() -> None:
    """Another roll may be the worst again."""
    assert worst_days((DIE, Gain(3), ONCE, PAIRED)) == 18


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.sampled_from([DIE, ONCE, PAIRED, Gain(1)]), max_size=3).map(tuple), st.integers(0, 2)
)
def test_every_timeline_is_as_looked_through(timeline: Timeline, coins: int) -> None:
    """The recursion over coins gives the same fraction as looking at every roll and decision."""
    assert expected_days(timeline, coins) == looked(timeline, coins)
