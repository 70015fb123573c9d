"""Plans with known luck: several engines that share only the tapes come to one value, and every plan is replayed."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from fogg.setup import table
from solvers.plans import Aim, Engine, EnginesDisagree, Helping, Luck, Others, Question, Verdict, find_plan, in_order
from solvers.plans import published as publishing
from spec.execution.position import Position
from spec.execution.table import Table
from spec.language.errors import Malformed
from spec.lowering.executor import Move
from spec.lowering.llvm import LlvmExecutor
from tests.models import tic_tac_toe

SMALL = table("eighty_days", "small", 2)
GAMES = [("eighty_days", "small"), ("tour_du_monde", "small")]


@cache
def of(game: str, board: str) -> Table:
    return SMALL if game == SMALL.game.id else table(game, board, 2)


@cache
def compiled(game: str, board: str) -> LlvmExecutor:
    return LlvmExecutor(of(game, board).instance)


def on_small() -> LlvmExecutor:
    return compiled("eighty_days", "small")


def in_play(ready: Table, seed: int, moves: int) -> Position:
    """A position of a random game; where one has ended another begins."""
    rng, row = random.Random(seed), ready.instance.start
    for _ in range(moves):
        legal = ready.executor.legal(row)
        row = tuple(ready.executor.apply(row, rng.choice(legal))) if legal else ready.instance.start
    return Position(ready, row)


def question(position: Position, others: Others | None, horizon: int | None, seed: int = 1) -> Question:
    policy = in_order(position.table.game, ()) if others is None else others
    return Question(position, Aim(0, "score"), policy, Luck(position.table.instance, seed), horizon)


@pytest.mark.parametrize(("game", "board", "others"), [
    (*GAMES[0], None), (*GAMES[1], Helping()),
    pytest.param(*GAMES[0], Helping(), marks=pytest.mark.slow), pytest.param(*GAMES[1], None, marks=pytest.mark.slow),
])
def test_engines_agree(game: str, board: str, others: Others | None) -> None:
    """Exhaustive search in machine code, the reference executor and CP-SAT find plans of one value."""
    asked = question(in_play(of(game, board), 3, 45), others, 5)
    plan = find_plan(asked, seconds=60, executor=compiled(game, board))
    assert plan.agreed == (Engine.LAYERS, Engine.REFERENCE, Engine.CP_SAT)
    assert (plan.verdict, plan.gap) == (Verdict.OPTIMAL, 0)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "board"), GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_engines_agree_further_on(game: str, board: str, seed: int) -> None:
    """So it is in the middle of other games and over more moves, with draws among them."""
    asked = question(in_play(of(game, board), seed, 40 + 10 * seed), None, 7, seed)
    plan = find_plan(asked, seconds=120, executor=compiled(game, board))
    assert Engine.CP_SAT in plan.agreed
    assert plan.verdict is Verdict.OPTIMAL


def test_a_disagreement_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that comes to another value stops everything, and the message holds the question."""
    monkeypatch.setattr(publishing, "best_by_reference", lambda *args: 10_000)
    with pytest.raises(EnginesDisagree, match="10000"):
        find_plan(question(in_play(SMALL, 3, 45), None, 3), seconds=60, effort=0, executor=on_small())


def test_one_engine_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """A best plan that no second engine confirms is not called optimal."""
    monkeypatch.setattr(publishing, "best_by_reference", lambda *args: None)
    plan = find_plan(question(in_play(SMALL, 3, 45), None, 3), seconds=60, effort=0, executor=on_small())
    assert (plan.verdict, plan.agreed) == (Verdict.ONE_ENGINE, (Engine.LAYERS,))


def test_the_rest_of_a_game_that_closes() -> None:
    """Tic-tac-toe is looked through to its end: X wins if O helps, and if O always takes the first free square."""
    grid = Table(tic_tac_toe.MODEL, ("X", "O"))
    for others in (Helping(), in_order(grid.game, ())):
        asked = Question(Position.start(grid), Aim(0, "wins"), others, Luck(grid.instance, 0), None)
        plan = find_plan(asked, seconds=60, effort=0)
        assert (plan.value, plan.verdict) == (1, Verdict.OPTIMAL)
        assert len(plan.moves) == 5


def test_an_interruption_keeps_the_best_so_far() -> None:
    """A beam that is stopped at the keyboard has a plan all the same, which is called no more than the best found."""
    looks = 0

    def interrupt(seen: int) -> None:
        nonlocal looks
        looks += 1
        if seen > 3_000:
            raise KeyboardInterrupt

    asked = question(in_play(SMALL, 3, 60), None, 60)
    plan = find_plan(asked, seconds=60, states=500, effort=0, progress=interrupt, executor=on_small())
    assert looks
    assert plan.verdict is Verdict.BEST_FOUND
    assert plan.bound > plan.value
    assert any("keyboard" in note for note in plan.notes)


def test_beams_do_not_stop_at_what_is_near() -> None:
    """With few states kept, a beam finds what the exhaustive search proves to be best."""
    asked = question(in_play(SMALL, 3, 60), None, 9)
    proved = find_plan(asked, seconds=60, effort=0, executor=on_small())
    found = find_plan(asked, seconds=60, states=5, effort=0, executor=on_small())
    assert (proved.verdict, found.verdict) == (Verdict.OPTIMAL, Verdict.BEST_FOUND)
    assert found.value == proved.value


def test_luck_comes_as_often_as_its_weight_says() -> None:
    """Over many seeds a draw of weight 3 of 4 comes three times as often as one of weight 1, whatever came before."""
    ready = of("tour_du_monde", "small")
    action = list(ready.game.actions).index("deal")
    light, heavy = (action, 0), (action, 1)
    first: Counter[Move] = Counter()
    second: Counter[Move] = Counter()
    for seed in range(2_000):
        luck = Luck(ready.instance, seed)
        drawn, place = luck.drawn(action, 0, {light: 1, heavy: 3})
        first[drawn] += 1
        second[luck.drawn(action, place, {light: 1, heavy: 3})[0]] += 1
    for counted in (first, second):
        assert abs(counted[heavy] - 1_500) < 80  # four standard deviations


def test_a_pile_has_one_order() -> None:
    """What is drawn next does not depend on what was drawn of another pile in between, and a script comes first."""
    ready = SMALL
    names = list(ready.game.actions)
    adventure, roll = names.index("draw_adventure"), names.index("roll")
    pile: dict[Move, int] = {(adventure, card): 1 for card in range(6)}
    luck = Luck(ready.instance, 5, [(adventure, 4), (roll, 2), (adventure, 1)])
    order, place, left = list[int](), 0, dict(pile)
    while left:
        drawn, place = luck.drawn(adventure, place, left)
        del left[drawn]
        luck.drawn(roll, 0, {(roll, face): 1 for face in range(6)})
        order.append(drawn[1])
    assert order[:2] == [4, 1]
    assert sorted(order) == list(range(6))


def test_bad_questions() -> None:
    """A reading that gives no points, an action that the game does not have, and a game that is over are refused."""
    position = in_play(SMALL, 3, 45)
    with pytest.raises(Malformed, match="no points called 'price_of'"):
        find_plan(Question(position, Aim(0, "price_of"), Helping(), Luck(position.table.instance, 0), 3))
    with pytest.raises(Malformed, match="no player's action roll"):
        in_order(position.table.game, ["roll", "pass"])
    grid = Table(tic_tac_toe.MODEL, ("X", "O"))
    over = Position.start(grid)
    while not over.is_over:
        over = over.play(over.moves[0])
    with pytest.raises(Malformed, match="over"):
        find_plan(Question(over, Aim(0, "wins"), Helping(), Luck(grid.instance, 0)))


def test_the_bound_is_what_can_still_come() -> None:
    """Where the search does not come to its end the gap is not to what the reading could ever say."""
    plan = find_plan(question(Position.start(SMALL), None, 12), states=5, effort=0, executor=on_small())
    worth, race = SMALL.instance.data.tables["worth"], SMALL.instance.data.tables["arrival_points"]
    assert plan.bound == sum(worth) + race[0]


def test_an_interruption_before_the_first_plan_is_told() -> None:
    """Stopped at the keyboard with nothing to show, that is said, and not that the time was over."""
    def at_once(states: int) -> None:
        raise KeyboardInterrupt

    asked = question(Position.start(SMALL), None, None)
    with pytest.raises(KeyboardInterrupt, match="stopped before a first plan"):
        find_plan(asked, seconds=30, progress=at_once, executor=on_small())
