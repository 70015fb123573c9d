"""Plans asked for in the middle of random games, for every number of players."""

import random

import pytest

from solvers.tour_du_monde import Objective, find_plan, replay, tour_of
from solvers.tour_du_monde.reading import cells_of, number
from spec.execution.playing import draw
from spec.execution.position import Position
from spec.games.tour_du_monde.board import City
from spec.games.tour_du_monde.state import Decision
from tests.solvers.tour_du_monde.asked import table_for

LEGS = ("travel", "walk", "ride")


def decides(position: Position) -> bool:
    """Whether a traveller is at a plain moment of the own turn."""
    cells = cells_of(position)
    drawing = cells["to_draw", ()] or cells["events_due", ()]
    return cells["open", ()] == number(Decision.TURN) and not drawing and not cells["arrival", (cells["turn", ()],)]


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_plans_in_the_middle_of_games(players: int) -> None:
    """Whatever the position of the one to decide: a plan is found or none, both engines agree, and it can be played."""
    table, rng = table_for(players=players), random.Random(players)
    position, found = Position.start(table), 0
    last = len(table.names.of(City)) - 1
    while not position.is_over:
        if decides(position) and rng.random() < 0.1:
            seat = cells_of(position)["turn", ()]
            legs = min(rng.randint(1, 2), last - cells_of(position)["city", (seat,)])
            planning = find_plan(tour_of(position, seat, legs, ()), rng.choice(list(Objective)))
            assert len(planning.agreed) == 2
            if planning.plan is not None:
                found += 1
                assert replay(position, seat, planning.plan, ()).days == planning.plan.worst
        travels = [move for move in position.moves if table.executor.actions[move[0]].name in LEGS]
        weights = [table.executor.weight(position.row, move) for move in position.moves]
        move = rng.choice(travels) if travels and rng.random() < 0.5 else position.moves[draw(weights, rng)]
        position = Position(table, tuple(table.executor.apply(position.row, move)))
    assert found > 0
