"""What the fragment of In 80 Tagen um die Erde does, by rulebook lines."""

import pytest

from spec.lowering.instance import Instance
from spec.lowering.python import PythonExecutor
from tests.fragments.chained_cards import (
    BOARD,
    CARRIAGE_2,
    CUFFED_TWICE,
    HANDCUFFS,
    MODEL,
    MONEY_BAG,
    TRAIN_1,
    TRAIN_3,
    WIND_ROSE,
)
from tests.fragments.playing import Table, play

CARRIAGE, TRAIN, SHIP, ELEPHANT = range(4)


def table(ruling: str = "A") -> Table:
    return Table(Instance(MODEL, 2, BOARD, {CUFFED_TWICE: CUFFED_TWICE.number_of(ruling)}))


def hold(t: Table, player: int, *kinds: int) -> None:
    """Let a player hold just these cards."""
    for kind in range(9):
        t["hand", player, kind] = kinds.count(kind)
    t["held", player] = len(kinds)


@pytest.mark.parametrize("seed", range(2))
def test_random_play_ends_and_the_tapes_mean_the_rules(seed: int) -> None:
    instance = Instance(MODEL, 3, BOARD)
    python = PythonExecutor(instance)
    lost = [python.read("cards_of_a_kind", instance.start, (kind,)) for kind in range(9)]
    for row, _ in play(instance, seed, compared=100):
        assert all(python.read("held_is_hand", row, (player,)) for player in range(3))
        assert lost == [python.read("cards_of_a_kind", row, (kind,)) for kind in range(9)]


def test_only_the_transport_of_the_wind_rose_is_played() -> None:
    """I80-9, I80-13: special cards do not mind the rose."""
    t = table()
    assert {"cards.rose"} == t.broken("play_travel", 0, TRAIN_3)
    assert t.legal("play_travel") == [(0, CARRIAGE_2)]
    assert {"play_travel", "play_rose", "play_handcuffs", "play_bag", "draw"} == t.names()


def test_a_wind_rose_field_lets_the_rose_turn_and_another_card_follow() -> None:
    """I80-19: the card is a duty."""
    t = table()
    t.do("play_travel", 0, CARRIAGE_2)  # to the wind rose field 2
    assert {"set_rose"} == t.names()
    t.do("set_rose", 0, TRAIN)
    assert {"cards.turn-rose"} == t.broken("give_up", 0)
    t.do("play_travel", 0, TRAIN_3)  # to the telescope field 5, in the same turn
    assert (t["turn"], t.names()) == (0, {"draw_event"})


def test_who_must_play_on_and_cannot_ends_the_turn() -> None:
    """I80-14; what then is not said: our reading is that the turn ends."""
    t = table()
    hold(t, 0, WIND_ROSE, TRAIN_3)
    t.do("play_rose", 0, WIND_ROSE)
    t.do("set_rose", 0, SHIP)
    t.do("give_up", 0)
    assert t["turn"] == 1


def test_a_station_lets_one_play_on_or_draw() -> None:
    """I80-22: who has no fitting card draws one or two."""
    t = table()
    t["at", 0] = 9
    t.do("play_travel", 0, CARRIAGE_2)  # to the station 11
    assert {"play_rose", "play_handcuffs", "play_bag", "stop"} == t.names()
    u = table()
    u["at", 0] = 9
    hold(u, 0, CARRIAGE_2, TRAIN_3)
    u.do("play_travel", 0, CARRIAGE_2)
    assert {"fields.station"} == u.broken("stop", 0)
    u.do("draw", 0, 2)
    u.do("draw_card", TRAIN_1)
    u.do("draw_card", TRAIN_1)
    assert (u["hand", 0, TRAIN_1], u["turn"]) == (2, 1)


def test_a_money_bag_fends_off_handcuffs_out_of_turn() -> None:
    """I80-16, I80-33: the chased player decides; the turn order is not disturbed."""
    t = table()
    t["at", 1] = 10
    t.do("play_handcuffs", 0, HANDCUFFS)
    assert {"fend_off", "go_back"} == t.names()
    assert {"turn.order"} == t.broken("go_back", 0)
    t.do("fend_off", 1, MONEY_BAG)
    assert (t["at", 1], t["held", 1], t["turn"]) == (10, 4, 1)


@pytest.mark.parametrize(("start", "ruling", "end"), [
    (10, "A", 7), (11, "A", 5), (29, "A", 23), (29, "B", 23), (20, "A", 14), (20, "B", 11), (2, "A", 0),
])
def test_handcuffs_send_back_and_further_from_a_handcuff_field(start: int, ruling: str, end: int) -> None:
    """I80-15: three back, and three more from a handcuff field (8, 14, 17, 24 and 26)."""
    t = table(ruling)
    t["at", 1] = start
    t.do("play_handcuffs", 0, HANDCUFFS)
    t.do("go_back", 1)
    assert t["at", 1] == end


def test_the_own_handcuff_field_counts_once() -> None:
    """I80-21: three back, and the field met there does nothing."""
    t = table()
    t["at", 0] = 6
    t.do("play_travel", 0, CARRIAGE_2)  # to the handcuff field 8, back to the telescope field 5
    assert (t["at", 0], t["turn"]) == (5, 1)


def test_an_emptied_hand_jumps_and_draws() -> None:
    """I80-28: five fields and five cards; of the field before only telescope and handcuffs count."""
    t = table()
    hold(t, 0, CARRIAGE_2)
    t.do("play_travel", 0, CARRIAGE_2)  # to the wind rose field 2, which does nothing now
    assert {"jump"} == t.names()
    t.do("jump")
    assert (t["at", 0], t["to_draw"]) == (7, 5)
    for _ in range(5):
        t.do("draw_card", *t.legal("draw_card")[0])
    assert (t["held", 0], t["turn"]) == (5, 1)


def test_handcuffs_count_before_a_jump_and_the_field_after_it_counts_fully() -> None:
    """I80-28: back three from the handcuff field 8, on five to the field 10; or from 8 - 3 + 5."""
    t = table()
    hold(t, 0, CARRIAGE_2)
    t["at", 0] = 6
    t.do("play_travel", 0, CARRIAGE_2)
    assert t["at", 0] == 5
    t.do("jump")
    assert t["at", 0] == 10
    u = table()
    hold(u, 0, CARRIAGE_2)
    u["at", 0] = 11
    u.do("play_travel", 0, CARRIAGE_2)
    u.do("jump")  # to the wind rose field 18: the rose may be turned, after the new cards
    for _ in range(5):
        u.do("draw_card", *u.legal("draw_card")[0])
    assert {"set_rose"} == u.names()


def test_a_jump_to_the_goal_draws_nothing() -> None:
    """I80-28."""
    t = table()
    hold(t, 0, CARRIAGE_2)
    t["at", 0] = 27
    t.do("play_travel", 0, CARRIAGE_2)
    t.do("jump")
    assert (t.read("over"), t["to_draw"]) == (1, 0)


def test_the_discards_become_the_supply() -> None:
    """I80-26: the weights are those of the discarded copies."""
    t = table()
    for kind in range(9):
        t["cards_hidden", kind] = 0
        t["cards_discarded", kind] = kind // 3
    t["cards_left"], t["cards_away"] = 0, 9
    t.do("draw", 0, 1)
    weights = {kind: t.python.weight(t.row, (t.numbers["draw_card"], kind)) for (kind,) in t.legal("draw_card")}
    assert weights == {3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 2}
    t.do("draw_card", 3)
    assert (t["cards_left"], t["cards_away"], t["cards_hidden", 8], t["cards_discarded", 8]) == (8, 0, 2, 0)


def test_nothing_is_drawn_from_two_empty_piles() -> None:
    """I80-26 says nothing of two empty piles: our reading is that drawing stops."""
    t = table()
    for kind in range(9):
        t["cards_hidden", kind] = 0
    t["cards_left"] = 0
    t.do("draw", 0, 2)
    assert {"run_out"} == t.names()
    t.do("run_out")
    assert t["turn"] == 1
