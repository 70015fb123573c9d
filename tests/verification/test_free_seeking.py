"""Situations that random play does not come to: distances from them, and games led there; what is always possible."""

import random

import pytest

from fogg.setup import find_game, ready_board
from spec.language.data import EMPTY
from spec.language.game import Game
from spec.language.nodes import Apply, Op, Param
from spec.language.sorts import Bool
from spec.language.tracing import Tracer
from spec.lowering.instance import Instance
from spec.lowering.llvm import LlvmExecutor
from spec.lowering.python import PythonExecutor
from tests.models import rising_prices, roundabout, tic_tac_toe
from verification.directed import Seeker
from verification.directed.expand import Order
from verification.free.counting import counts
from verification.free.existing import some_move
from verification.free.goals import is_impossible
from verification.free.nearing import claim_of, situation
from verification.free.rules import goals_of
from verification.queries import Asker, Effort, Question, Status
from verification.system import System
from verification.z3_lowering.terms import equal, negated

GAMES = [tic_tac_toe.MODEL, rising_prices.MODEL, roundabout.MODEL]


def states(executor: PythonExecutor, many: int = 40) -> list[tuple[int, ...]]:
    """The states of some random games."""
    chooser, found, row = random.Random(1), [], tuple(executor.instance.start)
    for _ in range(many):
        found.append(row)
        legal = executor.legal(row)
        row = tuple(executor.apply(row, chooser.choice(legal))) if legal else tuple(executor.instance.start)
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_distance_is_nothing_just_where_the_situation_is(game: Game) -> None:
    """For each of its parameters the distance is 0 exactly if the situation is there, and never below."""
    instance = Instance(game, game.counts[0])
    executor, looked = PythonExecutor(instance), 0
    for number, action in enumerate(game.actions.values()):
        for goal in goals_of(number, action, instance.tape(action)):
            if is_impossible(goal):
                continue
            claim = claim_of(goal)
            assert claim.guide is not None
            for measure in (claim, claim.guide):
                executor.learn(measure)
            for row in states(executor):
                for args in _arguments(goal.tape.params):
                    there, far = executor.read(claim.name, row, args), executor.read(claim.guide.name, row, args)
                    assert (bool(there), far >= 0) == (far == 0, True)
                    looked += 1
    assert looked > 100


def test_the_same_conditions_in_another_order_are_never_unlike() -> None:
    """Two conjunctions of the same parts differ nowhere, and nothing comes near it; with one part less they may."""
    instance = Instance(roundabout.MODEL, 1)
    (tape,) = (instance.tape(one) for one in roundabout.MODEL.actions.values() if one.name == "side_road")
    both = tape.requires[0].holds
    assert isinstance(both, Apply) and both.op is Op.AND
    make = Tracer(tape.shape)
    first, second = both.args
    turned = make.apply(Op.AND, (second, first), Bool)
    executor = PythonExecutor(instance)
    for number, (other, possible) in enumerate(((turned, False), (second, True))):
        unlike = make.apply(Op.NOT, (make.apply(Op.EQ, (both, other), Bool),), Bool)
        claim = situation(("unlike", str(number)), tape.params, [unlike])
        assert claim.guide is not None
        for measure in (claim, claim.guide):
            executor.learn(measure)
        found = {(bool(executor.read(claim.name, row, (0,))), executor.read(claim.guide.name, row, (0,)) == 0)
                 for row in ((*executor.instance.start[:-2], place, laps) for place in range(10) for laps in (0, 1))}
        assert found == ({(True, True), (False, False)} if possible else {(False, False)})


def _arguments(params: tuple[Param, ...]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for param in params:
        found = [(*one, value) for one in found for value in range(param.lo, param.hi + 1)]
    return found


@pytest.mark.slow
def test_a_beam_is_led_to_an_item_that_has_run_out() -> None:
    """Random play never empties the supply of an item while one may be bought; the distance leads there at once."""
    game = find_game("eighty_days")
    instance = Instance(game, 2, ready_board("side_a", game), {game.settings["assistants"]: 1})
    number, action = next((at, one) for at, one in enumerate(game.actions.values()) if one.name == "buy")
    goal = next(one for one in goals_of(number, action, instance.tape(action)) if "suitcase.supply" in one.key[1])
    moves = Seeker(LlvmExecutor(instance), claim_of(goal), trusted=False).beam(100, Order.GUIDED).moves
    assert moves is not None
    row, executor = list(instance.start), PythonExecutor(instance)
    for move in moves:
        assert executor.broken(row, move) == ()
        row = executor.apply(row, move)
    assert min(executor.instance.cells(row)["supply", (item,)] for item in range(5)) == 0


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_some_move_is_legal_where_one_is(game: Game) -> None:
    """What z3 is told of an action's moves as a whole holds in just those states in which the executor finds one."""
    instance = Instance(game, game.counts[0])
    executor = PythonExecutor(instance)
    system = System(game, game.counts[0], instance.shape, EMPTY, instance.all_choices)
    for number, action in enumerate(system.actions):
        for row in states(executor, 12):
            scope = system.scope()
            before = system.free_state(scope)
            holds = some_move(system, action, before, scope)
            assert holds is not None
            for slots in instance.layout.values():
                for index in slots.indices():
                    scope.assume(equal(before[slots.field].select(index, scope), row[slots.slot(index)]))
            expected = any(move[0] == number for move in executor.legal(row))
            asked = Question("some move", tuple(scope.all_facts()), holds if expected else negated(holds))
            assert Asker(Effort())(asked).status is Status.FOLLOWS


def test_piles_are_counted_card_by_card() -> None:
    """That as many cards are shuffled as are counted is shown on a board, whichever card a move takes."""
    game = find_game("eighty_days")
    board = ready_board("small", game)
    bare = game.properties["squares_left_are_bare"]
    found = counts(System(game, 2, game.shape(2, board.sizes), board, {}), Asker(Effort()), [bare])
    assert [claim.name for claim, _ in found] == [
        "adventures_is_counted", "london_adventures_is_counted", "squares_left_are_bare",
    ]
    assert all(answers for _, answers in found)
