"""Phase 2, perform actions: whose turn it is, the one action of a turn, and the end of a turn."""

from __future__ import annotations

from spec.games.eighty_days.board import Player
from spec.games.eighty_days.state import Decision, Phase, Table
from spec.language import choose, rule

TURN = rule(
    "actions.turn", "Turns",
    "Turns go clockwise from the person with the start marker among those who have not passed, until all have.",
    "80D-42 80D-49 80D-94 80D-111",
)
ONE_ACTION = rule(
    "actions.one", "One action a turn", "In a turn a player takes exactly one action, freely chosen.",
    "80D-49 80D-52 80D-53 80D-54 80D-55",
)
PASS = rule(
    "passing.pass", "Passing",
    "A player may always pass as the action of a turn, and then does nothing more in the period.",
    "80D-94",
)
DECISIONS = rule(
    "actions.decisions", "One thing after another",
    "What an action, a card or a newspaper makes somebody decide is decided before anything else.",
    "80D-49 80D-96 80D-106",
)


def to_decide(t: Table, p: Player, decision: Decision) -> None:
    """Refuse unless `p` is the one to decide this."""
    t.require(DECISIONS, t.open == decision, because="what comes next is {open}", open=t.open)
    t.require(TURN, p == t.active, because="{active} is to decide, not {p}", active=t.active, p=p)


def to_happen(t: Table, decision: Decision) -> None:
    """Refuse unless this is left to chance now."""
    t.require(DECISIONS, t.open == decision, because="what comes next is {open}", open=t.open)


def to_act(t: Table, p: Player) -> None:
    """Refuse unless it is the turn of `p`, who is not about to leave the period."""
    to_decide(t, p, Decision.ACTION)
    # What the active player has done says nothing about anybody else, who is refused for the turn alone.
    with t.when(p == t.active):
        t.require(PASS, ~t.leaving, because="{p} has passed and can only finish", p=p)


def take_action(t: Table, p: Player) -> None:
    """`p` takes the one action of the own turn."""
    to_act(t, p)
    with t.when(p == t.active):
        t.require(ONE_ACTION, ~t.acted, because="{p} has already taken an action in this turn", p=p)
    t.acted = True


def next_turn(t: Table) -> None:
    """The turn of the next person clockwise who has not passed begins; that may be the same person again."""
    t.does(TURN)
    following = t.active
    for player in reversed(t.clockwise_from(t.active)[1:]):
        following = choose(t.passed[player], following, player)
    t.active = following
    t.acted = False


def begin_actions(t: Table) -> None:
    """Phase 2 begins with the person who has the start marker."""
    t.does(TURN)
    t.phase = Phase.ACTIONS
    t.open = Decision.ACTION
    t.active = t.start_marker
    t.acted = False
