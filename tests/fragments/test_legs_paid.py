"""What the fragment of Le Tour du Monde en 80 jours does, by rulebook lines."""

import pytest

from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.fragments.legs_paid import BOARD, MODEL, SHIP_4, SHIP_7, TRAIN_2, TRAIN_4
from tests.fragments.playing import Table, play

NONE = -1
TRAIN, SHIP = range(2)
ELEPHANT, CONNECTION, DELAY, STORM = range(4)


def table(*hand: int, city: int = 0, players: int = 3, slot: int = 3) -> Table:
    """Player 0 has taken a ship of 7 from `slot` and then holds just the cards of `hand`."""
    t = Table(Instance(MODEL, players, BOARD))
    while t["to_lay"]:
        t.do("lay_out", SHIP_7)
    t.do("take", 0, slot, int(slot == 1))
    for kind in range(4):
        t["hand", 0, kind] = hand.count(kind)
    t["held", 0] = len(hand)
    t["city", 0] = city
    return t


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_random_play_ends_and_the_tapes_mean_the_rules(seed: int) -> None:
    instance = Instance(MODEL, 3, BOARD)
    python = PythonExecutor(instance)

    def counted(row: list[int]) -> list[int]:
        names = ("cards_of_a_kind", "events_of_a_kind")
        return [python.read(name, row, (kind,)) for name in names for kind in range(4)]

    for row, _ in play(instance, seed, moves=5000, compared=700, first=1):
        assert counted(list(instance.start)) == counted(row)


def test_a_leg_is_paid_with_exactly_its_modes() -> None:
    """TDM-17: London to Paris takes a ship and a train."""
    t = table(TRAIN_2, TRAIN_4, SHIP_4)
    assert t.legal("travel") == [(0, NONE, SHIP_4, TRAIN_2, NONE), (0, NONE, SHIP_4, TRAIN_4, NONE)]
    t.do("travel", 0, NONE, SHIP_4, TRAIN_2, NONE)
    assert (t["city", 0], t["days", 0], t["held", 0], t["cards_discarded", SHIP_4]) == (1, 6, 1, 1)


def test_a_leg_cannot_be_paid_with_cards_not_held() -> None:
    """TDM-17: two equal cards must both be there."""
    t = table(TRAIN_4, TRAIN_2, city=3)
    assert {"travel.leg"} == t.broken("travel", 0, NONE, TRAIN_4, TRAIN_4, NONE)
    assert t.legal("travel") == [(0, NONE, TRAIN_4, TRAIN_2, NONE)]


@pytest.mark.parametrize(("hand", "city", "days"), [
    ((TRAIN_4, TRAIN_4), 3, 4), ((TRAIN_4, TRAIN_2), 3, 6),
    ((SHIP_7, SHIP_7, TRAIN_2), 4, 9), ((SHIP_7, SHIP_4, TRAIN_4), 4, 15), ((SHIP_4, TRAIN_4), 0, 8),
])
def test_an_equal_pair_counts_once(hand: tuple[int, ...], city: int, days: int) -> None:
    """TDM-18: two cards of one mode and value cost one; a ship and a train of one value do not."""
    t = table(*hand, city=city)
    ((_, *paid),) = t.legal("travel")
    t.do("travel", 0, *paid)
    assert t["days", 0] == days


def test_a_balloon_stands_for_one_card_and_coins_roll_again() -> None:
    """TDM-11, TDM-12."""
    t = table(TRAIN_4, city=3, slot=1)
    assert t.legal("travel") == [(0, TRAIN, TRAIN_4, NONE, NONE)]
    t.do("travel", 0, TRAIN, TRAIN_4, NONE, NONE)
    assert t.legal("roll") == [(die,) for die in range(1, 7)]
    t.do("roll", 6)
    t.do("reroll", 0)
    t.do("roll", 4)
    assert {"travel.reroll"} == t.broken("reroll", 0)
    t.do("keep", 0)
    assert (t["days", 0], t["coins", 0]) == (8, 0)  # a roll equal to the card is no pair


def test_no_balloon_without_its_action() -> None:
    """TDM-17."""
    t = table(TRAIN_4, city=3)
    assert {"travel.balloon"} == t.broken("travel", 0, TRAIN, TRAIN_4, NONE, NONE)


def test_overland_takes_twelve_days_or_an_elephant() -> None:
    """TDM-19."""
    t = table(city=2)
    assert {"travel.overland"} <= t.broken("travel", 0, NONE, NONE, NONE, NONE)
    t.do("walk", 0)
    assert t["days", 0] == 12
    u = table(city=2)
    u["kept", 0, ELEPHANT] = u["held", 0] = 1
    u.do("ride", 0)
    u.do("roll", 3)
    u.do("keep", 0)
    assert (u["days", 0], u["kept", 0, ELEPHANT], u["events_discarded", ELEPHANT]) == (9, 0, 1)


def test_a_second_leg_needs_the_connection() -> None:
    """TDM-16."""
    t = table(SHIP_4, TRAIN_2, TRAIN_2)
    t.do("travel", 0, NONE, SHIP_4, TRAIN_2, NONE)
    assert {"travel.leg"} == t.broken("travel", 0, NONE, TRAIN_2, NONE, NONE)
    t["kept", 0, CONNECTION] = 1
    t["held", 0] += 1
    t.do("play_connection", 0)
    t.do("travel", 0, NONE, TRAIN_2, NONE, NONE)
    assert t["city", 0] == 2


def test_the_first_and_the_last_in_a_city_take_its_chips() -> None:
    """TDM-20: red is a coin in city 1, blue a day for all others."""
    t = table(SHIP_4, TRAIN_2)
    t.do("travel", 0, NONE, SHIP_4, TRAIN_2, NONE)
    assert (t["coins", 0], t["days", 1]) == (2, 0)
    middle = table(SHIP_4, TRAIN_2)
    middle["reached", 1] = 1
    middle.do("travel", 0, NONE, SHIP_4, TRAIN_2, NONE)
    assert (middle["coins", 0], middle["days", 1]) == (1, 0)
    last = table(SHIP_4, TRAIN_2)
    last["reached", 1] = 2
    last.do("travel", 0, NONE, SHIP_4, TRAIN_2, NONE)
    assert (last["coins", 0], last["days", 0], last["days", 1], last["days", 2]) == (1, 6, 1, 1)


def test_a_blue_event_costs_days_and_shuffles_even_the_events_held() -> None:
    """TDM-13, TDM-25: whoever is home loses nothing."""
    t = table()
    t["coins", 0] = 2
    t["city", 2] = 5
    t["kept", 1, ELEPHANT] = t["held", 1] = 2
    t["events_hidden", ELEPHANT], t["events_hidden", CONNECTION] = 0, 0
    t["events_discarded", ELEPHANT] = t["events_discarded", CONNECTION] = 1
    t["events_left"], t["events_away"] = 2, 2
    t.do("buy", 0, 2)
    t.do("draw_event", STORM)
    assert [t["days", player] for player in range(3)] == [2, 2, 0]
    assert (t["kept", 1, ELEPHANT], t["held", 1]) == (0, 0)
    assert [t["events_hidden", event] for event in range(4)] == [3, 1, 1, 1]
    assert (t["events_left"], t["events_away"]) == (6, 0)


def test_six_cards_may_be_held_at_the_end_of_a_turn() -> None:
    """TDM-21."""
    t = table(*[TRAIN_2] * 6)
    t["kept", 0, ELEPHANT] = 1
    t["held", 0] = 7
    assert {"turn.limit"} == t.broken("end_turn", 0)
    t.do("discard", 0, TRAIN_2)
    t.do("end_turn", 0)
    assert t["turn"] == 1


def test_the_first_home_starts_the_clock() -> None:
    """TDM-22, TDM-23: at the start of each round everybody not home loses a day; home players have no turns."""
    t = table()
    t["city", 1] = 5
    t["acted", 2] = 1
    t.do("end_turn", 0)
    assert [t["days", player] for player in range(3)] == [1, 0, 1]
    assert (t["first_player"], t["turn"], t["to_lay"]) == (1, 2, 4)
    assert t.read("over") == 0


def test_the_game_ends_with_the_round_of_the_last_but_one() -> None:
    """TDM-27."""
    t = table()
    t["city", 1] = t["city", 2] = 5
    t.do("end_turn", 0)
    assert t.read("over") == 1
