"""What a player can still come to at most: never below the points, and no move makes it larger."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from fogg.setup import find_game, ready_board, table
from solvers.eighty_days import Situation, made_up, planning
from solvers.eighty_days.journeys import number
from solvers.plans import Aim, plan_guide
from solvers.plans.guides import most_of
from spec.execution.position import Position
from spec.execution.table import Table
from spec.games.eighty_days.board import Adventure, Assistant
from spec.language import choose, total
from spec.language.actions import Action, Kind, Property
from spec.language.sorts import ABSENT, Named
from spec.language.values import Truth, truth
from verification.induction import Induction
from verification.proofs import verify
from verification.queries import Effort, Status
from verification.verdicts import Verdict
from verification.z3_lowering.terms import both

DEEP = pytest.mark.slow
SET_UPS = [
    ("eighty_days", "small", {}, 60), ("tour_du_monde", "small", {}, 60),
    pytest.param("eighty_days", "side_b", {"assistants": "yes", "colors-festival": "yes"}, 250, marks=DEEP),
    pytest.param("eighty_days", "small", {"bonus-into-london": "b", "leaving-london": "b"}, 400, marks=DEEP),
    pytest.param("tour_du_monde", "box", {"stand-ins": "b", "pair-by-balloon": "b"}, 300, marks=DEEP),
]


def played(ready: Table, seed: int, moves: int) -> list[Position]:
    """The positions of a random game, each kind of move as likely as any other, or of several where one has ended."""
    rng, here = random.Random(seed), Position.start(ready)
    found = [here]
    for _ in range(moves):
        legal = here.moves
        kind = rng.choice(sorted({move[0] for move in legal})) if legal else 0
        here = here.play(rng.choice([move for move in legal if move[0] == kind])) if legal else Position.start(ready)
        found.append(here)
    return found


@pytest.mark.parametrize(("game", "board", "choices", "moves"), SET_UPS)
def test_no_move_makes_more_possible(game: str, board: str, choices: Mapping[str, str], moves: int) -> None:
    """Along random games what is said to be possible never grows, and the points never exceed it."""
    ready, grew = table(game, board, 2, choices), []
    positions = played(ready, 4, moves)
    said = [most_of(one, Aim(1, "score")) for one in positions]
    for before, after, one in zip(said, said[1:], positions[1:], strict=False):
        assert before is not None and after is not None
        if one.row != ready.instance.start and after > before:
            grew.append(one.row)
        assert one.read("score", 1) <= after
    assert (grew, len(set(said)) > 1) == ([], True)


def test_whoever_loses_an_assistant_does_not_hope_for_another() -> None:
    """Once Matilda's two revolvers are gone she leaves, and Amelie does not come instead."""
    ready = table("eighty_days", "small", 2, {"assistants": "yes"})
    here = made_up(ready, 0, Situation(0, assistant=number(Assistant.MATILDA)))
    gone = here.play("Antonia remove revolver").play("Antonia remove revolver")
    cells = ready.instance.cells(gone.row)
    assert cells["assistant", (0,)] == ABSENT
    assert most_of(gone, Aim(0, "score")) == most_of(here, Aim(0, "score"))


@pytest.mark.slow
@pytest.mark.parametrize("board", ["small", "box"])
def test_no_move_of_the_tour_makes_more_possible(board: str) -> None:
    """Induction proves so much of the tour, under all rulings."""
    game = find_game("tour_du_monde")
    most, score, player = plan_guide(game.id).most, game.readings["score"], {"player": Named(game.players)}
    assert most is not None

    def never_more(before: Any, after: Any, player: Any) -> Truth:
        return most(after, player) <= most(before, player)

    def enough(state: Any, player: Any) -> Truth:
        return truth(score.function(state, player) <= most(state, player))

    claims = ModuleType("claims")
    for kind, function in ((Kind.STEP, never_more), (Kind.INVARIANT, enough)):
        setattr(claims, function.__name__, Property(function.__name__, function, player, kind, "most", "so it is", ()))
    claimed = replace(game, sections=(*game.sections, claims))
    (result,) = verify(claimed, names=["most"], players=[2], board=ready_board(board, game), effort=Effort(lean=True))
    assert [part.verdict for part in result.parts] == [Verdict.PROVED] * 2


@pytest.mark.slow
def test_no_move_of_80_days_makes_more_possible() -> None:
    """z3 shows it of every move of the tapes, in all states that obey the invariants of the game, under all rulings.

    The sums over cards are compared place by place, where a move leaves most as they are: z3 is lost in the whole sums.
    """
    game = find_game("eighty_days")
    score, player = game.readings["score"], {"player": Named(game.players)}

    def no_more(before: Any, after: Any, player: Any) -> Truth:
        moved = total(choose(now == then, 0, planning.worth(after, now) - planning.worth(before, then))
                      for then, now in zip(planning.places(before), planning.places(after), strict=True))
        drawn = total(planning.shuffled(after, card) - planning.shuffled(before, card)
                      for card in before.each(Adventure))
        others = planning.besides_cards(after, player) - planning.besides_cards(before, player)
        return truth(moved + drawn + others <= 0)

    def enough_for_all(state: Any, player: Any) -> Truth:
        return truth(score.function(state, player) <= planning.most_score(state, player))

    claims = ModuleType("claims")
    for name, kind, function in (("grows", Kind.STEP, no_more), ("most", Kind.INVARIANT, enough_for_all)):
        setattr(claims, function.__name__, Property(function.__name__, function, player, kind, name, "so it is", ()))
    claimed = replace(game, sections=(*game.sections, claims))
    made: list[Induction] = []
    (result,) = verify(claimed, names=["most"], players=[2], board=ready_board("small", game),
                       effort=Effort(lean=True), made=made)
    assert result.verdict is Verdict.PROVED
    left = [action.name for action in made[0].system.actions
            if not any(is_shown(made[0], claimed.properties["no_more"], action, others, seconds)
                       for others, seconds in (([], 2), (made[0].standing, 10), ([], 120)))]
    assert left == []


def is_shown(
    induction: Induction, claim: Property, action: Action, others: Sequence[Property], seconds: int
) -> bool:
    """Whether z3 shows in so many seconds that an action keeps a claim of a step, if some invariants held before it."""
    step = induction.step(action)
    scope = step.scope.fork()
    claims = induction.system.claim(claim, step.before, step.move.after, scope)
    induction.system.assume(others, step.before, scope)
    question = induction.question(action.name, scope, both(one for _, one in claims), step.move, step.move.sound)
    return induction.asker(question, 1_000 * seconds).status is Status.FOLLOWS
