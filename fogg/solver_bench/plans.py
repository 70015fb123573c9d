"""Plan tasks: the best plan of a few moves, by the tapes in machine code and by the tapes as a CP-SAT model."""

from __future__ import annotations

import random
import time
from functools import cache

from fogg.solver_bench.measuring import Task
from solvers.cpsat import ClaimsInfeasible, NoAnswer
from solvers.plans import Aim, Luck, Question, in_order, plan_guide
from solvers.plans.cpsat import CpPlan, PlanModel
from solvers.plans.rules import CompiledRules
from solvers.plans.search import Effort, Layers, Search
from solvers.plans.world import World
from spec.execution.position import Position
from spec.execution.table import Table
from spec.lowering.llvm import LlvmExecutor

HORIZON = 5


@cache
def _table() -> Table:
    """The first game on its smallest board, for as few as may play."""
    from fogg.setup import find_game, game_ids, small_board, table

    game = find_game(game_ids()[0])
    return table(game, small_board(game))


@cache
def _rules() -> CompiledRules:
    return CompiledRules(LlvmExecutor(_table().instance))


def _question(rng: random.Random) -> Question:
    """A position in the first half of a random game."""
    table = _table()
    row = table.instance.start
    for _ in range(rng.randint(30, 100)):
        legal = table.executor.legal(row)
        row = tuple(table.executor.apply(row, rng.choice(legal))) if legal else table.instance.start
    guide = plan_guide(table.game.id)
    luck = Luck(table.instance, rng.randrange(1_000))
    others = in_order(table.game, guide.idle)
    return Question(Position(table, row), Aim(0, guide.objective), others, luck, HORIZON)


def _by_search(question: Question) -> int | None:
    world = World(_rules(), question.aim, question.others, question.luck)
    found: Layers[bytes] = Layers()
    effort = Effort(time.monotonic() + 600, 1_000_000)
    Search(world, world.start(question.position.row), whole=False).layers(effort, HORIZON, found)
    return found.best.value


def _by_cpsat(question: Question) -> int | None:
    model = PlanModel(
        _table().instance, question.position.row, question.aim, question.others, question.luck, HORIZON, False
    )
    match model.best(60.0):
        case CpPlan(value=value):
            return value
        case NoAnswer() | ClaimsInfeasible():
            return None


PLANS = (
    Task(f"plan_{HORIZON}_moves", "CP-SAT model made of the tapes", ("ortools",), _question, _by_search, _by_cpsat,
         ready=lambda question: _rules()),
)
