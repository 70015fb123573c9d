"""The proofs of Le Tour du Monde en 80 jours hold for every board, and fall with the guards they are about."""

import pytest

from fogg.setup import find_game, ready_board
from spec.language.actions import Kind
from spec.language.data import BoardData
from verification.proofs import proof_names, verify
from verification.queries import Effort
from verification.traces import replayed, violation
from verification.verdicts import Verdict
from verification.weakening import weakened

GAME = find_game("tour_du_monde")
NAMES = ("days", "one-leg", "hand-limit", "ending", "own-turns", "cards", "coins", "chips",
         "always-a-move", "termination", "stores")
QUICK = Effort(moves=2_000_000, plays=20, states=2_000, deepest=1)

FALLS = [
    ("travel.one-leg", "one-leg", 2),
    ("travel.one-leg", "own-turns", 2),
    ("rounds.limit", "termination", 2),
    ("actions.detective", "days", 3),
    ("hands.held", "stores", 2),
]
"""A rule whose requirements are dropped, a proof that is about it, and a number of players that shows it."""


def small() -> BoardData:
    return ready_board("small", GAME)


def test_every_claim_is_among_the_proofs() -> None:
    """No claim about every game is left unproved here, and that no store leaves its sort is among the proofs."""
    of_some_game = {one.proof for one in GAME.properties.values() if one.kind is Kind.REACHABLE}
    assert set(NAMES) | of_some_game == set(proof_names(GAME))


@pytest.mark.parametrize("players", [2, *(pytest.param(count, marks=pytest.mark.slow) for count in (3, 4, 5, 6))])
def test_proved_for_every_board(players: int) -> None:
    """Every proof is made without a board and with all rulings left open, by induction."""
    results = verify(GAME, names=NAMES, players=[players], at_hand=small(), effort=QUICK)
    told = [(one.property, one.verdict, one.players, one.board, one.trace) for one in results]
    assert told == [(name, Verdict.PROVED, players, "every board", None) for name in NAMES]


@pytest.mark.slow
@pytest.mark.parametrize(("rule", "name", "players"), FALLS)
def test_a_proof_falls_with_a_guard(rule: str, name: str, players: int) -> None:
    """Without the guard that it is about, a proof is refuted by a game that the weakened rules replay."""
    weak = weakened(GAME, rule)
    (result,) = verify(weak, names=[name], players=[players], at_hand=small(), effort=QUICK)
    assert result.verdict is Verdict.REFUTED
    traces = [(part, part.trace) for part in result.parts if part.trace is not None]
    assert traces
    for part, trace in traces:
        if part.name in weak.properties:
            shows = violation(weak.properties[part.name])
            assert replayed(trace.instance, trace.moves, shows, part.says).moves == trace.moves
