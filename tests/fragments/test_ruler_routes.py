"""What the fragment of Around the World in 80 Days (2024) does, by rulebook lines."""

import pytest

from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.fragments.playing import Table, play
from tests.fragments.ruler_routes import EITHER_WAY, MODEL, tiny

LAND, SEA, AIR = range(3)


def table(ruling: str = "A", players: int = 2) -> Table:
    """Cards 0 1 2 lie as trains, 3 4 5 as ships, and 6 on top of the deck."""
    t = Table(Instance(MODEL, players, tiny(), {EITHER_WAY: EITHER_WAY.number_of(ruling)}))
    for card in range(7):
        t.do("turn_up", card)
    return t


@pytest.mark.parametrize("seed", range(2))
def test_random_play_ends_and_the_tapes_mean_the_rules(seed: int) -> None:
    instance = Instance(MODEL, 3, tiny())
    python = PythonExecutor(instance)
    for row, _ in play(instance, seed):
        assert all(python.read("stacks", row, (p, q)) for p in range(3) for q in range(3))


def test_the_market_has_two_rows_and_a_known_top() -> None:
    """ATW-22: six cards, trains above ships, and the deck's top."""
    t = table()
    assert [t["market", LAND, slot] for slot in range(3)] == [0, 1, 2]
    assert [t["market", SEA, slot] for slot in range(3)] == [3, 4, 5]
    assert (t["top"], t["cards_left"]) == (6, 2)


def test_a_taken_card_shifts_its_row_and_the_top_fills_it() -> None:
    """ATW-51."""
    t = table()
    t.do("take_from_row", 0, LAND, 1, LAND)
    assert [t["market", LAND, slot] for slot in range(3)] == [0, 2, 6]
    assert (t["top"], t.legal("turn_up")) == (-1, [(7,), (8,)])


def test_waiting_flipping_and_missing_pounds_cost_days() -> None:
    """ATW-59: 3 travel days and 1 waiting, 5 + 1 pounds with only 5 in hand: five days (here 5 + 1 + 1)."""
    t = table()
    t["pounds", 0] = 5
    t["market", LAND, 1] = 3  # 5 pounds, 5 days
    t.do("take_from_row", 0, LAND, 1, SEA)
    assert (t["pounds", 0], t["day", 0]) == (0, 7)


def test_the_last_in_time_moves_and_the_top_token_breaks_ties() -> None:
    """ATW-35, ATW-57: who lands on a space lies on top and moves first there."""
    t = table(players=3)
    assert {"calendar.turn"} == t.broken("take_top", 1, LAND)
    t["day", 0], t["height", 0] = 9, 0
    t["day", 1], t["height", 1] = 8, 0
    t["day", 2], t["height", 2] = 4, 0
    t.do("take_from_row", 2, LAND, 0, LAND)  # four days
    t.do("stop", 2)
    t.do("turn_up", 7)
    assert (t["day", 2], t["height", 2], t["height", 1]) == (8, 1, 0)
    assert {(2,)} == {move[:1] for move in t.legal("take_from_row")}


def test_a_token_that_leaves_a_stack_lets_those_above_sink() -> None:
    """ATW-57: heights stay without gaps."""
    t = table(players=3)
    t["height", 0], t["height", 1], t["height", 2] = 2, 1, 0
    t.do("take_from_row", 0, LAND, 0, LAND)
    assert [t["height", player] for player in range(3)] == [0, 1, 0]


def test_trains_stay_on_land_and_ships_at_sea() -> None:
    """ATW-65."""
    t = table()
    t["point", 0] = 2
    t.do("take_from_row", 0, LAND, 0, LAND)
    assert {"route.line"} == t.broken("draw_line", 0, 3)
    assert t.legal("draw_line") == [(0, 1)]


def test_a_ruler_without_marks_draws_one_line() -> None:
    """ATW-68, ATW-69: a detour needs a mark; one may always stop earlier."""
    t = table()
    t.do("take_from_row", 0, LAND, 0, LAND)
    t.do("draw_line", 0, 1)
    assert {"route.detour"} == t.broken("draw_line", 0, 2)
    u = table()
    u.do("take_from_row", 0, SEA, 0, LAND)  # card 3 has one mark
    u.do("draw_line", 0, 1)
    u.do("draw_line", 0, 2)
    assert {"route.detour"} == u.broken("draw_line", 0, 1)


@pytest.mark.parametrize(("ruling", "west"), [("A", 1), ("B", 0)])
def test_the_antimeridian_gives_a_day_back(ruling: str, west: int) -> None:
    """ATW-73."""
    t = table(ruling)
    t["point", 0] = 3
    t.do("take_from_row", 0, SEA, 0, SEA)
    day = t["day", 0]
    t.do("draw_line", 0, 4)
    assert t["day", 0] == day - 1
    t.do("draw_line", 0, 3)
    assert t["day", 0] == day - 1 - west


def test_income_is_for_the_end_of_the_route_and_limited() -> None:
    """ATW-76, ATW-78: a stop in passing pays nothing; 80 pounds earned are all."""
    t = table()
    t["earned", 0], t["pounds", 0] = 79, 8
    t.do("take_from_row", 0, SEA, 0, LAND)
    t.do("draw_line", 0, 1)
    t.do("draw_line", 0, 2)
    t.do("stop", 0)
    assert (t["earned", 0], t["pounds", 0]) == (80, 3)  # 8 - 6 + 1


def test_a_balloon_flies_once_over_everything() -> None:
    """ATW-52, ATW-65."""
    t = table()
    t["day", 1] = 20
    t.do("take_balloon", 0, 0)
    assert (t["pounds", 0], t["day", 0]) == (0, 11)
    assert t.legal("draw_line") == [(0, 1), (0, 2)]
    t.do("stop", 0)
    t["day", 0] = 0
    assert {"market.balloon"} == t.broken("take_balloon", 0, 0)


def test_the_first_in_london_scores_more() -> None:
    """ATW-94."""
    t = table()
    t["point", 0] = t["point", 1] = 5
    t.do("arrive", 0)
    t.do("arrive", 1)
    assert (t["fame", 0], t["fame", 1], t.read("over")) == (12, 5, 1)
    late = table()
    assert {"end.arrival"} == late.broken("arrive", 0)


def test_the_discards_become_the_deck_when_it_is_empty() -> None:
    """ATW-51."""
    t = table()
    t["day", 1] = 20
    t.do("take_top", 0, LAND)
    t.do("stop", 0)
    t.do("turn_up", 7)
    t["day", 0] = 0
    t.do("take_top", 0, LAND)
    t.do("stop", 0)
    t.do("turn_up", 8)
    assert (t["cards_left"], t["cards_away"]) == (0, 2)
    t["day", 0] = 0
    t.do("take_top", 0, LAND)
    t.do("stop", 0)
    assert t.legal("turn_up") == [(6,), (7,), (8,)]
    t.do("turn_up", 7)
    assert (t["cards_left"], t["cards_away"]) == (2, 0)
