"""What the fragment of Around the World in 15 Minutes does, by rulebook lines."""

import pytest

from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.fragments.fifteen_minutes import BOARD, MODEL, NEAREST_COUNTS
from tests.fragments.playing import Table, play

TRAVEL, COLLECT, EXPLORE = range(3)


def table(ruling: str = "A") -> Table:
    t = Table(Instance(MODEL, 2, BOARD, {NEAREST_COUNTS: NEAREST_COUNTS.number_of(ruling)}))
    t.do("choose_home", 0, 0)
    t.do("choose_home", 1, 2)
    return t


@pytest.mark.parametrize("seed", range(3))
def test_random_play_ends_and_the_tapes_mean_the_rules(seed: int) -> None:
    assert play(Instance(MODEL, 2, BOARD), seed)


def test_every_visit_came_by_a_route() -> None:
    """Under ruling B the claim holds at every state of random games."""
    instance = Instance(MODEL, 2, BOARD, {NEAREST_COUNTS: NEAREST_COUNTS.number_of("B")})
    python = PythonExecutor(instance)
    for row, _ in play(instance, 1, compared=1000):
        assert all(python.read("visits_need_routes", row, (p, city)) for p in range(2) for city in range(5))


def test_only_the_navigator_announces_and_everyone_acts() -> None:
    """15M-22, 15M-32: all take the action, the navigator perhaps twice, then the role moves on."""
    t = table()
    assert {"turn.announce"} == t.broken("announce", 1, TRAVEL)
    t.do("announce", 0, TRAVEL)
    t.do("travel", 0, 0)
    assert t.legal("leave_it") == [(0,)]
    t.do("travel", 1, 3)
    assert t["navigator"] == 0
    t.do("travel", 0, 2)
    assert (t["navigator"], t["announced"]) == (1, -1)


def test_the_second_time_is_the_navigators_choice() -> None:
    """15M-22: a follower acts once; a navigator may leave the second time."""
    t = table()
    t.do("announce", 0, TRAVEL)
    t.do("travel", 1, 3)
    assert {"turn.announce"} <= t.broken("travel", 1, 3)
    t.do("travel", 0, 0)
    t.do("leave_it", 0)
    assert t["navigator"] == 1


def test_a_route_is_used_once_on_each_sheet() -> None:
    """15M-24: a used route is closed for its player alone."""
    t = table()
    t.do("announce", 0, TRAVEL)
    t.do("travel", 0, 1)
    assert "travel.route" in t.broken("travel", 0, 1)
    assert (1, 1) in t.legal("travel")


@pytest.mark.parametrize(("ruling", "counted"), [("A", 1), ("B", 0)])
def test_a_stuck_player_moves_to_the_nearest_city_with_a_way_out(ruling: str, counted: int) -> None:
    """15M-25: with no open route the turn is spent moving to the nearest city that has one."""
    t = table(ruling)
    for route in (0, 1, 2, 3):
        t["used", 0, route] = 1  # routes 3-4 and 1-4 are left
    t.do("announce", 0, TRAVEL)
    assert {"travel.stuck"} == t.broken("move_on", 0, 3)
    assert t.legal("move_on") == [(0, 1)]
    t.do("move_on", 0, 1)
    assert (t["city", 0], t["owes", 0], t["visited", 0, 1]) == (1, 0, counted)


def test_marks_have_maxima() -> None:
    """15M-27, 15M-30: at most three marks of a souvenir and five of a sight; a full player does nothing."""
    t = table()
    t["souvenirs", 0, 0] = 3
    t.do("announce", 0, COLLECT)
    assert {"collect.mark"} == t.broken("collect", 0, 0)
    assert t.legal("do_nothing") == [(0,)]
    t.do("do_nothing", 0)
    t.do("collect", 1, 0)
    t["sights", 0, 0] = 5
    t.do("announce", 1, EXPLORE)
    assert {"explore.mark"} == t.broken("explore", 0, 0)


def test_coming_home_ends_the_game_with_the_turn() -> None:
    """15M-34: the trigger is a visit to each region and home again; the turn is finished first."""
    t = table()
    t["visited", 0, 2] = 1
    t["city", 0] = 2
    t.do("announce", 0, TRAVEL)
    t.do("travel", 0, 1)
    assert (t["triggered"], t.read("over")) == (1, 0)
    t.do("leave_it", 0)
    t.do("travel", 1, 2)
    assert t.read("over") == 1


def test_an_iconic_city_is_no_home_and_sells_nothing() -> None:
    """15M-56, 15M-58."""
    t = Table(Instance(MODEL, 2, BOARD))
    assert {"setup.home"} == t.broken("choose_home", 0, 4)
