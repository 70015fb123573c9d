"""Free properties of models and of games with hidden cells, whose answers are known."""

from dataclasses import fields
from types import ModuleType
from typing import Any

import pytest

from fogg.setup import find_game, ready_board, small_board
from graphs.loading import board_files
from spec.language import Number, terminates, total
from spec.language.game import Game
from spec.lowering.python import PythonExecutor
from tests.execution import bells, helpers, whispers
from tests.fragments import chained_cards
from tests.models import hanoi, rising_prices, roundabout, tic_tac_toe
from verification.free.job import verify_free
from verification.queries import Effort
from verification.verdicts import Result, Verdict

EFFORT = Effort(moves=100_000)


def one(game: Game, name: str, **more: Any) -> Result:
    """One free property for one number of players."""
    (result,) = verify_free(game, names=[name], effort=EFFORT, **more)
    return result


def test_tic_tac_toe_has_nothing_idle() -> None:
    """Every rule refuses alone, and until the end somebody can always act."""
    names = ["free.rules-reachable", "free.rules-refuse", "free.requirements-differ", "free.never-stuck"]
    found = verify_free(tic_tac_toe.MODEL, names=names, effort=EFFORT)
    assert [result.verdict for result in found] == [Verdict.REACHED] * 3 + [Verdict.PROVED]


def test_an_action_that_no_state_allows() -> None:
    """All states are looked at, so that a road that is never taken is refuted."""
    found = one(roundabout.MODEL, "free.rules-reachable")
    assert {part.name: part.verdict for part in found.parts if not part.verdict.good} == {
        "side_road": Verdict.REFUTED, "climb": Verdict.REFUTED,
    }
    assert found.method == "exhausted"


def test_what_some_game_shows_may_be_a_game_of_more_players() -> None:
    """What happens with three players alone counts for two as well, where both numbers are asked about; else not."""
    found = verify_free(bells.MODEL, names=["free.rules-reachable", "free.requirements-differ"], effort=EFFORT)
    assert {(result.players, result.verdict) for result in found} == {(2, Verdict.REACHED), (3, Verdict.REACHED)}
    told = {part.name: part.note for result in found if result.players == 2 for part in result.parts}
    elsewhere = [name for name, note in told.items() if note == "with 3 players"]
    assert elsewhere == ["ring_thrice", "ring_thrice/bells.ring"]
    alone = one(bells.MODEL, "free.rules-reachable", players=[2])
    assert {part.name: part.verdict for part in alone.parts} == {
        "ring": Verdict.REACHED, "ring_thrice": Verdict.REFUTED,
    }


def test_a_bound_that_refuses_nothing() -> None:
    """A price above 40 is never asked, since nobody could pay it; chance of weight 0 refuses what the supply does."""
    found = one(rising_prices.MODEL, "free.requirements-differ", players=[2])
    idle = {part.name: part.note for part in found.parts if part.verdict is Verdict.REFUTED}
    assert set(idle) == {"pay/prices.rising#2", "income/prices.income"}
    assert "it refuses nothing" in idle["pay/prices.rising#2"]


@pytest.mark.parametrize(("game", "action"), [(whispers.MODEL, "beat"), (helpers.MODEL, "ask")])
def test_two_games_that_look_alike(game: Game, action: str) -> None:
    """A move that is legal after one game and not after another that looks the same is told with the first."""
    found = one(game, "free.hidden-decides-nothing", players=[3])
    assert [part.name for part in found.parts if part.verdict is Verdict.REFUTED] == [action]
    assert found.trace is not None and "looks the same" in found.trace.shows


@pytest.mark.parametrize(("game", "ranking"), [
    (tic_tac_toe.MODEL, "how often mark is something rises"),
    (rising_prices.MODEL, "period rises, then supply falls, then all top rises"),
])
def test_a_ranking_is_found(game: Game, ranking: str) -> None:
    """A game that ends is proved to, by numbers that nobody declared."""
    found = one(game, "free.terminates", players=game.counts[:1])
    assert [(part.verdict, part.note) for part in found.parts] == [(Verdict.PROVED, ranking)]
    assert found.parts[0].answers


@terminates("ending", "Every mark leaves a square less.", "TTT-2")
def squares_left(t: tic_tac_toe.Grid) -> Number:
    return total(t.mark[square].missing.as_number() for square in t.each(tic_tac_toe.Square))


def test_the_ranking_that_a_spec_declares_is_taken_first() -> None:
    """What the spec claims to fall with every move shows that the game ends; none has to be looked for."""
    section = ModuleType("more")
    section.squares_left = squares_left  # type: ignore[attr-defined]  # a module made for this test
    own = {one.name: getattr(tic_tac_toe.MODEL, one.name) for one in fields(Game)}
    found = one(Game(**{**own, "sections": (*tic_tac_toe.MODEL.sections, section)}), "free.terminates")
    assert (found.verdict, found.method) == (Verdict.PROVED, "declared ranking")
    assert found.parts[0].answers and "squares_left" in found.parts[0].note


def test_a_game_that_goes_round() -> None:
    """A game in which discs go to and fro is shown up to a state that came before."""
    found = one(hanoi.MODEL, "free.terminates", at_hand=hanoi.BOARD, grounds=[hanoi.BOARD])
    assert found.verdict is Verdict.REFUTED and found.trace is not None
    executor, states = PythonExecutor(found.trace.instance), [list(found.trace.instance.start)]
    for move in found.trace.moves:
        assert executor.broken(states[-1], move) == ()
        states.append(executor.apply(states[-1], move))
    assert states[-1] in states[:-1]


@pytest.mark.slow
def test_cards_are_conserved_with_how_they_lie() -> None:
    """That a stack is filled from the top is found out, and the sums lean on it."""
    more = {"players": [2], "at_hand": chained_cards.BOARD, "grounds": [chained_cards.BOARD]}
    found = one(chained_cards.MODEL, "free.components-conserved", **more)
    assert found.verdict is Verdict.PROVED


@pytest.mark.slow
def test_the_tour_shows_its_rules() -> None:
    """Every rule of the tour but the piles' running out is met; what a rule repeats of others is told by name."""
    rules = find_game("tour_du_monde")
    boards = [ready_board(name, rules) for name in board_files(rules)]
    names = ["free.rules-reachable", "free.requirements-differ"]
    reachable, differ = verify_free(rules, names=names, players=[3], at_hand=small_board(rules), grounds=boards)
    assert reachable.verdict is Verdict.REACHED
    idle = {part.name: part.note for part in differ.parts if part.verdict is Verdict.REFUTED}
    assert "travel.overland" in idle["walk/travel.one-leg"]
